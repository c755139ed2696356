"""Cards in Polish and Ukrainian: forms, agreement, and that nothing of a card is lost in print."""

from __future__ import annotations

import re
from functools import cache

import pytest

from grammar.cards.inflection import adjective, counted, plural_class, read_forms
from grammar.cards.parse import parse_body
from grammar.cards.printer import Printer, PrintError, print_body
from kb.cards.language.dictionary import CardWords
from kb.library import Game
from tests.support import games


@cache
def game() -> Game:
    return games.game("hegemony")


def words() -> CardWords:
    found = game().card_words
    assert found is not None
    return found


def shown(text: str, lang: str) -> str:
    return print_body(parse_body(text, words().vocabulary), words(), lang)


SENTENCES = [
    ("Propose 2 bills.", "Zaproponuj 2 Ustawy.", "Запропонуйте 2 законопроекти."),
    ("Draw 6 cubes from the bag.", "Dobierz 6 kostek Głosowania z woreczka.", "Витягніть 6 кубиків голосів з мішечка."),
    ("Remove up to 4 of them.", "Usuń maksymalnie 4 z nich.", "Вилучіть до 4 з них."),
    ("Pay 50 from your capital to the state and gain 7 VP.", "Zapłać Państwu 50¥ ze swojego Kapitału i otrzymaj 7 PZ.", "Сплатіть Державі 50¥ зі свого капіталу й здобудьте 7 ПБ."),
    ("If you have a loan, gain 35; otherwise gain 25.", "Jeśli masz Pożyczkę, otrzymaj 35¥; w przeciwnym razie otrzymaj 25¥.", "Якщо ви маєте позику, отримайте 35¥; в іншому разі отримайте 25¥."),
    ("Sell up to 6 luxury to the state for 10 each, then gain 1 influence.", "Sprzedaj Państwu maksymalnie 6 Towarów Luksusowych po 10¥ za sztukę, a następnie otrzymaj 1 Wpływ.", "Продайте Державі до 6 одиниць розкоші по 10¥ за одиницю, а потім отримайте 1 одиницю впливу."),
    ("Needs 4B or 4C.", "Wymagania: 4B lub 4C.", "Умова: 4Б або 4В."),
    ("For each worker assigned, take 4 from owner of its company.", "Za każdego przydzielonego Pracownika weź od właściciela jego Firmy 4¥.", "За кожного влаштованого працівника візьміть у власника його компанії 4¥."),
    ("Reward: for each class chosen, gain 1 legitimacy token of it.", "Nagroda: dla każdej wybranej Klasy otrzymaj 1 żeton Poparcia tej Klasy.", "Винагорода: для кожного вибраного класу отримайте 1 жетон легітимності цього класу."),
    ("Put 2 of your cubes into the bag.", "Umieść 2 swoje kostki Głosowania w woreczku.", "Покладіть 2 свої кубики голосів у мішечок."),
    ("Gain 1 VP per health spent.", "Otrzymaj 1 PZ za każdy Wydany żeton Zdrowia.", "Здобудьте 1 ПБ за кожну витрачену одиницю медицини."),
    ("Needs 7B or 7C.", "Wymagania: 7B lub 7C.", "Умова: 7Б або 7В."),
    ("If 6A, gain 15.", "Jeśli obowiązuje Polityka 6A, otrzymaj 15¥.", "Якщо діє Закон №6А, отримайте 15¥."),
    ("Spend 15 or 30 or 45.", "Wydaj 15¥, 30¥ lub 45¥.", "Витратьте 15¥, 30¥ або 45¥."),
    ("Sell your company without machinery for twice company cost.", "Sprzedaj jedną ze swoich Firm, na których nie ma żetonów Maszynerii, za dwukrotność jej kosztu.", "Продайте одну зі своїх компаній, на яких немає жетонів устаткування, за її подвоєну вартість."),
    ("Choose your company. Pay its wages. It produces.", "Wybierz jedną ze swoich Firm. Zapłać Wynagrodzenie jej Pracownikom. Ta Firma produkuje.", "Виберіть одну зі своїх компаній. Виплатіть заробітну плату її працівникам. Ця компанія виробляє ресурси."),
    ("Choose an industry. Another player pays 8 to you per its company of that industry employing your workers.", "Wybierz Branżę. Inny gracz płaci ci 8¥ za każdą swoją Firmę z tej Branży zatrudniającą twoich Pracowników.", "Виберіть сферу. Інший гравець сплачує вам 8¥ за кожну свою компанію в цій сфері з вашими працівниками."),
    ("Buy up to Population health from the state at half price, rounded up.", "Kup od Państwa Zdrowie (maksymalnie tyle, ile wynosi twoja Populacja) za połowę łącznej ceny (zaokrąglając w górę).", "Купіть у Держави медицину (не більше, ніж становить ваш показник населення) за половину загальної вартості (з округленням угору)."),
    ("Provide food to the working class equal to half Population of the working class, rounded up.", "Zapewnij Klasie Robotniczej Żywność w liczbie równej połowie jej Populacji (zaokrąglając w górę).", "Надайте Робітничому класу їжу в кількості, що дорівнює половині його показника населення (з округленням угору)."),
    ("Put 1 of your cubes into the bag per public or capitalist company employing your workers.", "Umieść 1 swoją kostkę Głosowania w woreczku za każdą Firmę Państwową lub Firmę Klasy Kapitalistów zatrudniającą twoich Pracowników.", "Покладіть 1 свій кубик голосів у мішечок за кожну державну компанію або компанію Капіталістичного класу з вашими працівниками."),
    ("Raise legitimacy of the middle class by 1 per 3 companies owned by you employing a working-class worker.", "Zwiększ Poparcie Klasy Średniej o 1 za każde 3 swoje Firmy zatrudniające Pracownika Klasy Robotniczej.", "Підвищте легітимність Середнього класу на 1 за кожні 3 свої компанії з працівником Робітничого класу."),
    ("Provide 5 to the working class per working-class worker working in public companies and gain 3 VP.", "Zapewnij Klasie Robotniczej 5¥ za każdego Pracownika Klasy Robotniczej pracującego w Firmach Państwowych i otrzymaj 3 PZ.", "Надайте Робітничому класу 5¥ за кожного працівника Робітничого класу, що працює в державних компаніях, і здобудьте 3 ПБ."),
    ("Turn up 2 export cards from the export deck. You may replace current export card with 1 of them.", "Odkryj 2 karty Eksportu z talii Eksportu. Możesz zastąpić obecną kartę Eksportu jedną z nich.", "Відкрийте 2 карти експорту з колоди експорту. Ви можете замінити поточну карту експорту однією з них."),
    ("Spend 30 and provide 4 cubes among any classes.", "Wydaj 30¥ i Zapewnij 4 kostki Głosowania (do podziału między dowolne Klasy).", "Витратьте 30¥ і надайте 4 кубики голосів, розподіливши їх між будь-якими класами."),
    ("Gain 5 per unskilled worker removed.", "Otrzymaj 5¥ za każdego usuniętego Niewykwalifikowanego Pracownika.", "Отримайте 5¥ за кожного вилученого некваліфікованого працівника."),
    ("Consequence: lower legitimacy of any 2 classes by 1.", "Skutek: zmniejsz Poparcie dowolnych 2 Klas o 1.", "Наслідок: знизьте легітимність будь-яких 2 класів на 1."),
    ("Raise your legitimacy by 1.", "Zwiększ Poparcie swojej Klasy o 1.", "Підвищте легітимність свого класу на 1."),
    ("Build a luxury-industry or agricultural company at half price, rounded up, rest paid by the state.", "Załóż Firmę z Branży Towarów Luksusowych lub z Branży Rolniczej za połowę kosztu (zaokrąglając w górę; resztę płaci Państwo).", "Відкрийте компанію у сфері розкоші або в агропромисловій сфері за половину вартості (з округленням угору; решту сплачує Держава)."),
    ("Put 2 of your cubes into the bag. Put 1 of your cubes into the bag per policy matching the agenda.", "Umieść 2 swoje kostki Głosowania w woreczku. Umieść 1 swoją kostkę w woreczku za każdą Politykę zgodną z Programem Politycznym.", "Покладіть 2 свої кубики голосів у мішечок. Покладіть 1 свій кубик у мішечок за кожен закон, що відповідає політичним цілям."),
    ("Put your cubes into the bag equal to Population.", "Umieść w woreczku swoje kostki Głosowania w liczbie równej twojej Populacji.", "Покладіть у мішечок свої кубики голосів у кількості, що дорівнює вашому показнику населення."),
    ("Propose a bill without paid vote. You may call an immediate vote on it without vote fee.", "Zaproponuj Ustawę (bez płatnego wezwania do Natychmiastowego Głosowania). Możesz wezwać do Natychmiastowego Głosowania nad nią, nie wydając Wpływu.", "Запропонуйте законопроект (без платного скликання позачергового голосування). Ви можете скликати позачергове голосування щодо нього, не витрачаючи вплив."),
    ("Needs there are at least 3 policies carrying a bill. Move a policy carrying no bill to an adjacent section.", "Wymagania: co najmniej 3 Polityki ze znacznikami Ustaw. Przesuń znacznik Polityki, na której nie ma znacznika Ustawy, do sąsiedniej sekcji.", "Умова: є щонайменше 3 закони з маркерами законопроектів. Пересуньте маркер закону, на якому немає маркера законопроекту, у сусідній сектор."),
    ("Gain 5 per unskilled worker removed and gain 10 per skilled worker removed.", "Otrzymaj 5¥ za każdego usuniętego Niewykwalifikowanego Pracownika i 10¥ za każdego usuniętego Wykwalifikowanego Pracownika.", "Отримайте 5¥ за кожного вилученого некваліфікованого працівника й 10¥ за кожного вилученого кваліфікованого працівника."),
    ("Pay 6 times Population and raise prosperity by 1.", "Zapłać 6¥ za każdy punkt swojej Populacji i zwiększ Dobrobyt o 1.", "Сплатіть по 6¥ за кожну одиницю свого показника населення й збільште добробут на 1."),
    ("Choose a public company. You may buy up to Population product of that company from the state.", "Wybierz Firmę Państwową. Możesz kupić od Państwa zasoby produkowane przez tę Firmę (maksymalnie tyle, ile wynosi twoja Populacja).", "Виберіть державну компанію. Ви можете купити в Держави ресурс, який виробляє ця компанія (не більше, ніж становить ваш показник населення)."),
    ("You may buy up to Population food or up to Population luxury from the foreign market without tariffs.", "Możesz kupić Żywność lub Towary Luksusowe (maksymalnie tyle, ile wynosi twoja Populacja) na Rynku Zagranicznym bez Cła.", "Ви можете купити їжу або розкіш (не більше, ніж становить ваш показник населення) на зовнішньому ринку без мита."),
    ("Propose a bill chosen by the working class or the capitalist class.", "Zaproponuj Ustawę wybraną przez Klasę Robotniczą lub Klasę Kapitalistów.", "Запропонуйте законопроект, вибраний Робітничим класом або Капіталістичним класом."),
    ("The middle class or the capitalist class builds a company costing at least 15 chosen by you, paid by you.", "Klasa Średnia lub Klasa Kapitalistów zakłada wybraną przez ciebie Firmę o koszcie co najmniej 15¥ (ty pokrywasz ten koszt).", "Середній клас або Капіталістичний клас відкриває вашим коштом вибрану вами компанію вартістю щонайменше 15¥."),
    ("Move half revenue amount, rounded down from your revenue to your capital.", "Przenieś połowę swojego Zysku (zaokrąglając w dół) do swojego Kapitału.", "Перемістіть половину свого прибутку (з округленням униз) до свого капіталу."),
    ("You may perform a purchase from the state.", "Możesz wykonać akcję „Zakup Towarów i Usług”, kupując tylko od Państwa.", "Ви можете виконати дію «Придбати товари й послуги», вибравши джерелом лише Державу."),
    ("Staff your non-operational company with unemployed workers.", "Obsadź jedną ze swoich niefunkcjonujących Firm Bezrobotnymi Pracownikami.", "Заповніть усі робочі місця в одній зі своїх нефункціональних компаній незайнятими працівниками."),
    ("Provide food and health to the middle class or the working class equal to half Population of that class, rounded up and gain 2 VP.", "Zapewnij Klasie Średniej lub Klasie Robotniczej Żywność i Zdrowie w łącznej liczbie równej połowie Populacji tej Klasy (zaokrąglając w górę) i otrzymaj 2 PZ.", "Надайте Середньому класу або Робітничому класу їжу й медицину в загальній кількості, що дорівнює половині показника населення цього класу (з округленням угору), і здобудьте 2 ПБ."),
    ("Sell an operational public company to the capitalist class for company cost.", "Sprzedaj Klasie Kapitalistów funkcjonującą Firmę Państwową za kwotę równą jej kosztowi.", "Продайте Капіталістичному класу функціональну державну компанію за її вартість."),
    ("Choose your company. Set wage level of it to value 3. Move all workers to it from an operational public company of the same industry and size as it.", "Wybierz jedną ze swoich Firm. Ustaw jej poziom Wynagrodzenia na 3. Przenieś do niej wszystkich Pracowników z funkcjonującej Firmy Państwowej z tej samej Branży i o tej samej wielkości.", "Виберіть одну зі своїх компаній. Встановіть у ній заробітну плату на рівні 3. Перемістіть до неї всіх працівників з функціональної державної компанії тієї самої сфери й того самого розміру."),
    ("Sell up to 8 health to the foreign market for local price each.", "Sprzedaj maksymalnie 8 Zdrowia na Rynku Zagranicznym po swojej cenie z Rynku Lokalnego.", "Продайте до 8 одиниць медицини на зовнішньому ринку за своєю ціною на місцевому ринку."),
]  # fmt: skip


@pytest.mark.parametrize(("english", "polish", "ukrainian"), SENTENCES)
def test_sentences_read_as_a_player_would_say_them(english: str, polish: str, ukrainian: str) -> None:
    assert shown(english, "pl").replace("\n", " ") == polish
    assert shown(english, "uk").replace("\n", " ") == ukrainian
    assert shown(english, "en").replace("\n", " ") == english


def test_every_card_prints_in_every_language_with_all_its_numbers() -> None:
    for card in game().cards:
        english = print_body(card.parts, words(), "en")
        said = re.sub(r"\b\d[A-C]\b|\b1 of them\b", "", english)  # “one of them” is a word
        numbers = sorted(re.findall(r"(?<!\S)\d+\b", said))
        for lang in ("pl", "uk"):
            text = print_body(card.parts, words(), lang)
            assert text and "{" not in text, card.id
            found = re.findall(r"\d+", re.sub(r"\b\d[A-CАБВ]\b", "", text))
            assert all(number in found for number in numbers), (card.id, lang)


def test_printed_english_is_the_card_again() -> None:
    for card in game().cards:
        assert parse_body(print_body(card.parts, words(), "en"), words().vocabulary) == card.parts


def test_ukrainian_forms_hold_no_latin_letters() -> None:
    for entry in words().vocabulary.entries.values():
        text = str(entry.data.get("uk", ""))
        if entry.cls not in ("FLAG",):
            body = re.sub(r"^(?:m1|pt|[mfn])[=~]? | (?:acc|gen|dat|loc|ins|nom)$|[~|_]", "", text)
            assert not re.search(r"[A-Za-z]", body), entry.key


@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_every_construct_has_a_pattern(lang: str) -> None:
    for name, pattern in words().patterns.items():
        assert lang in pattern, name


def test_numbers_take_their_nouns() -> None:
    assert [plural_class("pl", n) for n in (1, 2, 5, 12, 21, 22)] == ["one", "few", "many", "many", "many", "few"]
    assert [plural_class("uk", n) for n in (1, 3, 11, 21, 25)] == ["one", "few", "many", "one", "many"]
    worker = read_forms("m1 a b c d e f / g h i j k l")
    assert counted("pl", worker, 3, "acc") == ("gen", True)
    assert counted("pl", worker, 5, "dat") == ("dat", True)


def test_adjectives_agree() -> None:
    assert adjective("pl", "bezrobotny bezrobotni", "p1", "nom") == "bezrobotni"
    assert adjective("pl", "bezrobotny", "m1", "acc") == "bezrobotnego"
    assert adjective("pl", "państwowy", "f", "acc") == "państwową"
    assert adjective("uk", "державний", "f", "acc") == "державну"
    assert adjective("uk", "сусідній", "f", "gen") == "сусідньої"
    with pytest.raises(ValueError, match="six"):
        read_forms("f a b c")


def test_a_missing_form_is_told() -> None:
    printer = Printer(words(), "pl")
    with pytest.raises(PrintError, match="no pl"):
        printer.template("nothing")
    with pytest.raises(PrintError, match=r"noun\.xyz"):
        printer.forms("NOUN", "xyz")

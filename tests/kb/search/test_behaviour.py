"""Search on the real corpus: every behaviour in each of the three languages, and how much is found."""

from __future__ import annotations

import statistics
import time
from functools import partial

import pytest

from kb.search import Hit, Index, SearchResult, search
from tests.bench.rivals import name_of
from tests.bench.search import FRESH, HELD_OUT, measured, place, queries, tuned

pytestmark = pytest.mark.slow

H, N, R = "hegemony", "new_angeles", "nowa_reformacja"


def first(index: Index, text: str, game: str | None, lang: str = "en") -> str:
    hits = search(index, text, game=game, lang=lang).hits
    return name_of(hits[0].kind, hits[0].id) if hits else ""


def marked(hit: Hit) -> list[str]:
    return [hit.snippet.text[start:end] for start, end in hit.snippet.marks]


FOUND: dict[str, list[tuple[str, str, str, str]]] = {
    "inflected": [
        ("en", H, "trade unions", "term:trade_union"),
        ("en", N, "districts", "term:district"),
        ("pl", H, "związkami zawodowymi", "term:trade_union"),
        ("pl", N, "dzielnicach", "term:district"),
        ("uk", H, "профспілками", "term:trade_union"),
        ("uk", N, "районами", "term:district"),
    ],
    "without diacritics": [
        ("pl", H, "klasa srednia", "term:middle_class"),
        ("pl", H, "pozyczka", "term:loan"),
        ("pl", N, "zagrozenie", "term:threat"),
        ("pl", R, "dlug publiczny", "term:public_debt"),
        ("uk", H, "іжа", "term:food"),
        ("uk", H, "памятка гравця", "term:player_aid"),
        ("en", H, "lóan", "term:loan"),
    ],
    "letters that do not decompose": [
        ("pl", H, "spłata pożyczki", "term:free_pay_off_loan"),
        ("pl", H, "splata pozyczki", "term:free_pay_off_loan"),
        ("uk", H, "їжа", "term:food"),
        ("uk", H, "дёржава", "term:state"),
        ("uk", N, "загґроза", "term:threat"),
        ("uk", H, "законопроєкт", "term:bill"),
        ("uk", H, "законопроект", "term:bill"),
    ],
    "apostrophes": [
        ("uk", H, "пам'ятка гравця", "term:player_aid"),
        ("uk", H, "пам’ятка гравця", "term:player_aid"),
        ("uk", H, "памʼятка гравця", "term:player_aid"),
        ("en", H, "doctor's office", "term:co_doctors_office"),
        ("en", H, "doctor’s office", "term:co_doctors_office"),
        ("pl", H, "klasa’ średnia", "term:middle_class"),
    ],
    "section letters": [
        ("en", H, "7C", "term:policy_7_immigration"),
        ("pl", H, "7c", "term:policy_7_immigration"),
        ("uk", H, "7В", "term:policy_7_immigration"),
        ("uk", H, "7в", "term:policy_7_immigration"),
        ("uk", H, "2Б", "term:policy_2_labor"),
    ],
    "glued and split": [
        ("en", H, "tradeunion", "term:trade_union"),
        ("en", N, "counter offer", "term:counteroffer"),
        ("pl", H, "klasaśrednia", "term:middle_class"),
        ("pl", N, "kontr oferta", "term:counteroffer"),
        ("uk", H, "середнійклас", "term:middle_class"),
        ("uk", N, "контр пропозиція", "term:counteroffer"),
    ],
    "half typed": [
        ("en", H, "trade un", "term:trade_union"),
        ("en", R, "agglom", "term:agglomeration"),
        ("pl", H, "klasa kap", "term:capitalist_class"),
        ("pl", N, "wyłącz", "term:outage"),
        ("uk", H, "профсп", "term:trade_union"),
        ("uk", R, "нерішуч", "term:undecided_deputies"),
    ],
    "misspelt": [
        ("en", H, "stirke", "term:act_strike"),
        ("en", N, "corparation", "term:corporation"),
        ("pl", N, "kontroferat", "term:counteroffer"),
        ("pl", R, "poparice", "term:support"),
        ("uk", H, "добрабут", "term:prosperity"),
        ("uk", N, "заворушеня", "term:unrest"),
    ],
    "wrong layout": [
        ("en", H, "дщфт", "term:loan"),
        ("en", N, "щгефпу", "term:outage"),
        ("pl", R, "зщзфксшу", "term:support"),
        ("pl", N, "лщтекщаукеф", "term:counteroffer"),
        ("uk", H, "cnhfqr", "term:act_strike"),
        ("uk", R, ",kjrflf", "term:block"),
    ],
    "transliterated": [
        ("en", H, "profspilka", "term:trade_union"),
        ("pl", H, "zakonoproekt", "term:bill"),
        ("uk", N, "zahroza", "term:threat"),
        ("uk", R, "pidtrymka", "term:support"),
    ],
    "another language than the asker's": [
        ("en", H, "wynagrodzenie", "term:wage"),
        ("en", R, "блокада", "term:block"),
        ("pl", H, "legitimacy", "term:legitimacy"),
        ("pl", N, "хвороба", "term:illness"),
        ("uk", H, "minimum wage", "term:minimum_wage"),
        ("uk", N, "rezerwy", "term:reserve"),
    ],
    "false friends apart": [
        ("en", N, "supply", "term:supply"),
        ("en", N, "reserve", "term:reserve"),
        ("en", N, "resource", "term:resource"),
        ("en", N, "asset", "term:asset"),
        ("pl", N, "pula", "term:supply"),
        ("pl", N, "rezerwy", "term:reserve"),
        ("pl", N, "dobra", "term:resource"),
        ("pl", N, "zasoby ludzkie", "term:asset"),
        ("uk", N, "пул", "term:supply"),
        ("uk", N, "резерв", "term:reserve"),
        ("uk", N, "ресурс", "term:resource"),
        ("uk", N, "актив", "term:asset"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "game", "text", "wanted"),
    [pytest.param(*case, id=f"{way}-{case[2]}") for way, cases in FOUND.items() for case in cases],
)
def test_the_term_comes_first(corpus_index: Index, lang: str, game: str, text: str, wanted: str) -> None:
    assert first(corpus_index, text, game, lang) == wanted


@pytest.mark.parametrize("way", FOUND)
def test_every_behaviour_is_tried_in_each_language(way: str) -> None:
    assert {lang for lang, *_ in FOUND[way]} >= {"en", "pl", "uk"} - ({"en"} if "letters that" in way else set())


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("supply", "reserve"), ("asset", "resource"), ("pula", "reserve"), ("rezerwy", "supply"), ("dobra", "asset"),
        ("zasoby ludzkie", "resource"), ("пул", "reserve"), ("актив", "resource"),
    ],
)  # fmt: skip
def test_a_word_does_not_name_its_false_friend(corpus_index: Index, text: str, other: str) -> None:
    hits = search(corpus_index, text, game=N, kind="term").hits
    assert other not in [hit.id for hit in hits if hit.why in ("name", "form")]


@pytest.mark.parametrize("text", ["54.3", "54,3", "§ 54.3", "rule 54.3", "reguła 54.3", "пункт 54.3", "na.54.3"])
def test_numbers_go_straight_there(corpus_index: Index, text: str) -> None:
    hit = search(corpus_index, text, game=N).hits[0]
    assert hit.id == "na.54.3" and hit.why in ("number", "id")


@pytest.mark.parametrize(
    ("text", "lang", "page"),
    [
        ("p. 15", "en", "15"),
        ("page 15", "en", "15"),
        ("str. 14", "pl", "14"),
        ("strona 14", "pl", "14"),
        ("стор. 14", "uk", "14"),
    ],
)
def test_pages_go_straight_there(corpus_index: Index, text: str, lang: str, page: str) -> None:
    hits = search(corpus_index, text, game=H, lang=lang).hits
    assert {hit.why for hit in hits[:3]} == {"page"}
    for hit in hits[:3]:
        assert any(edition.startswith(lang) and page in pages for edition, pages in hit.pages.items())


@pytest.mark.parametrize(("text", "lang"), [("trade union", "en"), ("związek zawodowy", "pl"), ("профспілка", "uk")])
@pytest.mark.parametrize("asker", ["en", "pl", "uk"])
def test_one_concept_is_one_hit_and_tells_the_language_that_matched(
    corpus_index: Index, text: str, lang: str, asker: str
) -> None:
    hits = search(corpus_index, text, game=H, lang=asker).hits
    names = [(hit.kind, hit.id) for hit in hits]
    assert len(set(names)) == len(names)
    titles = {"en": "Trade Union", "pl": "Związek Zawodowy", "uk": "профспілка"}
    assert (hits[0].title, hits[0].title_lang, hits[0].lang) == (titles[asker], asker, lang)
    assert any(marked(hit) for hit in hits if hit.lang == lang)


def test_the_exact_name_comes_before_headings_definitions_and_mentions(corpus_index: Index) -> None:
    order = ["name", "form", "title", "definition", "text"]
    for text in ("unrest", "niepokój", "заворушення"):
        whys = [hit.why for hit in search(corpus_index, text, game=N).hits]
        assert whys[0] == "name" and {"title", "definition"} <= set(whys)
        exact = [why for why in whys if why in ("name", "form", "definition")]
        assert exact == sorted(exact, key=order.index)


@pytest.mark.parametrize("text", ["strike", "strajk", "рука"])
def test_the_game_in_play_comes_first_and_leaves_nothing_out(corpus_index: Index, text: str) -> None:
    for game in (H, N):
        hits = search(corpus_index, text, playing=game).hits
        assert hits[0].game == game and {hit.game for hit in hits} >= {H, N}


def test_the_language_of_the_asker_decides_between_words_spelt_alike(corpus_index: Index) -> None:
    # płace, wages, is typed as place
    assert first(corpus_index, "place", None, "en") == "term:placing"
    assert first(corpus_index, "place", None, "pl") == "term:wage"
    assert first(corpus_index, "płace", None, "en") == "term:wage"


@pytest.mark.parametrize(
    ("text", "near"),
    [("xtradeunionx", "trade_union"), ("xzwiązekzawodowyx", "trade_union"), ("жпрофспілкащщ", "trade_union")],
)
def test_nothing_found_gives_near_terms_and_the_unknown_part(corpus_index: Index, text: str, near: str) -> None:
    result = search(corpus_index, text, game=H)
    assert result.hits == () and result.unknown == (text,)
    assert near in [each.id for each in result.suggestions]


@pytest.mark.parametrize(
    ("text", "wanted", "unknown"),
    [
        ("strike xyzzyq", "act_strike", "xyzzyq"),
        ("strajk żółwżółw", "act_strike", "żółwżółw"),
        ("страйк їїїґґґ", "act_strike", "їїїґґґ"),
    ],
)
def test_what_is_known_is_found_and_the_rest_is_told(corpus_index: Index, text: str, wanted: str, unknown: str) -> None:
    result = search(corpus_index, text, game=H)
    assert wanted in [hit.id for hit in result.hits[:5]] and result.unknown == (unknown,)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10_000, "strike " * 2_000, "страйк " * 2_000, "związek " * 2_000, "xq zw vk " * 1_000, "*" * 10_000, "ж" * 10_000,
        "strike*", "str?ke", "title:strike", "strike AND (NOT strajk", '"страйк', "strike~2", "[a TO z]", "9" * 10_000,
        "p. " + "9" * 5_000, "\x00\x01\x02", "🎲" * 3_000, "'" * 5_000, "ł" * 5_000, "\ud83d" * 100,
    ],
)  # fmt: skip
def test_hostile_queries_are_quick(corpus_index: Index, text: str) -> None:
    start = time.process_time()
    result = search(corpus_index, text)
    assert time.process_time() - start < 10  # no hang; how quick it is the benchmark tells
    assert isinstance(result, SearchResult) and result.shortened == (len(text) > 200)


def test_recall_stays_above_the_goal(corpus_index: Index) -> None:
    goal = (0.88, 0.97, 0.92)
    for asked in (tuned(), queries(HELD_OUT), queries(FRESH)):
        assert all(got >= least for got, least in zip(measured(corpus_index, asked), goal, strict=True))


def test_recall_across_languages_and_in_each_stays_above_the_goal(corpus_index: Index) -> None:
    asked = [*queries(HELD_OUT), *queries(FRESH)]
    across = [query for query in asked if query.way == "cross"]
    assert len(across) >= 30 and measured(corpus_index, across)[1] >= 0.95
    for lang in ("en", "pl", "uk"):
        own = [query for query in asked if query.lang == lang]
        assert len(own) >= 50 and measured(corpus_index, own)[1] >= 0.97


def test_the_labelled_queries_name_what_exists_and_none_is_asked_twice(corpus_index: Index) -> None:
    asked = [*queries(HELD_OUT), *queries(FRESH)]
    assert len({(query.lang, query.game, query.text) for query in asked}) == len(asked)
    names = {(concept.game, name_of(concept.kind, concept.id)) for concept in corpus_index.catalogue}
    for query in asked:
        assert any(game == query.game and place([name], query.wanted) for game, name in names), query.text
    ways = ["plain", "inflected", "bare", "misspelt", "half", "cross", "number", "layout", "latin", "glued"]
    assert {query.way for query in asked} >= set(ways)


def test_an_answer_comes_before_the_next_key(corpus_index: Index) -> None:
    times: list[float] = []
    for query in queries(FRESH)[::3]:
        for end in range(2, len(query.text) + 1):
            ask = partial(search, corpus_index, query.text[:end], lang=query.lang)
            start = time.process_time()
            ask()
            times.append((time.process_time() - start) * 1000)
    assert statistics.median(times) < 50  # ten times what it takes: the benchmark tells the figures

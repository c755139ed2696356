"""Word forms of Polish and Ukrainian: nouns by their list of forms, adjectives by endings, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

CASES = ("nom", "gen", "dat", "acc", "ins", "loc")
#: how words begin that open a clause behind a name
RELATIVE: Mapping[str, tuple[str, ...]] = {
    "pl": ("któr", "jak", "gdy", "co", "ile", "ilu", "gdzie", "by"),
    "uk": ("що", "як", "де", "куди", "звідки", "скільки", "чи"),
}
_GENDERS = ("m", "m1", "f", "n", "pt", "pt1")

#: endings of adjectives: language -> kind of stem -> gender -> the six cases; `@`: as the nominative, `%`: as the genitive
_ENDINGS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "pl": {
        "y": {"m": "y ego emu @ ym ym", "m1": "y ego emu % ym ym", "f": "a ej ej ą ą ej", "n": "e ego emu @ ym ym", "p": "e ych ym @ ymi ych", "p1": "i ych ym % ymi ych"},
        "i": {"m": "i iego iemu @ im im", "m1": "i iego iemu % im im", "f": "a iej iej ą ą iej", "n": "ie iego iemu @ im im", "p": "ie ich im @ imi ich", "p1": "i ich im % imi ich"},
    },
    "uk": {
        "ий": {"m": "ий ого ому @ им ому", "m1": "ий ого ому % им ому", "f": "а ої ій у ою ій", "n": "е ого ому @ им ому", "p": "і их им @ ими их", "p1": "і их им % ими их"},
        "ій": {"m": "ій ього ьому @ ім ьому", "m1": "ій ього ьому % ім ьому", "f": "я ьої ій ю ьою ій", "n": "є ього ьому @ ім ьому", "p": "і іх ім @ іми іх", "p1": "і іх ім % іми іх"},
    },
}  # fmt: skip
#: words that follow no table
_IRREGULAR: Mapping[str, Mapping[str, str]] = {
    "swój": {"m": "swój swojego swojemu @ swoim swoim", "m1": "swój swojego swojemu % swoim swoim", "f": "swoja swojej swojej swoją swoją swojej", "n": "swoje swojego swojemu @ swoim swoim", "p": "swoje swoich swoim @ swoimi swoich", "p1": "swoi swoich swoim % swoimi swoich"},
    "twój": {"m": "twój twojego twojemu @ twoim twoim", "m1": "twój twojego twojemu % twoim twoim", "f": "twoja twojej twojej twoją twoją twojej", "n": "twoje twojego twojemu @ twoim twoim", "p": "twoje twoich twoim @ twoimi twoich", "p1": "twoi twoich twoim % twoimi twoich"},
    "ten": {"m": "ten tego temu @ tym tym", "m1": "ten tego temu % tym tym", "f": "ta tej tej tę tą tej", "n": "to tego temu @ tym tym", "p": "te tych tym @ tymi tych", "p1": "ci tych tym % tymi tych"},
    "jeden": {"m": "jeden jednego jednemu @ jednym jednym", "m1": "jeden jednego jednemu % jednym jednym", "f": "jedna jednej jednej jedną jedną jednej", "n": "jedno jednego jednemu @ jednym jednym"},
    "wszystek": {"m": "cały całego całemu @ całym całym", "m1": "cały całego całemu % całym całym", "f": "cała całej całej całą całą całej", "n": "całe całego całemu @ całym całym", "p": "wszystkie wszystkich wszystkim @ wszystkimi wszystkich", "p1": "wszyscy wszystkich wszystkim % wszystkimi wszystkich"},
    "один": {"m": "один одного одному @ одним одному", "m1": "один одного одному % одним одному", "f": "одна однієї одній одну однією одній", "n": "одне одного одному @ одним одному"},
    "свій": {"m": "свій свого своєму @ своїм своєму", "m1": "свій свого своєму % своїм своєму", "f": "своя своєї своїй свою своєю своїй", "n": "своє свого своєму @ своїм своєму", "p": "свої своїх своїм @ своїми своїх", "p1": "свої своїх своїм % своїми своїх"},
    "ваш": {"m": "ваш вашого вашому @ вашим вашому", "m1": "ваш вашого вашому % вашим вашому", "f": "ваша вашої вашій вашу вашою вашій", "n": "ваше вашого вашому @ вашим вашому", "p": "ваші ваших вашим @ вашими ваших", "p1": "ваші ваших вашим % вашими ваших"},
    "кожен": {"m": "кожен кожного кожному @ кожним кожному", "m1": "кожен кожного кожному % кожним кожному", "f": "кожна кожної кожній кожну кожною кожній", "n": "кожне кожного кожному @ кожним кожному", "p": "кожні кожних кожним @ кожними кожних", "p1": "кожні кожних кожним % кожними кожних"},
    "цей": {"m": "цей цього цьому @ цим цьому", "m1": "цей цього цьому % цим цьому", "f": "ця цієї цій цю цією цій", "n": "це цього цьому @ цим цьому", "p": "ці цих цим @ цими цих", "p1": "ці цих цим % цими цих"},
    "весь": {"m": "весь всього всьому @ всім всьому", "m1": "весь всього всьому % всім всьому", "f": "вся всієї всій всю всією всій", "n": "все всього всьому @ всім всьому", "p": "усі всіх всім @ всіма всіх", "p1": "усі всіх всім % всіма всіх"},
}  # fmt: skip


class Forms(Struct, frozen=True):
    """The forms of a noun: gender m, m1 (persons), f or n; mass nouns have no plural, plural nouns no singular."""

    gender: str
    singular: tuple[str, ...]
    plural: tuple[str, ...]
    mass: bool = False

    def form(self, case: str, plural: bool) -> str:
        """One form."""
        forms = (self.plural or self.singular) if plural else (self.singular or self.plural)
        return forms[CASES.index(case)]

    def key(self, plural: bool) -> str:
        """Which column of an adjective agrees with it."""
        if (plural and self.plural) or not self.singular:
            return "p1" if self.gender == "m1" else "p"
        return self.gender


@lru_cache(4_096)
def read_forms(text: str) -> Forms:
    """`f kostka … / kostki …`; `n= …` mass; `pt …`, `pt1 …` plural only; `m~ PZ` never changes.

    `_` joins words, `|` parts alternatives, of which the first is printed; a single form is the same in every case.
    """
    mark, _, rest = text.partition(" ")
    if mark.rstrip("=~") not in _GENDERS:
        raise ValueError(f"{text!r}: {mark!r} is no gender; write one of {', '.join(_GENDERS)}")
    if mark.endswith("~"):
        same = (rest.replace("_", " "),) * len(CASES)
        return Forms(mark[:-1], same, same)
    parts = [tuple(first_of(cell) for cell in cells(half)) for half in rest.split(" / ")]
    if any(len(part) != len(CASES) for part in parts):
        raise ValueError(f"{text!r}: {[len(part) for part in parts]} forms, not six each")
    if mark.startswith("pt"):
        return Forms("m1" if mark == "pt1" else "n", (), parts[0])
    return Forms(mark.rstrip("="), parts[0], parts[1] if len(parts) > 1 else (), mark.endswith("="))


def cells(half: str) -> tuple[str, ...]:
    """The six forms of one number as written; a single one is the same in every case."""
    found = tuple(half.split())
    return found * len(CASES) if len(found) == 1 else found


def first_of(cell: str) -> str:
    """A form as it is printed: of each word the first alternative."""
    return " ".join(word.partition("|")[0] for word in cell.split("_"))


def adjective(lang: str, text: str, key: str, case: str) -> str:
    """An adjective, participle or possessive in a gender and case; a second word is its nominative for persons."""
    word, _, persons = text.partition(" ")
    if word.startswith("="):
        return word[1:].replace("_", " ")
    if word.startswith("будь-як"):
        return "будь-як" + adjective(lang, "ий", key, case)
    if word in _IRREGULAR:
        forms = _IRREGULAR[word][key].split()
        return forms[CASES.index({"@": "nom", "%": "gen"}.get(forms[CASES.index(case)], case))]
    for ending, table in _ENDINGS[lang].items():
        if word.endswith(ending):
            ends = table[key].split()
            at = CASES.index(case)
            at = CASES.index({"@": "nom", "%": "gen"}.get(ends[at], case))
            if key == "p1" and at == 0 and persons:
                return persons
            return word.removesuffix(ending) + ends[at]
    return word


def plural_class(lang: str, number: int) -> str:
    """How a number takes its noun: one, few or many."""
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    if lang == "uk":
        return "one" if number % 10 == 1 and number % 100 != 11 else "few" if few else "many"
    if number == 1:
        return "one"
    return "few" if few and lang == "pl" else "many"


def counted(lang: str, forms: Forms, number: int, case: str) -> tuple[str, bool]:
    """The case and number of a noun behind a number."""
    direct = case in ("nom", "acc")
    if forms.mass:
        if number == 1:
            return case, False
        return ("gen" if direct else case), False
    kind = plural_class(lang, number)
    if kind == "one":
        return case, False
    if kind == "few":
        return ("gen" if forms.gender == "m1" and direct else case), True
    return ("gen" if direct else case), True

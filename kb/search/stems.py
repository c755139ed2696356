"""Light stemmers: what is left of a folded word when its ending is taken off."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from whoosh.lang.porter2 import stem as porter2

#: what must remain of a word
_KEPT = 3


def _longest_first(endings: str) -> Mapping[str, tuple[str, ...]]:
    """Group endings by their last letter, longest first."""
    groups: dict[str, list[str]] = {}
    for ending in endings.split():
        groups.setdefault(ending[-1], []).append(ending)
    return {last: tuple(sorted(group, key=len, reverse=True)) for last, group in groups.items()}


_POLISH = _longest_first("""
    ego emu ymi imi ych ich ej ym im iego iemu iej
    ami ach iami iach owi iowi om iom ow iow em iem a ia e ie i y o io u iu
    owie owac owal owala owali owalo owaly uje ujesz ujemy uja ujac uj ujcie
    owany owana owane owani owano owanego owanej owanym owanych owanymi owanie owania owaniu owaniem owan
    ujacy ujaca ujace ujacego ujacej ujacym ujacych ajacy ajaca ajace ajacego ajacej ajacym ajacych ajac aja aj ajcie
    ac ic yc al ala ali aly il ila ili ily asz isz ysz amy imy ymy acie icie ycie
    anie ania aniu aniem enie enia eniu eniem
""")
_UKRAINIAN = _longest_first("""
    ого ому ими их им ою іи ии оі іх ім іми ього ьому ьою
    ами ями ах ях ам ям ові еві ом ем ів еи ею а я у ю о е і и ь
    іями іях іям іею ію ія іі іи
    ання анню анням анні аннях ань ення енню енням енні еннях ень яння янню янням ування уванню уванням уванні увань
    ти тися ться ть ати ити яти увати ювати юе уе ують юють ае ають яе яють ять уть уючи аючи юючи
    аите уите юите яите ите іть ьте аете уете юете яете
""")
_ENGLISH_IRREGULAR: Mapping[str, str] = {
    "sold": "sell", "bought": "buy", "paid": "pay", "held": "hold", "built": "build", "left": "leave",
    "lost": "lose", "took": "take", "taken": "take", "drew": "draw", "drawn": "draw", "gave": "give",
    "given": "give", "chose": "choose", "chosen": "choose", "won": "win", "spent": "spend", "made": "make",
    "kept": "keep", "met": "meet", "fell": "fall", "fallen": "fall", "rose": "rise", "risen": "rise",
    "went": "go", "gone": "go", "got": "get", "began": "begin", "begun": "begin", "broke": "break",
    "broken": "break", "brought": "bring", "hid": "hide", "hidden": "hide", "lent": "lend", "laid": "lay",
    "stole": "steal", "stolen": "steal", "struck": "strike", "thrown": "throw", "threw": "throw",
}  # fmt: skip
_VOWEL = re.compile(r"[aeiouyаеиіоуюя]")


def same(word: str) -> str:
    """Leave a word of a language without a stemmer as it is."""
    return word


@lru_cache(maxsize=50_000)
def english(word: str) -> str:
    """Stem an English word."""
    if len(word) < _KEPT or not word.isalpha():
        return word
    found: str = porter2(_ENGLISH_IRREGULAR.get(word, word))
    return found


@lru_cache(maxsize=50_000)
def polish(word: str) -> str:
    """Stem a folded Polish word."""
    if len(word) < _KEPT or not word.isalpha():
        return word
    stem = _strip(word, _POLISH)
    if stem.endswith("i") and stem[-2:-1] in {"c", "s", "z", "n"} and len(stem) > _KEPT:
        stem = stem[:-1]
    if stem.endswith("nic") and len(stem) > 4:
        stem = stem[:-1] + "k"
    if stem.endswith("cj") and len(stem) > _KEPT:
        stem = stem[:-1]
    return _without_fleeting(stem, "e", "kcn")


@lru_cache(maxsize=50_000)
def ukrainian(word: str) -> str:
    """Stem a folded Ukrainian word."""
    if len(word) < _KEPT or not word.isalpha():
        return word
    stem = _strip(word, _UKRAINIAN, kept=2 if len(word) <= 4 else _KEPT)
    stem = stem.rstrip("ь") or stem
    if stem.endswith("нн") and len(stem) > _KEPT:
        stem = stem[:-1]
    if stem.endswith("ц") and len(stem) > _KEPT:
        stem = stem[:-1] + "к"
    return _without_fleeting(stem, "оеі", "кцн")


def _strip(word: str, endings: Mapping[str, tuple[str, ...]], kept: int = _KEPT) -> str:
    for ending in endings.get(word[-1], ()):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= kept and _VOWEL.search(rest):
            return rest
    return word


def _without_fleeting(stem: str, vowels: str, before: str) -> str:
    """Drop the vowel that comes and goes before the last consonant."""
    if len(stem) > _KEPT + 1 and stem[-1] in before and stem[-2] in vowels:
        return stem[:-2] + stem[-1]
    return stem

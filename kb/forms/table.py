"""The file of forms of a game and language: made from its names, and what is left for the author to decide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kb.forms import english
from kb.forms.lexicon import Lexicon
from kb.forms.names import digest_of, english_of, names_of
from kb.forms.own import Decided
from kb.forms.phrase import Declined, Phrases, of_noun
from kb.forms.polish import Polish
from kb.forms.ukrainian import Ukrainian
from kb.games.game import Game
from kb.text.forms import key_of

#: the dictionaries there are, by language
LEXICONS: Mapping[str, Callable[[], Lexicon]] = {"pl": Polish, "uk": Ukrainian}
LANGUAGES = ("en", *LEXICONS)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Made:
    """A file as it should be, and what the author is told."""

    text: str
    declined: int = 0
    never: int = 0
    undecided: Mapping[str, str] = field(default_factory=dict)  #: name that must have forms -> a guess, or nothing
    same: tuple[str, ...] = ()  #: names the author decided as the dictionary does
    other: Mapping[str, str] = field(
        default_factory=dict
    )  #: names the author decided otherwise -> what the dictionary says


def make_forms(game: Game, lang: str, own: Mapping[str, str]) -> Made:
    """The forms of every name of a game in a language; `own` are those the author decided."""
    names = names_of(game, lang)
    lexicon = None if lang == "en" else LEXICONS[lang]()
    decline, without = _decliner(game, lang, lexicon, own), _decliner(game, lang, lexicon, {})
    english_names = english_of(game) if lang != "en" else frozenset()
    lines: dict[str, str] = {}
    undecided: dict[str, str] = {}
    same: list[str] = []
    other: dict[str, str] = {}
    count: Counter[str] = Counter()
    for name, needed in sorted(names.items(), key=lambda item: key_of(item[0])):
        key = key_of(name)
        found = (None if lang == "en" else _left_alone(name)) or decline(key)
        if key in english_names and (found.verdict == "unknown" or " " in key):  # a name that stays English
            found = Declined("never")
        if key in own:
            plain = (None if lang == "en" else _left_alone(name)) or without(key)
            if plain.verdict != "unknown" and plain.text == own[key]:
                same.append(name)
            elif plain.verdict != "unknown":
                other[name] = plain.text
            continue
        if found.verdict == "unknown":
            if needed:
                undecided[name] = _guess(lexicon, key)
            continue
        if not needed and (found.verdict == "never" or found.gender == "v"):
            continue
        count[found.verdict] += 1
        lines[key] = found.text
    return Made(
        _file(game.id, lang, lexicon, digest_of(names), lines),
        count["declines"],
        count["never"],
        undecided,
        tuple(same),
        other,
    )


def _decliner(game: Game, lang: str, lexicon: Lexicon | None, own: Mapping[str, str]) -> Callable[[str], Declined]:
    if lexicon is None:
        return english.decline
    return Phrases(Decided(lexicon, own), _words(game, lang)).decline


def _words(game: Game, lang: str) -> Counter[str]:
    """How often each word stands in the texts of a game."""
    counts: Counter[str] = Counter()
    for paragraph in game.prose.paragraphs.values():
        counts.update(_WORD.findall(paragraph.text.get(lang, "").lower()))
    return counts


def _left_alone(name: str) -> Declined | None:
    """Abbreviations in capitals and quotations stay as they are."""
    first = name.split()[0]
    return Declined("never") if (first.isupper() and len(first) > 1) or first[0] in '„«“"' else None


def _guess(lexicon: Lexicon | None, name: str) -> str:
    """What the ending of an unknown word suggests, for the author to look at."""
    if lexicon is None or " " in name:
        return ""
    nouns = [noun for noun in lexicon.guess(name) if all(noun.cells.values())]
    return of_noun(nouns[0]).text if nouns else ""


def _file(game: str, lang: str, lexicon: Lexicon | None, digest: str, lines: Mapping[str, str]) -> str:
    source = lexicon.source if lexicon is not None else "the rules of English plurals"
    head = [
        f"# Made by `paragraf forms {game}` from {source}; never edit it: what the author decides stands in own.toml.",
        "# gender, nom gen dat acc ins loc / the same of the plural; _ joins words, | parts alternatives, + the rest of the name stays, ~ never changes, a adjective, v verb",
        f"names = {_quoted(digest)}",
        "",
        "[forms]",
    ]
    return "\n".join([*head, *(f"{_quoted(key)} = {_quoted(text)}" for key, text in lines.items())]) + "\n"


def _quoted(text: str) -> str:
    """As TOML: literal where it can be, which is also the fastest to read."""
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

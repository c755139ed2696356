"""Words that can be asked for in a case, chosen by a number, and agreed with: what stands in the holes of a text.

A hole is `{0}`, `{0:gen}` (a case of the one table of forms), `{0:card|cards}` (by the number of a figure or of a name; three of them:
one, few, many), `{0:m|f|n|p}` (by gender, four of them) or `{0:,}` (a comma where the name ends in a clause of its own).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from grammar.cards.inflection import RELATIVE, Forms, plural_class
from kb.languages.holes import COMMA, HOLE

#: language -> name in lower case -> its forms
Tables = Mapping[str, Mapping[str, str]]

_FIRST = re.compile(r"^\{(\d)\}")  #: a key at the beginning, as it is called
_ALONE = "{0}"  #: a name that is called like its key
_GENDERS = {"m": 0, "m1": 0, "f": 1, "n": 2}
_COUNTS = {"one": 0, "few": 1, "many": -1}
#: what ends the head of an English name
_BEHIND = re.compile(
    r" (?:of|in|on|for|with|to|by|from|at|per|a|an|the|that|which|who|not|left|still|so|outside)\b|[{(:,]"
)
_KEPT = 4096
_OPENING = ("«", "„", "“")


class Said:
    """Something in words; what never changes is said as it stands."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def form(self, asked: str = "") -> str:
        """As a hole asks for it."""
        return "" if asked == COMMA else asked.split("|")[0] if "|" in asked else self.text


class Finished(Said):
    """Words that are put together already: only whether they end in a clause can still be told."""

    __slots__ = ("lang",)

    def __init__(self, text: str, lang: str) -> None:
        self.text, self.lang = text, lang

    def form(self, asked: str = "") -> str:
        """As they stand, or the comma behind them."""
        if asked == COMMA:
            return COMMA if _ends_in_clause(self.text, self.lang) else ""
        return super().form(asked)


class Figure(Said):
    """A number, by which a word is chosen."""

    __slots__ = ("lang", "number")

    def __init__(self, number: int, lang: str) -> None:
        self.text, self.number, self.lang = str(number), number, lang

    def form(self, asked: str = "") -> str:
        """The number, or the word that goes with it."""
        if "|" not in asked:
            return super().form(asked)
        words = asked.split("|")
        return words[_COUNTS[plural_class(self.lang, abs(self.number))]]


class Named(Said):
    """A name with what stands in its own holes: its head declines."""

    __slots__ = ("lang", "parts", "tables")

    def __init__(self, text: str, parts: Sequence[Said], tables: Tables, lang: str) -> None:
        self.text, self.parts, self.tables, self.lang = text, parts, tables, lang

    def form(self, asked: str = "") -> str:
        """The name in a case, or what agrees with it."""
        text = self.text
        if text == _ALONE and self.parts:
            return self.parts[0].form(asked)
        if asked == COMMA:
            return COMMA if _ends_in_clause(text, self.lang) else ""
        if "|" in asked:
            return self._agreeing(asked.split("|"))
        if asked:
            case, _, number = asked.partition(".")
            found = self._forms()
            if found is not None:
                from kb.text.forms import base

                text = found.form(case, number == "many") + base(text)[1]
            else:  # a name that begins with a key declines by it
                text = _FIRST.sub(rf"{{\1:{asked}}}", text)
        return fill(text, self.parts) if "{" in text else text

    def _forms(self) -> Forms | None:
        table = self.tables.get(self.lang)
        if not table:
            return None
        from kb.text.forms import paradigm  # in a language whose names do not decline nobody wants it

        return paradigm(table, self.lang, self.text)

    def _agreeing(self, words: list[str]) -> str:
        found = self._forms()
        if found is None and (first := _FIRST.match(self.text)) and int(first[1]) < len(self.parts):
            return self.parts[int(first[1])].form("|".join(words))
        several = not found.singular if found is not None else self.lang == "en" and is_several(self.text)
        if len(words) == 4:
            return words[3 if several else _GENDERS[found.gender] if found is not None else 0]
        return words[-1 if several else 0]


class Listed(Said):
    """Several things side by side, each in the case that is asked for."""

    __slots__ = ("items", "joint", "one")

    def __init__(self, items: Sequence[Said], joint: str, one: bool = False) -> None:
        self.text, self.items, self.joint, self.one = "", items, joint, one  #: `one`: only one of them is meant

    def form(self, asked: str = "") -> str:
        """All of them; of one thing what that one says."""
        if len(self.items) == 1:
            return self.items[0].form(asked)
        if "|" in asked or asked == COMMA:
            return asked.split("|")[-1] if "|" in asked else ""
        texts = [item.form(asked) for item in self.items]
        return one_of(texts, self.joint) if self.one else joined(texts, self.joint, self.items[-2].form(COMMA))


def joined(texts: Sequence[str], joint: str, closed: str = "") -> str:
    """Texts in a row, the last behind a conjunction; `closed`: the comma behind a clause that the one before it ends in."""
    return f"{', '.join(texts[:-1])}{closed} {joint} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def closing(texts: Sequence[str], lang: str) -> str:
    """The comma before a conjunction in a row of texts, where what stands before it ends in a clause."""
    return COMMA if len(texts) > 1 and _ends_in_clause(texts[-2], lang) else ""


def one_of(texts: Sequence[str], joint: str) -> str:
    """One of several; what all of them are is said once: “section A, B or C”."""
    heads, marks = zip(*(text.rpartition(" ")[::2] for text in texts), strict=True) if texts else ((), ())
    if len(texts) > 1 and heads[0] and len(set(heads)) == 1 and all(len(mark) == 1 for mark in marks):
        return f"{heads[0]} {joined(marks, joint)}"
    return joined(texts, joint)


def fill(text: str, parts: Sequence[Said] | Mapping[str, Said]) -> str:
    """A text with its holes filled; a hole for which there is nothing says so."""

    def filled(hole: re.Match[str]) -> str:
        key, asked = hole[1], hole[2] or ""
        found: Said | None
        if isinstance(parts, Mapping):
            found = parts.get(key)
        else:
            found = parts[int(key)] if key.isdigit() and int(key) < len(parts) else None
        return "…" if found is None else found.form(asked)

    return HOLE.sub(filled, text)


def as_sentence(text: str) -> str:
    """A sentence as it begins; a name in quotation marks begins behind them."""
    at = 1 if text[:1] in _OPENING else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


@lru_cache(_KEPT)
def _ends_in_clause(name: str, lang: str) -> bool:
    """Whether a name ends in a relative clause, behind which Polish and Ukrainian put a comma."""
    begins = RELATIVE.get(lang)
    last = name.rpartition(", ")[2] if begins is not None and ", " in name else ""
    return bool(last) and any(word.startswith(begins) for word in last.split()[:2]) if begins is not None else False


@lru_cache(_KEPT)
def is_several(name: str) -> bool:
    """Whether an English name is a plural, by the last noun before what follows it."""
    words = _BEHIND.split(name, maxsplit=1)[0].split()
    if words and words[0] in ("who", "what", "how", "where"):
        return False
    while len(words) > 1 and words[-1].endswith(("ed", "en")):
        words.pop()
    head = words[-1].lower() if words else ""
    return head.endswith("s") and not head.endswith(("ss", "us", "is", "’s", "'s"))

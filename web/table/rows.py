"""Facts in words, as boards show them: a row is made once for a value of a fact and shown to all who may see it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from flask import current_app
from markupsafe import Markup, escape

from referee.service import Fact, Referee, Words
from web.base.interface import translate
from web.base.prefix import placed

#: spaces a track may have to be drawn
TRACK = 30
#: steps a scale may have to be listed
STEPS = 8
#: members of a pile that are listed
LISTED = 40
#: rows that are remembered of one game in one language
MOST = 16_384

#: the first key of a phrase, tacked on behind a word
_PLACE = re.compile(r"(?:: | of |, )\{0\}(?=$|[:,])| \{0:gen\}(?=$|[:,])| \(\{0\}\)$")
#: values that are told apart by themselves and their type
_PLAIN = frozenset((int, str, bool, type(None)))


@dataclass(frozen=True, eq=False)
class FactRow:
    """One fact."""

    fact: str
    keys: tuple[Any, ...]
    label: str
    value: str
    shape: str  #: number, track, scale, flag, pile, text
    empty: bool = False
    number: int = 0
    low: int = 0
    high: int = 0
    steps: tuple[tuple[str, bool], ...] = ()  #: title, is it the one
    count: int | None = None  #: of a pile
    lang: str = "en"  #: of the rules
    ui: str = "en"

    @property
    def idle(self) -> bool:
        """Whether it is a number or a flag that says nothing lies there."""
        return self.number <= 0 and self.shape in ("number", "track", "flag")

    @cached_property
    def face(self) -> Markup:
        """The row as it is drawn."""
        macros: Any = current_app.jinja_env.get_template("table/_face.html").module
        return Markup(macros.face(self, {key: translate(self.ui, f"common.{key}") for key in ("yes", "no")}))

    @cached_property
    def address(self) -> Markup:
        """The page of the fact, up to where its reader is named."""
        keys = "".join(f"key={quote(str(key), safe='/')}&amp;" for key in self.keys)
        return Markup(f"{self.fact}?{keys}")


def drawn(rows: Iterable[FactRow], to: str, tail: str) -> Markup:
    """Rows as items of a list, each with a link to its fact; without a place to go, none."""
    start, end = escape(placed(to)), escape(tail)
    if not to:
        return Markup("".join([f'<li><span class="fact s-{row.shape}">{row.face}</span></li>\n' for row in rows]))
    return Markup(
        "".join(
            [
                f'<li><a class="fact s-{row.shape}" href="{start}{row.address}{end}">{row.face}</a></li>\n'
                for row in rows
            ]
        )
    )


class Rows:
    """The rows of one game in one language of the rules and of the interface."""

    def __init__(self, referee: Referee, words: Words, ui: str) -> None:
        self._words, self._ui = words, ui
        self._made: dict[tuple[str, tuple[Any, ...], Any, type], FactRow] = {}
        self._patterns = {name: (words.pattern(name), without_place(words.pattern(name))) for name in referee.facts}

    def row(self, fact: Fact, keys: tuple[Any, ...], value: Any) -> FactRow:
        """One fact in words."""
        if type(value) not in _PLAIN:
            return self._row(fact, keys, value)
        mark = (fact.name, keys, value, type(value))
        found = self._made.get(mark)
        if found is None:
            if len(self._made) >= MOST:
                self._made.clear()
            found = self._made[mark] = self._row(fact, keys, value)
        return found

    def _row(self, fact: Fact, keys: tuple[Any, ...], value: Any) -> FactRow:
        said: dict[str, Any] = {"value": self._words.said(value), "shape": "text"}
        if isinstance(value, bool):
            said |= {"shape": "flag", "number": int(value)}
        elif fact.pile:
            said |= {"shape": "pile", "count": value if isinstance(value, int) else len(value or ())}
            if isinstance(value, int) or len(value or ()) > LISTED:
                said["value"] = ""
        elif isinstance(value, int):
            said |= {"shape": "number", "number": value}
            if fact.low is not None and fact.high is not None and fact.high - fact.low <= TRACK:
                said |= {"shape": "track", "low": fact.low, "high": fact.high}
        elif 0 < len(fact.scale) <= STEPS and value is not None:
            said["shape"] = "scale"
            said["steps"] = tuple((self._words.value(step), step == value) for step in fact.scale)
        empty = value in (None, False, 0, [], (), {})
        return FactRow(
            fact.name, keys, self._label(fact.name, keys), empty=empty, lang=self._words.lang, ui=self._ui, **said
        )

    def _label(self, name: str, keys: tuple[Any, ...]) -> str:
        """The fact as the game says it, without the member whose mat it lies on where the phrase can do without it."""
        pattern, short = self._patterns[name]
        if not pattern:
            return self._words.name(name, *keys[1:])
        return self._words.filled(short, keys) if short and keys else self._words.name(name, *keys)


_known: WeakKeyDictionary[Referee, dict[tuple[str, str], Rows]] = WeakKeyDictionary()


def rows_of(referee: Referee, words: Words, ui: str) -> Rows:
    """The rows of a game, with all that were made before; they go when the game goes."""
    known = _known.setdefault(referee, {})
    found = known.get((words.lang, ui))
    if found is None:
        found = known[words.lang, ui] = Rows(referee, words, ui)
    return found


def without_place(pattern: str) -> str:
    """A phrase without its first key where that is only added on: `age: {0}`, `{1} in the house of {0}`; else nothing."""
    short = _PLACE.sub("", pattern)
    return short if short != pattern and "{0" not in short else ""

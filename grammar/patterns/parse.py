"""Text -> pattern: by hand where all is well, which the tables of its grammar would make the same of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from grammar.base.errors import SyntaxProblemError
from grammar.base.tokens import END, Kids, Made
from grammar.lalr.automaton import Automaton, UnexpectedToken
from grammar.lalr.cache import tables_of
from grammar.lalr.tables import lark_parser
from grammar.patterns.tree import Choice, Item, Pattern, Slot, Word

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("start",)
GRAMMAR = Path(__file__).with_name("patterns.lark")
#: letters of a pattern, and brackets inside each other
LONGEST = 300
DEEPEST = 6
#: a slot may bear an ending, which says nothing: what is named is heard in any form
_TOKEN = re.compile(r"\{[a-z_0-9]+\}[^\W\d_]*|[()\[\]|]|[^\s(){}\[\]|]+|\S")
_SIGNS = {"(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "|": "VBAR"}
_CLOSED = {"(": ")", "[": "]"}


def build_parser(*, strict: bool = False) -> Lark:
    """lark's own parser of the grammar, of which the tables are made."""
    return lark_parser(GRAMMAR.read_text("utf-8"), STARTS, strict=strict)


def parse_pattern(text: str) -> Pattern:
    """A pattern; what cannot be read is told with its column."""
    if len(text) > LONGEST:
        raise SyntaxProblemError(1, LONGEST, f"the pattern is longer than {LONGEST} letters", "Split it.", text)
    return by_hand(text) or by_tables(text)


def by_hand(text: str) -> Pattern | None:
    """A pattern that is as it should be, word by word: a game has thousands; None leaves it to the tables, which tell what is wrong."""
    items: list[Item] = []
    ways: list[Pattern] = []
    around: list[tuple[str, list[Item], list[Pattern]]] = []
    for word in _TOKEN.findall(text):
        if word not in _SIGNS:
            if word in "{}":
                return None
            items.append(_item(word))
        elif word in _CLOSED:
            around.append((word, items, ways))
            items, ways = [], []
        elif not items or not around:
            return None
        else:
            ways.append(tuple(items))
            items = []
            if word != "|":
                opened, before, others = around.pop()
                if _CLOSED[opened] != word:
                    return None
                items, ways, made = before, others, Choice(tuple(ways), opened == "[")
                items.append(made)
        if len(around) > DEEPEST:
            return None
    return None if around else tuple(items)


@lru_cache(maxsize=16_384)
def _item(word: str) -> Item:
    """A word or a slot, the same wherever it stands."""
    return Slot(word[1 : word.index("}")]) if word[0] == "{" else Word(word)


def by_tables(text: str) -> Pattern:
    """A pattern as the grammar reads it, or what is wrong with it."""
    tokens = list(_tokens(text))
    try:
        made: Pattern
        made, open_at_most = _automaton().parse([*((kind, word) for kind, word, _ in tokens), (END, "")], "start")
    except UnexpectedToken as error:
        at = tokens[error.index][2] if error.index < len(tokens) else len(text)
        word = tokens[error.index][1] if error.index < len(tokens) else "the end"
        cure = "Write words, {slots}, (one | of | several) or [perhaps | these]; every bracket is closed again."
        raise SyntaxProblemError(1, at + 1, f"“{word}” cannot stand here", cure, text) from None
    if open_at_most > LONGEST or _depth(made) > DEEPEST:
        raise SyntaxProblemError(1, 1, "the brackets are nested too deeply", "Write several patterns.", text)
    return made


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word in _SIGNS:
            yield _SIGNS[word], word, match.start()
        elif word.startswith("{") and "}" in word:
            yield "SLOT", word, match.start()
        else:
            yield "WORD" if word not in "{}" else "UNKNOWN", word, match.start()


def _depth(pattern: Pattern) -> int:
    choices = [item for item in pattern if isinstance(item, Choice)]
    return max((1 + _depth(way) for choice in choices for way in choice.ways), default=0)


@cache
def _automaton() -> Automaton:
    return Automaton(tables_of(GRAMMAR, build_parser), _MADE.__getitem__)


def _choice(optional: bool) -> Callable[[Kids], Made]:
    return lambda kids: Choice(tuple(kids), optional)


_MADE: dict[str, Callable[[Kids], Made]] = {
    "start": lambda kids: kids[0],
    "sequence": lambda kids: tuple(kids),
    "word": lambda kids: Word(str(kids[0])),
    "slot": lambda kids: _item(str(kids[0])),
    "choice": _choice(False),
    "maybe": _choice(True),
}

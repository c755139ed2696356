"""Text -> its words under the rules they were read by: what an editor looks at, where the tree has no place for a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from grammar.base.tokens import END, Kids, Made, PlacedWord, Tree
from grammar.lalr.automaton import Automaton, UnexpectedToken
from grammar.rules.limits import refuse_monsters
from grammar.rules.parse import lexer, misread, tables

#: a class that no grammar has: whoever meets it says what could have stood there
_PROBE = "$PROBE"


@cache
def _automaton() -> Automaton:
    def method(name: str) -> Callable[[Kids], Made]:
        return lambda kids: Tree(name, kids)

    return Automaton(tables(), method)


def read_words(text: str, start: str) -> Tree:
    """The whole text, read by the same tables as any other; raises SyntaxProblemError."""
    refuse_monsters(text)
    try:
        tree, _ = _automaton().parse(lexer().tokens(text), start)
    except UnexpectedToken as error:
        raise misread(text, start, error) from None
    return tree  # type: ignore[no-any-return]


def loose_words(text: str) -> Iterator[PlacedWord]:
    """The words of a text that cannot be read, in order: names, numbers, references."""
    for _, word in lexer().tokens(text):
        if word is not None:
            yield word


def following(text: str, start: str) -> tuple[frozenset[str], bool]:
    """What could stand behind a text: its keywords and signs, and whether a name could.

    Where the text cannot be read up to its end, as much of its end is taken as can be: whole lines that begin at the margin."""
    refuse_monsters(text)
    lines = text.split("\n")
    beginnings = [number for number, line in enumerate(lines) if line[:1].strip() and number]
    for first in [0, *reversed(beginnings)]:
        accepted = _accepted("\n".join(lines[first:]), start)
        if accepted is not None:
            words = (word for word, type_ in tables().words.items() if type_ in accepted)
            return frozenset(words), "NAME" in accepted
    return frozenset(), True


def _accepted(text: str, start: str) -> frozenset[str] | None:
    """The classes of words that could come next; None where the text itself cannot be read."""

    def words() -> Iterator[tuple[str, Made]]:
        for type_, word in lexer().tokens(text):
            if type_ != END:
                yield type_, word
        yield _PROBE, None

    try:
        _automaton().parse(words(), start)
    except UnexpectedToken as error:
        return error.accepted if error.type == _PROBE else None
    return None

"""Statements -> a program, with everything that follows from them."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.base.records import replace
from kb.rules.corollaries import corollaries
from kb.rules.program import Cited, Program, gather


def build_program(
    game: str, statements: Iterable[Cited], editions: tuple[str, ...] = (), unread: tuple[str, ...] = ()
) -> Program:
    """A game from all its statements."""
    program = gather(game, statements, editions, unread)
    return replace(program, values={**program.values, **{info.name: info for info in corollaries(program)}})

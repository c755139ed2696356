"""The declared facts of a game, as those who show or hide a state need them."""

from __future__ import annotations

from dataclasses import dataclass

from grammar import nodes as n
from referee.rules.code import Code
from referee.rules.facts import FactCode
from referee.service.game.fields import type_text


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: what it is kept by, what it can be, who may see it."""

    name: str
    keys: tuple[str, ...]  #: kinds
    type: str  #: in plain words
    hidden: str  #: nothing, `others`, `all`, or BY_RULE
    paragraph: str
    kind: str = ""  #: of its members, when it holds such
    pile: bool = False
    low: int | None = None
    high: int | None = None  #: of a number that stops at its ends
    scale: tuple[str, ...] = ()  #: the steps it can stand on
    derived: bool = False  #: whether it follows from others, and need not be told


def facts_of(code: Code) -> dict[str, Fact]:
    """Every fact by its name."""
    return {name: _fact(code, fact) for name, fact in code.facts.items()}


def _fact(code: Code, fact: FactCode) -> Fact:
    type_ = fact.type
    kind = type_.kind if isinstance(type_, n.TypeMany) else type_.name if isinstance(type_, n.TypeName) else ""
    pile = isinstance(type_, n.TypeMany) and type_.shape == "pile"
    low, high = None, None
    if isinstance(type_, n.TypeRange) and fact.clamped and isinstance(type_.high, n.Number):
        low, high = type_.low, type_.high.value
    return Fact(
        fact.name, fact.keys, type_text(code, type_), fact.hidden, fact.paragraph, kind, pile, low, high,
        _scale(code, kind) if isinstance(type_, n.TypeName) else (), fact.node.derived,
    )  # fmt: skip


def _scale(code: Code, kind: str) -> tuple[str, ...]:
    declared = code.program.kinds.get(kind)
    return code.program.members.get(kind, ()) if declared is not None and declared.node.shape == "scale" else ()

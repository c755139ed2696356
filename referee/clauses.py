"""Compiled clauses of an action, and what a check comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Union

from grammar import nodes as n
from referee.places import PlaceCode
from referee.runs import Steps
from referee.scope import Closure, Scope
from referee.values import Leaf


@dataclass(slots=True)
class Check:
    """One requirement of an action."""

    kind: str  #: requires, forbidden, cost, limit, applies, actor, size, after
    paragraph: str
    guard: Closure | None
    body: Closure | None
    node: Any  #: the clause it was written as; the action, of its actor, its sizes and its turn
    scope: Scope
    lifts: list[tuple[str, Closure | None, n.Expr | None]] = field(default_factory=list)  #: (paragraph, guard, its tree) of what lifts it
    cost: CostCode | None = None


@dataclass(slots=True)
class CostCode:
    """A compiled cost."""

    amount: Closure
    source: list[PlaceCode]
    target: list[PlaceCode]


@dataclass(slots=True)
class LimitCode:
    """A compiled limit: how often something may be done in a scope."""

    node: n.Limit
    paragraph: str
    owner: str  #: the action or class that is counted
    most: Closure | None = None


@dataclass(slots=True)
class EachCode:
    """Clauses that count for every element."""

    slot: int
    var: str
    members: Closure
    test: Closure | None
    parts: list[Part]
    node: tuple[n.Expr, n.Expr | None]

    def same_elements(self, other: EachCode) -> bool:
        """Whether both go over the same elements under the same name."""
        return (self.slot, self.var, self.node) == (other.slot, other.var, other.node)


@dataclass(slots=True)
class OptionCode:
    """Clauses that count when an option is taken."""

    slot: int
    parts: list[Part]


@dataclass(slots=True)
class EffectCode:
    """An effect clause: its step is compiled by the effects module on first use."""

    paragraph: str
    node: n.Effect
    scope: Scope
    run: Steps | None = None  #: written when first done


#: what an action is made of, clause by clause
Part = Union[Check, EachCode, OptionCode, EffectCode]


@dataclass(slots=True)
class Result:
    """What one check came to."""

    check: Check
    status: str  #: pass, fail, unknown, not_applicable, lifted, silent
    element: object = None
    cites: tuple[str, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    env: list[object] | None = None
    lifted_by: str = ""
    seen: tuple[Leaf, ...] = ()  #: facts it read, where that was noted

"""Compiled clauses of an action, and what a check comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from grammar import nodes as n
from grammar.records import field, open_record
from referee.places import PlaceCode
from referee.scope import Closure, Scope
from referee.values import Leaf

if TYPE_CHECKING:
    from referee.compiler.going import Steps


@open_record
class Check:
    """One requirement of an action."""

    kind: str  #: requires, forbidden, cost, limit, applies, actor, size, after
    paragraph: str
    guard: Closure | None
    body: Closure | None
    node: Any
    scope: Scope
    lifts: list[tuple[str, Closure | None, Any]] = field(default_factory=list)  #: (paragraph, guard, its tree) of what lifts it
    cost: CostCode | None = None


@open_record
class CostCode:
    """A compiled cost."""

    amount: Closure
    source: list[PlaceCode]
    target: list[PlaceCode]


@open_record
class LimitCode:
    """A compiled limit: how often something may be done in a scope."""

    node: n.Limit
    paragraph: str
    owner: str  #: the action or class that is counted
    most: Closure | None = None


@open_record
class EachCode:
    """Clauses that count for every element."""

    slot: int
    var: str
    members: Closure
    test: Closure | None
    parts: list[Any]
    node: Any = None

    def same_elements(self, other: EachCode) -> bool:
        """Whether both go over the same elements under the same name."""
        return (self.slot, self.var, self.node) == (other.slot, other.var, other.node)


@open_record
class OptionCode:
    """Clauses that count when an option is taken."""

    slot: int
    parts: list[Any]


@open_record
class EffectCode:
    """An effect clause: its step is compiled by the effects module on first use."""

    paragraph: str
    node: n.Effect
    scope: Scope
    run: Steps | None = None  #: written when first done


#: what an action is made of, clause by clause
Part = Union[Check, EachCode, OptionCode, EffectCode]


@open_record
class Result:
    """What one check came to."""

    check: Check
    status: str  #: pass, fail, unknown, not_applicable, lifted, silent
    element: Any = None
    cites: tuple[str, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    env: list[Any] | None = None
    lifted_by: str = ""
    seen: tuple[Leaf, ...] = ()  #: facts it read, where that was noted

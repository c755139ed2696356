"""Compiled clauses of an action, and what a check comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, Union

from msgspec import Struct, field

from grammar import nodes as n
from referee.evaluation.context import Context
from referee.evaluation.scope import Scope
from referee.resolved.tree import nodes as r
from referee.units.figures import Compared, Figures
from referee.units.formula import Compiles, Formula
from referee.units.places import PlaceCode
from referee.units.runner import Steps
from referee.values import Leaf


class Check(Struct, eq=False):
    """One requirement of an action."""

    kind: str  #: requires, forbidden, cost, limit, applies, actor, size, after
    paragraph: str
    guard: Formula | None
    body: Formula | None
    node: Any  #: the clause it was written as; the action, of its actor, its sizes and its turn
    scope: Scope
    lifts: list[tuple[str, Formula | None, n.Expr | None]] = field(
        default_factory=list
    )  #: (paragraph, guard, its tree) of what lifts it
    cost: CostCode | None = None
    compared: tuple[Compared, ...] | None = None  #: what it compares, compiled when its figures are first told
    names: frozenset[str] | None = None  #: what it names itself, once that was asked
    action: str = ""  #: whose check it is, and which of the checks of its paragraph there
    number: int = 1
    aside: Formula | None = None  #: when it speaks of something else than what is asked

    @property
    def keys(self) -> tuple[str, str]:
        """What its own words stand under: those of its action alone, those of any."""
        key = f"#{self.paragraph}" if self.number == 1 else f"#{self.paragraph}/{self.number}"
        return f"{key} {self.action}", key


def number_checks(action: str, checks: Iterable[Check]) -> None:
    """Tells each check of an action whose it is, and which of the checks of its paragraph."""
    seen: dict[str, int] = {}
    for check in checks:
        check.action, check.number = action, seen.get(check.paragraph, 0) + 1
        seen[check.paragraph] = check.number


class CostCode(Struct, eq=False):
    """A compiled cost."""

    amount: Formula
    source: list[PlaceCode]
    target: list[PlaceCode]


class LimitCode(Struct, eq=False):
    """A compiled limit: how often something may be done in a scope."""

    node: n.Limit
    paragraph: str
    owner: str  #: the action or class that is counted
    most: Formula | None = None


class EachCode(Struct, eq=False):
    """Clauses that count for every element."""

    slot: int
    var: str
    members: Formula
    test: Formula | None
    parts: list[Part]
    node: tuple[n.Expr, n.Expr | None]
    holder: tuple[r.Local | None] | None = None  #: once it was looked for

    def basket(self) -> r.Local | None:
        """What it goes over the keys of: `each k in KIND with chosen(k) > 0`, and perhaps more."""
        if self.holder is None:
            test = None if self.test is None else self.test.expr
            parts = test.parts if isinstance(test, r.And) else (test,)
            holders = [self._holder(part) for part in parts] if isinstance(self.members.expr, r.Members) else []
            self.holder = (next((holder for holder in holders if holder is not None), None),)
        return self.holder[0]

    def _holder(self, test: r.Expr | None) -> r.Local | None:
        if not isinstance(test, r.Order) or (test.op, test.right) != (">", r.Const(0)):
            return None
        look = test.left
        if not isinstance(look, r.LookUp) or not isinstance(look.key, r.Local) or look.key.slot != self.slot:
            return None
        return look.holder if isinstance(look.holder, r.Local) and not look.holder.let else None

    def same_elements(self, other: EachCode) -> bool:
        """Whether both go over the same elements under the same name."""
        return (self.slot, self.var, self.node) == (other.slot, other.var, other.node)


class OptionCode(Struct, eq=False):
    """Clauses that count when an option is taken."""

    slot: int
    parts: list[Part]


class EffectCode(Struct, eq=False):
    """An effect clause: its step is compiled by the effects module on first use."""

    paragraph: str
    node: n.Effect
    scope: Scope
    run: Steps | None = None  #: written when first done


#: what an action is made of, clause by clause
Part = Union[Check, EachCode, OptionCode, EffectCode]
#: a context, a bound frame, whether it is done by an effect -> whether it is legal
Verdict = Callable[[Context, list[object], bool], bool]
#: a context and a frame in which what is read is bound -> whether none of some checks fails
Partial = Callable[[Context, list[object]], bool]


class Judged(Protocol):
    """An action as those see it who judge it, or write its verdict."""

    @property
    def compiler(self) -> Compiles:
        """What compiled it."""

    @property
    def node(self) -> n.Action:
        """As it was declared."""

    @property
    def name(self) -> str:
        """How it is called."""

    @property
    def paragraph(self) -> str:
        """The paragraph that declares it."""

    @property
    def scope(self) -> Scope:
        """Its local names."""

    @property
    def actor_slot(self) -> int:
        """Where its actor is bound."""

    @property
    def among(self) -> Formula | None:
        """Those who may do it."""

    @property
    def class_parts(self) -> Sequence[Part]:
        """What its classes ask."""

    @property
    def parts(self) -> Sequence[Part]:
        """What it asks itself."""

    @property
    def limits(self) -> Sequence[LimitCode]:
        """How often it may be done."""

    def hangs_on(self, check: Check) -> frozenset[str]:
        """The parameters and options, and the actor, that a check reads."""

    def arguments_of(self, check: Check) -> dict[Leaf, None]:
        """The same, as what is asked for where it is missing."""

    def enter(self, ctx: Context, env: list[object]) -> None:
        """From here on it is this action, by this actor, that is judged or done."""

    def used(self, ctx: Context, env: list[object], index: int) -> int:
        """How often it was done of what a limit counts."""


class Result(Struct, eq=False):
    """What one check came to."""

    check: Check
    status: (
        str  #: pass, aside (it holds, for it speaks of something else), fail, unknown, not_applicable, lifted, silent
    )
    element: object = None
    cites: tuple[str, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    env: list[object] | None = None
    lifted_by: str = ""
    seen: tuple[Leaf, ...] = ()  #: facts it read or took for granted, where that was noted
    action: str = ""  #: whose check it is, where it was read like that
    home: str = ""  #: the paragraph that declares that action
    figures: Figures | None = None  #: what it compared, where that is told
    contested: bool = True  #: whether a reading was consulted, as far as that is known
    passing: bool = False  #: whether it fails for the turn that goes on, and for that alone

"""What an evaluation asks of the compiled game, and nothing more of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Protocol

from grammar import nodes as n
from kb.rules.program import Cited, Program
from referee.evaluation.scope import Scope
from referee.values import Leaf, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context

#: how a fact is called hidden that a rule hides from some, or for a while
BY_RULE = "rule"
#: one target of a compiled expression: takes a context and a frame
Function = Callable[["Context", list[object]], object]


class Evaluates(Protocol):
    """A compiled expression."""

    @property
    def told(self) -> Function:
        """Plain code: gives up where something is not known."""

    @property
    def noted(self) -> Function:
        """The same with a notebook."""

    @property
    def open(self) -> Function:
        """Open code: never gives up."""

    def __call__(self, x: Context, e: list[object]) -> object:
        """The value, known or not, with all that open code notes."""

    def now(self, x: Context, e: list[object]) -> object:
        """The value by plain code, or by open code where something is not known."""


class FactRules(Protocol):
    """A declared fact."""

    @property
    def name(self) -> str:
        """How it is called."""

    @property
    def mark(self) -> str:
        """Under which what is assumed of it is remembered."""

    @property
    def node(self) -> n.Fact:
        """As it was declared."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The kinds of its keys."""

    @property
    def hidden(self) -> str:
        """From whom it is hidden: `others`, `all`, whom a rule says (BY_RULE), or nobody."""

    def hides(self, ctx: Context, viewer: str, keys: tuple[object, ...]) -> bool:
        """Whether the rule of what is hidden BY_RULE hides it from somebody."""

    @property
    def plain(self) -> bool:
        """Whether it is a flag or a number."""

    @property
    def assumed(self) -> Evaluates | None:
        """What it is taken for when nobody told it."""

    @property
    def given(self) -> object:
        """What is always assumed, where that is written out."""

    def is_aloud(self, ctx: Context) -> bool:
        """Whether an assumption of it is worth telling."""

    @property
    def steady(self) -> bool:
        """Whether it can always be the same when it is untold."""

    def untold(self, ctx: Context, leaf: Leaf) -> Unknown:
        """What stands for it where nobody told it, the same object in every evaluation; of steady facts alone."""

    def domain(self, ctx: Context, keys: tuple[object, ...]) -> Unknown:
        """What it can be when untold."""

    def bound(self, ctx: Context, keys: tuple[object, ...]) -> int | None:
        """The upper bound of a range; None without one."""

    def all_keys(self, ctx: Context) -> Iterator[tuple[str, ...]]:
        """Every combination of keys it has."""


class PlaceRules(Protocol):
    """A place: a fact or purse with its keys; no name is nowhere."""

    @property
    def name(self) -> str:
        """The fact or purse."""

    @property
    def keys(self) -> Sequence[Evaluates]:
        """Its keys."""


class PurseRules(Protocol):
    """A purse: when it counts, and the places it is made of."""

    @property
    def guard(self) -> Evaluates | None:
        """When it counts."""

    @property
    def places(self) -> Sequence[PlaceRules]:
        """What it is made of."""


class Foresees(Protocol):
    """What looks ahead: it tries deeds out, and leaves everything as it is."""

    def possible(self, ctx: Context, deed: object, by: object, own: bool = False) -> object:
        """Whether somebody can do something at all, with whatever arguments are left out: yes, no, or unknown.

        `own`: by themselves, so that what is said of its classes counts."""

    def supposed(self, ctx: Context, deed: object, by: object) -> Context | None:
        """The state behind a deed; nothing where nobody knows it."""


class Rules(Protocol):
    """The compiled game as an evaluation sees it; shared by all of them."""

    @property
    def program(self) -> Program:
        """The statements."""

    @property
    def foresight(self) -> Foresees:
        """What tries deeds out."""

    @property
    def facts(self) -> Mapping[str, FactRules]:
        """The declared facts."""

    @property
    def held_to(self) -> Mapping[str, Sequence[Evaluates]]:
        """A fact of one key -> what always holds of each that has it, and reads no other fact."""

    @property
    def hidden(self) -> tuple[str, ...]:
        """The facts that are hidden from somebody."""

    @property
    def piles(self) -> tuple[str, ...]:
        """The facts that are piles."""

    @property
    def all_members(self) -> frozenset[str]:
        """The members of every closed kind, and what else is written like one."""

    @property
    def positions(self) -> Mapping[str, int]:
        """The members of every closed kind -> where they stand in it, from 1; in several, in the first."""

    @property
    def computed(self) -> frozenset[str]:
        """The values that are worked out, not told."""

    @property
    def defined(self) -> frozenset[str]:
        """Those of them that are no facts."""

    @property
    def fixed(self) -> dict[str, dict[object, object]]:
        """What was worked out that no state changes."""

    @property
    def fixed_noted(self) -> dict[str, dict[object, object]]:
        """The same with its citations."""

    @property
    def dependents(self) -> Mapping[str, Set[str]]:
        """What is read -> the values worked out from it that are remembered."""

    def watch_assumption(self, name: str) -> None:
        """Notes what an assumed fact is worked out from."""

    def has_value(self, name: str, keys: int) -> bool:
        """Whether a fact, definition or table column of that name takes that many keys."""

    def value(self, ctx: Context, name: str, args: tuple[object, ...]) -> object:
        """The value of a fact, definition or table: told, computed or unknown."""

    def amount(self, ctx: Context, name: str, keys: tuple[object, ...]) -> object:
        """The same by plain code, which gives up where it is not known."""

    def constant(self, ctx: Context, expr: n.Expr) -> object:
        """An expression without local names."""

    def formula(self, expr: n.Expr, scope: Scope) -> Evaluates:
        """An expression that stands in a scope."""

    def classes_of(self, action: str) -> tuple[str, ...]:
        """The classes of an action."""

    def purse(self, cited: Cited) -> PurseRules:
        """A purse, compiled."""

    def default_reading(self, dispute: str) -> str:
        """The reading that counts unless the table ruled otherwise."""

    def rank_paragraph(self, rank: int) -> str:
        """The paragraph that grants a rank."""

    def contest(self, name: str, paragraphs: tuple[str, ...]) -> str:
        """A dispute nobody declared, between paragraphs."""

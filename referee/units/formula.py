"""A compiled expression, resolved and written when it is first wanted and nothing was kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from grammar import nodes as n
from referee.errors import UnknownNameError
from referee.evaluation.interface import Function
from referee.evaluation.scope import Scope
from referee.runtime.functions import STUMBLES
from referee.units.keys import key_of
from referee.units.store import ASKED

if TYPE_CHECKING:
    from kb.rules.program import Program
    from referee.evaluation.context import Context
    from referee.resolved.tree import nodes as r
    from referee.resolved.tree.binder import Binder
    from referee.resolved.tree.sorting import Sorts


#: what a formula is written as
TARGETS = frozenset(("told", "noted", "open"))


class Compiles(Protocol):
    """What formulas, places and writers ask of the compiler."""

    @property
    def program(self) -> Program:
        """The statements."""

    @property
    def binder(self) -> Binder:
        """What resolves names."""

    @property
    def sorts(self) -> Sorts:
        """The sorts of expressions."""

    def binder_with(self, members: frozenset[str]) -> Binder:
        """What resolves names where a question brought members of its own."""

    def formula(self, expr: n.Expr, scope: Scope) -> Formula:
        """An expression that stands in a scope."""

    def maybe(self, expr: n.Expr | None, scope: Scope) -> Formula | None:
        """An optional expression."""

    def function(self, target: str, formula: Formula) -> Function:
        """One expression as a function of a context and a frame, for one of the targets."""

    def is_kept(self, formula: Formula) -> bool:
        """Whether it was compiled before, so that all its names are known."""


class Formula:
    """`told` is plain and may give up, `open` never does, `noted` is told with a notebook; each takes a context and a frame."""

    __slots__ = (
        "_compiler",
        "_expr",
        "_key",
        "_members",
        "asked",
        "borrowed",
        "noted",
        "open",
        "scope",
        "told",
        "written",
    )

    told: Function
    noted: Function
    open: Function

    def __init__(self, compiler: Compiles, written: n.Expr, scope: Scope, members: frozenset[str] | None) -> None:
        """`members`: those that came with the question it stands in; None for what stands in the rules."""
        self._compiler = compiler
        self.asked = members is not None
        self.written = written
        self.borrowed = False  #: whether it names members that came with a question
        self._members = members or frozenset()
        self._key = ""
        self._expr: r.Expr | None = None
        self.scope = scope

    @property
    def expr(self) -> r.Expr:
        """The resolved tree; a name that is not known is told here at the latest."""
        if self._expr is None:
            binder = self._compiler.binder
            try:
                self._expr = binder.resolve(self.written, self.scope)
            except UnknownNameError:
                if not self._members:
                    raise
                self._expr = self._compiler.binder_with(self._members).resolve(self.written, self.scope)
                self.borrowed = True
        return self._expr

    @property
    def key(self) -> str:
        """The key under which its functions are kept."""
        if not self._key:
            self._key = f"{ASKED if self.asked else ''}{key_of(self.written, self.scope)}"
        return self._key

    def check(self) -> Formula:
        """Itself, if all its names are known; raises otherwise."""
        if self._expr is None and not self._compiler.is_kept(self):
            _ = self.expr
        return self

    def __getattr__(self, target: str) -> Function:
        """A function that was not wanted yet; a method put in its place meanwhile would hold the formula that holds it."""
        if target not in TARGETS:
            raise AttributeError(target)
        function = self._compiler.function(target, self)
        setattr(self, target, function)
        return function

    def __call__(self, x: Context, e: list[object]) -> object:
        """The value, known or not, with all that open code notes."""
        return self.open(x, e)

    def look(self, x: Context, e: list[object]) -> object:
        """The value with all that it relies on noted; the frame holds known values only."""
        if not x.careful:
            page = x.cites, x.touched, x.assumed, x.seen
            lengths = len(page[0]), len(page[1]), len(page[2]), len(page[3])
            try:
                return self.noted(x, e)
            except STUMBLES:
                x.strike_out((page, lengths))
        return self.open(x, e)

    def now(self, x: Context, e: list[object]) -> object:
        """The value by plain code, or by open code where something is not known. The frame holds known values only."""
        if x.explains:
            return self.look(x, e)
        if not x.careful:
            try:
                return self.told(x, e)
            except STUMBLES:
                pass
        return self.open(x, e)

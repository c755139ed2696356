"""Where expressions stand: each resolved, with what its local names are and what it must be there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Union

from grammar import nodes as n
from grammar.nodes.place import NOWHERE_AT, At
from kb.model.entities import Place
from kb.model.problems import Problem, problem
from referee.errors import UnknownNameError
from referee.evaluation.scope import Scope
from referee.resolved.statements.calls import miscounted
from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.types import NUMBER, Type
from referee.resolved.tree import nodes as r
from referee.resolved.tree.binder import Binder
from referee.resolved.tree.locals import Locals
from referee.resolved.tree.names import Names


class Of(NamedTuple):
    """The parameter of a value (`value`) or of an action, procedure or event (`call`)."""

    sort: str
    name: str
    position: int


@dataclass(frozen=True, slots=True, eq=False)
class Worked:
    """A local that is worked out: `let x = e`."""

    expr: r.Expr
    slots: Mapping[int, Source]


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """A local that goes over something: `for x in S`."""

    expr: r.Expr
    slots: Mapping[int, Source]


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """A local that was given in more than one branch."""

    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Changing:
    """A local that a body brings and may change: `let n = 0`, then `set n = n + 1`; what it is set to is found as it is read."""

    first: Source
    others: list[Source] = field(default_factory=list)


Source = Union[Type, Of, Worked, Element, Either, Changing]
Slots = Mapping[int, Source]


#: types as other languages call them, and what they are here
ELSEWHERE = {
    **dict.fromkeys(("bool", "boolean"), "flag"),
    **dict.fromkeys(("int", "integer", "count"), "number"),
    **dict.fromkeys(("text", "string", "str"), "one of [a, b]"),
    **dict.fromkeys(("deck", "cards", "stack"), "pile of KIND"),
}


@dataclass(frozen=True, slots=True)
class Site:
    """One expression where it stands; `wanted` is what it must be, if anything."""

    expr: r.Expr
    slots: Slots
    wanted: Type | Changing | None
    what: str  #: how a message calls it
    code: str  #: the fault it is when it is something else
    here: Here
    at: At
    reads: frozenset[str]  #: the values it looks up
    owner: str = ""  #: the value it defines, if any

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.here.place(self.at)


class Here:
    """Where the collector stands: the local names and what they are, and the statement they stand in."""

    __slots__ = ("base", "origin", "scope", "slots")

    def __init__(
        self, origin: Place, base: At, scope: Scope | None = None, slots: dict[int, Source] | None = None
    ) -> None:
        self.origin = origin
        self.base = base if "/cards/" not in origin.file else NOWHERE_AT  # a card is not written line by line
        self.scope = scope if scope is not None else Scope()
        self.slots: dict[int, Source] = slots if slots is not None else {}

    def add(self, name: str, source: Source) -> None:
        """A local name; what was read before keeps what it was."""
        self.slots = {**self.slots, self.scope.add(name): source}

    def child(self, name: str, source: Source) -> Here:
        """The same with one more name, which hides an outer one."""
        scope = self.scope.child(name)
        return Here(self.origin, self.base, scope, {**self.slots, scope.slots[name]: source})

    def branch(self) -> Here:
        """The same names; what is added there is merged afterwards."""
        return Here(self.origin, self.base, self.scope, self.slots)

    def merge(self, *branches: Here) -> None:
        """What the branches left behind."""
        merged = dict(self.slots)
        for slot in {slot for branch in branches for slot in branch.slots}:
            left = [branch.slots[slot] for branch in branches if slot in branch.slots]
            distinct = [source for i, source in enumerate(left) if all(source is not other for other in left[:i])]
            merged[slot] = distinct[0] if len(distinct) == 1 else Either(tuple(distinct))
        self.slots = merged

    def place(self, at: At) -> Place:
        """Where a part of the statement stands."""
        if NOWHERE_AT in (at, self.base):
            return self.origin
        return Place(self.origin.file, self.origin.line + at[0] - self.base[0], at[1])


class _Binder(Binder):
    """The same binder by a plain look-up: a whole game is resolved at once."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.reads: set[str] = set()  #: the values that were looked up since it was cleared

    def expr(self, expr: n.Expr, here: Locals) -> r.Expr:
        """An expression among its locals."""
        return _RULES[type(expr)](self, expr, here)

    def _look_up(self, name: str, args: tuple[r.Expr, ...]) -> r.FactAt | r.ValueAt:
        found = super()._look_up(name, args)
        if isinstance(found, r.ValueAt):
            self.reads.add(name)
        return found


_RULES: dict[type, Callable[[Binder, n.Expr, Locals], r.Expr]] = dict(Binder.__dict__["expr"].dispatcher.registry)


class Collector:
    """Resolves what a game is made of and notes what no type is needed to see."""

    def __init__(self, names: Names, kinds: Kinds) -> None:
        self.names = names
        self.program = names.program
        self.kinds = kinds
        self.binder = _Binder(names)
        self.sites: list[Site] = []
        self.written: list[tuple[n.Expr, dict[str, int], Here, At]] = []  #: what may hold calls, and the locals there
        self.problems: dict[tuple[str, Place, str], Problem] = {}  #: each once, though several actions share a clause

    def note(self, code: str, place: Place, message: str, cure: str = "") -> None:
        """Notes a fault."""
        self.problems.setdefault((code, place, message), problem(code, place, message, cure))

    def resolve(self, expr: n.Expr, here: Here, at: At) -> r.Expr | None:
        """An expression, or nothing where a name in it is not known."""
        if not isinstance(expr, n.Name | n.Number | n.Truth):
            self.written.append((expr, dict(here.scope.slots), here, at))
        try:
            return self.binder.resolve(expr, here.scope)
        except IndexError:
            return None  # a local read without a key: the calls are looked at by themselves
        except UnknownNameError as error:
            counted = miscounted(self.names, expr, error.name)
            if counted:
                self.note("ARGS-COUNT", here.place(at), counted)
            else:
                self.note("NAME-UNKNOWN", here.place(at), str(error), "Declare it or correct the spelling.")
        return None

    def add(
        self, expr: n.Expr | None, here: Here, at: At, what: str, wanted: Type | Changing | None = None, code: str = "TYPE-VALUE", owner: str = ""
    ) -> r.Expr | None:  # fmt: skip
        """Notes an expression that must be of a type."""
        if expr is None:
            return None
        self.binder.reads.clear()
        found = self.resolve(expr, here, at)
        if found is not None:
            self.add_resolved(found, here, at, what, wanted, code, owner)
        return found

    def add_resolved(
        self, expr: r.Expr, here: Here, at: At, what: str, wanted: Type | Changing | None = None, code: str = "TYPE-VALUE", owner: str = ""
    ) -> None:  # fmt: skip
        """Notes what is resolved already; what it reads is what was looked up last."""
        reads = frozenset(self.binder.reads)
        self.sites.append(Site(expr, here.slots, wanted, what, code, here, at, reads, owner))

    def type_exists(self, type_: n.Type | None, here: Here, at: At, what: str) -> None:
        """Notes a type that names no kind, and what its bounds say."""
        if isinstance(type_, n.TypeName | n.TypeMany):
            name = type_.name if isinstance(type_, n.TypeName) else type_.kind
            if not self.kinds.is_type(name):
                cure = f"Write “{ELSEWHERE[name]}”." if name in ELSEWHERE else ""
                self.note("KIND-UNKNOWN", here.place(at), f"{what} is of “{name}”, and there is no such kind.", cure)
        if isinstance(type_, n.TypeMany):
            self.add(type_.least, here, at, f"The least size of {what}", NUMBER, "TYPE-NUMBER")
            self.add(type_.most, here, at, f"The greatest size of {what}", NUMBER, "TYPE-NUMBER")
        if isinstance(type_, n.TypeRange):
            self.add(type_.high, here, at, f"The upper end of {what}", NUMBER, "TYPE-NUMBER")

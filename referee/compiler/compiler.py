"""A game's expressions, values, verdicts and effects made executable: each loaded when it is first used, from the store or written now."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Sequence, Set
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, cast

from grammar import nodes as n
from kb.rules.program import Program
from kb.rules.writes import Writes
from referee.budget import meter
from referee.compiler.literal import literal
from referee.compiler.parts import EffectParts
from referee.compiler.targets.subjects import about
from referee.errors import RefusedError
from referee.evaluation.scope import Scope
from referee.resolved.tree.names import Names, hidden_of, piles_of
from referee.runtime.functions import namespace
from referee.runtime.readers import noting_reader_of, reader_of
from referee.units.formula import Formula
from referee.units.keys import key_of
from referee.units.store import ASKED, NOWHERE, Store
from referee.values import MISSING

if TYPE_CHECKING:
    from referee.compiler.source import Beside, Source
    from referee.compiler.sources import Sources
    from referee.evaluation.context import Context
    from referee.evaluation.interface import Function
    from referee.resolved.tree.binder import Binder
    from referee.resolved.tree.sorting import Sorts
    from referee.units.clauses import Judged, Partial, Verdict
    from referee.units.runner import Steps

#: how the names of functions begin that are made when code that calls them is loaded: facts read and noted, values told and noted
_MADE = ("r_", "a_", "v_", "n_")


class Compiler:
    """Compiles one program; with a store, what was compiled before is neither resolved nor written again."""

    def __init__(self, program: Program, store: Store = NOWHERE) -> None:
        self.program = program
        self.store = store
        self.lazy = store is not NOWHERE  #: without a store every name is looked up at once
        self.dependents: dict[str, set[str]] = {}  #: what is read -> the values worked out from it that are remembered
        self.space = namespace()
        self.names = Names(
            program, cast("frozenset[str]", self.found_once("members", lambda: Names(program).known_members))
        )
        self.computed = cast("frozenset[str]", self.found_once("computed", lambda: _computed_in(program, self.names)))
        self.piles = cast("tuple[str, ...]", self.found_once("piles", lambda: piles_of(program)))
        self.hidden = cast("tuple[str, ...]", self.found_once("hidden", lambda: hidden_of(program)))

    # ---- what is only wanted where nothing was kept ----------------------------------------------------------------

    @cached_property
    def sources(self) -> Sources:
        """What resolves and writes."""
        from referee.compiler.sources import Sources  # the writers are most of this package

        return Sources(self.program, self.names)

    @property
    def binder(self) -> Binder:
        """What resolves names."""
        return self.sources.binder

    @property
    def sorts(self) -> Sorts:
        """The sorts of expressions."""
        return self.sources.sorts

    def binder_with(self, members: frozenset[str]) -> Binder:
        """What resolves names where a question brought members of its own."""
        from referee.resolved.tree.binder import Binder

        return Binder(self.names, members)

    # ---- units -----------------------------------------------------------------------------------------------------

    def _unit(self, key: str, write: Callable[[], Source]) -> tuple[dict[str, object], Beside]:
        """The functions of a unit, and what is known beside its code."""
        kept = self.store.get(key)
        if kept is not None:
            code, needed, beside = marshal.loads(kept)
        else:
            code, beside, keeps = self._written(key, write)
            needed = tuple(sorted(_needed(code)))
            if keeps:
                self.store.put(key, marshal.dumps((code, needed, beside)))
        for name in needed:
            if name not in self.space:
                self.space[name] = self._called(name)
        made: dict[str, object] = {}
        exec(code, self.space, made)  # noqa: S102 - written from the resolved tree alone
        return made, beside

    def _written(self, key: str, write: Callable[[], Source]) -> tuple[CodeType, Beside, bool]:
        """A unit made now, and whether it is to be kept. Rules that stay compiled for all who ask are nobody's delay; what is asked, and
        the rules of a game that is thrown away again, are."""
        now = meter()
        if not self.lazy or ASKED in key:
            now.check()
            source = write()
            return self._compiled(source), source.beside, source.kept
        with now.standing():
            source = write()
            return self._compiled(source), source.beside, source.kept

    def _compiled(self, source: Source) -> CodeType:
        try:
            return compile(source.text, f"<{self.program.game} {source.where}>", "exec")
        except (SyntaxError, RecursionError, MemoryError):
            raise RefusedError("nested") from None

    def found_once(self, key: str, find: Callable[[], Beside]) -> Beside:
        """Plain values that take long to find; nobody's delay, as rules are that stay compiled for all who ask."""
        kept = self.store.get(key)
        if kept is not None:
            return cast("Beside", marshal.loads(kept))
        if not self.lazy or ASKED in key:
            found = find()
        else:
            with meter().standing():
                found = find()
        self.store.put(key, marshal.dumps(found))
        return found

    def _called(self, name: str) -> Callable[..., object]:
        """A function that written code calls by name."""
        sort, bare = name[0], name[2:]
        if sort in "vn":
            return self._stub(bare, noting=sort == "n")
        field = bare in self.program.fields
        return (
            noting_reader_of(bare, len(self.program.facts[bare].node.keys), field)
            if sort == "a"
            else reader_of(bare, len(self.program.facts[bare].node.keys), field)
        )

    def by_name(self, name: str) -> Callable[..., object]:
        """A function that written code calls by name, made when it is first wanted."""
        found = self.space.get(name)
        if found is None:
            found = self.space[name] = self._called(name)
        return found  # type: ignore[return-value]

    # ---- expressions -----------------------------------------------------------------------------------------------

    def formula(self, expr: n.Expr, scope: Scope, members: frozenset[str] | None = None) -> Formula:
        """An expression that stands in a scope; `members` came with a question."""
        made = Formula(self, expr, scope.child(), members)  # a copy: names may be added to a scope later
        if not self.lazy:
            _ = made.expr
        return made

    def maybe(self, expr: n.Expr | None, scope: Scope) -> Formula | None:
        """An optional expression."""
        return None if expr is None else self.formula(expr, scope)

    def function(self, target: str, formula: Formula) -> Function:
        """One expression as a function of a context and a frame, for one of the targets."""
        value = literal(self.names, formula.written, formula.scope)
        if value is not MISSING:
            return lambda x, e: value
        made, _ = self._unit(f"{target} {formula.key}", lambda: self.sources.function(target, formula))
        return cast("Function", made["f"])

    def names_read(self, formula: Formula | None) -> frozenset[str]:
        """The names of all that an expression reads in the end."""
        if formula is None:
            return frozenset()
        found = self.found_once(f"reads {formula.key}", lambda: self.sources.names_read(formula.expr))
        return cast("frozenset[str]", found)

    def reads(self, name: str) -> frozenset[str]:
        """The names of all that a defined name reads in the end."""
        found = self.found_once(
            f"reads of {name}", lambda: frozenset(read.name for read in self.sources.reading.reads(name))
        )
        return cast("frozenset[str]", found)

    def is_fixed(self, name: str) -> bool:
        """Whether no state, moment or reading changes a defined name."""
        found = self.found_once(
            f"fixed {name}", lambda: self.sources.reading.is_fixed(self.sources.reading.reads(name))
        )
        return cast(bool, found)

    def is_of_question(self, expr: n.Expr, scope: Scope) -> bool:
        """Whether no state or moment changes a condition: it looks at what is asked, and by which edition, alone."""
        formula = self.formula(expr, scope)
        found = self.found_once(f"of question {formula.key}", lambda: self.sources.reading.is_of_question(formula.expr))
        return cast(bool, found)

    def hangs_on_facts(self, name: str) -> bool:
        """Whether nothing but what is told of facts changes a defined name, save readings that it consults."""
        found = self.found_once(f"facts alone {name}", lambda: self.sources.reading.hangs_on_facts(name))
        return cast(bool, found)

    def changed_by(self, deeds: Set[str]) -> frozenset[str]:
        """The names of all that these actions, or those of these classes, may change in the end."""
        key = f"changed by {' '.join(sorted(deeds))}"
        found = self.found_once(key, lambda: frozenset(Writes(self.program).reached(set(deeds))))
        return cast("frozenset[str]", found)

    def about(self, node: n.Define) -> n.Expr | None:
        """The part of a guard that says which members a clause speaks of."""
        return about(self.program, node)

    def is_kept(self, formula: Formula) -> bool:
        """Whether it was compiled before, so that all its names are known."""
        return any(self.store.get(f"{target} {formula.key}") is not None for target in ("open", "told", "noted"))

    # ---- values ----------------------------------------------------------------------------------------------------

    def _stub(self, name: str, *, noting: bool) -> Callable[..., object]:
        def load(x: Context, *args: object) -> object:
            return self._value(name, noting)(x, *args)

        return load

    def _value(self, name: str, noting: bool) -> Callable[..., object]:
        own = f"{'n' if noting else 'v'}_{name}"
        made, watched = self._unit(own, lambda: self.sources.value(name, noting=noting))
        self.watch(name, cast("tuple[str, ...]", watched))
        self.space.update(made)
        return cast("Callable[..., object]", made[own])

    def load(self, name: str) -> None:
        """Makes ready the functions of a defined name before anybody wants them."""
        for noting in (False, True):
            self._value(name, noting)

    def noted_value(self, name: str) -> Callable[..., object]:
        """The explained function of a defined name."""
        return self.by_name(f"n_{name}")

    def told_value(self, name: str) -> Callable[..., object]:
        """The told function of a defined name."""
        return self.by_name(f"v_{name}")

    def reader(self, name: str) -> Callable[..., object]:
        """The function that reads an elementary fact."""
        return self.by_name(f"r_{name}")

    def watch_open(self, name: str) -> frozenset[str]:
        """Notes what the values of a name are worked out from by open code."""
        reads = cast("tuple[str, ...]", self.found_once(f"open {name}", lambda: self.sources.open_value(name)))
        self.watch(name, reads)
        return frozenset(reads)

    def watch(self, name: str, reads: Sequence[str]) -> None:
        """Notes what a remembered value was worked out from."""
        for read in reads:
            known: Set[str] = self.dependents.get(read, frozenset())
            if name not in known:
                self.dependents[read] = {*known, name}  # a new set: others may be going over the old one

    def watch_assumption(self, name: str) -> None:
        """Notes what an assumed fact is worked out from."""
        reads = self.found_once(f"= {name}", lambda: self.sources.assumption(name))
        self.watch(f"={name}", cast("tuple[str, ...]", reads))

    # ---- actions and what happens ----------------------------------------------------------------------------------

    def verdict(self, action: Judged) -> Verdict:
        """Every check of an action in one function."""
        made, _ = self._unit(f"verdict {action.name}", lambda: self.sources.verdict(action))
        return cast("Verdict", made["verdict"])

    def has_trial(self, action: str, find: Callable[[], bool]) -> bool:
        """Whether an action must be tried out; `find` looks through all of it."""
        return bool(self.found_once(f"trial {action}", find))

    def partial(self, action: Judged, parts: Sequence[object]) -> Partial:
        """Some checks of an action in one function."""
        made, _ = self._unit(f"partial {action.name}", lambda: self.sources.partial(action, parts))
        return cast("Partial", made["partial"])

    def effect(self, scope: Scope, paragraph: str, steps: tuple[n.Step, ...]) -> Steps:
        """Steps as a generator that stops where somebody must choose; names they bring are added to the scope."""
        parts = EffectParts(self, scope.child(), paragraph, steps)
        made, beside = self._unit(f"effect {key_of(steps, parts.scope)}", parts.source)
        size, added = cast("tuple[int, dict[str, int]]", beside)
        scope.slots.update(added)
        scope.frame.size = max(scope.frame.size, size)
        make = cast("Callable[..., Steps]", made["made"])
        return make(parts.formulas, parts.choices, paragraph)


def _computed_in(program: Program, names: Names) -> frozenset[str]:
    """The names that are worked out, not told."""
    return frozenset(name for name in (*program.values, *program.columns) if not names.is_elementary(name))


def _needed(code: CodeType) -> set[str]:
    """The functions that code calls by name, also inside the functions it defines."""
    found = {name for name in code.co_names if name.startswith(_MADE)}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _needed(constant)
    return found

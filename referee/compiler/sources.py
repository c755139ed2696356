"""The source of a game's units: written from the resolved tree, and only where no compiled unit was kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kb.cache.mapping import LateMapping
from kb.rules.program import Program
from referee.compiler.source import Source
from referee.compiler.targets.dependencies import Reading, watched
from referee.compiler.targets.noted import Noted
from referee.compiler.targets.open import Open
from referee.compiler.targets.told import Told
from referee.compiler.targets.values import ValueWriter
from referee.compiler.targets.verdicts import VerdictWriter
from referee.compiler.targets.writer import Writer
from referee.evaluation.scope import Scope
from referee.resolved.tree import nodes as r
from referee.resolved.tree.names import Names
from referee.resolved.tree.sorting import Sorts
from referee.resolved.tree.sorts import ANY, FLAG, NUMBER, sort_of_type

if TYPE_CHECKING:
    from referee.units.clauses import Judged
    from referee.units.formula import Formula

_TARGETS: Mapping[str, type[Told] | type[Open]] = {"told": Told, "noted": Noted, "open": Open}


class Sources:
    """Writes the units of one program."""

    def __init__(self, program: Program, names: Names) -> None:
        self.program = program
        self.reading = Reading(program, names)
        self.binder = self.reading.binder
        facts = LateMapping(program.facts, lambda name: sort_of_type(program.facts[name].node.type))
        self.sorts = Sorts(facts, self.value_sort)
        self._value_sorts: dict[str, str] = {}

    def function(self, target: str, formula: Formula) -> Source:
        """One expression as a function of a context and a frame; what names members of one question is kept for no other."""
        out, expr = Writer(), formula.expr
        emitter = _TARGETS[target](out, self.sorts, formula.scope.sorts, self.program.members)
        with out.block("def f(x, e):"):
            out.line(f"return {emitter.expr(expr)}")
        return Source(out.text(), target, kept=not formula.borrowed)

    def value(self, name: str, *, noting: bool) -> Source:
        """The function of a defined name or a column, and what makes its remembered values stale."""
        writer = ValueWriter(self.reading, self.sorts, name)
        text = writer.written(noting=noting)
        return Source(text, name, writer.watched)

    def verdict(self, action: Judged) -> Source:
        """Every check of an action in one function."""
        return Source(VerdictWriter(action).written(), action.name)

    def partial(self, action: Judged, parts: Sequence[object]) -> Source:
        """Some checks of an action in one function; listings alone want these, and they are many: none is kept."""
        return Source(VerdictWriter(action).partly(parts), action.name, kept=False)

    def assumption(self, name: str) -> tuple[str, ...]:
        """What makes an assumed fact stale."""
        return watched(self.reading.reads_of(r.FactAt(name, ())))

    def open_value(self, name: str) -> tuple[str, ...]:
        """What makes the values of a name stale that open code worked out."""
        return watched(self.reading.reads_unknown(name))

    def names_read(self, expr: r.Expr) -> frozenset[str]:
        """The names of all that an expression reads in the end."""
        return frozenset(read.name for read in self.reading.reads_of(expr))

    # ---- sorts -----------------------------------------------------------------------------------------------------

    def value_sort(self, name: str) -> str:
        """The sort of a defined name: what all its clauses are."""
        found = self._value_sorts.get(name)
        if found is None:
            self._value_sorts[name] = ANY  # while it is looked at: a value that calls itself
            found = self._value_sorts[name] = self._sort_of_value(name)
        return found

    def _sort_of_value(self, name: str) -> str:
        fact = self.program.facts.get(name)
        if fact is not None:
            return sort_of_type(fact.node.type)
        info = self.program.values.get(name)
        if info is None:
            table, column = self.program.columns[name]
            rows = self.program.tables[table].node.rows
            return _common({self.sorts.of(self.binder.resolve(row.values[column], Scope()), {}) for row in rows})
        if info.mode != "define":
            return FLAG if info.mode == "holds" else NUMBER
        return _common({self.sorts.of(clause.value, {}) for clause in self.reading.clauses(name)})


def _common(sorts: set[str]) -> str:
    return next(iter(sorts)) if len(sorts) == 1 else ANY

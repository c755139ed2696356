"""Defined values and columns of tables as functions: remembered until something they read is written."""

from __future__ import annotations

from grammar import nodes as n
from referee.budget import PAGE
from referee.compiler.targets.definitions import DefinitionWriter, write_table
from referee.compiler.targets.dependencies import Reading, watched
from referee.compiler.targets.noted import Noted
from referee.compiler.targets.told import Told
from referee.compiler.targets.writer import Writer
from referee.evaluation.context import DEEPEST
from referee.evaluation.scope import Scope
from referee.resolved.tree import nodes as r
from referee.resolved.tree.sorting import Sorts
from referee.resolved.tree.sorts import FLAG, NUMBER, sort_of_type
from referee.resolved.tree.walk import walk

#: what goes over members
MANY = (r.Count, r.Total, r.Those, r.Pick, r.Best, r.Quantified, r.Reach)


class ValueWriter:
    """Writes the function of one name; `watched` holds what makes its remembered values stale."""

    def __init__(self, reading: Reading, sorts: Sorts, name: str) -> None:
        self.reading = reading
        self.program = reading.program
        self.sorts = sorts
        self.name = name
        self.out = Writer()
        self.watched: tuple[str, ...] = ()

    def written(self, *, noting: bool) -> str:
        """The source: `v_name`, or `n_name` that notes what it relies on."""
        if self.name in self.program.values:
            self._write_noted() if noting else self._write_value()
        else:
            self._write_column(noting)
        return self.out.text()

    def _target(self, kind: type[Told]) -> Told:
        return kind(self.out, self.sorts, {}, self.program.members)

    def _write_column(self, noting: bool) -> None:
        table, column = self.program.columns[self.name]
        cited = self.program.tables[table]
        binder, nowhere = self.reading.binder, Scope()
        rows = [
            (
                [(cell.mode, _cell_value(cell), cell.low, cell.high) for cell in row.cells],
                binder.resolve(row.values[column], nowhere),
            )
            for row in cited.node.rows
        ]
        target = self._target(Noted if noting else Told)
        write_table(target, self.name, len(cited.node.params), rows, cited.paragraph if noting else "")

    def _write_value(self) -> None:
        out, name = self.out, self.name
        info = self.program.values[name]
        arguments = [f"a{i}" for i in range(len(info.params))]
        key = arguments[0] if len(arguments) == 1 else f"({', '.join(arguments)})"
        reads = self.reading.reads(name)
        target = self._target(Told)
        target.arguments = dict(enumerate(arguments))
        disputed = any(read.sort == "dispute" for read in reads)
        fixed = self.reading.is_fixed(reads)
        store = "fixed" if fixed else "memo"
        if not fixed:
            self.watched = watched(reads)
        with out.block(f"def v_{name}(x{''.join(', ' + a for a in arguments)}):"):
            out.line(f"m = x.{store}.get({name!r})")
            with out.block("if m is not None:"):
                out.line(f"v = m.get({key}, MISSING)")
                if disputed:
                    out.line("if v is not MISSING: x.touched.update(v[1]); return v[0]")
                else:
                    out.line("if v is not MISSING: return v")
            out.line(f"else: m = x.{store}[{name!r}] = {'Page()' if store == 'fixed' else '{}'}")
            full = f"({', '.join(arguments)}{',' * (len(arguments) == 1)})"
            with out.block("if x.overrides:"):
                out.line(f"v = x.override({name!r}, {full})")
                out.line("if v is not MISSING: return v")
            if not fixed and not disputed and self._goes_over_many():
                self._recall(key, full)
            self._guard_arguments(arguments)
            out.line("x.meter.left -= 3")
            out.line("if x.meter.left < 0: x.meter.look()")
            if self._is_assumed():
                with out.block("try:"):
                    self._work_out(target, info.mode, key, disputed)
                with out.block("except Untold:"):
                    out.line("if not x.guessing: raise")
                    out.line(f"return x.guess({name!r}, {full})")
            else:
                self._work_out(target, info.mode, key, disputed)
            out.line("return v")

    def _goes_over_many(self) -> bool:
        """Whether it goes over members: then it is worth a look whether a case that differs in little has worked it out."""
        parts = (part for clause in self.reading.clauses(self.name) for part in (clause.guard, clause.value))
        return any(isinstance(inner, MANY) for part in parts if part is not None for inner in walk(part))

    def _recall(self, key: str, full: str) -> None:
        """What it came to in the case that this one was made from, or where the run began, if nothing it has read is different here."""
        out = self.out
        out.line("p = x.past")
        watched_names = f"{{{', '.join(map(repr, self.watched))}}}" if self.watched else "()"
        with out.block("if p is None and x.ground is not None:"):
            out.line(f"if x.written.isdisjoint({watched_names}): p = x.ground")
        with out.block("if p is not None:"):
            out.line(f"v = p.recall({self.name!r}, {full})")
            with out.block("if v is not MISSING:"):
                out.line(f"m[{key}] = v")
                out.line("return v")

    def _work_out(self, target: Told, mode: str, key: str, disputed: bool) -> None:
        """The value, remembered; what it consults is remembered with it."""
        out, clauses = self.out, self.reading.clauses(self.name)
        if not disputed:
            DefinitionWriter(target, clauses).write(mode)
            out.line(f"m[{key}] = v")
            return
        out.line("outer, x.touched = x.touched, {}")
        with out.block("try:"):
            DefinitionWriter(target, clauses).write(mode)
        with out.block("finally:"):
            out.line("mine, x.touched = x.touched, outer")
            out.line("outer.update(mine)")
        out.line(f"m[{key}] = (v, mine)")

    def _is_assumed(self) -> bool:
        """Whether it is a fact of which something is assumed where it cannot be worked out."""
        fact = self.program.facts.get(self.name)
        return fact is not None and fact.node.assumed is not None

    def _write_noted(self) -> None:
        """The same with a notebook page for each value, which is copied wherever the value is used again."""
        out, name = self.out, self.name
        info = self.program.values[name]
        arguments = [f"a{i}" for i in range(len(info.params))]
        full = f"({', '.join(arguments)}{',' * (len(arguments) == 1)})"
        reads = self.reading.reads(name)
        fixed = self.reading.is_fixed(reads)
        self.watched = () if fixed else watched(reads)
        store = "fixed_noted" if fixed else "noted"
        target = self._target(Noted)
        target.arguments = dict(enumerate(arguments))
        with out.block(f"def n_{name}(x{''.join(', ' + a for a in arguments)}):"):
            out.line(f"m = x.{store}.get({name!r})")
            out.line(f"if m is None: m = x.{store}[{name!r}] = {'Page()' if fixed else '{}'}")
            out.line(f"v = m.get({full})")
            with out.block("if v is not None:"):
                out.line("x.cites.update(v[1])" if fixed else "x.copy_in(v[1])")  # what no state changes reads no fact
                out.line("return v[0]")
            with out.block("if x.overrides:"):
                out.line(f"v = x.override({name!r}, {full})")
                out.line("if v is not MISSING: return v")
            self._guard_arguments(arguments)
            # as `spend`, `open_book`, `tear_out` and `keep` of the notebook do it: nothing is called more often
            out.line(f"x.meter.left -= {PAGE}")
            out.line(f"if x.meter.left < 0 or x.depth > {DEEPEST}: x.account({name!r})")
            out.line("was_c, was_t, was_a, was_s = x.cites, x.touched, x.assumed, x.seen")
            out.line("x.cites = own_c = {}; x.touched = own_t = {}; x.assumed = own_a = {}; x.seen = own_s = {}")
            with out.block("try:"):
                DefinitionWriter(target, self.reading.clauses(name), noting=True).write(info.mode)
            with out.block("finally:"):
                out.line("x.cites = was_c; x.touched = was_t; x.assumed = was_a; x.seen = was_s")
            out.line("was_c.update(own_c)")
            for page in ("t", "a", "s"):
                out.line(f"if own_{page}: was_{page}.update(own_{page})")
            out.line(f"m[{full}] = (v, {'own_c' if fixed else '(own_c, own_t, own_a, own_s)'})")
            out.line("return v")

    def _guard_arguments(self, arguments: list[str]) -> None:
        """Unseen cards are for open code; a derived fact of nobody is nothing."""
        out, fact = self.out, self.program.facts.get(self.name)
        for argument in arguments:
            out.line(f"if {argument} == '?': raise Untold")
            if fact is not None:
                plain = sort_of_type(fact.node.type) in (FLAG, NUMBER)
                out.line(f"if {argument} is None: {'raise Untold' if plain else 'return None'}")


def _cell_value(cell: n.Cell) -> object:
    """What a cell of a table holds."""
    value = cell.value
    if isinstance(value, n.Name):
        return value.id
    return value.value if isinstance(value, n.Number | n.Truth) else None

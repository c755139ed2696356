"""A game's expressions and values compiled: written, made executable, and loaded when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, cast

from grammar import nodes as n
from kb.program import Cited, Program
from kb.reads import names_in
from referee.compiler.definitions import Clause, DefinitionWriter, write_table
from referee.compiler.noted import Noted
from referee.compiler.open import Open
from referee.compiler.runtime import STUMBLES, Function, namespace
from referee.compiler.told import Told
from referee.compiler.writer import Writer
from referee.errors import RefereeError
from referee.resolved import nodes as r
from referee.resolved.names import Names
from referee.resolved.reads import BEFORE, COURSE, DOING, SEATED, VIA, Read, all_reads, reads_of
from referee.resolved.resolve import Resolver
from referee.resolved.scope import Scope
from referee.resolved.sorts import ANY, FLAG, NUMBER, Sorts, sort_of_type
from referee.values import MISSING, Bag

if TYPE_CHECKING:
    from referee.context import Context


class Formula:
    """A compiled expression: `told` is plain and may give up, `open` never does; each takes a context and a frame."""

    __slots__ = ("_compiler", "_sorts", "expr", "noted", "open", "told")

    def __init__(self, compiler: Compiler, expr: r.Expr, sorts: Mapping[int, str]) -> None:
        self._compiler = compiler
        self._sorts = sorts
        self.expr = expr
        self.told: Function = self._first_told
        self.noted: Function = self._first_noted
        self.open: Function = self._first_open

    def _first_told(self, x: Context, e: list[object]) -> object:
        self.told = self._compiler.function(Told, self.expr, self._sorts)
        return self.told(x, e)

    def _first_noted(self, x: Context, e: list[object]) -> object:
        self.noted = self._compiler.function(Noted, self.expr, self._sorts)
        return self.noted(x, e)

    def _first_open(self, x: Context, e: list[object]) -> object:
        self.open = self._compiler.function(Open, self.expr, self._sorts)
        return self.open(x, e)

    def __call__(self, x: Context, e: list[object]) -> object:
        """The value, known or not, with all that open code notes."""
        return self.open(x, e)

    def look(self, x: Context, e: list[object]) -> object:
        """The value with all that it relies on noted; the frame holds known values only."""
        if not x.careful:
            book = x.open_book()
            try:
                value = self.noted(x, e)
            except STUMBLES:
                x.tear_out(book)
            else:
                x.keep(book)
                return value
        return self.open(x, e)

    def now(self, x: Context, e: list[object]) -> object:
        """The value by plain code, or by open code where something is not known. The frame holds known values only."""
        if not x.careful:
            try:
                return self.told(x, e)
            except STUMBLES:
                pass
        return self.open(x, e)


class Compiler:
    """Compiles one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = Names(program)
        self.resolver = Resolver(self.names)
        facts = {name: sort_of_type(cited.node.type) for name, cited in program.facts.items()}
        self.sorts = Sorts(facts, self.value_sort)
        self.dependents: dict[str, list[str]] = {}  #: what is read -> the values worked out from it that are remembered
        self._value_sorts: dict[str, str] = {}
        self._clauses: dict[str, tuple[Clause, ...]] = {}
        self._behind: dict[Read, frozenset[Read]] = {}
        self._lifters: dict[str, tuple[r.Expr | None, ...]] | None = None
        self.space = namespace()
        for name, cited in program.facts.items():
            self.space[f"r_{name}"] = _reader(name, len(cited.node.keys), name in program.fields)
            self.space[f"a_{name}"] = _noting_reader(name, name in program.fields)
        for name in {*program.values, *program.columns}:
            self.space[f"v_{name}"] = self._stub(name, noting=False)
            self.space[f"n_{name}"] = self._stub(name, noting=True)

    # ---- expressions -----------------------------------------------------------------------------------------------

    def formula(self, expr: n.Expr, scope: Scope, members: frozenset[str] = frozenset()) -> Formula:
        """An expression that stands in a scope; `members` came with a question."""
        resolver = Resolver(self.names, members) if members else self.resolver
        return Formula(self, resolver.resolve(expr, scope), dict(scope.sorts))

    def maybe(self, expr: n.Expr | None, scope: Scope) -> Formula | None:
        """An optional expression."""
        return None if expr is None else self.formula(expr, scope)

    def function(self, target: type[Told] | type[Open], expr: r.Expr, sorts: Mapping[int, str]) -> Function:
        """One expression as a function of a context and a frame."""
        out = Writer()
        emitter = target(out, self.sorts, sorts, self.program.members)
        with out.block("def f(x, e):"):
            out.line(f"return {emitter.expr(expr)}")
        return cast(Function, self.load(out.text(), "f", target.__name__.lower()))

    def load(self, source: str, name: str, where: str) -> object:
        """Source made executable among the game's functions."""
        try:
            code = compile(source, f"<{self.program.game} {where}>", "exec")
        except (SyntaxError, RecursionError, MemoryError):
            raise RefereeError("This is nested too deeply to be worked out; write it in smaller parts.") from None
        made: dict[str, object] = {}
        exec(code, self.space, made)  # noqa: S102 - written from the resolved tree alone
        self.space.update({key: value for key, value in made.items() if key.startswith(("v_", "n_", "T_"))})
        return made[name]

    # ---- values ----------------------------------------------------------------------------------------------------

    def _stub(self, name: str, *, noting: bool) -> Callable[..., object]:
        def load(x: Context, *args: object) -> object:
            return cast(Callable[..., object], self._load_value(name, noting))(x, *args)

        return load

    def noted_value(self, name: str) -> Callable[..., object]:
        """The explained function of a defined name."""
        return cast(Callable[..., object], self.space[f"n_{name}"])

    def told_value(self, name: str) -> Callable[..., object]:
        """The told function of a defined name."""
        return cast(Callable[..., object], self.space[f"v_{name}"])

    def _load_value(self, name: str, noting: bool) -> object:
        out = Writer()
        if name in self.program.values:
            self._write_noted(out, name) if noting else self._write_value(out, name)
        else:
            table, column = self.program.columns[name]
            cited = self.program.tables[table]
            target = (Noted if noting else Told)(out, self.sorts, {}, self.program.members)
            rows = [
                ([(cell.mode, cell_value(cell), cell.low, cell.high) for cell in row.cells], self.resolver.resolve(row.values[column], Scope()))
                for row in cited.node.rows
            ]
            write_table(target, name, len(cited.node.params), rows, cited.paragraph if noting else "")
        found = self.load(out.text(), f"{'n' if noting else 'v'}_{name}", name)
        assert isinstance(found, FunctionType)
        return found

    def clauses(self, name: str) -> tuple[Clause, ...]:
        """The resolved clauses of a defined name."""
        found = self._clauses.get(name)
        if found is None:
            found = self._clauses[name] = tuple(self._clause(cited) for cited in self.program.values[name].clauses)
        return found

    def _clause(self, cited: Cited) -> Clause:
        node: n.Define = cited.node
        scope = Scope(tuple(param.name for param in node.params))
        guard, value = self.resolver.maybe(node.when, scope), self.resolver.resolve(node.value, scope)
        about = self.about(node)
        return Clause(
            cited.paragraph, guard, value, frozenset(node.overrides), cited.rank, self.lifters(cited.paragraph),
            None if about is None else self.resolver.resolve(about, scope),
        )  # fmt: skip

    def about(self, node: n.Define) -> n.Expr | None:
        """What compares the arguments with members and reads nothing else: `r is red and …`, `x in fruit and …`."""
        if node.mode != "holds":
            return None
        params = {param.name for param in node.params}
        parts = node.when.parts if isinstance(node.when, n.And) else (node.when,) if node.when is not None else ()
        told = []
        for part in parts:
            others = set(names_in(part)) - params
            if others and all(name in self.program.members or self.program.kind_of_member(name) for name in others):
                told.append(part)
        return n.And(tuple(told)) if told else None

    def lifters(self, paragraph: str) -> tuple[r.Expr | None, ...]:
        """The guards of everything that lifts a paragraph."""
        if self._lifters is None:
            table: dict[str, tuple[r.Expr | None, ...]] = {}
            for cited in self.program.lifts:
                guard = self.resolver.maybe(cited.node.when, Scope())
                for target in cited.node.targets:
                    table[target] = (*table.get(target, ()), guard)
            self._lifters = table
        return self._lifters.get(paragraph, ())

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
            return self._common({self.sorts.of(self.resolver.resolve(row.values[column], Scope()), {}) for row in rows})
        if info.mode != "define":
            return FLAG if info.mode == "holds" else NUMBER
        return self._common({self.sorts.of(clause.value, {}) for clause in self.clauses(name)})

    def _common(self, sorts: set[str]) -> str:
        return next(iter(sorts)) if len(sorts) == 1 else ANY

    def _write_value(self, out: Writer, name: str) -> None:
        info = self.program.values[name]
        arguments = [f"a{i}" for i in range(len(info.params))]
        key = arguments[0] if len(arguments) == 1 else f"({', '.join(arguments)})"
        reads = self.reads(name)
        target = Told(out, self.sorts, {}, self.program.members)
        target.arguments = dict(enumerate(arguments))
        disputed = any(read.sort == "dispute" for read in reads)
        fixed = not disputed and not any(self._moves(read) for read in reads)
        store = "fixed" if fixed else "memo"
        if not fixed:
            self.watch(name, reads)
        with out.block(f"def v_{name}(x{''.join(', ' + a for a in arguments)}):"):
            out.line(f"m = x.{store}.get({name!r})")
            with out.block("if m is not None:"):
                out.line(f"v = m.get({key}, MISSING)")
                if disputed:
                    out.line("if v is not MISSING: x.touched.update(v[1]); return v[0]")
                else:
                    out.line("if v is not MISSING: return v")
            out.line(f"else: m = x.{store}[{name!r}] = {'Page()' if fixed else '{}'}")
            full = f"({', '.join(arguments)}{',' * (len(arguments) == 1)})"
            with out.block("if x.overrides:"):
                out.line(f"v = x.override({name!r}, {full})")
                out.line("if v is not MISSING: return v")
            self._guard_arguments(out, name, arguments)
            out.line(f"x.spend({name!r})")
            if disputed:
                out.line("outer, x.touched = x.touched, {}")
                with out.block("try:"):
                    DefinitionWriter(target, self.clauses(name)).write(info.mode)
                with out.block("finally:"):
                    out.line("mine, x.touched = x.touched, outer")
                    out.line("outer.update(mine)")
                out.line(f"m[{key}] = (v, mine)")
            else:
                DefinitionWriter(target, self.clauses(name)).write(info.mode)
                out.line(f"m[{key}] = v")
            out.line("return v")

    def _write_noted(self, out: Writer, name: str) -> None:
        """The same with a notebook page for each value, which is copied wherever the value is used again."""
        info = self.program.values[name]
        arguments = [f"a{i}" for i in range(len(info.params))]
        full = f"({', '.join(arguments)}{',' * (len(arguments) == 1)})"
        self.watch(name, self.reads(name))
        target = Noted(out, self.sorts, {}, self.program.members)
        target.arguments = dict(enumerate(arguments))
        with out.block(f"def n_{name}(x{''.join(', ' + a for a in arguments)}):"):
            out.line(f"m = x.noted.get({name!r})")
            out.line(f"if m is None: m = x.noted[{name!r}] = {{}}")
            out.line(f"v = m.get({full})")
            with out.block("if v is not None:"):
                out.line("x.copy_in(v[1])")
                out.line("return v[0]")
            with out.block("if x.overrides:"):
                out.line(f"v = x.override({name!r}, {full})")
                out.line("if v is not MISSING: return v")
            self._guard_arguments(out, name, arguments)
            out.line(f"x.spend({name!r})")
            out.line("book = x.open_book()")
            with out.block("try:"):
                DefinitionWriter(target, self.clauses(name), noting=True).write(info.mode)
            with out.block("except BaseException:"):
                out.line("x.tear_out(book)")
                out.line("raise")
            out.line(f"m[{full}] = (v, x.keep(book))")
            out.line("return v")

    def _guard_arguments(self, out: Writer, name: str, arguments: list[str]) -> None:
        """Unseen cards are for open code; a derived fact of nobody is nothing."""
        fact = self.program.facts.get(name)
        for argument in arguments:
            out.line(f"if {argument} == '?': raise Untold")
            if fact is not None:
                plain = sort_of_type(fact.node.type) in (FLAG, NUMBER)
                out.line(f"if {argument} is None: {'raise Untold' if plain else 'return None'}")

    # ---- what is read ----------------------------------------------------------------------------------------------

    def reads(self, name: str) -> frozenset[Read]:
        """Everything a defined name reads in the end."""
        return all_reads([Read("value", name)], self.behind)

    def watch(self, name: str, reads: frozenset[Read]) -> None:
        """Notes what a remembered value was worked out from."""
        for read in reads:
            known = self.dependents.setdefault(read.name or f"@{read.sort}", [])
            if name not in known:
                known.append(name)

    def reads_of(self, expr: r.Expr) -> frozenset[Read]:
        """Everything an expression reads in the end."""
        return all_reads(reads_of(expr), self.behind)

    def behind(self, read: Read) -> frozenset[Read]:
        """What stands behind a name: the clauses of a value, the assumption of a fact."""
        found = self._behind.get(read)
        if found is None:
            found = self._behind[read] = frozenset(self._behind_of(read))
        return found

    def _behind_of(self, read: Read) -> set[Read]:
        program = self.program
        found: set[Read] = set()
        if read.sort == "value":
            if read.name == SEATED and not self.names.has_value(SEATED, 0):
                return {Read("kind", program.roles)}
            if self.names.is_elementary(read.name):
                return {Read("fact", read.name)}
            if read.name in program.facts:
                found.add(Read("fact", read.name))
            if read.name in program.values:
                for clause in self.clauses(read.name):
                    for part in (clause.guard, clause.value, *clause.lifters):
                        found |= reads_of(part) if part is not None else set()
            elif read.name in program.columns:
                table, column = program.columns[read.name]
                for row in program.tables[table].node.rows:
                    if not isinstance(row.values[column], n.Number | n.Name):
                        found |= reads_of(self.resolver.resolve(row.values[column], Scope()))
        elif read.sort == "fact" and read.name in program.facts:
            node: n.Fact = program.facts[read.name].node
            if node.assumed is not None:
                found |= reads_of(self.resolver.resolve(node.assumed, Scope(tuple(var or kind for var, kind in node.keys))))
                if isinstance(node.type, n.TypeMany) and node.type.shape == "pile":
                    found |= {Read("fact", name) for name in self.piles()}
        return found

    def piles(self) -> tuple[str, ...]:
        """The facts that are piles."""
        return tuple(
            name for name, cited in self.program.facts.items()
            if isinstance(cited.node.type, n.TypeMany) and cited.node.type.shape == "pile"
        )  # fmt: skip

    def _moves(self, read: Read) -> bool:
        """Whether what is read can be otherwise in another state or moment."""
        if read.sort == "kind":
            return read.name not in self.program.members
        return read.sort in ("fact", VIA, DOING, COURSE, BEFORE)


def cell_value(cell: n.Cell) -> object:
    """What a cell of a table holds."""
    value = cell.value
    if isinstance(value, n.Name):
        return value.id
    return value.value if isinstance(value, n.Number | n.Truth) else None


def _reader(name: str, keys: int, field: bool) -> Callable[..., object]:
    """The function that reads a fact; what is missing is looked into by the context."""
    if field:

        def read_field(x: Context, a: object) -> object:
            if isinstance(a, Bag):
                return a.get(name)
            try:
                return x.facts[name][a]
            except KeyError:
                return x.lack(name, (a,))

        return read_field
    if keys == 0:

        def read(x: Context) -> object:
            try:
                return x.facts[name]
            except KeyError:
                return x.lack(name, ())

        return read
    if keys == 1:

        def read_one(x: Context, a: object) -> object:
            try:
                return x.facts[name][a]
            except KeyError:
                return x.lack(name, (a,))

        return read_one
    if keys == 2:

        def read_two(x: Context, a: object, b: object) -> object:
            try:
                return x.facts[name][a][b]
            except KeyError:
                return x.lack(name, (a, b))

        return read_two

    def read_many(x: Context, *at: object) -> object:
        found: object = x.facts.get(name, MISSING)
        for key in at:
            if not isinstance(found, dict):
                return x.lack(name, at)
            found = found.get(key, MISSING)
        return x.lack(name, at) if found is MISSING else found

    return read_many


def _noting_reader(name: str, field: bool) -> Callable[..., object]:
    """The function that reads a fact for an explanation: what is read, and what is assumed, is noted."""

    def read(x: Context, *keys: object) -> object:
        if field and isinstance(keys[0], Bag):
            return keys[0].get(name)
        found = x.told(name, keys)
        x.seen[(name, keys)] = None
        return x.lack(name, keys, noting=True) if found is MISSING else found

    return read

"""What a game's names read in the end, and the clauses behind them, resolved when they are first wanted."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.program import EDITION, Cited, Program
from referee.compiler.targets.definitions import Clause
from referee.compiler.targets.subjects import about
from referee.evaluation.scope import Scope
from referee.resolved.tree import nodes as r
from referee.resolved.tree.binder import Binder
from referee.resolved.tree.names import Names, piles_of
from referee.resolved.tree.reads import ALL, BEFORE, COURSE, DOING, OVER, SEATED, VIA, Read, all_reads, reads_of
from referee.resolved.tree.walk import walk


class Reading:
    """The resolved definitions of one program."""

    def __init__(self, program: Program, names: Names) -> None:
        self.program = program
        self.names = names
        self.binder = Binder(names)
        self._clauses: dict[str, tuple[Clause, ...]] = {}
        self._behind: dict[Read, frozenset[Read]] = {}
        self._lifters: dict[str, tuple[r.Expr | None, ...]] | None = None

    def clauses(self, name: str) -> tuple[Clause, ...]:
        """The resolved clauses of a defined name."""
        found = self._clauses.get(name)
        if found is None:
            found = self._clauses[name] = tuple(self._clause(cited) for cited in self.program.values[name].clauses)
        return found

    def _clause(self, cited: Cited) -> Clause:
        node: n.Define = cited.node
        scope = Scope(tuple(param.name for param in node.params))
        guard, value = self.binder.maybe(node.when, scope), self.binder.resolve(node.value, scope)
        part = about(self.program, node)
        return Clause(
            cited.paragraph, guard, value, frozenset(node.overrides), cited.rank, self.lifters(cited.paragraph),
            None if part is None else self.binder.resolve(part, scope),
        )  # fmt: skip

    def lifters(self, paragraph: str) -> tuple[r.Expr | None, ...]:
        """The guards of everything that lifts a paragraph."""
        if self._lifters is None:
            table: dict[str, tuple[r.Expr | None, ...]] = {}
            for cited in self.program.lifts:
                guard = self.binder.maybe(cited.node.when, Scope())
                for target in cited.node.targets:
                    table[target] = (*table.get(target, ()), guard)
            self._lifters = table
        return self._lifters.get(paragraph, ())

    def reads(self, name: str) -> frozenset[Read]:
        """Everything a defined name reads in the end."""
        return all_reads([Read("value", name)], self.behind)

    def reads_of(self, expr: r.Expr) -> frozenset[Read]:
        """Everything an expression reads in the end."""
        return all_reads(reads_of(expr), self.behind)

    def reads_unknown(self, name: str) -> frozenset[Read]:
        """The same where something is not known: then it also hangs on how far that can reach."""
        return all_reads([Read("value", name)], lambda read: self.behind(read) | self._reach(read))

    def _reach(self, read: Read) -> set[Read]:
        fact = self.program.facts.get(read.name) if read.sort == "fact" else None
        if fact is not None and isinstance(kind := fact.node.type, n.TypeMany) and kind.shape == "pile":
            return self._beside(kind)
        if fact is None or not isinstance(fact.node.type, n.TypeRange) or isinstance(fact.node.type.high, n.Number):
            return set()
        scope = Scope(tuple(var or kind for var, kind in fact.node.keys))
        return reads_of(self.binder.resolve(fact.node.type.high, scope))

    def _beside(self, pile: n.TypeMany) -> set[Read]:
        """The piles of cards of which each is there once: what is told to lie in one of them lies in no other."""
        if pile.kind in self.program.members:
            return set()
        return {Read("fact", name) for name in piles_of(self.program) if self.program.facts[name].node.type == pile}

    def behind(self, read: Read) -> frozenset[Read]:
        """What stands behind a name: the clauses of a value, the assumption of a fact."""
        found = self._behind.get(read)
        if found is None:
            found = self._behind[read] = frozenset(self._behind_of(read))
        return found

    def _behind_of(self, read: Read) -> set[Read]:
        program = self.program
        found: set[Read] = set()
        if read.sort == ALL:
            return {Read("fact", name) for name in program.facts}
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
                        found |= reads_of(self.binder.resolve(row.values[column], Scope()))
        elif read.sort == "fact" and read.name in program.facts:
            node: n.Fact = program.facts[read.name].node
            if node.assumed is not None:
                found |= reads_of(
                    self.binder.resolve(node.assumed, Scope(tuple(var or kind for var, kind in node.keys)))
                )
                if isinstance(node.type, n.TypeMany) and node.type.shape == "pile":
                    found |= {Read("fact", name) for name in piles_of(program)}
        return found

    def is_fixed(self, reads: frozenset[Read]) -> bool:
        """Whether what reads these is the same in every state and moment, by every reading."""
        return not any(read.sort == "dispute" or self.moves(read) for read in reads)

    def is_of_question(self, expr: r.Expr) -> bool:
        """Whether a condition hangs on arguments alone, or on the edition, whatever the state and the moment."""
        if any(isinstance(node, r.Local) and node.let for node in walk(expr)):
            return False
        reads = self.reads_of(expr)
        return not any((read.sort == "dispute" and read.name != EDITION) or self.moves(read) for read in reads)

    def hangs_on_facts(self, name: str) -> bool:
        """Whether nothing of the moment, and no member that comes with a state, stands behind a name."""
        reads = self.reads_unknown(name)
        return not any(read.sort == ALL or (read.sort != "fact" and self.moves(read)) for read in reads)

    def moves(self, read: Read) -> bool:
        """Whether what is read can be otherwise in another state or moment."""
        if read.sort == "kind":
            return read.name not in self.program.members
        return read.sort in ("fact", VIA, DOING, COURSE, BEFORE, OVER)


def watched(reads: frozenset[Read]) -> tuple[str, ...]:
    """What makes a remembered value stale, by the names it is told by: facts, values, or `@` and what of the moment."""
    return tuple(sorted({read.name or f"@{read.sort}" for read in reads}))

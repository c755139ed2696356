"""Kinds of parameters and values, declared or inferred: from how a parameter is used, and else from who calls."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator

from grammar import nodes as n
from kb.rules.program import Program
from referee.resolved.checks.expressions import Env, Key, Known, Typer
from referee.resolved.statements.bodies import Bodies
from referee.resolved.statements.conduct import Conduct
from referee.resolved.statements.declarations import Statements, Values
from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.sites import Of, Site, Slots
from referee.resolved.statements.types import FLAG, NONE, NOTHING, NUMBER, Type, join_all, joined, list_of, settled
from referee.resolved.tree import nodes as r
from referee.resolved.tree.names import Names

#: what hands a use on to a parameter
_CARRIERS = (r.Local, r.Inner, r.LookUp, r.BuiltinCall)


class Uses:
    """What is known of one parameter from its uses."""

    __slots__ = ("calls", "declared", "partial", "strong", "weak", "written")

    def __init__(self, declared: Type) -> None:
        self.declared = declared
        self.strong = NOTHING  #: where only one kind can stand: a key, an argument, a sum
        self.written = NOTHING  #: members it is compared with
        self.weak = NOTHING  #: what else it is compared with
        self.calls = NOTHING  #: what it is called with
        self.partial = False  #: whether it is asked if it is in some kind or list: then it can be outside as well

    def type(self) -> Type:
        """The best that can be said."""
        if not self.declared.empty:
            return self.declared
        if not self.strong.vague:
            return settled(joined(self.strong, self.written))
        if not self.written.empty:
            return joined(self.written, self.calls)
        return settled(join_all((self.strong, self.weak, self.calls)))


class Inference(Typer):
    """Hears how parameters are used."""

    def __init__(self, kinds: Kinds, known: Known, uses: dict[Key, list[Uses]]) -> None:
        super().__init__(kinds, known)
        self.uses = uses
        self.changed: set[Key] = set()

    def _use(self, part: r.Expr, env: Env, type_: Type, strength: str) -> None:
        """Notes that a parameter, or what a loop over it meets, is used as something of a type."""
        match part:
            case r.Inner(index) if index in env.over:
                self._use(env.over[index], env, list_of(type_), strength)
            case r.LookUp(holder, key) if self.type(key, env).number:
                self._use(holder, env, list_of(type_), strength)
            case r.BuiltinCall("next" | "previous", (inner,)):
                self._use(inner, env, type_, strength)
            case r.Local(slot):
                source = env.slots.get(slot)
                if isinstance(source, Of) and not type_.any:
                    self._note(source, type_, strength)

    def _note(self, source: Of, type_: Type, strength: str) -> None:
        key = (source.sort, source.name)
        uses = self.uses[key][source.position] if source.position < len(self.uses[key]) else None
        if uses is None or not uses.declared.empty:
            return
        old = getattr(uses, strength)
        new = joined(old, type_)
        if new != old:
            setattr(uses, strength, new)
            self.known.parameters[key][source.position] = uses.type()
            self.changed.add(key)

    def want(self, part: r.Expr, found: Type, wanted: Type, env: Env, code: str, what: str) -> None:
        """A key, an argument, a condition, a number: nothing else can stand there."""
        if isinstance(part, _CARRIERS) and not wanted.empty and wanted is not self.in_a_row:
            self._use(
                part, env, NUMBER if wanted is self.ordered else wanted, "weak" if wanted is self.ordered else "strong"
            )

    def compare(self, op: str, left: r.Expr, right: r.Expr, types: tuple[Type, Type], env: Env) -> None:
        """What is written out widens what a parameter can be; anything else only hints at it."""
        source = env.slots.get(left.slot) if op == "in" and isinstance(left, r.Local) else None
        if isinstance(source, Of) and source.position < len(self.uses[source.sort, source.name]):
            self.uses[source.sort, source.name][source.position].partial = True
        for part, other, type_ in ((left, right, types[1]), (right, left, types[0])):
            if type_.empty:
                if op in ("<", "<=", ">", ">=") and isinstance(part, _CARRIERS):
                    self._use(part, env, NUMBER, "weak")  # what is compared in size is most often a number
                continue
            strength = "written" if _is_written(other) else "weak"
            if op == "in" and part is right and isinstance(part, r.ListOf):
                for item in part.items:
                    self._use(item, env, type_, strength)
            elif isinstance(part, _CARRIERS):
                self._use(part, env, list_of(type_) if op == "in" and part is right else type_, strength)


class CallSites(Typer):
    """Hears what values are called with."""

    def __init__(self, kinds: Kinds, known: Known, uses: dict[Key, list[Uses]]) -> None:
        super().__init__(kinds, known)
        self.uses = uses

    def argument(self, of: Of, part: r.Expr, found: Type, env: Env) -> None:
        """Only where no use says what a parameter must be."""
        known = self.uses.get((of.sort, of.name), ())
        if (
            of.position < len(known)
            and not found.any
            and known[of.position].declared.empty
            and known[of.position].strong.vague
        ):
            known[of.position].calls = joined(known[of.position].calls, found.present)


def _is_written(expr: r.Expr) -> bool:
    match expr:
        case r.Const() | r.Members():
            return True
        case r.ListOf(items):
            return all(isinstance(item, r.Const) for item in items)
    return False


class Types:
    """The types of one game: of parameters, of values, of every expression."""

    def __init__(self, program: Program, names: Names | None = None) -> None:
        self.program = program
        self.kinds = Kinds(program)
        collecting = gc.isenabled()
        gc.disable()  # thousands of new records, none of them garbage
        try:
            self._build(names or Names(program))
        finally:
            if collecting:
                gc.enable()
        self.typer = Typer(self.kinds, self.known)

    def _build(self, names: Names) -> None:
        self._values = Values(names, self.kinds)
        self._values.collect()
        self.collector = self._values.collector
        first = len(self.sites)
        bodies = Bodies(self.collector)
        Conduct(bodies).collect()
        Statements(bodies).collect()
        self.value_sites = self._values.sites  #: by the value they belong to
        self.broken = frozenset(self._values.broken)  #: values with a clause that could not be resolved
        self.other_sites = self.sites[first:]  #: what stands in no value
        self.known = Known()
        self._uses: dict[Key, list[Uses]] = {}
        self._declare()
        self._infer()

    @property
    def sites(self) -> list[Site]:
        """Every expression of the game where it stands."""
        return self.collector.sites

    def parameters(self, name: str) -> tuple[Type, ...]:
        """The kinds of the parameters of a value, table, action, procedure or event, or of the keys of a fact."""
        if ("value", name) in self.known.parameters:
            return tuple(self.known.parameters["value", name])
        return self.kinds.fact_keys(name) if name in self.program.facts else self.arguments(name)

    def arguments(self, name: str) -> tuple[Type, ...]:
        """The same of an action, procedure or event, whose name may be a fact's or value's as well."""
        return tuple(self.known.parameters["call", name])

    def value(self, name: str) -> Type:
        """What a fact, value or column of a table can be."""
        return self.kinds.fact(name) if name in self.program.facts else self.known.values[name]

    def of(self, expr: r.Expr, slots: Slots) -> Type:
        """The type of an expression, given what its locals are."""
        return self.typer.of(expr, slots)

    def is_guess(self, of: Of) -> bool:
        """Whether a parameter may be more than its uses say: it is only compared, or asked whether it is in some kind."""
        known = self._uses.get((of.sort, of.name), ())
        uses = known[of.position] if of.position < len(known) else None
        return uses is not None and uses.declared.empty and (uses.strong.vague or uses.partial)

    # ---- inference -------------------------------------------------------------------------------------------------

    def _declare(self) -> None:
        program, declared = self.program, self.kinds.declared
        for name, info in program.values.items():
            types = [NOTHING] * len(info.params)
            for cited in info.clauses:
                for i, param in enumerate(cited.node.params[: len(types)]):
                    types[i] = joined(types[i], declared(param.type))
            fact = program.facts.get(name)
            if fact is not None and len(fact.node.keys) == len(types):
                types = list(self.kinds.fact_keys(name))
            self._add(("value", name), types)
            fixed = FLAG if info.mode == "holds" else NUMBER if info.mode == "adds" else NOTHING
            self.known.values[name] = self.kinds.fact(name) if fact is not None else fixed
        for column, (table, _) in program.columns.items():
            self._add(
                ("value", column), [self._table_key(table, i) for i in range(len(program.tables[table].node.params))]
            )
            self.known.values.setdefault(column, NOTHING)
        nodes = [cited.node for cited in (*program.events.values(), *program.procedures.values())]
        for node in (*nodes, *(info.node for info in program.actions.values())):
            self._add(("call", node.name), [declared(param.type) for param in node.params])

    def _table_key(self, table: str, index: int) -> Type:
        """The declared kind of a table's key, or the smallest that covers its cells."""
        node: n.Table = self.program.tables[table].node
        if node.params[index].type is not None:
            return self.kinds.declared(node.params[index].type)
        cells = [row.cells[index] for row in node.rows if index < len(row.cells)]
        return self.kinds.smallest(join_all(self._cell(cell) for cell in cells))

    def _cell(self, cell: n.Cell) -> Type:
        if cell.mode != "value":
            return NOTHING if cell.mode == "any" else NUMBER
        match cell.value:
            case n.Name(name):
                return self.kinds.member(name)
            case n.Truth():
                return FLAG
            case n.Nothing():
                return NONE
        return NUMBER

    def _add(self, key: Key, types: list[Type]) -> None:
        self._uses[key] = [Uses(type_) for type_ in types]
        self.known.parameters[key] = types

    def _infer(self) -> None:
        readers: dict[str, set[str]] = {}
        order: dict[str, None] = {}
        reads = {name: {read for site in sites for read in site.reads} for name, sites in self.value_sites.items()}
        for name, read in reads.items():
            for other in read:
                readers.setdefault(other, set()).add(name)
            _after_what_it_reads(name, reads, order)
        self._settle(order, readers)
        if any(uses.declared.empty and key[0] == "call" for key, many in self._uses.items() for uses in many):
            inference = Inference(self.kinds, self.known, self._uses)
            for site in self.other_sites:
                self._heard(inference, site)
        while changed := self._ask_callers():  # what one caller hands on, another was handed
            self._settle([name for name in order if name in changed or reads[name] & changed], readers)
        for key, types in self.known.parameters.items():
            self.known.parameters[key] = [
                self.kinds.smallest(type_) if uses.declared.empty else type_
                for type_, uses in zip(types, self._uses[key], strict=True)
            ]
        for name, type_ in self.known.values.items():
            self.known.values[name] = self.kinds.smallest(
                type_
            )  # other clauses, of cards to come, may give other members

    def _heard(self, typer: Typer, site: Site) -> Type:
        env = Env(site.slots)
        found = typer.type(site.expr, env)
        if site.wanted is not None:
            typer.want(site.expr, found, typer.begun(site.wanted), env, site.code, site.what)
        return found

    def _settle(self, order: Iterable[str], readers: dict[str, set[str]]) -> None:
        """Goes over the values until nothing more is learnt."""
        queue = dict.fromkeys(order)
        while queue:
            inference = Inference(self.kinds, self.known, self._uses)
            following: dict[str, None] = {}
            for name in queue:
                inference.changed.clear()
                before = self.known.values[name]
                fixed = name in self.program.facts or (
                    name in self.program.values and self.program.values[name].mode != "define"
                )
                for site in self.value_sites.get(name, ()):
                    found = self._heard(inference, site)
                    if site.owner and not fixed:
                        self.known.values[name] = joined(self.known.values[name], found)
                if inference.changed or self.known.values[name] != before:
                    following.update(dict.fromkeys(sorted(readers.get(name, ()))))
                    if inference.changed:
                        following[name] = None
            queue = following

    def _ask_callers(self) -> set[str]:
        """Where uses do not say what a parameter is, those who call do; gives the values that became known better."""
        keys = [
            key for key, many in self._uses.items() if any(uses.declared.empty and uses.strong.vague for uses in many)
        ]
        asked, everywhere = {name for _, name in keys}, any(sort == "call" for sort, _ in keys)
        typer = CallSites(self.kinds, self.known, self._uses)
        for site in self.sites:
            if everywhere or not asked.isdisjoint(site.reads):
                typer.of(site.expr, site.slots)
        changed = set()
        for key, many in self._uses.items():
            types = [uses.type() for uses in many]
            if types != self.known.parameters[key]:
                self.known.parameters[key] = types
                changed.add(key[1])
        return changed


def _after_what_it_reads(name: str, reads: dict[str, set[str]], order: dict[str, None]) -> None:
    """Puts a name behind all that it reads; circles are cut where they are entered."""
    stack: list[tuple[str, Iterator[str]]] = [(name, iter(sorted(reads.get(name, ()))))]
    entered = {name}
    while stack:
        current, rest = stack[-1]
        following = next(
            (other for other in rest if other not in order and other not in entered and other in reads), None
        )
        if following is None:
            stack.pop()
            order.setdefault(current)
        else:
            entered.add(following)
            stack.append((following, iter(sorted(reads[following]))))

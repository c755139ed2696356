"""A program made executable: compiled lazily, name by name, and shared by all evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grammar import nodes as n
from kb.late import LateMapping
from kb.library import Game
from kb.program import Cited, Program
from kb.reads import uses
from referee.actions import ActionCode
from referee.compiler.compiler import Compiler
from referee.compiler.formula import Formula
from referee.compiler.runtime import STUMBLES
from referee.compiler.store import NOWHERE, Store
from referee.context import MISSING, Context
from referee.course import Course
from referee.definitions import Evaluate, compile_table, compile_value
from referee.domains import domain_of
from referee.errors import UnknownNameError
from referee.happenings import Happenings
from referee.places import PlaceCode, afford, compile_places
from referee.resolved.sorts import FLAG, NUMBER, sort_of_type
from referee.scope import Closure, Scope
from referee.waiting import Waiting
from referee.values import SILENT, UNKNOWN, Silent, Unknown, join

#: options of an unknown key that are tried one by one
FEW = 24


class FactCode:
    """A compiled fact: its domain, who may see it, what is assumed."""

    __slots__ = ("assumed", "clamped", "hidden", "keys", "name", "names", "node", "paragraph", "plain", "type")

    def __init__(self, code: Code, cited: Cited) -> None:
        node: n.Fact = cited.node
        self.name = node.name
        self.node = node
        self.type = node.type
        self.keys = tuple(kind for _, kind in node.keys)
        self.hidden = node.hidden
        self.clamped = node.clamped
        self.paragraph = cited.paragraph
        self.names = tuple(var or kind for var, kind in node.keys)  #: what bounds and assumptions call the keys
        self.plain = sort_of_type(node.type) in (FLAG, NUMBER)
        self.assumed = code.expressions.compile(node.assumed, Scope(self.names)) if node.assumed is not None else None

    def domain(self, ctx: Context, keys: tuple[Any, ...]) -> Unknown:
        """What it can be when untold; a bound may depend on the keys."""
        type_ = self.type
        if isinstance(type_, n.TypeRange) and not isinstance(type_.high, n.Number):
            return Unknown(type_.low, ctx.code.bound(ctx, self, keys))
        return domain_of(ctx, type_)


class Expressions:
    """Expressions of one game as formulas; a written expression in the same scope is compiled once."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.members: frozenset[str] = frozenset()  #: those that came with a question

    def compile(self, expr: n.Expr, scope: Scope) -> Formula:
        """The formula of an expression."""
        return self.compiler.formula(expr, scope, self.members)

    def maybe(self, expr: n.Expr | None, scope: Scope) -> Formula | None:
        """The formula of an optional expression."""
        return None if expr is None else self.compile(expr, scope)


class Code(Happenings):
    """Everything executable of one game."""

    def __init__(self, program: Program, ranks: dict[int, str] | None = None, store: Store = NOWHERE) -> None:
        self.program = program
        self.compiler = Compiler(program, store)
        self.expressions = Expressions(self.compiler)
        self.all_members = self.compiler.names.known_members
        self.dependents = self.compiler.dependents
        self.computed = self.compiler.computed
        self.fixed: dict[str, dict[Any, Any]] = {}
        self.compiler.space["afford"] = afford
        self._watched: set[str] = set()
        self._loose: set[str] = set()
        self.facts: Mapping[str, FactCode] = LateMapping(program.facts, lambda name: FactCode(self, program.facts[name]))
        self.piles = self.compiler.piles
        self._values: dict[str, Evaluate] = {}
        self._lifters: dict[str, list[Closure | None]] = {}
        self._contests: dict[str, tuple[str, ...]] = {}
        self._constants: dict[n.Expr, Closure] = {}
        self._ranks = ranks or {}
        self._bounds: dict[str, Closure] = {}
        self._actions: dict[str, ActionCode] = {}
        self._cache: dict[tuple[str, str], Any] = {}
        self._course: Course | None = None
        self._uses_before: bool | None = None
        self.waiting = Waiting()
        self._always: list[tuple[Cited, Formula | None, Formula, frozenset[str]]] | None = None
        self._purses: dict[int, tuple[Closure | None, list[PlaceCode]]] = {}

    @property
    def loose(self) -> set[str]:
        """Members that came with a question."""
        return self._loose

    @loose.setter
    def loose(self, value: set[str]) -> None:
        self._loose = value
        self.expressions.members = frozenset(value)

    def watch_assumption(self, name: str) -> None:
        """What an assumed fact is worked out from is noted once."""
        if name not in self._watched:
            self._watched.add(name)
            self.compiler.watch_assumption(name)

    # ---- names -----------------------------------------------------------------------------------------------------

    def has_value(self, name: str, keys: int) -> bool:
        """Whether a fact, definition or table column of that name takes that many keys."""
        program = self.program
        cited = program.facts.get(name)
        if cited is not None and len(cited.node.keys) == keys:
            return True
        info = program.values.get(name)
        if info is not None and len(info.params) == keys:
            return True
        column = program.columns.get(name)
        return column is not None and len(program.tables[column[0]].node.params) == keys

    def is_known_call(self, name: str) -> bool:
        """Whether an action or procedure has that name."""
        return name in self.program.actions or name in self.program.procedures

    def parameters(self, name: str) -> tuple[str, ...]:
        """The parameter names of an action or procedure."""
        info = self.program.actions.get(name)
        node = info.node if info is not None else self.program.procedures[name].node
        return tuple(p.name for p in node.params)

    def classes_of(self, action: str) -> tuple[str, ...]:
        """The classes of an action."""
        info = self.program.actions.get(action)
        return info.node.classes if info is not None else ()

    def known_names(self) -> set[str]:
        """Every name an expression may use, for “did you mean”."""
        program = self.program
        return (
            set(program.facts) | set(program.values) | set(program.columns) | set(program.kinds) | self.all_members
            | set(program.actions) | set(program.procedures) | set(program.disputes)
        )  # fmt: skip

    # ---- values ----------------------------------------------------------------------------------------------------

    def value(self, ctx: Context, name: str, args: tuple[Any, ...]) -> Any:
        """The value of a fact, definition or table at these keys: told, computed or unknown."""
        for arg in args:
            if isinstance(arg, Unknown):
                return self._over_options(ctx, name, args)
            if arg is None and name in self.facts:
                return None  # whatever belongs to nobody is nothing
            if arg is SILENT:
                return SILENT
            if arg == "?":
                return UNKNOWN  # a card nobody has seen
        info = self.facts.get(name)
        if info is not None and not info.node.derived:
            return ctx.fact(name, args)
        told = ctx.told(name, args) if name in ctx.state else MISSING
        if told is not MISSING:
            ctx.seen[(name, args)] = None
            return told
        key = (name, args)
        if key in ctx.split:
            return ctx.fact(name, args) if info is not None else ctx.split[key]
        if not ctx.careful and key not in ctx.stumbled:
            book = ctx.open_book()
            try:
                value = (self.compiler.noted_value if ctx.explains else self.compiler.told_value)(name)(ctx, *args)
            except STUMBLES:
                ctx.tear_out(book)
                ctx.stumbled.add(key)
            else:
                ctx.keep(book)
                return value
        found = ctx.kept.get(key)
        if found is not None:
            value, cites, leaves, touched = found
            ctx.cites.update(cites)
            ctx.leaves.update(leaves)
            ctx.touched.update(touched)
            return value
        return self._compute(ctx, name, args, info)

    def now(self, ctx: Context, name: str, args: tuple[Any, ...]) -> Any:
        """The same by plain code where all is known."""
        if not ctx.careful:
            try:
                read = self.compiler.told_value(name) if name in self.computed else self.reader(name)
                return read(ctx, *args)
            except STUMBLES:
                pass
        return self.value(ctx, name, args)

    def calls(self, ctx: Context, name: str, role: str, given: dict[str, Any], exact: bool) -> Iterator[dict[str, Any]]:
        """The legal calls of an action that is offered."""
        from referee.moves import calls_of

        return calls_of(ctx, name, role, given, nested=True, exact=exact)

    def _compute(self, ctx: Context, name: str, args: tuple[Any, ...], info: FactCode | None) -> Any:
        ctx.spend(name)
        outer = ctx.cites, ctx.leaves, ctx.touched
        ctx.cites, ctx.leaves, ctx.touched = {}, {}, {}
        ctx.depth += 1
        try:
            value = self.evaluator(name)(ctx, args)
            if info is not None and not ctx.raw and isinstance(value, Unknown | Silent):
                value = self._ask_derived(ctx, info, args, value)
            found = (value, ctx.cites, ctx.leaves, ctx.touched)
        finally:
            ctx.depth -= 1
            mine = ctx.cites, ctx.leaves, ctx.touched
            ctx.cites, ctx.leaves, ctx.touched = outer
            ctx.cites.update(mine[0])
            ctx.leaves.update(mine[1])
            ctx.touched.update(mine[2])
        ctx.kept[(name, args)] = found
        return value

    def _ask_derived(self, ctx: Context, info: FactCode, args: tuple[Any, ...], value: Unknown | Silent) -> Any:
        """A derived fact that cannot be computed is asked for itself, not for what it is made of."""
        if info.assumed is not None:
            taken = info.assumed.open(ctx, list(args))
            if not isinstance(taken, Unknown | Silent):
                ctx.leaves.clear()
                ctx.assumed[(info.name, args)] = taken
                return taken
        domain = info.domain(ctx, args)
        low, high = domain.bounds()
        if isinstance(value, Unknown):
            b_low, b_high = value.bounds()
            low = b_low if low is None or (b_low is not None and b_low > low) else low
            high = b_high if high is None or (b_high is not None and b_high < high) else high
            if domain.options is not None and value.options is not None:
                both = tuple(o for o in domain.options if o in value.options)
                domain = Unknown(options=both or domain.options)
        ctx.leaves.clear()
        if low is not None and low == high:
            return low
        leaf = (info.name, args)
        result = Unknown(low, high, domain.options, leaf)
        ctx.leaves[leaf] = result
        return result

    def _over_options(self, ctx: Context, name: str, args: tuple[Any, ...]) -> Any:
        """A look-up with an unknown key: the value over all keys that fit, if they are few."""
        at = next(i for i, arg in enumerate(args) if isinstance(arg, Unknown))
        options = args[at].options
        if options is None:
            low, high = args[at].bounds()
            if low is None or high is None or high - low >= FEW:
                table = self.program.columns.get(name)
                if table is not None and name not in self.program.values:
                    return self.evaluator(name)(ctx, args)  # a table can match a range of keys
                return UNKNOWN
            options = tuple(range(low, high + 1))
        if len(options) > FEW:
            return UNKNOWN
        return join(self.value(ctx, name, (*args[:at], option, *args[at + 1 :])) for option in options)

    def evaluator(self, name: str) -> Evaluate:
        """The compiled definition or table column of a name."""
        found = self._values.get(name)
        if found is None:
            program = self.program
            if name in program.values:
                found = compile_value(self, program.values[name])
            elif name in program.columns:
                table, index = program.columns[name]
                found = compile_table(self, program.tables[table], index)
            elif name in program.facts:
                return lambda ctx, args: ctx.fact(name, args)
            else:
                raise UnknownNameError("value", name, self.known_names())
            self._values[name] = found
        return found

    def constant(self, ctx: Context, expr: n.Expr) -> Any:
        """An expression without local names, evaluated here."""
        closure = self._constants.get(expr)
        if closure is None:
            closure = self._constants[expr] = self.expressions.compile(expr, Scope())
        return closure(ctx, [])

    def bound(self, ctx: Context, fact: FactCode, keys: tuple[Any, ...]) -> int | None:
        """The upper bound of a range that depends on the fact's keys."""
        assert isinstance(fact.type, n.TypeRange)
        closure = self._bounds.get(fact.name)
        if closure is None:
            closure = self._bounds[fact.name] = self.expressions.compile(fact.type.high, Scope(fact.names))
        outer = ctx.leaves, ctx.cites
        ctx.leaves, ctx.cites = {}, {}  # what a bound reads is no need of the question
        try:
            value = closure(ctx, list(keys))
        finally:
            ctx.leaves, ctx.cites = outer
        if isinstance(value, Unknown):
            return value.bounds()[1]
        return value if isinstance(value, int) else None

    def reader(self, name: str) -> Callable[..., Any]:
        """The plain reader of an elementary fact."""
        return self.compiler.reader(name)

    # ---- actions and places ----------------------------------------------------------------------------------------

    def action(self, name: str) -> ActionCode:
        """An action, compiled on first use."""
        found = self._actions.get(name)
        if found is None:
            info = self.program.actions.get(name)
            if info is None:
                raise UnknownNameError("action", name, self.program.actions)
            found = self._actions[name] = ActionCode(self, info)
        return found

    @property
    def always(self) -> list[tuple[Cited, Formula | None, Formula, frozenset[str]]]:
        """What holds in every legal state: guard, body and the facts they read."""
        if self._always is None:
            found = []
            for cited in self.program.always:
                guard = self.expressions.maybe(cited.node.when, Scope())
                body = self.expressions.compile(cited.node.body, Scope())
                found.append((cited, guard, body, self.compiler.names_read(body) | self.compiler.names_read(guard)))
            self._always = found
        return self._always

    @property
    def uses_before(self) -> bool:
        """Whether any clause looks back at the state before an action."""
        if self._uses_before is None:
            clauses = [c for a in self.program.actions.values() for c in a.clauses]
            self._uses_before = uses([clauses, list(self.program.values.values())], n.Before)
        return self._uses_before

    @property
    def course(self) -> Course:
        """The course of play, compiled on first use."""
        if self._course is None:
            self._course = Course(self)
        return self._course

    def purse_guard(self, cited: Cited, scope: Scope) -> Closure | None:
        """The compiled guard of a purse."""
        return self._purse(cited, scope)[0]

    def purse_places(self, cited: Cited, scope: Scope) -> list[PlaceCode]:
        """The compiled places of a purse."""
        return self._purse(cited, scope)[1]

    def _purse(self, cited: Cited, scope: Scope) -> tuple[Closure | None, list[PlaceCode]]:
        found = self._purses.get(id(cited))
        if found is None:
            guard = self.expressions.maybe(cited.node.when, scope)
            found = self._purses[id(cited)] = (guard, compile_places(self, cited.node.places, scope))
        return found

    # ---- priorities and disputes -----------------------------------------------------------------------------------

    def lifters(self, paragraph: str) -> list[Closure | None]:
        """The guards of everything that lifts a paragraph."""
        found = self._lifters.get(paragraph)
        if found is None:
            found = [
                self.expressions.maybe(cited.node.when, Scope())
                for cited in self.program.lifts
                if paragraph in cited.node.targets
            ]
            self._lifters[paragraph] = found
        return found

    def rank_paragraph(self, rank: int) -> str:
        """The paragraph that grants a rank."""
        return self._ranks.get(rank, "")

    def contest(self, name: str, paragraphs: tuple[str, ...]) -> str:
        """A dispute nobody declared: between the paragraphs that define a name differently."""
        key = f"{name}: {' / '.join(paragraphs)}"
        self._contests[key] = paragraphs
        return key

    def readings(self, dispute: str) -> tuple[str, ...]:
        """The readings of a dispute, the default first; slips are shown elsewhere, never tried."""
        if dispute in self._contests:
            return self._contests[dispute]
        readings = self.program.disputes[dispute].node.readings
        ordered = sorted(readings, key=lambda r: not r.default)
        return tuple(r.name for r in ordered if not r.slip)

    def default_reading(self, dispute: str) -> str:
        """The reading that counts unless the table ruled otherwise."""
        return self.readings(dispute)[0]

    def strength(self, dispute: str) -> str:
        """dispute, gap or weak."""
        return "dispute" if dispute in self._contests else self.program.disputes[dispute].node.strength

    def places(self, dispute: str, reading: str) -> tuple[str, ...]:
        """The paragraphs of a reading."""
        if dispute in self._contests:
            return (reading,)
        for item in self.program.disputes[dispute].node.readings:
            if item.name == reading:
                return item.places  # type: ignore[no-any-return]
        return ()


Goal = Callable[[Context], Any]


def code_of(game: Game, store: Store = NOWHERE) -> Code:
    """The executable form of a game; with a store, what was compiled before comes from there."""
    return Code(game.program, game.ranks(), store)

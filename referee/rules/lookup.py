"""Looking a value up: told, worked out by plain code where all is known, by open code otherwise, or asked for."""

from __future__ import annotations

from collections.abc import Mapping

from referee.compiler.compiler import Compiler
from referee.errors import UnknownNameError
from referee.evaluation.context import Context
from referee.evaluation.raw import Raw, moved
from referee.evaluation.scope import Scope
from referee.rules.definitions import Evaluate, compile_table, compile_value
from referee.rules.facts import FactCode
from referee.runtime.functions import STUMBLES
from referee.units.formula import Formula
from referee.values import MISSING, SILENT, UNKNOWN, Leaf, Silent, Unknown, join

#: options of an unknown key that are tried one by one
FEW = 24


class Named:
    """A fact, definition or table column, as open code finds it."""

    __slots__ = ("evaluate", "info", "is_elementary", "is_fact", "noted", "reads", "told")

    def __init__(self, name: str, info: FactCode | None) -> None:
        self.info = info
        self.is_fact = info is not None
        self.is_elementary = info is not None and not info.node.derived
        self.told, self.noted = f"v_{name}", f"n_{name}"
        self.evaluate: Evaluate | None = None  #: its open code, written when first wanted
        self.reads: frozenset[str] | None = None


class Lookup:
    """The facts, definitions and tables of one game."""

    def __init__(self, compiler: Compiler, facts: Mapping[str, FactCode], computed: frozenset[str]) -> None:
        self.compiler = compiler
        self.program = compiler.program
        self.facts = facts
        self.computed = computed
        self._named: dict[str, Named] = {}
        self._lifters: dict[str, list[Formula | None]] = {}

    def value(self, ctx: Context, name: str, args: tuple[object, ...]) -> object:
        """The value of a fact, definition or table at these keys: told, computed or unknown."""
        named = self._named.get(name)
        if named is None:
            named = self._named.setdefault(name, Named(name, self.facts.get(name)))
        for arg in args:
            if type(arg) is str:
                if arg == "?":
                    return UNKNOWN  # a card nobody has seen
            elif type(arg) is Unknown:
                return self._over_options(ctx, name, args)
            elif arg is None:
                if named.is_fact:
                    return None  # whatever belongs to nobody is nothing
            elif arg is SILENT:
                return SILENT
        if named.is_elementary:
            return ctx.fact(name, args)
        key = (name, args)
        if name in ctx.facts:
            told = ctx.told(name, args)
            if told is not MISSING:
                ctx.seen[key] = None
                if type(told) is Unknown:
                    ctx.trace(told)
                return told
        if ctx.split and key in ctx.split:
            return ctx.fact(name, args) if named.is_fact else ctx.split[key]
        found = ctx.kept.get(key)
        if found is None and ctx.past is not None:
            found = ctx.past.value(key)
            if found is not None:
                ctx.kept[key] = found
        if found is not None:
            value, page, leaves, cuts = found
            ctx.copy_in(page)
            if leaves:
                ctx.leaves.update(leaves)
            for leaf, cut in cuts.items():
                ctx.cuts.setdefault(leaf, cut)
            return value
        if not ctx.careful and key not in ctx.stumbled and (not ctx.untold or self._may_be_known(ctx, name, named)):
            value = self._plainly(ctx, named, args)
            if value is not MISSING:
                return value
            ctx.stumbled.add(key)
        return self._compute(ctx, key, named)

    def _plainly(self, ctx: Context, named: Named, args: tuple[object, ...]) -> object:
        """The value by plain code; MISSING where that gives up."""
        mark = ctx.mark()
        try:
            return self.compiler.by_name(named.noted if ctx.explains else named.told)(ctx, *args)
        except STUMBLES:
            ctx.strike_out(mark)
            return MISSING

    def amount(self, ctx: Context, name: str, keys: tuple[object, ...]) -> object:
        """The same by plain code, which gives up where it is not known."""
        if name in self.computed:
            return self.compiler.told_value(name)(ctx, *keys)
        return self.compiler.reader(name)(ctx, *keys)

    def now(self, ctx: Context, name: str, args: tuple[object, ...]) -> object:
        """The same by plain code where all is known."""
        if not ctx.careful and not ctx.explains:
            try:
                return self.amount(ctx, name, args)
            except STUMBLES:
                pass
        return self.value(ctx, name, args)

    def _may_be_known(self, ctx: Context, name: str, named: Named) -> bool:
        """Whether plain code is worth a try: nothing that the value reads is known to be missing."""
        reads = named.reads
        if reads is None:
            reads = named.reads = self.compiler.reads(name)
        return reads.isdisjoint(ctx.untold)

    def _compute(self, ctx: Context, key: Leaf, named: Named) -> object:
        name, args = key
        evaluate = named.evaluate
        if evaluate is None:
            evaluate = named.evaluate = self._written(name)
        ctx.spend(name)
        ctx.work += 1
        leaves, ctx.leaves = ctx.leaves, {}
        cuts, ctx.cuts = ctx.cuts, {}
        book = ctx.open_book()
        ctx.depth += 1
        try:
            value = evaluate(ctx, args)
            if named.info is not None and not ctx.raw and (type(value) is Unknown or value is SILENT):
                value = self._ask_derived(ctx, named.info, args, value)
        finally:
            ctx.depth -= 1
            page, mine, tipped = ctx.keep(book), ctx.leaves, ctx.cuts
            ctx.leaves, ctx.cuts = leaves, cuts
            if mine:
                leaves.update(mine)
            for leaf, cut in tipped.items():
                cuts.setdefault(leaf, cut)
        ctx.kept[key] = (value, page, mine, tipped)
        return value

    def _ask_derived(self, ctx: Context, info: FactCode, args: tuple[object, ...], value: object) -> object:
        """A derived fact that cannot be computed is asked for itself, not for what it is made of."""
        leaf = (info.name, args)
        if info.assumed is not None and not _is_hidden(ctx, leaf):  # of what is hidden nothing is assumed
            taken = info.given
            if taken is MISSING:
                taken = info.assumed.open(ctx, list(args))
            if not isinstance(taken, Unknown | Silent):
                ctx.leaves.clear()
                ctx.assumed[leaf] = taken
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
        if low is not None and low == high:
            ctx.leaves.clear()
            return low
        if ctx.origin is not None:
            since = self._since(ctx, ctx.origin, leaf, Unknown(low, high, domain.options))
            if since is not None:
                return since
        ctx.leaves.clear()
        ctx.seen[leaf] = None
        result = Unknown(low, high, domain.options, leaf)
        ctx.leaves[leaf] = result
        return result

    def _since(self, ctx: Context, origin: Context, leaf: Leaf, value: Unknown) -> Unknown | None:
        """A derived fact after what was done: as much more as what is known of it has moved; None: nothing it is made of was written."""
        name, args = leaf
        before, facts = origin.facts, ctx.facts
        if all(facts.get(read) is before.get(read) for read in self.compiler.reads(name)):
            return None
        then, now = Raw(origin), Raw(ctx)
        was, is_ = self.evaluator(name)(then, args), self.evaluator(name)(now, args)
        if all(
            _as_told(origin, read) == _as_told(ctx, read) for read in {**then.seen, **now.seen, **then.kept, **now.kept}
        ):
            return None
        step = moved(was, is_)
        low, high = value.bounds()
        if step is not None and value.options is None:
            ctx.leaves.clear()
            ctx.leaves[leaf] = Unknown(*self.facts[name].domain(ctx, args).bounds(), None, leaf)
            return Unknown(low, high, None, leaf, step)
        return Unknown(low, high, value.options, behind=tuple(ctx.leaves))

    def _over_options(self, ctx: Context, name: str, args: tuple[object, ...]) -> object:
        """A look-up with an unknown key: the value over all keys that fit, if they are few."""
        at, open_ = next((i, arg) for i, arg in enumerate(args) if isinstance(arg, Unknown))
        options = open_.options
        if options is None:
            low, high = open_.bounds()
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
        """The open code of a definition or table column."""
        named = self._named.get(name)
        if named is None:
            named = self._named.setdefault(name, Named(name, self.facts.get(name)))
        if named.evaluate is None:
            named.evaluate = self._written(name)
        return named.evaluate

    def _written(self, name: str) -> Evaluate:
        program = self.program
        if name in program.values:
            return compile_value(self.compiler, program.values[name], self.lifters)
        if name in program.columns:
            table, index = program.columns[name]
            return compile_table(self.compiler, program.tables[table], index)
        if name in program.facts:
            return lambda ctx, args: ctx.fact(name, args)
        raise UnknownNameError("value", name, self.compiler.names.all())

    def lifters(self, paragraph: str) -> list[Formula | None]:
        """The guards of everything that lifts a paragraph."""
        found = self._lifters.get(paragraph)
        if found is None:
            lifts = [cited.node.when for cited in self.program.lifts if paragraph in cited.node.targets]
            found = self._lifters.setdefault(paragraph, [self.compiler.maybe(when, Scope()) for when in lifts])
        return found


def _as_told(ctx: Context, leaf: Leaf) -> object:
    """What is told of a fact, comparable."""
    told = ctx.told(*leaf)
    return (told.low, told.high, told.options, told.leaf, told.shift) if isinstance(told, Unknown) else told


def _is_hidden(ctx: Context, leaf: Leaf) -> bool:
    """Whether a derived fact, or any that was read for it, is told to others alone."""
    unseen = ctx.unseen
    return bool(unseen) and (leaf in unseen or not ctx.seen.keys().isdisjoint(unseen))

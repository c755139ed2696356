"""Looking a value up: told, worked out by plain code where all is known, by open code otherwise, or asked for."""

from __future__ import annotations

from collections.abc import Mapping

from kb.rules.reads import reads_of
from referee.budget import PAGE
from referee.compiler.compiler import Compiler
from referee.errors import UnknownNameError
from referee.evaluation.context import DEEPEST, Context
from referee.evaluation.raw import Raw, moved
from referee.evaluation.scope import Scope
from referee.rules.definitions import Evaluate, compile_table, compile_value
from referee.rules.facts import FactCode
from referee.rules.remembered import Named, Sure, as_begun, blank_value, copied, remember, remember_blank
from referee.runtime.functions import STUMBLES
from referee.units.formula import Formula
from referee.values import MISSING, SILENT, UNKNOWN, Leaf, Page, Silent, Unknown, join

#: name -> arguments -> value
Fixed = dict[str, dict[object, object]]
#: options of an unknown key that are tried one by one
FEW = 24


class Lookup:
    """The facts, definitions and tables of one game."""

    def __init__(
        self, compiler: Compiler, facts: Mapping[str, FactCode], computed: frozenset[str], fixed: Fixed
    ) -> None:
        self.compiler = compiler
        self.fixed = fixed  #: what was worked out once of values that no state changes
        self.program = compiler.program
        self.facts = facts
        self.computed = computed
        self._named: dict[str, Named] = {}
        self._space = compiler.space
        self._lifters: dict[str, list[Formula | None]] = {}
        self._parts: dict[str, frozenset[str]] = {}  #: the facts that derived facts are made of

    def value(self, ctx: Context, name: str, args: tuple[object, ...]) -> object:
        """The value of a fact, definition or table at these keys: told, computed or unknown."""
        named = self._named.get(name) or self._name(name)
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
        if named.is_fixed and ctx.fixed is self.fixed:
            noting = ctx.explains or ctx.careful
            sure: Sure | None = (named.sure_noted if noting else named.sure).get(args)  # type: ignore[assignment]
            if sure is not None:
                if noting:
                    ctx.cites.update(sure[1])
                return sure[0]
            if key not in ctx.stumbled:
                value = self._surely(ctx, named, args, noting)
                if value is not MISSING:
                    return value
                ctx.stumbled.add(key)
        if name in ctx.facts:
            told = ctx.told(name, args)
            if told is not MISSING:
                ctx.seen[key] = None
                if type(told) is Unknown:
                    ctx.trace(told)
                return told
        if ctx.split and key in ctx.split:
            return ctx.fact(name, args) if named.is_fact else ctx.split[key]
        kept = ctx.kept.get(name)
        found = None if kept is None else kept.get(args)
        if found is None:
            if ctx.past is not None:
                found = ctx.past.value(key)
            if found is None and ctx.ground is not None:
                found = as_begun(ctx, key, named)
            if found is not None:
                if kept is None:
                    ctx.kept[name] = {args: found}
                else:
                    kept[args] = found
        if found is not None:
            return copied(ctx, found)
        blank = False
        if not ctx.bounding:
            blank = ctx.blanks[name] if name in ctx.blanks else self._is_blank(ctx, name, named)
        if blank:
            found = blank_value(ctx, key, named)
            if found is not None:
                return copied(ctx, found)
        hopeful = not ctx.untold or blank or self._may_be_known(ctx, name, named)
        if hopeful and not ctx.careful and key not in ctx.stumbled and not (ctx.past and ctx.past.stays_open(key)):
            value = self._plainly(ctx, named, args)
            if value is not MISSING:
                if blank:
                    remember_blank(ctx, key, named)
                return value
            ctx.stumbled.add(key)
        return self._compute(ctx, key, named)

    def _name(self, name: str) -> Named:
        info = self.facts.get(name)
        return self._named.setdefault(name, Named(name, info, info is None and self.compiler.is_fixed(name)))

    def _plainly(self, ctx: Context, named: Named, args: tuple[object, ...]) -> object:
        """The value by plain code; MISSING where that gives up."""
        mark = ctx.mark()
        try:
            noting = ctx.explains or ctx.careful or ctx.tracking  # open code notes whatever it relies on
            name = named.noted if noting else named.told
            function = self._space.get(name) or self.compiler.by_name(name)
            return function(ctx, *args)  # type: ignore[operator]
        except STUMBLES:
            ctx.strike_out(mark)
            return MISSING

    def _surely(self, ctx: Context, named: Named, args: tuple[object, ...], noting: bool) -> object:
        """The same of what no state changes, remembered for all questions with what it cites."""
        book = ctx.open_book()
        value = self._plainly(ctx, named, args)
        cites, touched, assumed, seen = ctx.keep(book)
        if value is not MISSING and not (touched or assumed or seen):
            (named.sure_noted if noting else named.sure)[args] = (value, cites)
        return value

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

    def _is_blank(self, ctx: Context, name: str, named: Named) -> bool:
        """Whether nothing is told or supposed of all that a name hangs on, and it hangs on facts alone."""
        watched = named.watched
        if watched is None:
            watched = self._watch(name, named)
        found = ctx.blanks[name] = (
            named.blank is not None
            and not ctx.raw
            and not ctx.is_told(watched)
            and (ctx.begun is None or ctx.begun.facts.keys().isdisjoint(watched))
            and watched.isdisjoint(ctx.veiled())
        )
        return found

    def _watch(self, name: str, named: Named) -> frozenset[str]:
        if named.blank is None and self.compiler.hangs_on_facts(name):
            named.blank = (Page(), Page(), Page(), Page())
        found = named.watched = self.compiler.watch_open(name)
        return found

    def _may_be_known(self, ctx: Context, name: str, named: Named) -> bool:
        """Whether plain code is worth a try: nothing that the value reads is known to be missing."""
        return self._reads(name, named).isdisjoint(ctx.untold)

    def _reads(self, name: str, named: Named) -> frozenset[str]:
        """All that a name reads in the end, looked up once."""
        reads = named.reads
        if reads is None:
            reads = named.reads = self.compiler.reads(name)
        return reads

    def _compute(self, ctx: Context, key: Leaf, named: Named) -> object:
        name, args = key
        evaluate = named.evaluate
        if evaluate is None:
            evaluate = self._write(name, named)
        meter = ctx.meter
        meter.left -= PAGE
        if meter.left < 0 or ctx.depth > DEEPEST:
            ctx.account(name)
        ctx.work += 1
        leaves, ctx.leaves = ctx.leaves, {}
        cuts, ctx.cuts = ctx.cuts, {}
        book = ctx.cites, ctx.touched, ctx.assumed, ctx.seen
        ctx.cites, ctx.touched, ctx.assumed, ctx.seen = {}, {}, {}, {}
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
            if tipped:
                for leaf, cut in tipped.items():
                    cuts.setdefault(leaf, cut)
        remember(ctx, key, named, (value, page, mine, tipped))
        return value

    def _ask_derived(self, ctx: Context, info: FactCode, args: tuple[object, ...], value: object) -> object:
        """A derived fact that cannot be computed is asked for itself, not for what it is made of."""
        leaf = (info.name, args)
        if info.name in ctx.opened and type(value) is Unknown:
            return value
        if info.assumed is not None and not _is_hidden(ctx, leaf):  # of what is hidden nothing is assumed
            taken = info.given
            if taken is MISSING:
                taken = info.assumed.open(self._moment_of(ctx, info.name), list(args))
            if type(taken) is int and ctx.origin is not None:
                counted = self._counted_on(ctx, ctx.origin, info, leaf, taken)
                if counted is not None:
                    return counted
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
        if ctx.origin is not None and value is not SILENT:  # else only it can be told
            since = self._since(ctx, ctx.origin, leaf, Unknown(low, high, domain.options))
            if since is not None:
                return since
        ctx.leaves.clear()
        ctx.seen[leaf] = None
        result = Unknown(low, high, domain.options, leaf)
        ctx.leaves[leaf] = result
        return result

    def _moment_of(self, ctx: Context, name: str) -> Context:
        """The state of which a derived fact is assumed: that before a run, until the run has written what it is made of."""
        origin = ctx.origin
        if origin is None:
            return ctx.at_first()
        parts = self._parts.get(name)
        if parts is None:
            clauses = self.program.values[name].clauses
            reads = reads_of(self.program, tuple((each.node.value, each.node.when) for each in clauses))
            parts = self._parts[name] = frozenset(self.facts.keys() & reads)
        before, facts = origin.facts, ctx.facts
        return ctx.at_first() if all(facts.get(part) is before.get(part) for part in parts) else ctx

    def _since(self, ctx: Context, origin: Context, leaf: Leaf, value: Unknown) -> Unknown | None:
        """A derived fact after what was done: as much more as what is known of it has moved; None: nothing it is made of was written."""
        written, _, step = self._step(ctx, origin, leaf)
        if not written:
            return None
        low, high = value.bounds()
        if step is not None and value.options is None:
            ctx.leaves.clear()
            ctx.leaves[leaf] = Unknown(*self.facts[leaf[0]].domain(ctx, leaf[1]).bounds(), None, leaf)
            return Unknown(low, high, None, leaf, step)
        return Unknown(low, high, value.options, behind=tuple(ctx.leaves))

    def _counted_on(self, ctx: Context, origin: Context, info: FactCode, leaf: Leaf, taken: int) -> object:
        """What an assumed number has come to by what was done to its parts; None where it stands as it is assumed now."""
        written, was, step = self._step(ctx, origin, leaf)
        if not written or not ctx.leaves:
            return None
        assert info.assumed is not None
        if info.given is MISSING and not self.facts.keys().isdisjoint(self.compiler.names_read(info.assumed)):
            return None  # it is assumed anew of every state
        if isinstance(was, Unknown) and step is not None:
            ctx.leaves.clear()
            ctx.assumed[leaf] = taken
            return taken + step
        domain = info.domain(ctx, leaf[1])
        return Unknown(domain.low, domain.high, domain.options, behind=tuple(ctx.leaves))

    def _step(self, ctx: Context, origin: Context, leaf: Leaf) -> tuple[bool, object, int | None]:
        """Whether anything was written of which a derived fact is made, what it was before, and how far it has moved where that is known."""
        name, args = leaf
        before, facts = origin.facts, ctx.facts
        if all(facts.get(read) is before.get(read) for read in self._reads(name, self._named[name])):
            return False, None, None
        then, now = Raw(origin), Raw(ctx)
        was, is_ = self.evaluator(name)(then, args), self.evaluator(name)(now, args)
        if was is SILENT and is_ is SILENT:
            return False, None, None  # nothing says what it is made of, before as after
        made_of = {*then.seen, *now.seen, *then.worked_out(), *now.worked_out()}
        written = [read for read in made_of if _as_told(origin, read) != _as_told(ctx, read)]
        if not written:
            return False, None, None
        # ends that stay where they are say nothing of a number that something unknown was done to
        return True, was, None if any(_is_blurred(ctx, read) for read in written) else moved(was, is_)

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
                if name in self.program.values and name not in self.program.facts and (low, high) != (None, None):
                    return self.evaluator(name)(ctx, args)  # a number of which an end is known goes on as it is
                return UNKNOWN
            options = tuple(range(low, high + 1))
        if len(options) > FEW:
            return UNKNOWN
        return join(self.value(ctx, name, (*args[:at], option, *args[at + 1 :])) for option in options)

    def evaluator(self, name: str) -> Evaluate:
        """The open code of a definition or table column."""
        named = self._named.get(name) or self._name(name)
        return self._write(name, named) if named.evaluate is None else named.evaluate

    def _write(self, name: str, named: Named) -> Evaluate:
        found = self._written(name)
        if named.watched is None:
            self._watch(name, named)  # first: what is worked out by it is remembered
        named.evaluate = found
        return found

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


def _is_blurred(ctx: Context, leaf: Leaf) -> bool:
    """Whether something was done to a fact and nobody knows what: it is not told, and not as much more or less than it was."""
    told = ctx.told(*leaf)
    return isinstance(told, Unknown) and told.leaf != leaf


def _is_hidden(ctx: Context, leaf: Leaf) -> bool:
    """Whether a derived fact, or any that was read for it, is told to others alone."""
    unseen = ctx.unseen
    return bool(unseen) and (leaf in unseen or not ctx.seen.keys().isdisjoint(unseen))

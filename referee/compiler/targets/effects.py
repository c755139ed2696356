"""Steps of effects and procedures as resumable Python: a written generator that stops where somebody must choose."""

from __future__ import annotations

from functools import singledispatchmethod

from grammar import nodes as n
from grammar.base.records import replace
from kb.rules.reads import hidden_behind_choice
from kb.rules.writes import Writes
from referee.compiler.targets.limits import LimitsReader
from referee.compiler.targets.loops import rounds
from referee.compiler.targets.offers import behind, formulas, offered, span_of
from referee.compiler.targets.places import lies_at, lies_in, written
from referee.compiler.targets.told import Told
from referee.compiler.targets.writer import Writer
from referee.errors import UnknownNameError
from referee.evaluation.context import ref_parts
from referee.evaluation.scope import CANDIDATE, Scope
from referee.resolved.tree import nodes as r
from referee.units.choices import ChooseCode, EachChooseCode, OfferCode, WindowCode
from referee.units.formula import Compiles, Formula

#: how often one payment may force its rescue
RESCUES = 60
#: steps that stop for want of a fact only where a step inside them does
_OPEN = (n.If, n.Pass, n.GameOver)


class EffectWriter:
    """Writes the steps of one clause, procedure, trigger or step of the course."""

    def __init__(self, compiler: Compiles, scope: Scope, paragraph: str) -> None:
        self.compiler = compiler
        self.program = compiler.program
        self.scope = scope
        self.paragraph = paragraph
        self.out = Writer()
        self.formulas: list[Formula] = []
        self.choices: list[ChooseCode | EachChooseCode | OfferCode | WindowCode] = []
        self.writes = Writes(compiler.program)

    def write(self, steps: tuple[n.Step, ...]) -> None:
        """The steps as a function that makes them, given the formulas and choices they name."""
        out = self.out
        with out.block("def made(formulas, choices, paragraph):"):
            with out.block("def effect(run, e):"):
                out.line("x = run.ctx")
                at = len(out.lines)
                self._body(steps)
                size = self.scope.frame.size  # known only now: the body may bring names of its own
                out.lines.insert(at, f"  if len(e) < {size}: e.extend([None] * ({size} - len(e)))")
                out.line("return")
                out.line("yield")
            out.line("return effect")

    def _body(self, steps: tuple[n.Step, ...]) -> None:
        """Steps one after another; where nothing may be refused after one of them, what it does may be the last that can be."""
        out = self.out
        final = next((at for at in reversed(range(len(steps))) if self.writes.may_be_refused(steps[at])), None)
        last = out.temp() if final is not None else ""
        if last:
            out.line(f"{last}, run.last = run.last, False")
        for at, step in enumerate(steps):
            if at == final:
                out.line(f"run.last = {last}")
            self._guarded(step)
            if at == final:
                out.line(f"if {last}: raise Settled")

    def _guarded(self, step: n.Step) -> None:
        """A step that may stop for want of a fact."""
        out = self.out
        out.line("run.tick(paragraph)")
        if isinstance(step, _OPEN):
            self.step(step)
            return
        with out.block("try:"):
            self.step(step)
        with out.block("except NeedFact as need:"):
            names, slots = sorted(self.writes.named(step)), self.scope.slots
            self._blurred(step, tuple(names))
            for name in names:
                if name in slots and name not in self.program.facts:
                    out.line(f"e[{slots[name]}] = run.doubt(need)")

    def _blurred(self, step: n.Step, names: tuple[str, ...]) -> None:
        """What a step leaves unknown that stopped for want of a fact: only the places that it names, where they are known."""
        out, places = self.out, written(self.program, self.scope, step)
        if not places:
            out.line(f"run.blur(need, {names!r})")
            return
        with out.block("try:"):
            found = out.temp()
            out.line(f"{found} = {self._places(places)}")
        with out.block("except NeedFact:"):
            out.line(f"{found} = []")
        out.line(f"run.blur(need, {names!r}, {found})")

    @singledispatchmethod
    def step(self, step: n.Step) -> None:
        """One step."""
        raise TypeError(f"no step: {type(step).__name__}")

    # ---- values ----------------------------------------------------------------------------------------------------

    def _value(self, expr: n.Expr, way: str = "known", to: n.Ref | None = None) -> str:
        """A value that is needed now: by plain code, or by open code and then perhaps asked for; `to`: where cards go."""
        formula = self.compiler.formula(expr, self.scope)
        node = formula.expr
        if isinstance(node, r.Const):
            return repr(node.value)
        out, name = self.out, self.out.temp()
        pile = "None" if to is None else f"({self._target(to)})"
        self.formulas.append(formula)
        fallback = f"{name} = yield from run.learn(run.{way}, formulas[{len(self.formulas) - 1}], e, paragraph, {pile})"
        target = Told(out, self.compiler.sorts, self.scope.sorts, self.program.members)
        target.carries = True
        if isinstance(node, r.Local) and not node.let and way in ("known", "handed"):
            out.line(f"{name} = e[{node.slot}]")
            out.line(f"if x.careful: {fallback}")
            return name
        out.line(f"if x.careful: {fallback}")
        with out.block("else:"):
            with out.block("try:"):
                value = target.flag(node) if way in ("decided", "weighed") else target.expr(node)
                out.line(f"{name} = {value}")
            with out.block("except STUMBLES:"):
                out.line(fallback)
        return name

    def _test(self, expr: n.Expr) -> str:
        return self._value(expr, "decided")

    def _values(self, exprs: tuple[n.Expr, ...], way: str = "known") -> str:
        values = [self._value(expr, way) for expr in exprs]
        return f"({', '.join(values)}{',' * (len(values) == 1)})"

    def _target(self, ref: n.Ref) -> str:
        """A fact with its keys."""
        name, keys = ref_parts(ref)
        return f"{name!r}, {self._values(keys)}"

    def _places(self, places: tuple[n.Place, ...]) -> str:
        found = ["None" if isinstance(place, n.Nowhere) else f"({self._target(place)})" for place in places]
        return f"[{', '.join(found)}]"

    # ---- changes ---------------------------------------------------------------------------------------------------

    @step.register
    def _assign(self, step: n.Assign) -> None:
        name = step.target.id if isinstance(step.target, n.Name) else ""
        if name in self.scope.slots and name not in self.program.facts:
            slot, new = self.scope.slots[name], self._value(step.value, "handed")
            sign = {"set": "", "raise": "1", "lower": "-1"}[step.op]
            new = f"run.shifted(e[{slot}], {new}, {sign})" if sign else new
            self.out.line(f"e[{slot}] = run.kept(e[{slot}], {new})")
            return
        target = self._target(step.target)
        new = self._value(step.value, "found")
        if step.op == "set":
            self.out.line(f"yield from run.set({target}, {new}, paragraph)")
        else:
            self.out.line(f"yield from run.shift({target}, {new}, {1 if step.op == 'raise' else -1}, paragraph)")

    @step.register
    def _move(self, step: n.Move) -> None:
        self._transfer(self._value(step.amount, "handed"), step.source, step.target, step.up_to)

    def _transfer(self, amount: str, source: tuple[n.Place, ...], target: tuple[n.Place, ...], up_to: bool) -> None:
        with self.out.block(f"if run.some({amount}):"):
            places = f"{self._places(source)}, {self._places(target)}"
            self.out.line(f"yield from run.move({amount}, {places}, paragraph, {up_to})")
        self.out.line(f"else: {self._turned((*source, *target))}")

    @step.register
    def _pay(self, step: n.Pay) -> None:
        out = self.out
        amount = self._value(step.amount, "handed")
        if step.rescue is not None:
            out.line("run.last = False")
            with out.block(f"for _ in range({RESCUES}):"):
                source = self._places(step.source)
                covered, aid = out.temp(), out.temp()
                out.line(f"{covered} = run.covers({source}, {amount})")
                out.line(f"if {covered} is True: break")
                with out.block(f"for {aid} in run.rescued({covered}):"), out.block(f"with {aid}:"):
                    self.step(n.Do(step.rescue))
                out.line(f"if {covered} is not False: break")  # it was done as often as it can be
            with out.block("else:"):
                out.line("raise BudgetError(paragraph)")
        self._transfer(amount, step.source, step.target, False)

    @step.register
    def _put(self, step: n.Put) -> None:
        covered = isinstance(step.what, n.Call) and lies_in(self.program, self.scope, step.what) is not None
        what = self._value(step.what, to=step.pile if covered else None)
        lies = lies_in(self.program, self.scope, step.what)
        source, target = step.source or lies, self._target(step.pile)
        taken_from = "None" if source is None else f"({self._target(source)})"
        named = lies_at(step.what) if source is not None and source == lies else None
        nth, at = ("None" if place is None else self._value(place) for place in (named, step.place))
        self.out.line(f"yield from run.put({what}, {step.where!r}, ({target}), {taken_from}, paragraph, {nth}, {at})")

    @step.register
    def _draw(self, step: n.Draw) -> None:
        amount, left = self._value(step.amount), self.out.temp()
        self._drawn(step, amount, left)
        if step.rescue is not None:
            with self.out.block(f"if {left}:"):
                self.out.line("run.last = False")
                self.step(n.Do(step.rescue))
                self._drawn(step, left, left)

    def _drawn(self, step: n.Draw, amount: str, left: str) -> None:
        """One draw, and how many cards it missed."""
        source, target = self._target(step.source), self._target(step.target)
        self.out.line(f"{left} = yield from run.draw({amount}, ({source}), ({target}), paragraph)")

    @step.register
    def _shuffle(self, step: n.Shuffle) -> None:
        self.out.line(f"yield from run.shuffle({self._target(step.pile)}, paragraph)")

    @step.register
    def _disclose(self, step: n.Disclose) -> None:
        amount = "None" if step.amount is None else self._value(step.amount)
        self.out.line(f"run.disclose({amount}, {self._target(step.fact)}, {self._value(step.to)})")

    # ---- control ---------------------------------------------------------------------------------------------------

    @step.register
    def _do(self, step: n.Do) -> None:
        call, program = step.call, self.program
        if call.name in self.scope.slots:
            self.out.line(f"yield from run.deed(e[{self.scope.slots[call.name]}], x.actor)")
        elif call.name in program.procedures:
            self.out.line(f"yield from run.procedure({call.name!r}, {self._values(call.args, 'handed')}, paragraph)")
        elif call.name in program.actions:
            args = self._values(call.args, "handed")
            named = ", ".join(f"{key!r}: {self._value(value, 'handed')}" for key, value in call.named)
            slot = self.scope.slots.get("actor")
            actor = "x.actor" if slot is None else f"e[{slot}]"
            if step.by is not None:
                actor = self._value(step.by, "handed")
            self.out.line(f"yield from run.action({call.name!r}, {args}, {{{named}}}, {actor}, paragraph)")
        else:
            raise UnknownNameError("action or procedure", call.name, [*program.actions, *program.procedures])

    def _turned(self, node: object) -> str:
        """A way that is not taken, as it is noted."""
        return f"run.turned({tuple(sorted(self.writes.named(node)))!r}, paragraph)"

    @step.register
    def _if(self, step: n.If) -> None:
        test = self._value(step.test, "weighed")
        ways = [(steps, never) for steps, never in ((step.then, False), (step.other, True)) if steps]
        self.out.line(f"if type({test}) is Unknown: run.last = False")  # both ways are gone
        for steps, never in ways:
            self.out.line(f"if {test} is {never}: {self._turned(steps)}")
        for steps, never in ways:
            with self.out.block(f"if {test} is not {never}:"), self.out.block(f"with run.maybe({test}):"):
                self._body(steps)

    @step.register
    def _for(self, step: n.For) -> None:
        out, outer = self.out, self.scope
        members = self._value(step.members)
        self.scope = inner = outer.child(step.var)
        slot = inner.slots[step.var]
        chosen, item = out.temp(), out.temp()
        out.line(f"{chosen} = run.items({members})")
        doubts = ""
        if step.body is not None:
            listed, chosen, doubts = chosen, out.temp(), out.temp()
            out.line(f"{chosen}, {doubts} = [], {{}}")
            with out.block(f"for {item} in {listed}:"):
                out.line(f"e[{slot}] = {item}")
                test = self._value(step.body, "weighed")
                with out.block(f"if {test} is not False:"):
                    out.line(f"{chosen}.append({item})")
                    out.line(f"if {test} is not True: {doubts}[{item}] = {test}")
                out.line(f"else: {self._turned(step.steps)}")
        if step.by is not None:
            keyed = out.temp()
            out.line(f"{keyed} = []")
            with out.block(f"for {item} in {chosen}:"):
                out.line(f"e[{slot}] = {item}")
                out.line(f"{keyed}.append((rank(x, {self._value(step.by)}), {item}))")
            out.line(f"{chosen} = run.ordered({keyed}, {step.down})")
        last, at = out.temp(), out.temp()
        out.line(f"{last} = len({chosen}) - 1 if run.last{f' and not {doubts}' if doubts else ''} else -1")
        with out.block(f"for {at}, {item} in {rounds(step, chosen)}:"):
            out.line(f"run.last = {at} == {last}")
            out.line(f"e[{slot}] = {item}")
            if doubts:
                with out.block(f"with run.maybe({doubts}.get({item}, True)):"):
                    self._body(step.steps)
            else:
                self._body(step.steps)
        self.scope = outer

    @step.register
    def _repeat(self, step: n.Repeat) -> None:
        most = self._value(step.most)
        self.out.line("run.last = False")
        with self.out.block(f"for _ in run.times({most}):"):
            if step.test is not None:
                self.out.line(f"if not {self._test(step.test)}: break")
            self._body(step.steps)

    @step.register
    def _let(self, step: n.Let) -> None:
        value = self._value(step.value, "handed")
        self.out.line(f"e[{self._slot(step.name)}] = {value}")

    def _slot(self, name: str) -> int:
        """The slot of a name this body brings; frames made before it are long enough, because they are made by size."""
        return self.scope.add(name)

    @step.register
    def _emit(self, step: n.Emit) -> None:
        self.out.line(f"yield from run.emit({step.call.name!r}, {self._values(step.call.args, 'handed')}, paragraph)")

    @step.register
    def _pass(self, step: n.Pass) -> None:
        self.out.line("run.turned((), paragraph)")

    @step.register
    def _gameover(self, step: n.GameOver) -> None:
        self.out.line("run.end_game(paragraph)")

    # ---- choices ---------------------------------------------------------------------------------------------------

    def _chosen(self, choice: ChooseCode | EachChooseCode | OfferCode, way: str) -> None:
        self.choices.append(choice)
        self.out.line(f"yield from run.{way}(choices[{len(self.choices) - 1}], e)")

    @step.register
    def _choose(self, step: n.Choose) -> None:
        name, keys = ref_parts(step.target)
        scope, compiler = self.scope, self.compiler
        local = isinstance(step.target, n.Name) and name not in self.program.facts
        by, at = compiler.maybe(step.by, scope), formulas(compiler, keys, scope)
        otherwise = compiler.maybe(step.otherwise, scope)
        slot = self._slot(name) if local else scope.child(CANDIDATE).slots[CANDIDATE]
        seen = scope if local else scope.alias(CANDIDATE, slot)
        span = span_of(compiler, step.type, scope)
        test = compiler.maybe(step.body, seen)
        limits = LimitsReader(compiler, scope, name).of(step.body if local else None)
        rests_on = hidden_behind_choice(self.program, step.target, (step.body, step.type, step.weight))
        weight = compiler.maybe(step.weight, seen)
        code = ChooseCode(
            name, at, step.type, span, by, test, otherwise, slot, local, step.chance, self.paragraph, limits, rests_on, weight,
        )  # fmt: skip
        self._chosen(code, "choose")

    @step.register
    def _chooseeach(self, step: n.ChooseEach) -> None:
        inner = self.scope.child(step.var)
        name, keys = ref_parts(step.target)
        members = self.compiler.formula(step.members, self.scope)
        span = span_of(self.compiler, step.type, inner)
        rests_on = hidden_behind_choice(self.program, step.target, (step.type, step.body))
        slot, tried = inner.slots[step.var], inner.child(CANDIDATE).slots[CANDIDATE]
        test = self.compiler.maybe(step.body, inner.alias(CANDIDATE, tried))
        otherwise = self.compiler.maybe(step.otherwise, inner)
        at = formulas(self.compiler, keys, inner)
        code = EachChooseCode(
            name, at, step.type, span, members, slot, self.paragraph, rests_on, test, otherwise, tried
        )
        self._chosen(code, "choose_each")

    @step.register
    def _offer(self, step: n.Offer) -> None:
        to = self.compiler.formula(step.to, self.scope)
        offers = tuple(offered(self.compiler, call, self.scope) for call in step.calls)
        self._chosen(OfferCode(offers, to, step.must, self.paragraph, behind(self.program, step.calls)), "offer")

    @step.register
    def _answered(self, step: n.Answered) -> None:
        """A window is a step of its deed: it is left out where its condition does not hold."""
        out, outer = self.out, self.scope
        if step.when is not None:
            self.step(n.If(step.when, (replace(step, when=None),), ()))
            return
        made, inner = self.compiler, outer.child(step.var)
        out.line("run.last = False")
        who = (made.formula(step.members, outer), made.formula(n.Member(n.Name(step.var), step.members), inner))
        offers = tuple(offered(made, call, inner) for call in step.calls)
        slot, test, rests_on = inner.slots[step.var], made.maybe(step.body, inner), behind(self.program, step.calls)
        self.choices.append(WindowCode(step.order, slot, *who, test, offers, self.paragraph, rests_on, step.must))
        answered = out.temp()
        out.line(f"{answered} = yield from run.window(choices[{len(self.choices) - 1}], e)")
        if step.otherwise is not None:
            with out.block(f"if not {answered}:"):
                self._body((step.otherwise,))

    @step.register
    def _cancel(self, step: n.Cancel) -> None:
        self.out.line("run.cancel(paragraph)")

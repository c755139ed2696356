"""Reductions of actions, steps and triggers -> nodes."""

from __future__ import annotations

from grammar import nodes as n
from grammar.base.tokens import Kids
from grammar.rules.builder.parts import place_of, text_of


class BuildConduct:
    """One method per rule of conduct."""

    def by_kind(self, kids: Kids) -> tuple[str, str, None]:
        return (str(kids[0]), str(kids[1]), None)

    def by_set(self, kids: Kids) -> tuple[str, str, n.Expr]:
        return (str(kids[0]), "", kids[1])

    def _action(self, kids: Kids, card: bool) -> n.Action:
        name, params, (actor, kind, among), classes, *clauses = kids
        return n.Action(
            str(name), params or (), actor, kind, among, classes or (), tuple(clauses), card, at=place_of(kids)
        )

    def action(self, kids: Kids) -> n.Action:
        return self._action(kids, card=False)

    def card(self, kids: Kids) -> n.Action:
        return self._action(kids, card=True)

    def klass(self, kids: Kids) -> n.ActionClass:
        return n.ActionClass(str(kids[0]), tuple(kids[1:]), at=place_of(kids))

    def clauses(self, kids: Kids) -> n.Rule:
        return n.Rule(str(kids[0]), tuple(kids[1:]), at=place_of(kids))

    def applies(self, kids: Kids) -> n.Applies:
        return n.Applies(kids[1], at=place_of(kids))

    def requires(self, kids: Kids) -> n.Requires:
        return n.Requires(kids[1], kids[2], sum(kids[3:], ()), at=place_of(kids))

    def requires_after(self, kids: Kids) -> n.Requires:
        return n.Requires(kids[1], kids[2], sum(kids[3:], ()), after=True, at=place_of(kids))

    def forbidden(self, kids: Kids) -> n.Forbidden:
        return n.Forbidden(kids[1], sum(kids[2:], ()), at=place_of(kids))

    def allowed(self, kids: Kids) -> n.Allowed:
        return n.Allowed(kids[1], sum(kids[2:], ()), at=place_of(kids))

    def cost(self, kids: Kids) -> n.Cost:
        _, amount, source, target, when = kids
        return n.Cost(amount, source, target or (n.Nowhere(),), when, at=place_of(kids))

    def effect(self, kids: Kids) -> n.Effect:
        return n.Effect(kids[2], text_of(kids[1]), at=place_of(kids))

    def finally_(self, kids: Kids) -> n.Effect:
        return n.Effect(kids[1], last=True, at=place_of(kids))

    def let_clause(self, kids: Kids) -> n.Let:
        return n.Let(str(kids[0]), kids[1], at=place_of(kids))

    let_step = let_clause

    def each_clause(self, kids: Kids) -> n.Each:
        return n.Each(str(kids[0]), kids[1], kids[2], tuple(kids[3:]), at=place_of(kids))

    def option(self, kids: Kids) -> n.Option:
        return n.Option(str(kids[0]), tuple(kids[1:]), at=place_of(kids))

    def limit(self, kids: Kids) -> n.Limit:
        return n.Limit(kids[1], str(kids[2]), kids[3] or (), at=place_of(kids))

    def slots(self, kids: Kids) -> n.Slots:
        return n.Slots(kids[1], at=place_of(kids))

    def anytime(self, kids: Kids) -> n.Anytime:
        return n.Anytime(at=place_of(kids))

    def calls(self, kids: Kids) -> tuple[n.Call, ...]:
        return tuple(kids)

    def answered(self, kids: Kids) -> n.Answered:
        word, order, var, members, body, when, must, calls, otherwise = kids
        after, owed = str(word) == "followed", must is not None
        return n.Answered(str(order), str(var), members, body, when, calls, otherwise, after, owed, at=place_of(kids))

    def cascade(self, kids: Kids) -> tuple[n.Place, ...]:
        return tuple(kids)

    def nowhere(self, kids: Kids) -> n.Nowhere:
        return n.Nowhere()

    # ---- steps
    def set_(self, kids: Kids) -> n.Assign:
        return n.Assign("set", kids[0], kids[1], at=place_of(kids))

    def raise_(self, kids: Kids) -> n.Assign:
        return n.Assign("raise", kids[0], kids[1], at=place_of(kids))

    def lower(self, kids: Kids) -> n.Assign:
        return n.Assign("lower", kids[0], kids[1], at=place_of(kids))

    def up_to(self, kids: Kids) -> bool:
        return True

    def move(self, kids: Kids) -> n.Move:
        return n.Move(kids[1], kids[2], kids[3], kids[0] is not None, at=place_of(kids))

    def pay(self, kids: Kids) -> n.Pay:
        return n.Pay(kids[0], kids[1], kids[2], kids[3], at=place_of(kids))

    def put(self, kids: Kids) -> n.Put:
        return n.Put(kids[0], str(kids[2]), kids[3], kids[1], kids[4] if len(kids) > 4 else None, at=place_of(kids))

    def draw(self, kids: Kids) -> n.Draw:
        return n.Draw(kids[0], kids[1], kids[2], kids[3], at=place_of(kids))

    def shuffle(self, kids: Kids) -> n.Shuffle:
        return n.Shuffle(kids[0], at=place_of(kids))

    def disclose(self, kids: Kids) -> n.Disclose:
        return n.Disclose(kids[0], kids[1], kids[2], at=place_of(kids))

    def do(self, kids: Kids) -> n.Do:
        return n.Do(kids[0], kids[1], at=place_of(kids))

    def if_step(self, kids: Kids) -> n.If:
        return n.If(kids[0], kids[1], kids[2] or (), at=place_of(kids))

    def for_step(self, kids: Kids) -> n.For:
        var, members, body, by, down, steps = kids
        return n.For(str(var), members, body, by, down is not None, steps, at=place_of(kids))

    def repeat(self, kids: Kids) -> n.Repeat:
        return n.Repeat(kids[1], kids[2], kids[3], at=place_of(kids))

    def choose(self, kids: Kids) -> n.Choose:
        return n.Choose(kids[0], kids[1], kids[2], kids[3], kids[4], at=place_of(kids))

    def random(self, kids: Kids) -> n.Choose:
        return n.Choose(kids[0], kids[1], None, kids[2], chance=True, weight=kids[3], at=place_of(kids))

    def choose_each(self, kids: Kids) -> n.ChooseEach:
        return n.ChooseEach(kids[0], kids[1], str(kids[2]), kids[3], kids[4], kids[5], at=place_of(kids))

    def offer(self, kids: Kids) -> n.Offer:
        return n.Offer(kids[0], kids[1], at=place_of(kids))

    def oblige(self, kids: Kids) -> n.Offer:
        return n.Offer(kids[1], kids[0], must=True, at=place_of(kids))

    def emit(self, kids: Kids) -> n.Emit:
        return n.Emit(kids[0], at=place_of(kids))

    def nothing(self, kids: Kids) -> n.Pass:
        return n.Pass(at=place_of(kids))

    def cancel(self, kids: Kids) -> n.Cancel:
        return n.Cancel(at=place_of(kids))

    def over(self, kids: Kids) -> n.GameOver:
        return n.GameOver(at=place_of(kids))

    def body(self, kids: Kids) -> tuple[n.Step, ...]:
        return tuple(kids)

    def procedure(self, kids: Kids) -> n.Procedure:
        return n.Procedure(str(kids[0]), kids[1] or (), kids[2], kids[3], at=place_of(kids))

    def event(self, kids: Kids) -> n.Event:
        return n.Event(str(kids[0]), kids[1] or (), at=place_of(kids))

    def trigger(self, kids: Kids) -> n.Trigger:
        later, name, names, when, steps = kids
        return n.Trigger("later" if later else "on", str(name), names or (), when, steps, at=place_of(kids))

    def instead(self, kids: Kids) -> n.Trigger:
        return n.Trigger("instead", str(kids[0]), kids[1] or (), kids[2], kids[3], at=place_of(kids))

    def change_trigger(self, kids: Kids) -> n.ChangeTrigger:
        return n.ChangeTrigger(str(kids[1]), kids[2], kids[3], kids[4], kids[0] is not None, at=place_of(kids))

    def whenever(self, kids: Kids) -> n.Whenever:
        return n.Whenever(text_of(kids[1]), kids[2], kids[3], kids[4], at=place_of(kids))

    def lifts(self, kids: Kids) -> n.Lifts:
        return n.Lifts(tuple(str(kid)[1:] for kid in kids[1:-1]), kids[-1], at=place_of(kids))

    def while_(self, kids: Kids) -> n.While:
        return n.While(kids[1], tuple(kids[2:]), at=place_of(kids))

    def ends(self, kids: Kids) -> n.Ends:
        return n.Ends(kids[1], at=place_of(kids))

    def decide(self, kids: Kids) -> n.Decide:
        target, option, who, home, when, (by, value) = kids
        named = None if option is None else str(option)
        return n.Decide(
            target, named, str(who), None if home is None else str(home), when, by, value, at=place_of(kids)
        )

    def decided_by(self, kids: Kids) -> tuple[tuple[n.Expr, ...], None]:
        return tuple(kids), None

    def decided_so(self, kids: Kids) -> tuple[tuple[n.Expr, ...], n.Expr]:
        return (), kids[0]

"""What a card in play waits for: times, triggers, what holds while it lies there. Each becomes statements beside the card.

What is to happen becomes an action of its own, done by whoever has the card: its choices are parameters, its price a cost. A
trigger obliges the owner to it, or offers it when it has a price; a time at which one may act makes it an action of that time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.language.meanings import Happening
from kb.cards.lowering.conditions import condition
from kb.cards.lowering.pieces import ACTOR, all_of, guard_clause, is_some, placed
from kb.cards.lowering.scene import CardFault, fill, one
from kb.cards.lowering.triggers import change, trigger

if TYPE_CHECKING:
    from kb.cards.lowering.sentences import Lowering

WAITS = frozenset({"timing", "trigger", "timed_price", "paid_trigger"})


@dataclass(frozen=True, slots=True)
class Group:
    """A heading that waits, with the sentences under it."""

    heading: t.Lead
    parts: tuple[t.Part, ...]


def split_waiting(parts: tuple[t.Part, ...]) -> tuple[tuple[t.Part, ...], tuple[Group, ...]]:
    """What happens when the card is played, and what waits."""
    now: list[t.Part] = []
    groups: list[Group] = []
    waits = False
    for part in parts:
        if isinstance(part, t.Lead):
            waits = part.mode in WAITS
            if waits:
                groups.append(Group(part, ()))
                continue
        if waits and not isinstance(part, t.Needs):
            groups[-1] = replace(groups[-1], parts=(*groups[-1].parts, part))
        else:
            now.append(part)
    return tuple(now), tuple(groups)


class Expectations:
    """Lowers the groups of one card; `make` starts the lowering of an action of that name."""

    def __init__(self, make: Callable[[str], Lowering], name: str, kind: str) -> None:
        self.make, self.name, self.kind = make, name, kind
        self.words = make(name).words
        owner = self.words.meanings.expressions.get(("KIND", kind, "owner"))
        self.owner = owner.fill({"card": n.Name(name)}) if owner is not None else None
        self.statements: list[n.Statement] = []
        self.made = 0

    def enters(self, at: t.At) -> list[n.Clause]:
        """The clauses by which the card comes into play."""
        said = self.words.meanings.clauses.get(("KIND", self.kind, "enters"))
        return placed(fill(said, {"card": n.Name(self.name), "actor": ACTOR}, at), at) if said is not None else []

    def group(self, group: Group) -> None:
        """Adds the statements of one heading."""
        heading = group.heading
        if self.owner is None:
            shown = self.words.vocabulary.entry("KIND", self.kind).forms[0]
            cure = "Write what happens at once; a kind of card that stays in play has an “owner” in the vocabulary."
            raise CardFault(heading.at, f"nothing can wait: a card of the kind “{shown}” does not stay in play", cure)
        if not group.parts:
            raise CardFault(
                heading.at, "nothing stands under this heading", "Write what is to happen behind the colon."
            )
        if heading.mode in ("trigger", "paid_trigger"):
            asking = self._asking(self.owner)
            happening, tests = trigger(asking, heading)
            self._when(group, self.owner, happening, tests, {r.expr: r.kinds for r in asking.scene.named})
        elif self.words.vocabulary.said("TIMING", heading.word, "holds"):
            self._while(group, self.owner)
        elif on := self.words.meanings.happenings.get(heading.word):
            when = self.words.meanings.expressions.get(("TIMING", heading.word, "when"))
            tests = [fill(when, self._holes(self.owner), heading.at)] if when is not None else []
            self._when(group, self.owner, on, tests, {})
        else:
            self._window(group, self.owner)

    def _holes(self, owner: n.Expr) -> dict[str, n.Expr]:
        return {"owner": owner, "card": n.Name(self.name)}

    def _asking(self, owner: n.Expr) -> Lowering:
        """A lowering outside of any action: “you” is whoever has the card."""
        asking = self.make(self.name)
        asking.scene.you = asking.scene.actor = owner
        return asking

    # ---- triggers and times ----------------------------------------------------------------------------------------

    def _when(
        self, group: Group, owner: n.Expr, on: Happening, tests: list[n.Expr], named: dict[n.Expr, frozenset[str]]
    ) -> None:
        at = group.heading.at
        action = self._action(group, on.handed, named)
        call = n.Call(action, tuple(n.Name(name) for name in on.handed))
        deed = n.Offer((call,), owner, must=group.heading.price is None)
        for head in fill(on.head, self._holes(owner), at):
            assert isinstance(head, n.Trigger | n.ChangeTrigger)  # it was read as one
            self.statements.append(replace(head, when=all_of([is_some(owner), *tests]), steps=(deed,)))

    def _window(self, group: Group, owner: n.Expr) -> None:
        """`In a deal, turn this card over: …`: something the owner may do at that time."""
        heading = group.heading
        window = self.words.meanings.clauses.get(("TIMING", heading.word, "may"))
        if window is None:
            form = self.words.vocabulary.entry("TIMING", heading.word).forms[0]
            cure = f"Give timing.{heading.word} an “on”, a “may” or “holds” in the vocabulary."
            raise CardFault(heading.at, f"nothing says what “{form}” means in the rules", cure)
        clauses = (n.Requires(n.Compare("is", owner, ACTOR)), *fill(window, self._holes(owner), heading.at))
        self._action(group, {}, {}, clauses, str(self.words.vocabulary.said("TIMING", heading.word, "as", "")))

    def _action(
        self, group: Group, handed: Mapping[str, n.Type], named: Mapping[n.Expr, frozenset[str]],
        clauses: tuple[n.Clause, ...] = (), class_: str = "",
    ) -> str:  # fmt: skip
        """What is to happen as an action of its own; its name."""
        self.made += 1
        name, heading = f"{self.name}_{self.made}", group.heading
        if not class_:  # only a trigger brings it about: what is done through another skips the clauses of its class
            class_ = f"{self.name}_waits"
            if self.made == 1:
                self.statements.append(n.ActionClass(class_, (n.Forbidden(n.Truth(True)),)))
        lowering = self.make(name)
        for expr, kinds in named.items():
            lowering.scene.mention(expr, kinds)
        price = () if heading.price is None else (t.Lead("price", price=heading.price, at=heading.at),)
        body = [*placed(clauses, heading.at), *lowering.parts((*price, *group.parts))]
        params = [n.Param(variable, type_) for variable, type_ in handed.items()]
        self.statements.append(lowering.action(body, params, class_))
        self.statements += lowering.others
        return name

    # ---- what holds while the card is there ------------------------------------------------------------------------

    def _while(self, group: Group, owner: n.Expr) -> None:
        at = group.heading.at
        if group.heading.price is not None:
            raise CardFault(at, "what always holds has no price", "Take the price out, or name a time.")
        for part in group.parts:
            if not isinstance(part, t.Sentence):
                raise CardFault(at, "this cannot hold all the time", "Write plain sentences here.")
            for step in part.steps:
                self._holding(step, owner, at)

    def _holding(self, step: t.Step, owner: n.Expr, at: t.At) -> None:
        if isinstance(step, t.Holds):
            self.statements += change(self._asking(owner), step, owner, at)
        elif isinstance(step, t.Conditional) and step.other is None:
            test = condition(self._asking(owner).things, step.when, at)
            action = self._action(Group(t.Lead("timing", at=at), (t.Sentence((step.act,)),)), {}, {})
            holds = n.And((is_some(owner), *(test.parts if isinstance(test, n.And) else (test,))))
            self.statements.append(n.Whenever("", None, holds, (n.Offer((n.Call(action, ()),), owner, must=True),)))
        elif isinstance(step, t.Act):
            asking = self._asking(owner)
            if asking.act(step):
                raise CardFault(
                    step.verbs.phrases[0].at, "this happens once and cannot hold all the time", "Write when it happens."
                )
            self.statements += asking.others
        else:
            raise CardFault(at, "this cannot hold all the time", "Write when it happens.")


def unless(lowering: Lowering, step: t.Unless) -> list[n.Clause]:
    """`A unless R does B`: R is offered B first; A happens only if B was not done."""
    at = step.verbs.phrases[0].at
    if len(step.subject.items) != 1 or step.subject.modal:
        raise CardFault(at, "“unless” needs one player who may do it", "Name that player.")
    acts = lowering.act(step.act)
    who = one(lowering.things.value(step.subject.items[0], frozenset({"role"})).expr, at)
    name, spared = f"{lowering.scene.card}_unless", f"{lowering.scene.card}_spared"
    if any(isinstance(other, n.Action) and other.name == name for other in lowering.others):
        raise CardFault(at, "a card can be warded off only once", "Split the card.")
    inner = lowering.beside(name)
    inner.scene.you = n.Name("you_")
    body = inner.verbs(step.verbs, (ACTOR,))
    if inner.scene.params:
        raise CardFault(at, "what wards it off may not leave a choice", "Name the things.")
    body.append(n.Effect(n.Assign("set", n.Name(spared), n.Truth(True)), at=at))
    type_ = str(lowering.words.vocabulary.said("NOUN", "player", "type", "role"))
    lowering.others += [
        n.Fact(spared, (), n.TypeFlag(), assumed=n.Truth(False)),
        inner.action(body, [n.Param("you_", n.TypeName(type_))], "", type_), *inner.others,
    ]  # fmt: skip
    offer = n.Offer((n.Call(name, (lowering.scene.you,)),), who)
    offered = [n.Effect(step, at=at) for step in (n.Assign("set", n.Name(spared), n.Truth(False)), offer)]
    guard = n.Not(n.Name(spared))
    # what the act needs is needed all the same: it may come to it
    return [*offered, *(guard_clause(guard, clause) if isinstance(clause, n.Effect) else clause for clause in acts)]

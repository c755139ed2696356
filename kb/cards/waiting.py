"""What a card in play waits for: times, triggers, what holds while it lies there. Each becomes statements beside the card.

What is to happen becomes an action of its own, done by whoever has the card: its choices are parameters, its price a cost. A
trigger obliges the owner to it, or offers it when it has a price; a time at which one may act makes it an action of that time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.conditions import condition
from kb.cards.rules import clauses_of, expr_of, guard_clause, parsed
from kb.cards.scene import CardFault, fill
from kb.cards.triggers import change, trigger, variables

if TYPE_CHECKING:
    from kb.cards.sentences import Lowering

WAITS = frozenset({"timing", "trigger", "timed_price", "paid_trigger"})


@dataclass(frozen=True, slots=True)
class Group:
    """A heading that waits, with the sentences under it."""

    heading: t.Heading
    parts: tuple[t.Part, ...]


def split_waiting(parts: tuple[t.Part, ...]) -> tuple[tuple[t.Part, ...], tuple[Group, ...]]:
    """What happens when the card is played, and what waits."""
    now: list[t.Part] = []
    groups: list[Group] = []
    waits = False
    for part in parts:
        if isinstance(part, t.Heading):
            waits = part.mode in WAITS
            if waits:
                groups.append(Group(part, ()))
                continue
        if waits and not isinstance(part, t.Needs):
            groups[-1] = replace(groups[-1], parts=(*groups[-1].parts, part))
        else:
            now.append(part)
    return tuple(now), tuple(groups)


class Waiting:
    """Lowers the groups of one card; `make` starts the lowering of an action of that name."""

    def __init__(self, make: Callable[[str], Lowering], name: str, kind: str) -> None:
        self.make, self.name, self.kind = make, name, kind
        self.words = make(name).words
        self.owner = fill(str(self.words.vocabulary.said("KIND", kind, "owner", "")), {"card": name})
        self.statements: list[n.Statement] = []
        self.made = 0

    def enters(self) -> str:
        """The clauses by which the card comes into play."""
        return fill(str(self.words.vocabulary.said("KIND", self.kind, "enters", "")), {"card": self.name, "actor": "actor"})

    def group(self, group: Group) -> None:
        """Adds the statements of one heading."""
        heading = group.heading
        if not self.owner:
            shown = self.words.vocabulary.entry("KIND", self.kind).forms[0]
            cure = "Write what happens at once; a kind of card that stays in play has an “owner” in the vocabulary."
            raise CardFault(heading.at, f"nothing can wait: a card of the kind “{shown}” does not stay in play", cure)
        if not group.parts:
            raise CardFault(heading.at, "nothing stands under this heading", "Write what is to happen behind the colon.")
        if heading.mode in ("trigger", "paid_trigger"):
            asking = self._asking()
            on, tests = trigger(asking, heading)
            self._when(group, on, tests, {r.expr: r.kinds for r in asking.scene.named})
        elif self._timing(heading, "holds"):
            self._while(group)
        elif on := self._timing(heading, "on"):
            self._when(group, on, [self._timing(heading, "when")], {})
        else:
            self._window(group)

    def _timing(self, heading: t.Heading, key: str) -> str:
        said = self.words.vocabulary.said("TIMING", heading.word, key, "")
        return fill(str(said or ""), {"owner": self.owner, "card": self.name})

    def _asking(self) -> Lowering:
        """A lowering outside of any action: “you” is whoever has the card."""
        asking = self.make(self.name)
        asking.scene.you = asking.scene.actor = f"({self.owner})"
        return asking

    # ---- triggers and times ----------------------------------------------------------------------------------------

    def _when(self, group: Group, on: str, tests: list[str], named: dict[str, frozenset[str]]) -> None:
        event, bound = variables(on)
        handed = {name: type_ for name, type_ in bound.items() if type_}
        action = self._action(group, handed, named)
        call = f"{action}({', '.join(handed)})" if handed else action
        guards = [f"{self.owner} is not none", *(test for test in tests if test)]
        deed = f"oblige {self.owner} to {call}" if group.heading.price is None else f"offer {call} to {self.owner}"
        heads = f"({', '.join(bound)})" if bound else ""
        self.statements += parsed(f"on {event}{heads} when {' and '.join(guards)}: {deed} end", group.heading.at)

    def _window(self, group: Group) -> None:
        """`In a deal, turn this card over: …`: something the owner may do at that time."""
        heading = group.heading
        window = self._timing(heading, "may")
        if not window:
            form = self.words.vocabulary.entry("TIMING", heading.word).forms[0]
            cure = f"Give timing.{heading.word} an “on”, a “may” or “holds” in the vocabulary."
            raise CardFault(heading.at, f"nothing says what “{form}” means in the rules", cure)
        self._action(group, {}, {}, f"requires {self.owner} is actor\n{window}", self._timing(heading, "as"))

    def _action(
        self, group: Group, handed: dict[str, str], named: dict[str, frozenset[str]], clauses: str = "", class_: str = ""
    ) -> str:
        """What is to happen as an action of its own; its name."""
        self.made += 1
        name, heading = f"{self.name}_{self.made}", group.heading
        if not class_:  # only a trigger brings it about: what is done through another skips the clauses of its class
            class_ = f"{self.name}_waits"
            self.statements += parsed(f"class {class_} forbidden when yes", heading.at) if self.made == 1 else ()
        lowering = self.make(name)
        for expr, kinds in named.items():
            lowering.things.name(expr, kinds)
        price = () if heading.price is None else (t.Heading("price", price=heading.price, at=heading.at),)
        body = [*clauses_of(clauses, heading.at), *lowering.parts((*price, *group.parts))]
        params = [f"{variable}: {type_}" for variable, type_ in handed.items()]
        self.statements.append(lowering.action(body, params, class_))
        self.statements += lowering.others
        return name

    # ---- what holds while the card is there ------------------------------------------------------------------------

    def _while(self, group: Group) -> None:
        at = group.heading.at
        if group.heading.price is not None:
            raise CardFault(at, "what always holds has no price", "Take the price out, or name a time.")
        for part in group.parts:
            if not isinstance(part, t.Sentence):
                raise CardFault(at, "this cannot hold all the time", "Write plain sentences here.")
            for step in part.steps:
                self._holding(step, at)

    def _holding(self, step: t.Step, at: t.At) -> None:
        if isinstance(step, t.Holds):
            self.statements += parsed(change(self._asking(), step, self.owner, at), at)
        elif isinstance(step, t.Conditional) and step.other is None:
            test = condition(self._asking().things, step.when, at)
            action = self._action(Group(t.Heading("timing", at=at), (t.Sentence((step.act,)),)), {}, {})
            self.statements += parsed(f"whenever {self.owner} is not none and {test}: oblige {self.owner} to {action} end", at)
        elif isinstance(step, t.Act):
            asking = self._asking()
            if asking.act(step):
                raise CardFault(step.verbs.phrases[0].at, "this happens once and cannot hold all the time", "Write when it happens.")
            self.statements += asking.others
        else:
            raise CardFault(at, "this cannot hold all the time", "Write when it happens.")


def unless(lowering: Lowering, step: t.Unless) -> list[n.Clause]:
    """`A unless R does B`: R is offered B first; A happens only if B was not done."""
    at = step.verbs.phrases[0].at
    if len(step.subject.items) != 1 or step.subject.modal:
        raise CardFault(at, "“unless” needs one player who may do it", "Name that player.")
    acts = lowering.act(step.act)
    who = lowering.things.value(step.subject.items[0], frozenset({"role"})).expr
    name, spared = f"{lowering.scene.card}_unless", f"{lowering.scene.card}_spared"
    if any(isinstance(other, n.Action) and other.name == name for other in lowering.others):
        raise CardFault(at, "a card can be warded off only once", "Split the card.")
    inner = lowering.beside(name)
    inner.scene.you = "you_"
    body = inner.verbs(step.verbs, ("actor",))
    if inner.scene.params:
        raise CardFault(at, "what wards it off may not leave a choice", "Name the things.")
    body += clauses_of(f"effect set {spared} = yes", at)
    type_ = str(lowering.words.vocabulary.said("NOUN", "player", "type", "role"))
    lowering.others += [
        *parsed(f"fact {spared}: flag assumed no", at), inner.action(body, [f"you_: {type_}"], "", type_), *inner.others,
    ]  # fmt: skip
    offered = clauses_of(f"effect set {spared} = no\neffect offer {name}({lowering.scene.you}) to {who}", at)
    guard = expr_of(f"not {spared}")
    # what the act needs is needed all the same: it may come to it
    return [*offered, *(guard_clause(guard, clause) if isinstance(clause, n.Effect) else clause for clause in acts)]

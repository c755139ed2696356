"""The books of a state beside its facts: where play stands, what is pending, used, ruled and shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from referee.answers import Choice, Value
from referee.values import UNSEEN, freeze, thaw

#: how it is told whose turn it is, where nothing else is told of the course
MOVER = "current_player"
#: how version 0.1 calls what stands in a state beside the facts
COURSE, PENDING, USED, RULINGS, MEMBERS, INCOMPLETE, OVER, GLIMPSES = (
    "course", "pending", "@used", "rulings", "members", "incomplete", "over", "@glimpses",
)  # fmt: skip


class Round(Struct, frozen=True):
    """Where the turns of a phase stand: for what one takes its turn, and who is still to come."""

    phase: str
    item: Value = None
    queue: tuple[Value, ...] = ()


class Course(Struct, frozen=True):
    """Where play stands: the step, whose turn it is, for what, who is still to come, what was taken of each quota."""

    step: str
    who: str | None = None
    item: Value = None
    queue: tuple[Value, ...] = ()
    taken: Mapping[str, int] = {}
    rounds: tuple[Round, ...] = ()  #: the turns of phases it takes place in, from the outside in

    def data(self) -> dict[str, Value]:
        """As JSON."""
        found: dict[str, Value] = {
            "step": self.step, "who": self.who, "item": thaw(self.item), "queue": thaw(self.queue), "taken": dict(self.taken),
        }  # fmt: skip
        if self.rounds:
            found["rounds"] = [
                {"phase": each.phase, "item": thaw(each.item), "queue": thaw(each.queue)} for each in self.rounds
            ]
        return found


class Way(Struct, frozen=True):
    """How a deed may be answered: an action, the arguments that are fixed of it, and by whom."""

    name: str
    given: Mapping[str, Value] = {}
    by: tuple[str, ...] = ()  #: nobody: all who are asked

    def fits(self, told: Mapping[str, object]) -> bool:
        """Whether arguments that are told are not others than the fixed ones."""
        return all(told.get(name, fixed) == fixed for name, fixed in self.fixed().items())

    def fixed(self) -> dict[str, object]:
        """The arguments that are fixed."""
        return {name: freeze(value) for name, value in self.given.items()}

    def data(self) -> dict[str, Value]:
        """As JSON."""
        found: dict[str, Value] = {"do": self.name, "with": thaw(dict(self.given))}
        return {**found, "by": list(self.by)} if self.by else found


class Window(Struct, frozen=True):
    """Somebody may answer a deed, or is offered or obliged to something by it: the deed, who is asked, with what, and the
    paragraph that says so."""

    paragraph: str
    name: str  #: the deed that is answered, or through which it is offered; empty: none
    args: Mapping[str, Value] = {}
    actor: str | None = None
    by: tuple[str, ...] = ()  #: who may answer now
    offered: tuple[Way, ...] = ()
    nested: bool = False  #: whether it is done by an effect: the clauses of its classes do not count
    deciding: bool = False  #: whether something is chosen or drawn first: no action is waited for, and none may be done

    def ways(self, action: str, by: object = None) -> list[Way]:
        """How an action answers here, where it does; `by`: as an answer of this one."""
        return [way for way in self.offered if way.name == action and (by is None or not way.by or by in way.by)]


class Glimpse(Struct, frozen=True):
    """What a rule has shown somebody of a fact that is hidden from them; it lasts until what was shown moves."""

    viewer: str
    fact: str
    keys: tuple[Value, ...] = ()
    cards: tuple[int, ...] | None = None  #: of a pile: the places of the cards, the uppermost is 0

    def data(self) -> dict[str, Value]:
        """As JSON."""
        found: dict[str, Value] = {"viewer": self.viewer, "fact": self.fact, "keys": thaw(self.keys)}
        return found if self.cards is None else {**found, "cards": list(self.cards)}

    def moved(self, came_from: Sequence[int | None]) -> Self | None:
        """The same after its pile has changed, by where each card lay before; None when nothing of it is left."""
        cards = () if self.cards is None else tuple(at for at, old in enumerate(came_from) if old in self.cards)
        return replace(self, cards=cards) if cards else None


def pile_size(pile: Value) -> int:
    """How many cards a pile holds, whatever is known of them."""
    if type(pile) is tuple:
        return len(pile)
    if isinstance(pile, Mapping):  # what it holds, in an order nobody knows
        return sum(pile.values())
    return len(pile) if isinstance(pile, list | tuple) else int(pile or 0)


def glimpsed(value: Value, glimpses: Iterable[Glimpse]) -> Value:
    """What was shown of a value: of a pile the cards at their places, the others unseen."""
    places = {at for glimpse in glimpses for at in glimpse.cards or ()}
    if not isinstance(value, list | tuple):
        return value
    return tuple(card if at in places else UNSEEN for at, card in enumerate(value))


class Deed(Struct, frozen=True):
    """What was begun when a choice came up: the set-up of the game, or an action of somebody."""

    kind: str  #: begin, deed
    name: str = ""
    args: Mapping[str, Value] = {}
    actor: str | None = None

    def data(self) -> dict[str, Value]:
        """As JSON."""
        if self.kind == "begin":
            return {"kind": self.kind}
        return {"kind": self.kind, "name": self.name, "args": dict(self.args), "actor": self.actor}


#: fields of a choice that most choices do without
_SELDOM = ("rests_on", "weights", "answers_to", "offered", "via")
#: choices between actions that an effect lets somebody do, or bids them do
OFFER, DUTY = "offer", "duty"
#: choices between actions that answer a deed: those that may be declined, and those that may not
ANSWER, REPLY = "answer", "reply"


class Pending(Struct, frozen=True):
    """A deed that waits for a choice: what was answered so far, what is to be chosen, what has happened already."""

    deed: Deed
    answers: tuple[Value, ...]
    choice: Choice
    happened: tuple[Mapping[str, Value], ...] = ()
    step: str = ""  #: of the course, where play has gone on since the deed was begun

    def window(self) -> Window:
        """What is being answered, offered or owed; nothing of it where no action is waited for but a choice."""
        choice, deed = self.choice, self.choice.answers_to
        nested = choice.kind in (OFFER, DUTY)
        if choice.kind not in (ANSWER, REPLY) and not nested:
            return Window(choice.paragraph, "", deciding=True)
        listed = choice.offered or [
            option for option in choice.options if option is not None
        ]  # as states kept it before
        by = choice.by if isinstance(choice.by, list | tuple) else (choice.by,)
        offered = tuple(Way(each["do"], each["with"], tuple(each.get("by", ()))) for each in listed)
        return Window(
            choice.paragraph, str(deed.get("do", choice.via)), deed.get("with", {}), deed.get("by"), tuple(map(str, by)),
            offered, nested,
        )  # fmt: skip

    def data(self) -> dict[str, Value]:
        """As JSON."""
        choice = {name: getattr(self.choice, name) for name in Choice.__struct_fields__}
        choice = {name: value for name, value in choice.items() if value or name not in _SELDOM}
        found: dict[str, Value] = {"deed": self.deed.data(), "answers": list(self.answers), "choice": choice}
        if self.happened:
            found["happened"] = [dict(change) for change in self.happened]
        if self.step:
            found["step"] = self.step
        return found

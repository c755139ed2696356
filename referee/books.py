"""The books that a state keeps beside its facts: where play stands, and the deed that waits for a choice."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.answers import Choice, Value
from referee.values import thaw


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


class Pending(Struct, frozen=True):
    """A deed that waits for a choice: what was answered so far, what is to be chosen, what has happened already."""

    deed: Deed
    answers: tuple[Value, ...]
    choice: Choice
    happened: tuple[Mapping[str, Value], ...] = ()

    def data(self) -> dict[str, Value]:
        """As JSON."""
        choice = {name: getattr(self.choice, name) for name in Choice.__struct_fields__}
        if not choice["rests_on"]:
            del choice["rests_on"]
        found: dict[str, Value] = {"deed": self.deed.data(), "answers": list(self.answers), "choice": choice}
        if self.happened:
            found["happened"] = [dict(change) for change in self.happened]
        return found

"""A state as it was written down, read: its books beside its facts, every wrong shape told at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from referee.answers import Choice, Value
from referee.books import (
    COURSE,
    GLIMPSES,
    INCOMPLETE,
    MEMBERS,
    OVER,
    PENDING,
    RULINGS,
    USED,
    Course,
    Deed,
    Glimpse,
    Pending,
    Round,
)  # fmt: skip
from referee.errors import ImpossibleStateError
from referee.values import freeze

#: how deep a value may be nested, how large a number may be, and how many faults are told at once
DEEPEST, LARGEST, MOST_FAULTS = 40, 10**12, 8
#: values in a whole state, members that it brings, and letters of one name: several times what any game has
MOST_VALUES, MOST_MEMBERS, LONGEST_NAME = 10_000, 1_000, 200
#: what most values of a state are
_PLAIN = frozenset((str, int, bool, type(None)))
_READ: Mapping[str, str] = {
    COURSE: "course", PENDING: "pending", USED: "used", RULINGS: "rulings", MEMBERS: "members",
    INCOMPLETE: "incomplete", OVER: "over", GLIMPSES: "glimpses",
}  # fmt: skip


def read_books(data: object, *, bounded: bool = False) -> tuple[dict[str, Value], dict[str, Value]]:
    """The facts, and the books beside them by their names in a state; every wrong shape is told at once. `bounded`: its values were looked
    at when they came in."""
    if not isinstance(data, dict):
        raise ImpossibleStateError(f"A state is an object of facts, not {shape_of(data)}.")
    reader = _Reader()
    for name, value in () if bounded else data.items():
        reader.value(str(name), value, 0)
        reader.stop_at_many()
    facts = {str(name): value for name, value in data.items() if name not in _READ}
    books = {_READ[name]: getattr(reader, _READ[name])(value) for name, value in data.items() if name in _READ}
    if reader.faults:
        raise ImpossibleStateError(" ".join(reader.faults[:MOST_FAULTS]))
    return facts, books


def shape_of(value: object) -> str:
    """What a JSON value is, in plain words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    names = {dict: "an object", list: "a list", tuple: "a list", str: "a text", int: "a number", float: "a number"}
    return next((name for known, name in names.items() if isinstance(value, known)), type(value).__name__)


def value_faults(what: str, value: object) -> list[str]:
    """What no JSON value may be: nested too deeply, too large, or an action that is none."""
    reader = _Reader("")
    reader.value(what, value, 0)
    return reader.faults


def _are_plain(values: Collection[object]) -> bool:
    """Whether all of these surely are names, truths and numbers of a usual size: looked at together, for there are thousands."""
    kinds = set(map(type, values))
    if not kinds <= _PLAIN:
        return False
    texts = [value for value in values if type(value) is str] if str in kinds else ()
    numbers = [value for value in values if type(value) is int] if int in kinds else ()
    return not (texts and max(map(len, texts)) > LONGEST_NAME) and not (
        numbers and (min(numbers) < -LARGEST or max(numbers) > LARGEST)
    )


class _Reader:
    """Reads the books of a state and collects what is wrong with them."""

    def __init__(self, whole: str = " of the state") -> None:
        self.whole = whole
        self.faults: list[str] = []
        self._values = 0

    def stop_at_many(self) -> None:
        """Refuses what is larger than any state before more of it is looked at."""
        if self._values > MOST_VALUES:
            raise ImpossibleStateError(f"This holds more than {MOST_VALUES} values; no state of a game has as many.")
        if len(self.faults) >= MOST_FAULTS:
            raise ImpossibleStateError(" ".join(self.faults[:MOST_FAULTS]))

    def _place(self, what: str) -> str:
        """Where a fault stands: `course.who` is “who” in “course” of the state."""
        outer, _, inner = what.partition(".")
        return f"“{inner}” in “{outer}”{self.whole}" if inner else f"“{outer}”{self.whole}"

    def _wrong(self, what: str, meant: str, value: object) -> None:
        said = f"is missing; it must be {meant}." if value is None else f"must be {meant}, not {shape_of(value)}."
        self.faults.append(f"{self._place(what)} {said}")

    def _object(self, what: str, meant: str, value: object, known: tuple[str, ...] = ()) -> dict[str, Value]:
        """An object, with none but the known names; an empty one when it is something else."""
        if not isinstance(value, dict):
            self._wrong(what, meant, value)
            return {}
        for name in value:
            if known and name not in known:
                self.faults.append(f"{self._place(what)} has no “{str(name)[:60]}”; known are {', '.join(known)}.")
        return value

    def _text(self, what: str, value: object) -> str:
        if not isinstance(value, str):
            self._wrong(what, "a name", value)
            return ""
        return value

    def _list(self, what: str, value: object) -> tuple[Value, ...]:
        if not isinstance(value, list | tuple):
            self._wrong(what, "a list", value)
            return ()
        return tuple(value)

    def _counts(self, what: str, value: object) -> dict[str, int]:
        counts = self._object(what, "an object of numbers, as `apply` gave it", value)
        for name, number in counts.items():
            if isinstance(number, bool) or not isinstance(number, int):
                self._wrong(f"{what}.{name}", "a number", number)
        return counts

    def value(self, what: str, value: object, depth: int) -> None:
        """Refuses what is nested too deeply, numbers beyond all games, and an action as a value that is none."""
        self._values += 1
        if depth > DEEPEST:
            self.faults.append(f"{self._place(what)} is nested too deeply.")
        elif isinstance(value, dict):
            if value and max(map(len, map(str, islice(value, MOST_VALUES)))) > LONGEST_NAME:
                self.faults.append(f"{self._place(what)} has a name of more than {LONGEST_NAME} letters.")
            is_deed = len(value) == 2 and value.keys() == {"do", "with"}
            if is_deed and not (isinstance(value["do"], str) and isinstance(value["with"], dict)):
                self._wrong(what, 'an action, for example {"do": "name", "with": {}}', value)
            self._inside(what, value.values(), depth + 1)
        elif isinstance(value, list):
            self._inside(what, value, depth + 1)
        elif isinstance(value, str) and len(value) > LONGEST_NAME:
            self.faults.append(f"{self._place(what)} has a name of more than {LONGEST_NAME} letters.")
        elif isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
            self.faults.append(f"{self._place(what)} has a number that is too large; the largest is {LARGEST}.")

    def _inside(self, what: str, values: Collection[object], depth: int) -> None:
        """All that a list or an object holds; most of it is short and plain."""
        if depth <= DEEPEST and self._values + len(values) <= MOST_VALUES and _are_plain(values):
            self._values += len(values)
            return
        for inner in values:
            short = isinstance(inner, str) and len(inner) <= LONGEST_NAME
            plain = short or inner is None or (isinstance(inner, int) and -LARGEST <= inner <= LARGEST)
            if not plain or depth > DEEPEST:
                self.value(what, inner, depth)
            else:
                self._values += 1
            self.stop_at_many()

    # ---- one book each, named as in State --------------------------------------------------------------------------

    def course(self, value: object) -> Course | None:
        """Where play stands."""
        told = self._object("course", "the object that `apply` gave", value, Course.__struct_fields__)
        if not isinstance(value, dict):
            return None
        who = told.get("who")
        return Course(
            self._text("course.step", told.get("step")),
            None if who is None else self._text("course.who", who),
            freeze(told.get("item")),
            tuple(freeze(item) for item in self._list("course.queue", told.get("queue", []))),
            self._counts("course.taken", told.get("taken", {})),
            tuple(map(self._round, self._list("course.rounds", told.get("rounds", [])))),
        )

    def _round(self, value: object) -> Round:
        what = "course.rounds"
        told = self._object(what, "the list that `apply` gave", value, Round.__struct_fields__)
        queue = self._list(what, told.get("queue", []))
        return Round(
            self._text(what, told.get("phase")), freeze(told.get("item")), tuple(freeze(item) for item in queue)
        )

    def pending(self, value: object) -> Pending | None:
        """A choice to be made."""
        meant = "the object that `apply` gave"
        told = self._object("pending", meant, value, ("deed", "answers", "choice", "happened", "step"))
        if not isinstance(value, dict):
            return None
        happened = [
            self._object(f"pending.happened[{at}]", "an object", change)
            for at, change in enumerate(self._list("pending.happened", told.get("happened", [])))
        ]
        return Pending(
            self._deed(told.get("deed")),
            self._list("pending.answers", told.get("answers")),
            self._choice(told.get("choice")),
            tuple(happened),
            self._text("pending.step", told.get("step", "")),
        )

    def _deed(self, value: object) -> Deed:
        what = "pending.deed"
        told = self._object(what, "the object that `apply` gave", value, ("kind", "name", "args", "actor"))
        kind = told.get("kind")
        if kind == "begin" or not isinstance(value, dict):
            return Deed("begin")
        if kind != "deed":
            self._wrong(f"{what}.kind", "“begin” or “deed”", kind)
        actor = told.get("actor")
        return Deed(
            "deed",
            self._text(f"{what}.name", told.get("name")),
            self._object(f"{what}.args", "an object: parameter -> value", told.get("args")),
            None if actor is None else self._text(f"{what}.actor", actor),
        )

    def _choice(self, value: object) -> Choice:
        what = "pending.choice"
        told = self._object(what, "the object that `apply` gave", value, Choice.__struct_fields__)
        if not isinstance(value, dict):
            told = {"kind": "", "name": "", "keys": [], "paragraph": "", "options": []}
        return Choice(
            kind=self._text(f"{what}.kind", told.get("kind")),
            name=self._text(f"{what}.name", told.get("name")),
            keys=list(self._list(f"{what}.keys", told.get("keys"))),
            by=told.get("by"),
            paragraph=self._text(f"{what}.paragraph", told.get("paragraph", "")),
            options=list(self._list(f"{what}.options", told.get("options"))),
            rests_on=[
                self._text(f"{what}.rests_on", name)
                for name in self._list(f"{what}.rests_on", told.get("rests_on", []))
            ],
            weights=[*self._counts_in(f"{what}.weights", told.get("weights", []))],
            answers_to=self._object(
                f"{what}.answers_to", "an object", told.get("answers_to", {}), ("do", "with", "by")
            ),
            offered=[self._offered(f"{what}.offered", each) for each in self._list(what, told.get("offered", []))],
            via=self._text(f"{what}.via", told.get("via", "")),
        )

    def _offered(self, what: str, value: object) -> dict[str, Value]:
        told = self._object(what, "a list of actions", value, ("do", "with", "by"))
        found = {"do": self._text(what, told.get("do")), "with": self._object(what, "arguments", told.get("with", {}))}
        by = [self._text(what, who) for who in self._list(what, told.get("by", []))]
        return {**found, "by": by} if by else found

    def _counts_in(self, what: str, value: object) -> Iterator[int]:
        for number in self._list(what, value):
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                self._wrong(what, "a list of numbers", number)
            else:
                yield number

    def used(self, value: object) -> dict[str, int]:
        """What limits count."""
        return self._counts(USED, value)

    def rulings(self, value: object) -> dict[str, str]:
        """What the table ruled."""
        told = self._object("rulings", "an object: dispute -> reading", value)
        return {str(name): self._text(f"rulings.{name}", reading) for name, reading in told.items()}

    def members(self, value: object) -> dict[str, tuple[str, ...]]:
        """Members that are no part of the game."""
        told = self._object("members", "an object of lists: kind -> members", value)
        found = {}
        for kind, names in told.items():
            if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
                self.faults.append(f"“members” of the state must list the names of every {kind}.")
                continue
            found[str(kind)] = tuple(names)
        if sum(map(len, found.values())) > MOST_MEMBERS:
            self.faults.append(f"“members” of the state lists more than {MOST_MEMBERS} names.")
        return found

    def incomplete(self, value: object) -> tuple[str, ...]:
        """Kinds of which there may be more."""
        if not isinstance(value, list | tuple) or not all(isinstance(kind, str) for kind in value):
            self._wrong("incomplete", "a list of kinds", value)
            return ()
        return tuple(value)

    def glimpses(self, value: object) -> tuple[Glimpse, ...]:
        """What rules have shown to some."""
        found = []
        for at, each in enumerate(self._list(GLIMPSES, value)):
            what = f"{GLIMPSES}.{at}"
            told = self._object(what, "an object, as `apply` gave it", each, Glimpse.__struct_fields__)
            cards = told.get("cards")
            if cards is not None and not all(type(card) is int for card in self._list(f"{what}.cards", cards)):
                self._wrong(f"{what}.cards", "a list of numbers", cards)
            elif isinstance(each, dict):
                found.append(
                    Glimpse(
                        self._text(f"{what}.viewer", told.get("viewer")),
                        self._text(f"{what}.fact", told.get("fact")),
                        tuple(freeze(key) for key in self._list(f"{what}.keys", told.get("keys", []))),
                        None if cards is None else tuple(cards),
                    )
                )
        return tuple(found)

    def over(self, value: object) -> bool:
        """Whether the game has ended."""
        if not isinstance(value, bool):
            self._wrong("over", "true or false", value)
        return value is True

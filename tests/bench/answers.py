"""Whole answers, in words: on mid-game states of random games, on parts of them, and with nothing told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from referee.errors import RefereeError
from tests.bench import served
from tests.bench.clock import spread
from tests.bench.hand import random_bill, random_state
from tests.bench.lines import Line, Size, Target, amount, spread_lines
from tests.bench.recorded import recorded
from tests.bench.served import Document, Position, Referee
from tests.bench.verdicts import GAME, bill_arguments, units

SEED = 5
#: the share of the facts that nobody told
DROPPED = 0.4
#: made-up states, and what may be hidden in them
BILLS = 60
HIDDEN = frozenset(("section", "bill", "influence", "hand", "main_done"))
MEAN, WORST, NOTHING_TOLD = Target(150), Target(3_000), Target(10_000)


@dataclass(frozen=True, slots=True)
class Put:
    """A question put to the referee, in a state that was read before, as at a table."""

    at: Position
    text: str
    role: str | None

    def answer(self) -> str:
        """The verdict, or that it was refused with a sentence."""
        try:
            answered = served.whole_answer(self.at, self.text, self.role)
        except RefereeError:
            return "error"
        return answered.verdict if answered.complete else f"{answered.verdict}, not complete"

    def read(self) -> object:
        """The question read, and nothing answered."""
        return served.read(self.at, self.text, self.role)


def answer_lines(size: Size) -> Iterator[Line]:
    """Everything told."""
    for name in served.game_names():
        game = served.opened(name)
        yield from _lines(f"whole answer, {name}", game, put_questions(name, size), {"mean": MEAN, "worst": WORST})
        yield _reading(name, game, size)


def partial_lines(size: Size) -> Iterator[Line]:
    """The same with some of the facts dropped, and a bill in made-up states of which some facts are hidden."""
    yield from _lines("partial state, Propose Bill", served.opened(GAME), made_up(size), {"mean": MEAN})
    for name in served.game_names():
        put = put_questions(name, size, partly=True)
        yield from _lines(f"partial state, {name}", served.opened(name), put, {"mean": MEAN})


def nothing_lines(size: Size) -> Iterator[Line]:
    """Every action with no argument, and nothing told."""
    for name in served.game_names():
        yield from _lines(f"nothing told, {name}", served.opened(name), unasked(name, size), {"worst": NOTHING_TOLD})


def unasked(name: str, size: Size) -> list[Put]:
    """Every action of a game, with nothing told."""
    game = served.opened(name)
    nothing = served.position(game, {})
    return [Put(nothing, action, None) for action in served.action_names(game)[: size.most_actions]]


def put_questions(name: str, size: Size, *, partly: bool = False) -> list[Put]:
    """The recorded questions of a game, each in its state or in what is left of it."""
    game, found, rng = served.opened(name), recorded(name, size), random.Random(SEED)
    facts = served.fact_names(game)
    put = []
    for asked in found.questions:
        document = without(found.decisions[asked.at].state, facts, DROPPED if partly else 0, rng)
        put.append(Put(served.position(game, document), asked.text, asked.role))
    return put


def made_up(size: Size) -> list[Put]:
    """A bill in made-up states of which some facts are hidden."""
    game, rng = served.opened(GAME), random.Random(SEED)
    companies = list(game.game.program.members["company"])
    put = []
    for _ in range(min(BILLS, size.questions)):
        told = without(cast(Document, random_state(rng, companies)), HIDDEN, DROPPED, rng)
        role, p, target, immediate_vote = random_bill(rng)
        text = served.question_text("propose_bill", bill_arguments(p, target, immediate_vote))
        put.append(Put(served.position(game, told), text, role))
    return put


def without(document: Document, facts: frozenset[str], share: float, rng: random.Random) -> Document:
    """A state from which some facts are taken; what is no fact stays."""
    return {name: value for name, value in document.items() if name not in facts or rng.random() >= share}


def _lines(name: str, game: Referee, put: list[Put], targets: Mapping[str, Target]) -> Iterator[Line]:
    verdicts = Counter(each.answer() for each in put)  # also makes what is made at first use
    game.keep()  # what was made then is written now, not while something is timed
    served.settle()
    measured = spread(units(), lambda: [each.answer for each in put])
    reading = spread(units(), lambda: [each.read for each in put])
    found = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    yield from spread_lines(name, measured, f"{found}; {amount(reading.mean)} of it reads the text", targets)


def _reading(name: str, game: Referee, size: Size) -> Line:
    """What comes before the first question in a state: it is read and checked."""
    documents = [decision.state for decision in recorded(name, size).decisions]
    works = [partial(served.position, game, document) for document in documents]
    measured = spread(units(), lambda: works)
    note = "once a state, in no other line"
    return Line(f"state read and checked, {name}: mean", measured.mean, measured.ratio(measured.mean), note=note)

"""Verdicts as `moves` finds them, beside hand-written Python and the engines of others, on the same questions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, cast

from grammar import nodes as n
from referee.answers import Value
from tests.bench import served
from tests.bench.clock import Work, in_turns
from tests.bench.hand import Told, allowed, hand_bill, hand_strike, random_bill, random_state
from tests.bench.lines import Line, Size, Target
from tests.bench.peers import PEERS, Judged, Peer, Ruled, bill_input, said, strike_input
from tests.bench.served import Document, Frame, Position, Referee

GAME = "hegemony"
SEED = 7
#: companies a strike is looked for in
COMPANIES = 24
#: of so many states only one is asked about with a whole answer, or for a strike
SLOW = 10
#: of so many states only one is put to the engines of others
PUT = 4
OURS = "verdict on a bound frame"
BOUND = "verdict, with context and binding"
WHOLE = "whole answer in words"
#: which of ours is to be ahead of which peer, on which state
AHEAD = ((OURS, "zen-engine", "whole state"), (WHOLE, "clingo", ""))
#: a question about a bill: the state, who asks, and what he asks about
Question = tuple[Told, str, str, str, bool]


class WrongAnswerError(Exception):
    """Something that is timed does not answer what the hand-written list says."""


#: the sorts of companies that have Wages
WAGES = frozenset(("capitalist_company", "public_company", "employee_company"))


@dataclass(slots=True)
class Contest:
    """Works that answer the same questions, by name, and how many questions each answers."""

    title: str
    works: dict[str, Work]
    counts: dict[str, int]
    absent: list[str]

    def add(self, name: str, count: int, work: Work) -> None:
        """One more that answers."""
        self.works[name] = work
        self.counts[name] = count

    def measured(self, rounds: int, before: Callable[[str], object]) -> dict[str, float]:
        """Seconds a question, by name."""
        taken = in_turns(self.works, rounds, before)
        return {name: seconds / self.counts[name] for name, seconds in taken.items()}


@cache
def units(states: int = 1_000) -> list[Work]:
    """The hand-written list for that many questions, each in a state of its own: what everything is measured in."""
    companies = list(served.opened(GAME).game.program.members["company"])
    rng = random.Random(SEED)
    questions = [(random_state(rng, companies), *random_bill(rng)) for _ in range(states)]
    return [partial(hand_bill, *question) for question in questions]


def verdict_lines(size: Size) -> Iterator[Line]:
    """The lines of both actions."""
    game = served.opened(GAME)
    rng = random.Random(SEED)
    companies = list(game.game.program.members["company"])
    states = [random_state(rng, companies) for _ in range(size.states)]
    with served.endless():
        yield from _bill_lines(game, [(state, *random_bill(rng)) for state in states], size)
        sorts, _ = company_columns(game)
        # of others a made-up state tells a Wage that they do not have
        paying = [c for c in companies if sorts[c] in WAGES]
        yield from _strike_lines(game, states[: max(1, size.states // SLOW)], paying[:COMPANIES], size)


def bill_arguments(p: str, target: str, immediate_vote: bool) -> dict[str, Value]:
    """The arguments of the question."""
    return {"p": p, "target": target, "immediate_vote": immediate_vote}


def read_states(game: Referee, states: list[Told]) -> list[Position]:
    """What is told, as the referee holds it."""
    return [served.position(game, cast(Document, state)) for state in states]


def _bound(at: Position, question: Question) -> Frame:
    _, actor, p, target, immediate_vote = question
    return served.frame(at, served.context(at), "propose_bill", bill_arguments(p, target, immediate_vote), actor)


def _bill_lines(game: Referee, questions: list[Question], size: Size) -> Iterator[Line]:
    contest = Contest("Propose Bill", {}, {}, [])
    put = list(zip(read_states(game, [state for state, *_ in questions]), questions, strict=True))
    few = put[: max(1, len(put) // SLOW)]
    frames: list[Frame] = []

    def before(name: str) -> None:
        """Frames remember what they worked out: every round has its own."""
        frames[:] = [_bound(*each) for each in put] if name == OURS else []

    contest.add("hand", len(questions), lambda: [hand_bill(*question) for question in questions])
    contest.add(OURS, len(questions), lambda: [served.verdict(made) for made in frames])
    contest.add(BOUND, len(questions), lambda: [served.verdict(_bound(*each)) for each in put])
    contest.add(WHOLE, len(few), lambda: [_explained(*each) for each in few])
    for at, question in put:
        expect(served.verdict(_bound(at, question)), allowed(hand_bill(*question)), OURS)
    agrees = _bill_answer(questions)
    for peer in PEERS:
        count = max(1, len(questions) // PUT)
        _enter(peer, contest, count, peer.bill, lambda at, whole: bill_input(*questions[at], whole=whole), agrees)
    yield from _lines(contest, contest.measured(size.rounds, before))


def _explained(at: Position, question: Question) -> served.Answered:
    _, actor, p, target, immediate_vote = question
    return served.whole_answer(
        at, served.question_text("propose_bill", bill_arguments(p, target, immediate_vote)), actor
    )


def _bill_answer(questions: list[Question]) -> Callable[[int, Judged], bool]:
    def agrees(at: int, judged: Judged) -> bool:
        hand = said(hand_bill(*questions[at]), questions[at][4])
        return isinstance(judged, list) and [ok is not False for ok in judged] == [ok is not False for ok in hand]

    return agrees


def _strike_lines(game: Referee, states: list[Told], companies: list[str], size: Size) -> Iterator[Line]:
    sorts, thirds = company_columns(game)
    states = [on_slots(state, thirds) for state in states]
    judge = hand_strike(sorts, thirds)
    role = "working_class"
    contest = Contest(f"Strike, {len(companies)} companies", {}, {}, [])
    positions = read_states(game, states)
    frames: list[list[Frame]] = []

    def bound(at: Position) -> Iterator[Frame]:
        made = served.context(at)
        return (served.frame(at, made, "strike", {"companies": (c,)}, role) for c in companies)

    def before(name: str) -> None:
        frames[:] = [list(bound(at)) for at in positions] if name == OURS else []

    hand = [any(allowed(judge(state, role, (c,))) for c in companies) for state in states]
    for at, right in zip(positions, hand, strict=True):
        expect(any(map(served.verdict, bound(at))), right, OURS)
    contest.add("hand", len(states), lambda: [any(allowed(judge(s, role, (c,))) for c in companies) for s in states])
    contest.add(OURS, len(states), lambda: [any(map(served.verdict, made)) for made in frames])
    contest.add(BOUND, len(states), lambda: [any(map(served.verdict, bound(at))) for at in positions])
    for peer in PEERS:
        _enter(
            peer, contest, len(states), peer.strike,
            lambda at, whole: strike_input(states[at], role, companies, sorts, thirds, whole=whole),
            lambda at, judged: judged is hand[at],
        )  # fmt: skip
    yield from _lines(contest, contest.measured(size.rounds, before))


def on_slots(state: Told, thirds: Mapping[str, bool]) -> Told:
    """A made-up state in which nobody is committed on a slot that a company does not have."""
    down = {c: {**slots, "s3": slots["s3"] and thirds[c]} for c, slots in state["committed_at"].items()}
    return {**state, "committed_at": down}


def company_columns(game: Referee) -> tuple[dict[str, str], dict[str, bool]]:
    """The sort of every company, and whether it has a third seat, from the table of the game."""
    program = game.game.program
    table, sort = program.columns["sort"]
    third = program.columns["seat_3"][1]
    sorts: dict[str, str] = {}
    thirds: dict[str, bool] = {}
    for row in program.tables[table].node.rows:
        company, value = row.cells[0].value.id, row.values[sort]
        assert isinstance(value, n.Name)
        sorts[company] = value.id
        thirds[company] = not isinstance(row.values[third], n.Nothing)
    return sorts, thirds


# ---- what both share -----------------------------------------------------------------------------------------------


def expect(answered: bool, right: bool, who: str) -> None:
    """Refuses to time what answers something else."""
    if answered is not right:
        raise WrongAnswerError(f"{who}: {answered} instead of {right}.")


def _enter(
    peer: Peer, contest: Contest, count: int, rules: Callable[[Any], Ruled], given: Callable[[int, bool], dict[str, Any]],
    agrees: Callable[[int, Judged], bool],
) -> None:  # fmt: skip
    """A peer, if it is installed, once its answers were compared."""
    engine = peer.engine()
    if engine is None:
        contest.absent.append(peer.title())
        return
    ruled = rules(engine)
    for whole in (False, True)[: 1 + peer.whole]:
        inputs = [ruled.prepare(given(at, whole)) for at in range(count)]
        wrong = [at for at, each in enumerate(inputs) if not agrees(at, ruled.judge(each))]
        if wrong:
            raise WrongAnswerError(f"{peer.title()}: another answer to {len(wrong)} of {count} questions.")
        name = f"{peer.title()}{(', whole state' if whole else ', trimmed state') if peer.whole else ''}"
        contest.add(name, count, partial(_judge_all, ruled, inputs))


def _judge_all(ruled: Ruled, inputs: list[Any]) -> list[Judged]:
    return [ruled.judge(each) for each in inputs]


def _lines(contest: Contest, taken: dict[str, float]) -> Iterator[Line]:
    hand = taken.pop("hand")
    yield Line(f"{contest.title}: hand-written cited list", hand, 1.0)
    targets = {OURS: Target(3)}
    for name, seconds in taken.items():
        yield Line(f"{contest.title}: {name}", seconds, seconds / hand, target=targets.get(name))
    for name in contest.absent:
        yield Line(f"{contest.title}: {name}", note="not installed (make bench installs it)")
    for ours, theirs, state in AHEAD:
        for peer, seconds in taken.items():
            if ours in taken and peer.startswith(theirs) and peer.endswith(state):
                target = Target(seconds / hand, peer, strict=True)
                yield Line(f"{contest.title}: {ours}, ahead?", taken[ours], taken[ours] / hand, target=target)

"""A seeded player: plays whole games through the referee by random legal moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from referee.answers import Choice, Value
from referee.errors import RefereeError
from referee.evaluation.context import Context
from referee.play.moves import calls_of
from referee.play.progress import Aftermath, answer_choice, apply_move, begin
from referee.rules.code import Code
from referee.state import State

#: calls listed for one action
FEW, MANY = 20, 300


def play_game(
    code: Code, given: State, seed: int, *, rulings: dict[str, str] | None = None, most: int = 5_000,
    after: Callable[[State], State | None] | None = None, log: list[object] | None = None,
) -> State:  # fmt: skip
    """Plays until the game is over; `after` sees every state, and may give another to go on from."""
    rng = random.Random(seed)
    played = begin(code, given, rulings)
    for _ in range(most):
        state = played.state
        if after is not None:
            state = after(state) or state
            played = replace(played, state=state)
        if state.over:
            return state
        played = _step(code, played, rng, rulings, log)
    raise AssertionError(f"the game did not end after {most} moves")


def _step(
    code: Code, played: Aftermath, rng: random.Random, rulings: dict[str, str] | None, log: list[object] | None
) -> Aftermath:
    state = played.state
    if played.choice is not None:
        value = _pick(played.choice, rng)
        if log is not None:
            log.append(("answer", played.choice.name, value))
        return answer_choice(code, state, value, rulings)
    assert state.course is not None and state.course.who is not None
    who = state.course.who
    ctx = Context(code, state, readings=rulings)
    names = _open_actions(code, ctx, who)
    if code.course.may_stop(state.course):
        names.append("done")
    rng.shuffle(names)  # the first of them that has a legal call: any action is as likely as if all were listed
    for most in (FEW, MANY):  # many only if the few that were listed left nothing to do
        for name in names:
            calls = [{}] if name == "done" else list(calls_of(ctx, name, who, {}, exact=False, most=most))
            rng.shuffle(calls)
            for args in calls:
                if log is not None:
                    log.append((who, name, args))
                try:
                    return apply_move(code, state, name, args, who, rulings)
                except RefereeError as error:
                    if "not legal" not in str(error):  # a check after the whole action may still refuse it
                        raise
    raise AssertionError(f"{who} has no legal move in {state.course}")


def _open_actions(code: Code, ctx: Context, who: str) -> list[str]:
    """The actions the course lets somebody do now, arguments aside."""
    found = []
    for name in code.program.actions:
        action = code.action(name)
        judged = code.course.judge(ctx, action, action.bind(ctx, {}, who))
        if judged and judged[0].status == "pass":
            found.append(name)
    return found


def _pick(choice: Choice, rng: random.Random) -> Value:
    if choice.kind == "shuffle":
        cards = list(choice.options[0])
        rng.shuffle(cards)
        return cards
    return rng.choice(choice.options)

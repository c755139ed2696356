"""A seeded player: plays whole games through the referee by random legal moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from referee.code import Code
from referee.errors import RefereeError
from referee.moves import moves
from referee.play import Played, answer_choice, apply_move, begin

State = dict[str, Any]


def play_game(
    code: Code, given: State, seed: int, *, rulings: dict[str, str] | None = None, most: int = 5_000,
    after: Callable[[State], None] | None = None, log: list[Any] | None = None,
) -> State:  # fmt: skip
    """Plays until the game is over; `after` sees every state."""
    rng = random.Random(seed)
    played = begin(code, given, rulings)
    for _ in range(most):
        state = played.state
        if after is not None:
            after(state)
        if state.get("over"):
            return state
        played = _step(code, played, rng, rulings, log)
    raise AssertionError(f"the game did not end after {most} moves")


def _step(
    code: Code, played: Played, rng: random.Random, rulings: dict[str, str] | None, log: list[Any] | None
) -> Played:
    state = played.state
    if "pending" in state:
        value = _pick(state["pending"]["choice"], rng)
        if log is not None:
            log.append(("answer", state["pending"]["choice"]["name"], value))
        return answer_choice(code, state, value, rulings)
    who = state["course"]["who"]
    listed = moves(code, state, who, rulings, exact=False, most=20)
    by_action: dict[str, list[dict[str, Any]]] = {}
    for name, args in listed:
        by_action.setdefault(name, []).append(args)
    names = list(by_action)
    if code.course.may_stop(state):
        names.append("done")
    if not names:
        raise AssertionError(f"{who} has no legal move in {state['course']}")
    while names:
        name = rng.choice(names)
        args = rng.choice(by_action[name]) if name != "done" else {}
        if log is not None:
            log.append((who, name, args))
        try:
            return apply_move(code, state, name, args, who, rulings)
        except RefereeError as error:
            if "not legal" not in str(error):
                raise
            by_action[name].remove(args)  # a check after the whole action may still refuse it
            if not by_action[name]:
                names.remove(name)
    raise AssertionError(f"every listed move of {who} was refused")


def _pick(choice: dict[str, Any], rng: random.Random) -> Any:
    if choice["kind"] == "shuffle":
        cards = list(choice["options"][0])
        rng.shuffle(cards)
        return cards
    return rng.choice(choice["options"])

"""One budget for a request: turns, elements, numbers, time; what comes in is bounded before anything is computed."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from kb.library import Game, load_game
from referee import errors
from referee.budget import EVERY, LONGEST, STEPS, Meter, meter, metered, working
from referee.errors import BudgetError, ImpossibleStateError, RefereeError, TooLargeError, UnknownNameError
from referee.evaluation.context import Context
from referee.service import Referee, Told
from referee.state import State
from referee.units.store import ASKED, MOST_ASKED, CodeStore
from referee.written import LARGEST, MOST_FAULTS, MOST_MEMBERS, MOST_VALUES
from tests.support.web_app import HARBOUR


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(HARBOUR)


@pytest.fixture(scope="module")
def referee(game: Game) -> Referee:
    return Referee(game)


# ---- the meter -----------------------------------------------------------------------------------------------------


def test_steps_are_counted_to_the_last() -> None:
    counted = Meter(10 * EVERY)
    for _ in range(10 * EVERY):
        counted.spend(1)
    with pytest.raises(BudgetError):
        counted.spend(1)
    with pytest.raises(BudgetError):  # whoever catches it and goes on is stopped again
        counted.spend(1)


def test_the_clock_runs_only_while_rules_are_at_work() -> None:
    now = [0.0]
    timed = Meter(seconds=1.0, clock=lambda: now[0])
    now[0] = 5.0  # a game is loaded, a page is made
    with metered(timed), working():
        timed.spend(EVERY + 1)
        now[0] += 0.5
    now[0] += 5.0
    with metered(timed), working():
        assert not timed.is_low()
        with timed.standing():
            now[0] += 3.0
        now[0] += 0.2
        assert timed.is_low()
        now[0] += 0.4
        with pytest.raises(BudgetError):
            timed.spend(EVERY + 1)


def test_every_evaluation_of_a_request_counts_on_one_meter(referee: Referee) -> None:
    counted = Meter()
    with metered(counted):
        referee.ask("count(x in 1..500 with x > 3)")
        once = STEPS - counted.spare
        referee.ask("count(x in 1..500 with x > 3)")
        assert meter() is counted
    assert once >= 500 and STEPS - counted.spare == 2 * once
    assert meter() is not counted


# ---- questions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "count(x in 1..99999 with count(y in 1..99999 with yes) > 3)",
        "count(x in 1..99999 with (some y in 1..99999 with y > 99998))",
        "sum(sum(y for y in 1..99999) for x in 1..99999)",
        "size of those(x in 1..50000000 with no)",
        "count(x in 1..1000000000000 with yes)",
        "count(x in 1..1000000000000)",
        "count(x in 1..99999 with 7 in those(y in 1..1999 with y > 1990))",
    ],
)
def test_work_without_end_is_stopped(referee: Referee, question: str) -> None:
    counted = Meter()
    with metered(counted), pytest.raises(BudgetError):
        referee.ask(question)
    assert counted.spare < EVERY


@pytest.mark.parametrize(
    "question",
    [
        f"those(x in 1..{LONGEST + 1})", f"those(x in 1..{LONGEST + 1} with x > 0)", "those(x in 1..1000000000000)",
        "+".join(["those(x in 1..1500 with yes)"] * 2), "including(those(x in 1..1500 with yes), those(x in 1..1500 with yes))",
        "if yes then those(x in 1..1000000000000) else [] end", "*".join(["999999999999"] * 100),
        "count(x in 1..2 with (x * 999999999999 * 999999999999) > 3)", "coins(red) * 999999999999 * 999999999999",
    ],
)  # fmt: skip
def test_lists_and_numbers_beyond_all_games_are_refused(referee: Referee, question: str) -> None:
    with pytest.raises((TooLargeError, BudgetError)) as caught:
        referee.ask(question)
    assert str(caught.value)


def test_what_is_large_and_sensible_is_answered(referee: Referee) -> None:
    assert referee.ask("count(x in 1..20000 with x > 3)").value == 19997
    assert referee.ask(f"size of those(x in 1..{LONGEST})").value == LONGEST


def test_open_code_counts_like_plain_code(referee: Referee) -> None:
    with metered(Meter(40_000)), pytest.raises(BudgetError):
        referee.ask("count(x in 1..9999 with count(y in 1..9999 with coins(red) > y) > 3)")
    assert referee.ask("count(x in 1..3000 with coins(red) >= 0 and x > 0)").value == 3000


@pytest.mark.parametrize("question", ["first(x in [1, red] by x)", "first(x in [none, 1, red] by x)"])
def test_nonsense_that_its_kinds_let_through_gets_a_sentence(referee: Referee, question: str) -> None:
    with pytest.raises(RefereeError, match="does not go together"):
        referee.ask(question)


def test_a_split_that_runs_low_ends_in_good_order(referee: Referee) -> None:
    with metered(Meter(400)) as counted:
        counted.spend(230)
        answer = referee.ask("lease(north)", "red")
    assert answer.verdict == "depends"


# ---- states --------------------------------------------------------------------------------------------------------


def test_a_state_with_more_than_any_game_is_refused_before_it_is_searched(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    plain = errors.nearest
    monkeypatch.setattr(
        errors, "nearest", lambda word, known, most=3: searched.append(word) or plain(word, known, most)
    )
    for state in (
        {f"u{at}": 1 for at in range(60_000)},
        {"coins": {f"u{at}": 1 for at in range(60_000)}},
        {"coins": list(range(60_000))},
    ):
        with pytest.raises(ImpossibleStateError, match=str(MOST_VALUES)):
            State.read(state)
    with pytest.raises(ImpossibleStateError, match=str(MOST_MEMBERS)):
        State.read({"members": {"dock": [f"m{at}" for at in range(MOST_MEMBERS + 1)]}})
    assert searched == []
    for state in (
        {f"u{at}": 1 for at in range(MOST_VALUES)},
        {"coins": {f"u{at}": 1 for at in range(MOST_VALUES - 1)}},
    ):
        searched.clear()
        with pytest.raises(ImpossibleStateError, match="There may be more"):
            referee.position(Told(state=State.read(state)))
        assert len(searched) <= MOST_FAULTS


def test_long_names_and_texts_are_refused(referee: Referee) -> None:
    for state in ({"coins": {"x" * 500: 1}}, {"weather": "x" * 500}):
        with pytest.raises(ImpossibleStateError, match="letters"):
            State.read(state)
    with pytest.raises(RefereeError, match="letters"):
        referee.position(Told("coins of red = 1; " * 4_000))


def test_near_names_are_still_told() -> None:
    with pytest.raises(UnknownNameError, match="“market_price”"):
        raise UnknownNameError("value", "marked_price", ["market_price", *(f"a{at}" for at in range(900))])
    assert len(str(UnknownNameError("value", "x" * 10_000, ["y"]))) < 200


def test_a_number_never_grows_beyond_what_a_state_may_hold() -> None:
    from tests.conftest import code_from
    from tests.referee.runs.test_run import run_procedure

    code = code_from("fact gold: number\nprocedure twice: raise gold by gold end")
    with pytest.raises(TooLargeError):
        run_procedure(code, {"gold": LARGEST}, "twice")


# ---- what stays ----------------------------------------------------------------------------------------------------


def test_questions_do_not_stay(game: Game, tmp_path: Path) -> None:
    referee = Referee(game, tmp_path)
    referee.position()
    store: Any = referee._rules.store
    assert isinstance(store, CodeStore)
    store._unwritten = 0  # as if the code had settled long ago
    referee.ask("count(x in 1..3 with x > 1)")
    rules = len(store._made)
    for number in range(300):
        referee.ask(f"count(x in 1..3 with x > {number})")
    assert len(store._made) <= rules + 2 and len(store._asked) <= MOST_ASKED
    assert store.keep()
    again = CodeStore(tmp_path, game.id, game.version)
    assert again._kept is None or sum(ASKED in name for name in again._kept) <= MOST_ASKED


def test_a_question_waits_for_no_writing(game: Game, tmp_path: Path) -> None:
    store = CodeStore(tmp_path, game.id, game.version)
    with store._lock:  # somebody writes
        done = threading.Event()
        threading.Thread(target=lambda: (store.put(f"told {ASKED}1", b"x"), done.set())).start()
        assert done.wait(10)


def test_contexts_of_a_request_share_its_meter(referee: Referee) -> None:
    code = referee.position().rules.code
    with metered(Meter()) as made:
        assert Context(code, State()).meter is made

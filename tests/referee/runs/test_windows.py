"""Windows: deeds that others may answer, challenge, block; blocks that are challenged themselves."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from referee.check.player import play_game
from referee.errors import RefereeError
from referee.play.moves import moves
from referee.play.progress import Aftermath, answer_choice, apply_move, begin
from referee.rules.code import Code
from referee.state import State
from tests.support.bluff import BLUFF
from tests.support.rules import code_from


@pytest.fixture
def code() -> Code:
    return code_from(BLUFF)


def begun(code: Code) -> State:
    return begin(code, State({"players": 3})).state


def said(after: Aftermath) -> tuple[object, str, object]:
    assert after.choice is not None
    return after.choice.by, after.choice.kind, [o if not isinstance(o, dict) else o["do"] for o in after.choice.options]


def go(code: Code, state: State, deed: str, args: dict[str, object], actor: str, *answers: object) -> Aftermath:
    after = apply_move(code, state, deed, args, actor)
    for value in answers:
        after = answer_choice(code, after.state, value)
    return after


CHALLENGE = {"do": "challenge", "with": {"claimant": "f1"}}


def test_those_who_may_answer_are_asked_in_their_order(code: Code) -> None:
    after = go(code, begun(code), "tax", {}, "f1")
    assert said(after) == ("f2", "answer", [None, "challenge"])
    assert after.choice.answers_to == {"do": "tax", "with": {}, "by": "f1"}
    assert after.choice.paragraph == "t.challenge"
    after = answer_choice(code, after.state, None)
    assert said(after)[0] == "f3"
    after = answer_choice(code, after.state, None)
    assert after.choice is None and after.state.facts["coins"]["f1"] == 5


def test_the_first_answer_closes_the_window_and_may_cancel_the_deed(code: Code) -> None:
    honest = go(code, begun(code), "tax", {}, "f1", CHALLENGE)
    assert honest.choice is None
    assert honest.state.facts["coins"]["f1"] == 5 and honest.state.facts["lives"]["f2"] == 1
    state = go(code, begun(code), "wait", {}, "f1").state
    caught = go(code, state, "tax", {}, "f2", None, {"do": "challenge", "with": {"claimant": "f2"}})
    assert caught.state.facts["coins"]["f2"] == 2 and caught.state.facts["lives"] == {"f1": 1, "f2": 1, "f3": 2}
    assert caught.state.course.who == "f3"  # the turn is used


def test_all_at_once_the_first_who_comes_answers(code: Code) -> None:
    after = go(code, begun(code), "aid", {}, "f1")
    assert after.choice.by == ["f2", "f3"]
    assert {"do": "block", "with": {"against": "f1", "c": "duke", "by": "f3"}} in after.choice.options
    left = answer_choice(code, after.state, "f2")  # f2 does not answer
    assert left.choice.by == ["f3"]
    assert answer_choice(code, left.state, "f3").state.facts["coins"]["f1"] == 4
    assert answer_choice(code, after.state, None).state.facts["coins"]["f1"] == 4  # nobody does
    with pytest.raises(RefereeError, match="one of those who are asked"):
        answer_choice(code, left.state, "f2")


BLOCK = {"do": "block", "with": {"c": "duke", "by": "f3"}}


def test_a_block_can_itself_be_challenged(code: Code) -> None:
    after = go(code, begun(code), "aid", {}, "f1", BLOCK)
    assert said(after) == ("f1", "answer", [None, "challenge"])
    assert after.choice.answers_to == {"do": "block", "with": {"against": "f1", "c": "duke"}, "by": "f3"}
    blocked = answer_choice(code, answer_choice(code, after.state, None).state, None)
    assert blocked.state.facts["coins"]["f1"] == 2
    doubted = answer_choice(code, after.state, {"do": "challenge", "with": {"claimant": "f3"}})
    assert doubted.state.facts["coins"]["f1"] == 4 and doubted.state.facts["lives"]["f3"] == 1


def test_a_cost_is_paid_when_the_deed_is_declared(code: Code) -> None:
    after = go(code, begun(code), "steal", {"target": "f2"}, "f1")
    assert [change["fact"] for change in after.state.pending.happened] == ["coins", "bank"]
    stopped = go(
        code, begun(code), "steal", {"target": "f2"}, "f1", {"do": "block", "with": {"c": "captain"}}, None, None
    )
    assert stopped.state.facts["coins"] == {"f1": 1, "f2": 2, "f3": 2}
    done = answer_choice(code, after.state, None)
    assert done.state.facts["coins"] == {"f1": 3, "f2": 0, "f3": 2}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"do": "tax", "with": {}}, "what is offered: challenge"),
        ({"do": "challenge", "with": {"claimant": "f3"}}, "what is offered: challenge"),
        ("f2", "an action with its arguments"),
    ],
)
def test_what_does_not_answer_is_refused(code: Code, answer: object, why: str) -> None:
    with pytest.raises(RefereeError, match=why):
        go(code, begun(code), "tax", {}, "f1", answer)


def written(state: State) -> State:
    return State.read(json.loads(json.dumps(state.data())))


@pytest.mark.parametrize("again", [lambda state: state, written], ids=["in memory", "read back"])
def test_an_interrupted_deed_goes_on_the_same_when_it_is_read_back(code: Code, again: Callable[[State], State]) -> None:
    log: list[object] = []
    last = play_game(code, State({"players": 3}), 7, after=again, log=log)
    same: list[object] = []
    assert last.data() == play_game(code, State({"players": 3}), 7, log=same).data()
    assert log == same and any(who == "answer" for who, _, _ in log)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_conserved_stays_conserved(code: Code, seed: int) -> None:
    def look(state: State) -> None:
        assert state.facts["bank"] + sum(state.facts["coins"].values()) == 20

    assert play_game(code, State({"players": 2 + seed % 2}), seed, after=look).over


def test_followed_by_comes_after_the_deed() -> None:
    code = code_from("""
        roles player: red, blue, green
        fact coins of player: number
        fact luck: number
        action dig by actor: player
          effect raise coins of actor by 5
          followed by each p in clockwise_after(actor) with coins of p < 5: beg(actor) otherwise raise luck by 1
        action beg(from_whom: player) by actor: player
          cost 1 from coins of from_whom to coins of actor
    """)
    state = State({"coins": {"red": 0, "blue": 0, "green": 0}, "luck": 0})
    after = go(code, state, "dig", {}, "red")
    assert after.state.midway().facts["coins"]["red"] == 5 and after.choice.by == "blue"
    beg = {"do": "beg", "with": {}}
    assert go(code, state, "dig", {}, "red", beg, beg).state.facts == {
        "coins": {"red": 3, "blue": 1, "green": 1},
        "luck": 0,
    }
    assert go(code, state, "dig", {}, "red", None, None).state.facts["luck"] == 1


def test_cancel_outside_a_window_is_a_fault() -> None:
    code = code_from("roles player: red, blue\naction stop by actor: player\n  effect cancel")
    with pytest.raises(RefereeError, match="nothing is being answered"):
        apply_move(code, State(), "stop", {}, "red")


def test_everybody_who_is_asked_is_asked_about_the_same_deed() -> None:
    """Judging the answer of one looks at another action; what the window passes to the next does not change by that."""
    code = code_from("""
        roles player: red, blue, green
        kind light: sun, moon
        class claim answered by first p in clockwise_after(actor): doubt(needed(this_action))
        table needed(a: claim): | shine => sun | wane => moon
        action shine by actor: player as claim
          effect set last_deed = needed(this_action)
        action wane by actor: player as claim
        fact last_deed: light or none
        action doubt(c: light) by actor: player
    """)
    after = apply_move(code, State({}), "shine", {}, "red")
    assert [option["with"] for option in after.choice.options if option] == [{"c": "sun"}]
    after = answer_choice(code, after.state, None)
    assert after.choice.by == "green" and [option["with"] for option in after.choice.options if option] == [
        {"c": "sun"}
    ]
    after = answer_choice(code, after.state, None)
    assert after.state.facts["last_deed"] == "sun"


WAYS = """
roles player: red, blue, green
kind shield: wood, iron, glass
fact hurt of player: 0..9
action arrow(target: player) by actor: player
  answered by first p in [target]: parry(wood) or parry(s = iron)
  effect raise hurt of target by 1
action shout by actor: player
  answered by any p in player with p is not actor: jeer(p)
  effect raise hurt of actor by 1
action parry(s: shield) by actor: player
  effect cancel
action jeer(who: player) by actor: player
  effect cancel
"""
UNHURT = State({"hurt": {"red": 0, "blue": 0, "green": 0}})


@pytest.mark.parametrize("again", [lambda state: state, written], ids=["in memory", "read back"])
def test_an_action_is_offered_with_one_argument_or_another(again: Callable[[State], State]) -> None:
    code = code_from(WAYS)
    after = apply_move(code, UNHURT, "arrow", {"target": "blue"}, "red")
    ways = [{"do": "parry", "with": {"s": shield}} for shield in ("wood", "iron")]
    assert after.choice.options == [None, *ways]
    state = again(after.state)
    assert moves(code, state.midway(), "blue").calls == [("parry", {"s": "wood"}), ("parry", {"s": "iron"})]
    for way in ways:
        assert answer_choice(code, state, way).state.facts["hurt"]["blue"] == 0
    with pytest.raises(RefereeError, match=r"what is offered: parry\(s=wood\) or parry\(s=iron\)"):
        answer_choice(code, state, {"do": "parry", "with": {"s": "glass"}})
    with pytest.raises(RefereeError, match=r"one of what is offered: parry\(s=wood\) or parry\(s=iron\)"):
        answer_choice(code, state, {"do": "parry", "with": {}})  # which of them is not said


@pytest.mark.parametrize("again", [lambda state: state, written], ids=["in memory", "read back"])
def test_what_is_offered_may_be_another_thing_for_everybody(again: Callable[[State], State]) -> None:
    code = code_from(WAYS)
    state = again(apply_move(code, UNHURT, "shout", {}, "red").state).midway()
    for who in ("blue", "green"):
        assert moves(code, state, who).calls == [("jeer", {"who": who})]

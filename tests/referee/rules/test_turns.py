"""Turns of several steps: each player goes through all steps of a phase before the next one does."""

from __future__ import annotations

import json

import pytest

from referee.errors import RefereeError
from referee.play.moves import moves
from referee.play.progress import Aftermath, apply_move, begin
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.service.game.course import path_of, stage_of
from referee.state import Course, Round, State
from referee.verdict.ask import ask
from tests.support.rules import code_from

CARDS = """
roles player: red, green, blue
fact hand of player: 0..20
fact laid of player: 0..20
fact out of player: flag
fact rounds: 0..20
start hand of p = 1
start laid of p = 0
start out of p = no
start rounds = 0
procedure draw_card(p: player): raise hand of p by 1 end
procedure count_round: raise rounds by 1 end
procedure tidy(p: player): lower hand of p by hand of p - 1 end
class playing
  requires hand of actor > 0
  effect lower hand of actor by 1
action play by actor: player as playing
  effect raise laid of actor by 1
action fold by actor: player as playing
  effect set out of actor = yes
action peek by actor: player
--- #t.round
phase round cycle while rounds < 2
--- #t.turn
phase turn in round each p in player with not out of p
step counting in round after turn: do count_round
--- #t.draw
step drawing in turn: do draw_card(p)
--- #t.look
step looking in turn after drawing when hand of p > 1: p may 1 peek
--- #t.play
step acting in turn after looking: p must 1 playing
--- #t.tidy
step tidying in turn after acting when hand of p > 1: do tidy(p)
"""


@pytest.fixture
def code() -> Code:
    return code_from(CARDS)


def played(code: Code, state: State, *deeds: tuple[str, str]) -> Aftermath:
    after = Aftermath(state)
    for name, actor in deeds:
        after = apply_move(code, after.state, name, {}, actor)
    return after


def test_each_player_goes_through_all_steps_before_the_next(code: Code) -> None:
    state = begin(code, State()).state
    assert state.course == Course("looking", "red", None, (), {}, (Round("turn", "red", ("green", "blue")),))
    assert state.facts["hand"] == {"red": 2, "green": 1, "blue": 1}  # only red has drawn
    state = played(code, state, ("peek", "red")).state
    assert (state.course.step, state.course.who) == ("acting", "red")
    state = played(code, state, ("play", "red")).state
    assert (state.course.step, state.course.who) == ("looking", "green")
    assert state.facts["hand"] == {"red": 1, "green": 2, "blue": 1}


def test_a_step_that_is_optional_can_be_left_and_its_must_cannot(code: Code) -> None:
    state = played(code, begin(code, State()).state, ("done", "red")).state
    assert state.course.step == "acting"
    with pytest.raises(RefereeError, match="still needs an action"):
        played(code, state, ("done", "red"))


def test_who_no_longer_has_a_turn_leaves_the_rest_of_it(code: Code) -> None:
    state = State(
        {
            "hand": {"red": 5, "green": 1, "blue": 1},
            "laid": {},
            "out": dict.fromkeys(("red", "green", "blue"), False),
            "rounds": 0,
        }
    )
    state = State(state.facts, Course("acting", "red", None, (), {}, (Round("turn", "red", ("green", "blue")),)))
    folded, went = played(code, state, ("fold", "red")), played(code, state, ("play", "red"))
    assert folded.state.facts["hand"]["red"] == 4  # nobody tidies the hand of whoever has no turn any more
    assert went.state.facts["hand"]["red"] == 1
    assert folded.state.course.who == went.state.course.who == "green"


def test_the_phase_goes_round_and_the_game_ends(code: Code) -> None:
    state, whose = begin(code, State()).state, []
    while not state.over:
        whose.append(state.course.who)
        state = played(code, state, ("done", state.course.who), ("play", state.course.who)).state
    assert whose == ["red", "green", "blue"] * 2
    assert state.facts["laid"] == {"red": 2, "green": 2, "blue": 2} and state.facts["rounds"] == 2


def test_a_turn_goes_on_the_same_from_what_was_written_down(code: Code) -> None:
    state = begin(code, State()).state
    while not state.over:
        again = State.read(json.loads(json.dumps(state.data())))
        assert again == state
        deeds = [("done", state.course.who), ("play", state.course.who)]
        assert played(code, again, *deeds).state.data() == played(code, state, *deeds).state.data()
        state = played(code, state, *deeds).state


@pytest.mark.parametrize(
    ("step", "deed", "who", "cites"),
    [("looking", "play", "red", "t.play"), ("acting", "peek", "red", "t.look"), ("acting", "play", "green", "t.play")],
)
def test_what_is_asked_in_another_step_cites_the_step_it_belongs_to(
    code: Code, step: str, deed: str, who: str, cites: str
) -> None:
    course = Course(step, "red", None, (), {}, (Round("turn", "red", ("green", "blue")),))
    situation = Situation(State({"hand": {"red": 2, "green": 2}}, course), {})
    said = ask(code, read_question(code, deed, situation, who), situation)
    assert said.verdict == "no"
    assert said.cites[0] == cites


def test_the_path_and_the_order_of_a_turn_can_be_told(code: Code) -> None:
    assert path_of(code, "acting") == ("round", "turn", "acting")
    assert stage_of(code, begin(code, State()).state).path == ("round", "turn", "looking")
    situation = Situation(State(), {})
    said = ask(code, read_question(code, "order of turn", situation, None), situation)
    assert said.value == ("drawing", "looking", "acting", "tidying")


def test_phases_inside_a_turn_and_turns_inside_one_another() -> None:
    code = code_from("""
        roles player: red, green
        kind die: white, black
        fact log of player: number
        start log of p = 0
        phase day each p in player
        phase throws in day each d in die
        step throw in throws: do note(p, d)
        step rest in day after throws: p must 1 sleep
        procedure note(p: player, d: die): raise log of p by if d is white then 10 else 1 end end
        action sleep by actor: player
          effect raise log of actor by 100
    """)
    state = begin(code, State()).state
    assert state.facts["log"] == {"red": 11, "green": 0} and state.course.rounds == (Round("day", "red", ("green",)),)
    state = played(code, state, ("sleep", "red")).state
    assert state.facts["log"] == {"red": 111, "green": 11}
    assert played(code, state, ("sleep", "green")).state.over


def test_a_step_that_goes_round_by_itself_is_stopped() -> None:
    code = code_from("""
        roles player: red, green
        fact n: number
        start n = 0
        phase day
        step throw in day each p in player cycle: do note
        procedure note: set n = 1 end
    """)
    with pytest.raises(RefereeError, match="goes round by itself"):
        begin(code, State())


def test_what_lifts_a_quota_lets_the_turn_take_more() -> None:
    code = code_from("""
        roles player: red, blue
        fact robot of player: flag
        fact storm: flag
        phase day
        --- #t.one
        step turns in day each p in player: p must 1 step_on, may 1 free
        action step_on by actor: player
        class free
        action wave by actor: player as free
        action shout by actor: player as free
        --- #t.robots
        rule free allowed when robot of actor overrides #t.one
        --- #t.storm
        rule shout allowed when storm overrides #t.one
    """)

    def took(robots: bool, storm: bool) -> State:
        facts = {"robot": {"red": robots, "blue": False}, "storm": storm}
        return played(
            code, State(facts, Course("turns", "red", "red", ("blue",))), ("wave", "red"), ("step_on", "red")
        ).state

    def asked(state: State, deed: str, cited: str) -> str:
        said = ask(code, read_question(code, deed, Situation(state, {}), "red"), Situation(state, {}))
        assert cited in said.cites
        return said.verdict

    assert took(robots=False, storm=False).course.who == "blue"  # the turn is full
    robot = took(robots=True, storm=False)
    assert robot.course.who == "red" and asked(robot, "wave", "t.robots") == "yes"
    assert played(code, robot, ("wave", "red"), ("shout", "red"), ("done", "red")).state.course.who == "blue"
    stormy = took(robots=False, storm=True)
    assert asked(stormy, "wave", "t.one") == "no" and asked(stormy, "shout", "t.storm") == "yes"
    assert [name for name, _ in moves(code, stormy, "red").calls] == ["shout"]


SHUT = """
    roles player: red, green
    fact left of player: number
    fact done_with: flag{back}
    start left of p = 2
    start done_with = no
    action rest by actor: player
      effect lower left of actor by 1
      effect set done_with = yes
    phase visits each p in player
    phase turn in visits cycle while left of p > 0
    phase acts in turn each q in [p] with not done_with
    step acting in acts: q must 1 rest
"""


def test_of_a_loop_it_is_said_what_keeps_it_going_and_what_leaves_everybody_out() -> None:
    code = code_from(SHUT.format(back=""))
    state = begin(code, State()).state
    with pytest.raises(RefereeError) as told:
        played(code, state, ("rest", "red"))
    said = (
        "“turn” begins again and again, as long as `left of red = 1`; nobody acts in “acting” while `done_with = yes`"
    )
    assert said in str(told.value)


def test_what_goes_back_when_a_phase_begins_is_back_before_its_turns_are_given() -> None:
    code = code_from(SHUT.format(back=" each acts = no"))
    state = begin(code, State()).state
    for who in ("red", "red", "green"):
        state = played(code, state, ("rest", who)).state
    assert state.course is not None and state.course.who == "green"

"""The course of play, moves, and whole games of the made-up game."""

from __future__ import annotations

import pytest

from kb.library import Game
from referee.books import Course
from referee.check.player import play_game
from referee.errors import RefereeError, RuleFaultError
from referee.play.moves import moves
from referee.play.progress import apply_move, begin
from referee.rules.code import Code
from referee.state import State
from tests.support.rules import code_from


def test_a_game_begins_at_its_first_decision(harbour_code: Code) -> None:
    state = begin(harbour_code, State({"players": 2})).state
    assert state.course.step == "turns"
    assert state.course.who == "red"
    assert state.facts["coins"] == {"red": 10, "green": 10, "blue": 10}


def test_a_told_value_that_the_game_starts_otherwise_with_is_refused(harbour_code: Code) -> None:
    with pytest.raises(RefereeError, match=r"“coins of red” was told to be 3, but the game starts with 10 \(#har\."):
        begin(harbour_code, State({"players": 2, "coins": {"red": 3}}))
    assert begin(harbour_code, State({"players": 2, "coins": {"red": 10}})).state.course is not None


def test_turns_follow_the_course(harbour_code: Code) -> None:
    state = begin(harbour_code, State({"players": 2})).state
    with pytest.raises(RefereeError, match="not legal"):
        apply_move(harbour_code, state, "rest", {}, "green")
    state = apply_move(harbour_code, state, "lease", {"d": "north"}, "red").state
    with pytest.raises(RefereeError, match="not legal"):
        apply_move(harbour_code, state, "lease", {"d": "south"}, "red")
    with pytest.raises(RefereeError, match="turn"):
        apply_move(harbour_code, state, "done", {}, "green")
    state = apply_move(harbour_code, state, "done", {}, "red").state
    assert state.course.who == "green"


def test_moves_are_exactly_the_legal_ones(harbour_code: Code) -> None:
    state = begin(harbour_code, State({"players": 2})).state
    listed = moves(harbour_code, state, "red").calls
    assert {name for name, _ in listed} == {"lease", "rest"}
    for name, args in listed:
        apply_move(harbour_code, state, name, args, "red")
    assert moves(harbour_code, state, "green").calls == []


STEPPED = """
roles player: red, blue
phase day
step morning in day each p in player: p must 1 wake
step evening in day after morning each p in player: p must 1 sleep
action wake by actor: player
action sleep by actor: player
action talk by actor: player
  playable anytime
"""


def test_moves_are_those_of_the_step_and_of_whose_turn_it_is() -> None:
    code = code_from(STEPPED)

    def listed(step: str, who: str, role: str) -> list[str]:
        return [name for name, _ in moves(code, State(course=Course(step, who)), role).calls]

    assert listed("morning", "red", "red") == ["wake"]
    assert listed("evening", "red", "red") == ["sleep"]
    assert listed("morning", "red", "blue") == []


STACKED = """
roles player: red
kind fruit: apple, pear
fact floor of fruit: 0..30
action stack(low: 0..30, high: 0..30) by actor: player
  each f in fruit:
    requires low >= floor of f
  end
  requires high >= 29
"""


def test_every_legal_call_is_listed() -> None:
    listed = moves(code_from(STACKED), State({"floor": {"apple": 12, "pear": 20}}), "red")
    assert [args for _, args in listed.calls] == [
        {"low": low, "high": high} for low in range(20, 31) for high in (29, 30)
    ]
    assert not listed.cut and not listed.begun


def test_where_there_are_too_many_calls_the_next_choice_is_told() -> None:
    code = code_from("""
        roles side: red, blue
        kind tree: ash, elm, oak, fir
        action pick(w: tree, a: number, b: number, c: number) by actor: side
          requires w is not elm or c >= 39
          forbidden when w is fir
    """)
    listed = moves(code, State(), "red")
    assert listed.calls == []
    assert listed.begun == [("pick", {"w": "ash"}), ("pick", {"w": "elm"}), ("pick", {"w": "oak"})]


def test_what_an_effect_passes_on_is_judged_before_it_is_tried() -> None:
    code = code_from("""
        roles side: red, blue
        kind tree: ash, elm, oak
        fact old of tree: flag
        fact hurt of tree: flag
        action fell(w: tree, n: 1..9) by actor: side
          requires old of w
          requires n <= 2
          forbidden when hurt of w
        action hire(w: tree, n: 1..9, again: flag = no) by actor: side
          effect if not again then do fell(w, n) end
          effect if again then set hurt of w = yes end
          effect if again then do fell(w, n) end
    """)
    state = State({"old": {"ash": True, "elm": False, "oak": True}, "hurt": {"ash": False, "elm": False, "oak": False}})
    hired = [args for name, args in moves(code, state, "red").calls if name == "hire"]
    assert hired == [{"w": w, "n": n, "again": False} for w in ("ash", "oak") for n in (1, 2)]


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_end_and_keep_their_pieces(harbour: Game, harbour_code: Code, players: int) -> None:
    def sound(state: State) -> None:
        for cargo in ("grain", "salt", "wine"):
            held = sum(state.facts["crates"][c][cargo] for c in ("red", "green", "blue"))
            assert state.facts["bank_crates"][cargo] + held == 10
        cards = [*state.facts["deck"], *state.facts["spent_pile"]]
        assert sorted(cards) == ["calm", "calm2", "gale"]

    for seed in range(15):
        state = play_game(harbour_code, State({"players": players}), seed, after=sound)
        assert state.over is True


REACHING = """
roles side: red, blue
kind tree: ash, elm, oak
fact old of tree: flag
fact hurt of tree: flag
fact tally: 0..99
procedure there(w, n): set hurt of w = no if n > 0 then do back(w, n - 1) end end
procedure back(w, n): do there(w, n) end
action fell(w: tree, n: 1..3) by actor: side
  requires old of w
  requires n <= 2
  forbidden when hurt of w
action first_there(w: tree, n: 1..3) by actor: side
  effect do there(w, 1)
  effect do fell(w, n)
action first_back(w: tree, n: 1..3) by actor: side
  effect do back(w, 0)
  effect do fell(w, n)
action late(w: tree, n: 1..3) by actor: side
  slots after_all
  effect at after_all do fell(w, n)
  effect set hurt of w = no
on change of tally: set old of elm = yes end
action set_off(w: tree, n: 1..3) by actor: side
  effect raise tally by 1
  effect do fell(w, n)
"""


def test_what_is_lifted_leaves_out_nothing_that_is_legal() -> None:
    """Every call, tried out one by one, against the list: what is written before, however far away, is not taken for granted."""
    code = code_from(REACHING)
    trees, numbers = ("ash", "elm", "oak"), (1, 2, 3)
    for old, hurt in ((trees, trees), (("ash",), ("ash", "oak")), (("ash", "oak"), ()), ((), ("elm",))):
        state = State({"old": {t: t in old for t in trees}, "hurt": {t: t in hurt for t in trees}, "tally": 0})
        listed = moves(code, state, "red", deep=True).calls
        for name in code.program.actions:
            legal = []
            for args in ({"w": w, "n": n} for w in trees for n in numbers):
                try:
                    apply_move(code, state, name, dict(args), "red")
                except RefereeError:
                    continue
                legal.append(args)
            assert [args for listed_name, args in listed if listed_name == name] == legal, (name, old, hurt)


@pytest.mark.parametrize("step", ["if n > 5 then raise n by 1 end", "set n = 0"])
def test_a_course_that_goes_round_by_itself_is_stopped_with_a_sentence(step: str) -> None:
    code = code_from(f"""
    roles side: red, blue
    fact n: number
    start n = 0
    phase loop cycle while n < 3
    step spin in loop: do turn_once
    procedure turn_once: {step} end
    phase late after loop
    step rests in late: red may 1 rest
    action rest by actor: side
    """)
    with pytest.raises(RuleFaultError, match="goes round by itself and never comes to a decision"):
        begin(code, State())


def test_a_told_number_does_not_make_a_listing_endless() -> None:
    code = code_from("""
        roles side: red, blue
        kind gem: ruby, opal
        fact worth: number
        action spend(what: amounts by gem sized 0..worth) by actor: side
        action heap(what: list of gem sized worth..worth) by actor: side
    """)
    listed = moves(code, State({"worth": 10**12}), "red")
    assert {name for name, _ in listed.calls} == {"spend"} and listed.cut == {"spend", "heap"}

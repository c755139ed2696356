"""Games by chance: every sort of fault is noticed, told apart, and comes again with its seed."""

from __future__ import annotations

import pytest

from referee.check.trial import Trial, try_games
from referee.rules.code import Code
from referee.state import State
from tests.support.rules import code_from

COURSE = """
roles player: red, blue
fact coins of player: 0..9
start coins of p = 3
phase round cycle while every p in player has coins of p > 0
step turns in round each p in player: p must 1 act
class act
action spend by actor: player as act
  requires coins of actor > 0
  effect lower coins of actor by 1
"""


def trial(rules: str, games: int = 3, most: int = 200) -> Trial:
    return try_games(code_from(rules), ((seed, State()) for seed in range(games)), most=most)


def only_sort(found: Trial) -> str:
    assert found.faults and found.ended == 0
    (sort,) = {fault.sort for fault in found.faults}
    return sort


def test_a_sound_game_comes_to_its_end() -> None:
    found = trial(COURSE + "ends when some p in player with coins of p is 0")
    assert (found.played, found.ended, found.faults, found.impossible, found.unused) == (3, 3, [], {}, set())
    assert found.deeds == 3 * 5


@pytest.mark.parametrize(
    ("sort", "rules", "said"),
    [
        ("stuck", COURSE.replace("actor > 0", "actor > 1"), "red has no legal move in the step “turns”"),
        ("rule", "roles player: red, blue", "declares no course of play"),
        ("endless", COURSE.replace("lower coins of actor by 1", "nothing"), "did not end after 200 deeds"),
        ("always", COURSE + "always sum(coins of p for p in player) >= 6", "breaks what always holds (#t.1)"),
        ("rule", COURSE.replace("by 1", "by 5"), "coins"),
        (
            "untold",
            COURSE.replace("start coins of p = 3", "").replace("requires coins of actor > 0", ""),
            "before “coins of red” is told",
        ),
    ],
)
def test_each_sort_of_fault_is_told(sort: str, rules: str, said: str) -> None:
    found = trial(rules)
    assert only_sort(found) == sort and said in found.faults[0].message


def test_a_fault_comes_again_with_its_seed() -> None:
    code = code_from(
        COURSE.replace("effect lower", "effect do roll(actor)\n  effect lower")
        + """
procedure roll(p: player):
  random n: 1..6
  if n is 6 then set coins of p = 12 end
end
ends when some p in player with coins of p is 0
"""
    )

    def played(seeds: range) -> Trial:
        return try_games(code, ((seed, State()) for seed in seeds))

    first = played(range(30))
    assert 0 < len(first.faults) < 30 and {fault.sort for fault in first.faults} == {"rule"}
    for fault in first.faults:
        assert played(range(fault.seed, fault.seed + 1)).faults == [fault]


def test_what_is_never_possible_and_never_used_is_told() -> None:
    rules = (
        COURSE
        + """
ends when some p in player with coins of p is 0
--- #t.rich
action boast by actor: player as act
  requires coins of actor > 8
  effect nothing
--- #t.lone
action never_asked by actor: player
--- #t.bonus
define bonus(p) = 2 when coins of p > 8
--- #t.none
define bonus(p) = 0 when coins of p <= 8
--- #t.price
rule spend requires coins of actor >= bonus(actor)
--- #t.winner
define winner = best(p in player by coins of p)
"""
    )
    found = trial(rules, games=10)
    assert found.faults == [] and found.impossible.keys() == {"boast", "never_asked"}
    assert found.impossible["boast"] > 0 and found.impossible["never_asked"] == 0
    assert found.unused == {"t.rich", "t.lone", "t.bonus"}, "a value that is only asked for is no rule of play"


def test_triggers_that_only_call_others_are_used() -> None:
    rules = (
        COURSE
        + """
ends when some p in player with coins of p is 0
--- #t.watch
on change of coins of p when new is 2: do warn end
--- #t.warn
fact warned: flag
start warned = no
procedure warn: set warned = yes end
--- #t.again
whenever warned: do calm end
procedure calm: set warned = no end
"""
    )
    assert trial(rules).unused == set()


def test_what_was_done_is_told_when_it_is_stopped() -> None:
    code = code_from(COURSE + "ends when some p in player with coins of p is 0")

    def stop(played: int) -> None:
        if played == 2:
            raise KeyboardInterrupt

    found = try_games(code, ((seed, State()) for seed in range(9)), step=stop)
    assert found.stopped and found.played == found.ended == 2


def test_somebody_may_look_at_every_state(harbour_code: Code) -> None:
    seen: list[State] = []
    found = try_games(harbour_code, [(1, State({"players": 2}))], watch=lambda given, log: seen.append)
    assert found.ended == 1 and len(seen) == found.deeds + 1 and seen[-1].over


def test_values_that_only_effects_read_are_used() -> None:
    rules = (
        COURSE
        + """
ends when some p in player with coins of p is 0
fact spent_now: number
start spent_now = 0
rule spend effect set spent_now = price
--- #t.price
define price = 2 + 1
--- #t.idle
define idle = 3
"""
    )
    assert trial(rules).unused == set()

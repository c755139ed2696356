"""What is told says of its parts: what cannot be otherwise is neither asked for nor split, and what is told is believed in a story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.errors import WrongAnswerError
from referee.rules.code import Code

Ask = Callable[..., Any]


def test_what_always_holds_of_each_says_what_a_fact_can_be(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind leaf: a, b, c
    table maker(c: leaf): | a => red | b => red | c => blue
    fact keeper of leaf: side or none
    always every c in leaf has keeper of c is none or keeper of c is maker(c)
    define kept_by(s: side) = count(c in leaf with keeper of c is s)
    """
    found = answer_of(rules, "kept_by(red)")
    assert found.domains[("keeper", ("a",))].options == ("red", None)
    assert ("keeper", ("c",)) in found.whatever and found.value.bounds() == (0, 2)
    assert answer_of(rules, "keeper of c is red").value is False


def test_a_told_count_leaves_the_rest_no_choice(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind hut: h1..h30
    fact owner of hut: side or none
    fact strong of hut: flag
    fact coins of side: 0..99
    derived fact huts of side: 0..30
    define huts(s) = count(h in hut with owner of h is s)
    procedure harvest(s: side): for h in hut with owner of h is s: raise coins of s by (if strong of h then 5 else 1 end) end end
    """
    told = "huts of red = 2; owner of h1 = red; owner of h2 = red; strong of h1; not strong of h2; coins of red = 0"
    assert answer_of(rules, "coins of red after harvest(red)", told).value == 6
    open_ = answer_of(rules, "coins of red after harvest(red)", told.replace("huts of red = 2", "huts of red = 3"))
    assert open_.verdict == "depends"  # where one more is to be found, nothing is concluded


def test_a_told_number_moves_as_far_as_what_is_taken_for_granted(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind leaf: a, b, c
    fact keeper of leaf: side
    derived fact still_red of leaf: flag assumed yes
    define still_red(c) = keeper of c is red
    derived fact red_cards: 0..3
    define red_cards = count(c in leaf with still_red of c)
    action sell(c: leaf) by actor: side
      effect set keeper of c = blue
    """
    assert answer_of(rules, "red_cards after sell(b) by red").value == 2
    assert answer_of(rules, "red_cards after sell(b) by red", "red_cards = 3").value == 2


def test_what_somebody_is_told_to_choose_in_secret_need_not_be_bounded(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..40
    fact bid of side: 0..40
    fact won of side: 0..9 assumed 0
    procedure auction:
      secretly choose bid of s: 0..coins of s by each s in side
      if bid of red >= bid of blue then raise won of red by 1 else raise won of blue by 1 end
    end
    """
    assert answer_of(rules, "won of red after auction", "bid of red = 2; bid of blue = 1").value == 1
    assert answer_of(rules, "won of red after auction", "bid of red = 2").verdict == "depends"


def test_an_answer_of_the_wrong_kind_is_refused_at_once(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind leaf: a, b
    fact marked of leaf: flag assumed no
    fact hidden_part: flag fixed assumed no
    action mark by actor: side
      forbidden when hidden_part
      effect do marking(actor)
    procedure marking(s: side):
      choose c: leaf by s with not marked of c
      set marked of c = yes
    end
    """
    assert answer_of(rules, "marked of a after mark by red answers [a]").value is True
    with pytest.raises(WrongAnswerError, match="one leaf"):
        answer_of(rules, "marked of a after mark by red answers [3]")


def test_what_is_said_to_be_done_counts_more_than_what_is_taken_for_granted(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind place: north, south, west
    fact token of place: flag assumed no
    fact tired of side: flag
    action carry(a: place, b: place) by actor: side
      requires token of a
      forbidden when token of b
      forbidden when tired of actor
      effect set token of a = no
      effect set token of b = yes
    """
    assert answer_of(rules, "carry(north, south) by red").verdict == "no"
    assert answer_of(rules, "token of south after carry(north, south) by red").value is True
    second = "carry(west, north) by red after carry(north, south) by red"
    assert answer_of(rules, second, "token of west; not tired of red").verdict == "yes"
    refused = answer_of(rules, "token of south after carry(north, south) by red", "not token of north")
    assert (refused.verdict, refused.refused) == ("no", True)
    assert answer_of(rules, second, "token of west; tired of red").verdict == "no"


def test_the_disputes_of_what_is_taken_for_granted_count_in_a_story(rules: Code, answer_of: Ask) -> None:
    """
    --- #d.one
    roles side: red, blue
    dispute opening: six default at #d.one, ten at #d.two
    fact hand of side: number assumed dealt
    define dealt = 6 when opening is six
    action draw_one by actor: side
      effect raise hand of actor by 1
    --- #d.two
    define dealt = 10 when opening is ten
    """
    answer = answer_of(rules, "hand of red after draw_one by red")
    assert (answer.verdict, answer.disputes["opening"]) == ("disputed", {"six": 7, "ten": 11})
    assert answer_of(rules, "hand of red after draw_one by red", "hand of red = 3").verdict == "value"


def test_one_legal_way_to_do_a_duty_is_no_choice(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..40
    fact sky: flag
    fact huts of side: 0..9
    action pay_due(n: 0..9) by actor: side
      requires n is 3
      effect raise coins of blue by n
    procedure due:
      if sky then raise huts of red by 1 end
      oblige red to pay_due
    end
    """
    assert answer_of(rules, "coins of blue after due", "coins of blue = 1; coins of red = 9").value == 4


def test_an_assumption_is_told_behind_what_a_story_stops_at(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind goods: corn, fish
    fact supply of goods: 0..9 assumed 0
    fact wanted of goods: 0..9
    fact last_round: flag assumed no
    fact threat: 0..40
    procedure reckon:
      if some g in goods with supply of g < wanted of g then raise threat by 5 end
      if last_round then endgame end
    end
    """
    answer = answer_of(rules, "threat after reckon", "threat = 1; wanted of corn = 2; wanted of fish = 3")
    assert answer.value == 6
    assert answer.assumed == {("supply", ("corn",)): 0, ("supply", ("fish",)): 0}
    one = answer_of(rules, "threat after reckon", "threat = 1; wanted of corn = 2; wanted of fish = 0")
    assert one.assumed == {("supply", ("corn",)): 0}


def test_a_reading_under_which_a_fact_matters_is_not_settled(rules: Code, answer_of: Ask) -> None:
    """
    --- #d.one
    roles side: red, blue
    dispute price: must_pay default at #d.one, may_owe at #d.two
    fact coins of side: 0..9
    fact near of side: flag
    action block by actor: side
      requires near of actor
      requires coins of actor >= 1 when price is must_pay
    --- #d.two
    asked define owing = price is may_owe
    """
    answer = answer_of(rules, "block by red", "coins of red = 0")
    assert answer.verdict == "disputed" and answer.disputes["price"]["must_pay"] is False
    assert answer.disputes["price"]["may_owe"] not in (True, False)
    assert answer_of(rules, "block by red", "coins of red = 0; near of red").disputes["price"]["may_owe"] is True

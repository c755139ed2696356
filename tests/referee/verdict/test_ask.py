"""Verdicts: yes, no, depends, disputed, silent; editions, rulings, overrides, hidden facts, remedies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import ask
from tests.support.rules import code_from

Ask = Callable[..., Any]


def test_a_no_needs_nothing_else(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact gate: flag
    fact coins of side: 0..9
    action pass_gate by actor: side
      requires gate
      cost 2 from coins of actor
    """
    answer = answer_of(rules, "pass_gate", "gate = no", "red")
    assert answer.verdict == "no"
    assert answer.needs == []
    answer = answer_of(rules, "pass_gate", "gate", "red")
    assert answer.verdict == "depends"
    assert answer.needs == [("coins", ("red",))]


def test_correlated_unknowns_are_seen_through(rules: Code, answer_of: Ask) -> None:
    """
    kind colour: red, green, blue
    fact lamp: colour
    define lit = lamp is red or lamp is green or lamp is blue
    """
    answer = answer_of(rules, "lit")
    assert answer.verdict == "yes"
    assert answer.whatever == [("lamp", ())]


def test_nothing_times_unknown_is_nothing(rules: Code, answer_of: Ask) -> None:
    """
    fact weight: 0..2
    fact load: 0..50
    define total = 1 + weight * load
    """
    assert answer_of(rules, "total", "weight = 0").value == 1
    assert answer_of(rules, "total", "weight = 1").verdict == "depends"


def test_no_clause_is_silence(rules: Code, answer_of: Ask) -> None:
    """
    fact day: 1..7
    define wage = 5 when day is 1
    """
    assert answer_of(rules, "wage", "day = 2").verdict == "silent"
    assert answer_of(rules, "wage", "day = 1").value == 5


OVERRIDING = """
fact storm: flag
fact toll_paid: flag
--- #t.base
define fee = 4
--- #t.storm
define fee = 7 when storm overrides #t.base
"""


def test_an_exception_that_may_apply_leaves_both_values_alive(answer_of: Ask) -> None:
    code = code_from(OVERRIDING)
    assert answer_of(code, "fee", "storm = no").value == 4
    stormy = answer_of(code, "fee", "storm")
    assert stormy.value == 7
    assert "t.storm" in stormy.cites
    doubt = answer_of(code, "fee")
    assert doubt.verdict == "depends"
    assert doubt.needs == [("storm", ())]


def test_two_paragraphs_that_differ_are_disputed(answer_of: Ask) -> None:
    code = code_from("--- #t.one\ndefine end_level = 8\n--- #t.two\ndefine end_level = 7\n")
    answer = answer_of(code, "end_level")
    assert answer.verdict == "disputed"
    assert answer.value == 8
    assert {"t.one", "t.two"} <= set(answer.cites)


HELD = """
--- #t.kinds
kind fruit: apple, pear, plum
fact ripe of fruit: flag
fact days: 0..9
--- #t.apple
holds eaten(f) when f is apple and ripe of f
--- #t.pear
holds eaten(f) when f in [pear] and days > 3
--- #t.any
holds kept(f) when f is apple
--- #t.day
holds kept(f) when days > 3
"""


@pytest.mark.parametrize(
    ("question", "cites"),
    [
        ("eaten(apple)", {"t.apple"}),  # the clause that could have said yes
        ("eaten(plum)", {"t.apple", "t.pear"}),  # none is about it: the whole list is the reason
        ("kept(pear)", {"t.day"}),  # a clause about everything
    ],
)
def test_a_no_cites_the_clauses_that_could_have_said_yes(answer_of: Ask, question: str, cites: set[str]) -> None:
    answer = answer_of(code_from(HELD), question, "not ripe of apple; days = 2")
    assert answer.verdict == "no" and set(answer.cites) == cites


DISPUTED = """
--- #t.d
dispute c1: seven default at #t.a, eight at #t.b
gap g1: closed default, open_ended
weak w1: plain default, odd
fact level: 0..10
--- #t.a
define limit_level = 7 when c1 is seven
--- #t.b
define limit_level = 8 when c1 is eight
define done_now = level >= limit_level
holds allowed_late when g1 is open_ended
define shown = if w1 is plain then 1 else 2 end
"""


@pytest.mark.parametrize(("level", "verdict"), [(6, "no"), (7, "disputed"), (8, "yes")])
def test_a_dispute_shows_only_where_readings_differ(answer_of: Ask, level: int, verdict: str) -> None:
    answer = answer_of(code_from(DISPUTED), "done_now", f"level = {level}")
    assert answer.verdict == verdict
    if verdict == "disputed":
        assert answer.value is True
        assert answer.disputes == {"c1": {"seven": True, "eight": False}}
        assert {"t.a", "t.b"} <= set(answer.cites)


def test_a_ruling_settles(answer_of: Ask) -> None:
    code = code_from(DISPUTED)
    answer = answer_of(code, "done_now", "level = 7", c1="eight")
    assert answer.verdict == "no"
    assert answer.settled == {"c1": "eight"}


def test_a_gap_depends_and_a_weak_reading_is_a_note(answer_of: Ask) -> None:
    code = code_from(DISPUTED)
    answer = answer_of(code, "allowed_late")
    assert (answer.verdict, answer.value) == ("depends", False)
    answer = answer_of(code, "shown")
    assert (answer.verdict, answer.value, answer.notes) == ("value", 1, ["w1"])


def test_a_fact_can_settle_what_readings_dispute(answer_of: Ask) -> None:
    answer = answer_of(code_from(DISPUTED), "done_now")
    assert answer.verdict == "depends"
    assert answer.needs == [("level", ())]


def test_editions_are_a_dispute(answer_of: Ask) -> None:
    code = code_from("define fee = 2 when edition is en\ndefine fee = 3 when edition is pl", editions=("en", "pl"))
    assert answer_of(code, "fee").verdict == "disputed"
    told = answer_of(code, "fee", "", edition="pl")
    assert (told.verdict, told.value, told.settled) == ("value", 3, {"edition": "pl"})


def test_hidden_facts_never_leak(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact bid of side: 0..5 hidden from others
    action outbid by actor: side
      requires bid of actor > bid of left_of(actor)
    """
    at_table = State({"bid": {"red": 3, "blue": 5}})
    question = read_question(rules, "outbid", read_situation(rules, "", at_table), "red")
    answer = ask(rules, question, read_situation(rules, "", at_table), viewer="red")
    assert answer.verdict == "depends"
    assert answer.needs == []
    assert answer.hidden == [("bid", ("blue",))]
    lowest = read_situation(rules, "", State({"bid": {"red": 0, "blue": 5}}))
    assert ask(rules, question, lowest, viewer="red").verdict == "no"
    # what one tells oneself one may see
    assert answer_of(rules, "outbid", "bid of red = 3; bid of blue = 5", "red").verdict == "no"


def test_who_sits_next_depends_on_who_is_at_the_table(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue, green
    fact players: 2..3 fixed
    define seated = those(s in side with position(s) <= players)
    """
    assert answer_of(rules, "left_of(red)").value == "blue"
    open_seat = answer_of(rules, "left_of(blue)")
    assert (open_seat.verdict, open_seat.needs) == ("depends", [("players", ())])
    assert answer_of(rules, "left_of(blue)", "players = 2").value == "red"


def test_a_card_told_to_lie_in_one_pile_is_in_no_other(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind ticket
    fact hand of side: pile of ticket assumed ticket
    action show(shown: ticket) by actor: side
      requires shown in hand of actor
    """
    assert answer_of(rules, "show(t)", "t: ticket", "red").verdict == "yes"
    assert answer_of(rules, "show(t)", "t: ticket; hand of blue = [t]", "red").verdict == "no"
    assert answer_of(rules, "show(t)", "t: ticket; hand of blue = [t]; hand of red = 2", "red").verdict == "no"


def test_an_answer_that_no_throw_changes_is_cited(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..99
    fact luck of side: 0..6 assumed 0
    action throw by actor: side
      cost 5 from coins of actor
      effect random pips: 1..6
      effect set luck of actor = pips
    action buy by actor: side
      cost 3 from coins of actor
    """
    poor = answer_of(rules, "buy after throw by red", "coins of red = 7", "red")
    assert (poor.verdict, bool(poor.cites), poor.needs) == ("no", True, [])
    left = answer_of(rules, "coins of red after throw by red", "coins of red = 7")
    assert (left.value, bool(left.cites), left.assumed) == (2, True, {})


def test_derived_facts_are_asked_for_themselves(rules: Code, answer_of: Ask) -> None:
    """
    kind seat: a, b, c
    fact taken of seat: flag
    derived fact crew: 0..3
    define crew = count(s in seat with taken of s)
    define payment = 2 * crew
    """
    answer = answer_of(rules, "payment")
    assert answer.needs == [("crew", ())]
    assert answer_of(rules, "payment", "crew = 2").value == 4
    assert answer_of(rules, "payment", "taken of a; taken of b; not taken of c").value == 4


def test_what_would_make_it_legal(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact players: 2..4 fixed
    fact coins of side: 0..9
    action build by actor: side
      cost 4 from coins of actor
      requires players >= 2
    """
    answer = answer_of(rules, "build", "coins of red = 1; players = 2", "red")
    assert answer.verdict == "no"
    assert answer.would_change == [(("coins", ("red",)), 4)]


def test_a_setting_of_the_table_is_no_remedy(answer_of: Ask) -> None:
    rules = "roles side: red, blue\nfact players: 2..4{}\naction join by actor: side\n  requires players >= 3\n  effect raise players by 1"
    assert answer_of(code_from(rules.format("")), "join", "players = 2", "red").would_change == [(("players", ()), 3)]
    assert answer_of(code_from(rules.format(" fixed")), "join", "players = 2", "red").would_change == []


def test_two_disputes_may_decide_only_together(answer_of: Ask) -> None:
    code = code_from(
        """
        --- #t.d
        dispute opening: plain default at #t.a, odd at #t.b
        dispute closing: plain default at #t.a, odd at #t.b
        --- #t.a
        fact gate: flag
        --- #t.b
        define passes = opening is odd and closing is odd
        define passes_twice = if opening is plain then closing is odd and gate else closing is odd end
        """
    )
    both = answer_of(code, "passes")
    assert (both.verdict, both.value) == ("disputed", False)
    assert answer_of(code, "passes", opening="plain").verdict == "no"
    assert answer_of(code, "passes", opening="odd").verdict == "disputed"
    assert answer_of(code, "passes_twice", "not gate").verdict == "disputed"


def test_a_reading_is_told_by_what_it_comes_to_whatever_is_told(answer_of: Ask) -> None:
    code = code_from(
        """
        --- #t.d
        dispute share: whole default at #t.a, half at #t.b
        --- #t.a
        fact coins: 0..9
        define due = 0
        --- #t.b
        define due = coins when share is half overrides #t.a
        """
    )
    outcomes = answer_of(code, "due").disputes["share"]
    assert outcomes["whole"] == 0
    assert outcomes["half"].bounds() == (0, 9)


def test_lifted_checks_cite_what_lifts_them(answer_of: Ask) -> None:
    code = code_from(
        """
        roles side: red, blue
        fact storm: flag
        fact pass_card: flag
        --- #t.ban
        action sail by actor: side
          forbidden when storm
        --- #t.card
        rule sail allowed when pass_card overrides #t.ban
        """
    )
    assert answer_of(code, "sail", "storm; pass_card = no", "red").verdict == "no"
    answer = answer_of(code, "sail", "storm; pass_card", "red")
    assert answer.verdict == "yes"
    assert "t.card" in answer.cites
    doubt = answer_of(code, "sail", "storm", "red")
    assert doubt.needs == [("pass_card", ())]


def test_untold_arguments_are_asked_for(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    scale level: low, mid, high
    fact height: level
    action climb(target: level) by actor: side
      requires target beside height
    """
    answer = answer_of(rules, "climb", "height = mid", "red")
    assert answer.verdict == "depends"
    assert answer.needs == [("climb.target", ())]


def test_questions_about_the_next_state(rules: Code, answer_of: Ask) -> None:
    """
    fact threat: 0..25 clamped
    fact guard: flag
    procedure alarm: if guard then raise threat by 1 else raise threat by 3 end end
    """
    assert answer_of(rules, "threat after alarm", "threat = 4; guard = no").value == 7
    answer = answer_of(rules, "threat after alarm", "threat = 4")
    assert answer.verdict == "depends"
    assert answer.needs == [("guard", ())]


def test_what_stands_for_a_whole_count_is_told_before_its_parts(rules: Code, answer_of: Ask) -> None:
    """
    kind house: h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15, h16, h17, h18, h19, h20, h21, h22, h23, h24
    kind street: north, south
    fact lived_in of house: flag
    fact roof(h: house, s: street): flag assumed yes
    derived fact houses: 0..24 assumed 3
    define houses = count(h in house with lived_in of h and roof(h, north) and roof(h, south))
    define spare = 24 - houses
    """
    answer = answer_of(rules, "spare")
    assert answer.value == 21
    assert answer.assumed == {("houses", ()): 3}


def test_an_offer_nobody_says_is_taken_up_is_declined(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact price: 0..9
    fact toll: 0..9
    action raise_price(n: 1..9) by actor: side
      requires n > price
      effect set price = n
    procedure new_toll(n: number):
      set toll = n
      offer raise_price to blue
    end
    """
    assert answer_of(rules, "toll after new_toll(4)", "price = 3; toll = 1").value == 4
    assert answer_of(rules, "price after new_toll(4)", "price = 3; toll = 1").value == 3


def test_an_assumption_that_leaves_as_much_open_is_not_told(rules: Code, answer_of: Ask) -> None:
    """
    fact painted: flag assumed yes
    fact closed: flag assumed no
    fact seats: 0..9
    define free_seats = if closed then 0 else (if painted then seats else seats end) end
    """
    answer = answer_of(rules, "free_seats")
    assert answer.needs == [("seats", ())]
    assert answer.assumed == {("closed", ()): False}


def test_an_assumed_number_without_an_upper_end_is_told(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind ticket: single, weekly
    fact hand of side: pile of ticket assumed 5
    define too_many(p) = max(0, size of hand of p - 5)
    """
    answer = answer_of(rules, "too_many(red)")
    assert answer.value == 0
    assert answer.assumed == {("hand", ("red",)): 5}


def test_a_check_of_what_an_effect_does_is_split_at_its_threshold(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..99
    fact age of side: 3..60
    action buy(n: number) by actor: side
      requires n <= coins of actor
    action feast by actor: side
      requires age of actor >= 3
      effect do buy(7)
    """
    answer = answer_of(rules, "feast", "", "red")
    assert (answer.verdict, answer.complete, answer.needs) == ("depends", True, [("coins", ("red",))])
    assert [result.status for result in answer.results] == ["pass", "unknown"]
    assert answer.cites


def test_a_no_is_cited_by_what_fails_alone(answer_of: Ask) -> None:
    code = code_from(
        """
        roles side: red, blue
        fact gate: flag
        fact coins of side: 0..9
        --- #t.pass
        action pass_gate by actor: side
          requires gate
        --- #t.fare
        rule pass_gate requires coins of actor >= 2
        """
    )
    assert answer_of(code, "pass_gate", "gate; coins of red = 1", "red").cites == ["t.fare"]
    assert answer_of(code, "pass_gate", "not gate; coins of red = 2", "red").cites == ["t.pass"]
    assert set(answer_of(code, "pass_gate", "gate; coins of red = 2", "red").cites) == {"t.pass", "t.fare"}


def test_an_assumption_is_not_told_if_its_opposite_comes_to_the_same(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind ticket
    fact hand of side: pile of ticket
    fact bin: pile of ticket
    fact strict: flag assumed no
    action discard by actor: side
      effect if strict then choose c: ticket by actor with c in hand of actor  put c on bin
             else move 1 from hand of actor to bin end
    """
    answer = answer_of(rules, "size of bin after discard by red", "hand of red = 3; bin = 0", "red")
    assert (answer.value, answer.assumed) == (1, {})


def test_what_a_deed_moves_is_known_though_nobody_told_from_where(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: number
    fact track of side: 0..10 clamped
    action loan by actor: side
      effect raise coins of actor by 5
      effect raise track of actor by 3
    """
    assert answer_of(rules, "coins of red - before(coins of red) after loan by red").value == 5
    climbed = answer_of(rules, "track of red - before(track of red) after loan by red")
    assert climbed.verdict == "depends" and climbed.needs == [("track", ("red",))]
    assert answer_of(rules, "track of red - before(track of red) after loan by red", "track of red = 9").value == 1

"""Questions in the middle of a deed, while others may answer it."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.rules.parse import parse_cases
from kb.cases.expansion import written_out
from referee.check.cases import run_case
from referee.errors import RefereeError
from referee.play.moves import moves
from referee.play.progress import answer_choice, apply_move, begin
from referee.questions.middle import in_the_middle
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import Finding, ask
from tests.support.bluff import BLUFF
from tests.support.rules import code_from


@pytest.fixture
def code() -> Code:
    return code_from(BLUFF)


def asked(code: Code, state: State, question: str, who: str) -> Finding:
    situation = Situation(state, {})
    return ask(code, *in_the_middle(code, read_question(code, question, situation, who), situation))


def test_who_is_asked_may_answer_and_nobody_else(code: Code) -> None:
    state = apply_move(code, begin(code, State({"players": 3})).state, "tax", {}, "f1").state
    said = asked(code, state, "challenge", "f2")  # whom it challenges is taken from the window
    assert said.verdict == "yes" and "t.challenge" in said.cites
    for question, who in (("challenge", "f3"), ("block(duke)", "f2"), ("tax", "f2")):
        said = asked(code, state, question, who)
        assert (said.verdict, said.cites[0]) == ("no", "t.challenge"), question
    said = asked(code, state, "challenge(f3)", "f2")  # the window is open for challenging somebody else
    assert (said.verdict, said.cites[0]) == ("no", "t.challenge")


def test_outside_a_window_the_answer_is_no_and_cites_the_window(code: Code) -> None:
    state = begin(code, State({"players": 3})).state
    said = asked(code, state, "challenge(f1)", "f2")
    assert (said.verdict, said.cites[0]) == ("no", "t.challenge")
    assert (
        asked(code, State({"players": 3, "lives": {"f2": 2}}), "challenge(f1)", "f2").verdict == "yes"
    )  # no course is told


def test_the_table_lies_as_the_deed_has_left_it(code: Code) -> None:
    state = apply_move(code, begin(code, State({"players": 3})).state, "steal", {"target": "f2"}, "f1").state
    assert asked(code, state, "coins of f1", "f2").value == 1  # it is paid for
    assert asked(code, state, "block(captain)", "f2").verdict == "yes"
    assert asked(code, state, "block(contessa)", "f2").cites[0] == "t.block"


def test_the_moves_of_who_is_asked_are_the_answers(code: Code) -> None:
    state = apply_move(code, begin(code, State({"players": 3})).state, "aid", {}, "f1").state
    listed = moves(code, state.midway(), "f3").calls
    assert listed == [("block", {"c": c, "against": "f1"}) for c in ("duke", "captain")]
    assert moves(code, state.midway(), "f1").calls == []
    state = answer_choice(code, state, {"do": "block", "with": {"c": "duke", "by": "f3"}}).state
    assert moves(code, state.midway(), "f1").calls == [("challenge", {"claimant": "f3"})]


SETTING = "given players = 3; coins of f1 = 2; coins of f2 = 2; coins of f3 = 2; bank = 14; lives of f1 = 2; lives of f2 = 2; lives of f3 = 2;"
CASES = f"""
situation "all three" {SETTING}
case "may be challenged" given "all three"; ask challenge by f2 during tax by f1 expect yes because #t.challenge
case "not by who is not asked" given "all three"; ask challenge by f1 during tax by f1 expect no because #t.challenge
case "those before have declined" given "all three"; ask challenge by f3 during tax by f1 expect yes because #t.challenge
case "by the next" given "all three"; ask challenge by f3 during tax by f1 answers [none] expect yes because #t.challenge
case "a block is a claim" given "all three";
  ask challenge by f1 during aid by f1 answers [block(duke) by f3] expect yes because #t.challenge
case "the cost is paid" given "all three"; ask coins of f1 during steal(f2) by f1 expect 1
case "nobody answers" given "all three"; do tax by f1 expect coins of f1 = 5; because #t.tax
case "blocked" given "all three"; holds_duke of f3 = yes;
  do aid by f1 answers [block(duke) by f3, none, none] expect coins of f1 = 2; because #t.block
case "what is left is declined" given "all three"; do aid by f1 answers [block(duke) by f3] expect coins of f1 = 2; because #t.block
case "not against somebody else" given "all three"; ask challenge(f3) by f2 during tax by f1 expect no because #t.challenge
case "against whoever claims" given "all three"; ask challenge(f1) by f2 during tax by f1 expect yes because #t.challenge
case "after it" given "all three"; ask coins of f1 after tax by f1 expect 5 because #t.tax
"""


SITUATION, *WRITTEN = parse_cases(CASES)


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written.case.title)
def test_cases_ask_and_answer_in_the_middle(code: Code, written: n.WrittenCase) -> None:
    (case,) = written_out(written, {SITUATION.title: SITUATION.given})
    result = run_case(code, case)
    assert result.passed, result.message


def test_over_before_anybody_is_asked(code: Code) -> None:
    with pytest.raises(RefereeError, match="is over before anybody is asked"):
        asked(code, State({"players": 3, "lives": {"f1": 2}}), "lives of f1 during wait by f1", "f1")


def test_an_answer_is_done_through_the_deed_that_it_answers() -> None:
    code = code_from("""
        roles player: red, blue
        kind shield: wood, iron
        fact hurt of player: 0..9
        action arrow(target: player) by actor: player
          answered by first p in [target]: parry
          effect raise hurt of target by 1
        action axe(target: player) by actor: player
          answered by first p in [target]: parry
          effect raise hurt of target by 2
        action parry(s: shield) by actor: player
          requires stops(s, via)
          effect cancel
        holds stops(s: shield, a) when s is iron or a is arrow
    """)
    state = State({"hurt": {"red": 0, "blue": 0}})
    for weapon, shields in (("arrow", ["wood", "iron"]), ("axe", ["iron"])):
        after = apply_move(code, state, weapon, {"target": "blue"}, "red")
        assert [option["with"]["s"] for option in after.choice.options if option] == shields
        for shield in ("wood", "iron"):
            said = asked(code, after.state, f"parry({shield})", "blue")
            assert said.verdict == ("yes" if shield in shields else "no")
        assert [args["s"] for _, args in moves(code, after.state.midway(), "blue").calls] == shields


TWO_WINDOWS = """
roles player: red, blue
kind shield: wood, iron, glass
fact coins of player: 0..9
fact hurt of player: 0..9 assumed 0
--- #t.shot
action arrow(target: player) by actor: player
  cost 1 from coins of actor to nowhere
  answered by any p in player with p is not actor: jeer(actor)
  effect raise hurt of target by 1
action jeer(whom: player) by actor: player
  effect raise hurt of whom by 0
--- #t.shield
rule arrow answered by first p in [target]: parry(wood) or parry(s = iron)
action parry(s: shield) by actor: player
  effect cancel
"""


def test_an_action_answers_in_a_later_window_when_nobody_answers_before() -> None:
    code = code_from(TWO_WINDOWS)
    state = State({"coins": {"red": 3, "blue": 0}})
    for question, verdict, said_by in (
        ("jeer(red)", "yes", "t.shot"),
        ("parry(wood)", "yes", "t.shield"),
        ("parry(iron)", "yes", "t.shield"),
        ("parry(glass)", "no", "t.shield"),  # not with this: it is asked where the action answers otherwise
    ):
        said = asked(code, state, f"{question} by blue during arrow(blue) by red", "blue")
        assert said.verdict == verdict and said_by in said.cites, question
    said = asked(code, state, "parry(glass) by blue during arrow(blue) by red answers [none]", "blue")
    assert said.verdict == "no" and said.cites[0] == "t.shield"
    said = asked(code, state, "parry(wood) by blue during arrow(blue) by red answers [jeer(red) by blue]", "blue")
    assert said.verdict == "yes"  # the window before it was used


UNANSWERED = """
roles player: red, blue
kind shield: wood, iron
fact hurt of player: 0..9 assumed 0
--- #t.shot
action arrow(target: player) by actor: player
  answered by first p in [target]: parry
  effect raise hurt of target by 1
action parry by actor: player
  effect cancel
--- #t.rest
action rest by actor: player
  effect lower hurt of actor by 0
--- #t.trap
action trap(target: player) by actor: player
  effect choose s: shield by target
phase round each p in player
step turn in round: p must 1 arrow or rest or trap
"""


def test_what_only_answers_is_a_no_in_a_deed_that_it_does_not_answer() -> None:
    code = code_from(UNANSWERED)
    state = State({"hurt": {"red": 0, "blue": 0}})
    for deed, verdict, said_by in (
        ("arrow(blue)", "yes", "t.shot"),
        ("rest", "no", "t.rest"),  # it is over before anybody is asked
        ("trap(blue)", "no", "t.trap"),  # a shield is to be chosen, nothing to be answered
    ):
        said = asked(code, state, f"parry by blue during {deed} by red", "blue")
        assert said.verdict == verdict and said.cites[0] == said_by, deed


def test_in_the_middle_of_a_deed_of_which_not_all_is_told() -> None:
    code = code_from(TWO_WINDOWS)
    assert asked(code, State(), "parry(wood) by blue during arrow(blue) by red", "blue").verdict == "yes"
    paid = asked(code, State(), "coins of red during arrow(blue) by red", "red")
    assert (paid.verdict, paid.needs) == ("depends", [("coins", ("red",))])


def test_which_of_several_ways_is_asked_for_where_it_is_not_said() -> None:
    code = code_from(TWO_WINDOWS + "rule parry forbidden when s is iron")
    state = State({"coins": {"red": 3, "blue": 0}})
    said = asked(code, state, "parry by blue during arrow(blue) by red", "blue")
    assert (said.verdict, said.needs) == ("depends", [("parry.s", ())])


def test_an_action_that_only_answers_has_nothing_to_answer_after_a_deed() -> None:
    code = code_from(TWO_WINDOWS)
    told = State({"coins": {"red": 3}})
    said = asked(code, told, "parry(wood) by blue after arrow(blue) by red", "red")
    assert (said.verdict, said.cites[0]) == ("no", "t.shield")
    assert asked(code, told, "parry(wood) by blue during arrow(blue) by red", "red").verdict == "yes"
    assert asked(code, told, "arrow(red) by blue after arrow(blue) by red", "red").verdict == "depends"  # not an answer


HANDS = """
roles player: red, blue, white
kind thing: coin, shield
fact hand of player: pile of thing hidden from others
define present = those(p in player with size of hand of p > 0)
--- #t.hit
action hit(target: player) by actor: player
  requires target in present
  answered by any p in present with p is not actor: doubt
action doubt by actor: player
--- #t.dodge
rule hit answered by first p in [target, white] with size of hand of p > 0: dodge
action dodge by actor: player
  effect cancel
--- #t.swap
action swap(target: player) by actor: player
  answered by first p in [target]: refuse
  effect put hand of target into hand of actor
action refuse by actor: player
  requires shield in hand of actor
action lay(t: thing) by actor: player
  requires t in hand of actor
  effect put t from hand of actor on table_pile
fact table_pile: pile of thing
"""


@pytest.mark.parametrize(
    ("hands", "question", "verdict", "cited"),
    [
        ({"blue": ["coin"]}, "dodge by blue during hit(blue) by red", "yes", "t.dodge"),  # whoever may doubt it
        ({"blue": ["coin"]}, "dodge by white during hit(blue) by red", "depends", "t.dodge"),
        ({"white": 1}, "dodge by white during hit(blue) by red", "yes", "t.dodge"),  # blue is taken to have declined
        ({"white": []}, "dodge by white during hit(blue) by red", "no", "t.dodge"),
        ({"blue": ["coin"]}, "doubt by white during hit(blue) by red", "depends", "t.hit"),
        ({"blue": []}, "doubt by white during hit(blue) by red", "no", "t.hit"),  # there is nobody to hit
        ({}, "refuse by white during swap(white) by red", "depends", "t.swap"),  # whether it can is not told
        ({"white": []}, "refuse by white during swap(white) by red", "no", "t.swap"),
        ({}, "refuse by white during lay(coin) by red", "no", "t.swap"),  # nobody knows what is left, nor has to
    ],
)
def test_only_whether_the_asker_may_answer_matters(
    hands: dict[str, object], question: str, verdict: str, cited: str
) -> None:
    said = asked(code_from(HANDS), State({"hand": hands}), question, "white")
    assert (said.verdict, said.cites[0]) == (verdict, cited)
    if verdict == "depends":
        assert said.needs == [("hand", ("white",))]


def test_who_looks_at_a_pile_of_which_nobody_knows_what_is_left() -> None:
    code, situation = code_from(HANDS), Situation(State(), {})
    question = read_question(code, "refuse by white during lay(coin) by red", situation, "white")
    said = ask(code, *in_the_middle(code, question, situation), viewer="white")
    assert (said.verdict, said.cites[0]) == ("no", "t.swap")


def test_nothing_is_done_when_the_game_is_over() -> None:
    code = code_from(HANDS + "\n--- #t.end\nends when size of table_pile > 1")
    told = State({"hand": {"red": ["coin", "coin"]}, "table_pile": ["shield"]})
    said = asked(code, told, "lay(coin) by red after lay(coin) by red", "red")
    assert (said.verdict, said.cites[0]) == ("no", "t.end")
    assert asked(code, told, "lay(coin) by red", "red").verdict == "yes"

"""An assumption is told where another value would change the answer, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.evaluation.context import Context
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.inquiry import Inquiry

Ask = Callable[..., Any]


def test_all_of_many_assumptions_are_told_that_count(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind yard: a1, a2, a3, a4, a5, a6, a7, a8, a9
    fact closed of yard: flag assumed no
    fact guard of yard: 0..3
    derived fact calm of yard: flag assumed yes
    define calm(y) = guard of y is 0
    fact fee: 0..3
    action walk by actor: side
      requires every y in yard has not closed of y
      requires calm of a1
      requires fee < 2 or not closed of a9
    """
    answer = answer_of(rules, "walk", "", "red")
    assert set(answer.assumed) == {("calm", ("a1",)), *(("closed", (yard,)) for yard in rules.program.members["yard"])}


def test_a_check_that_is_open_may_still_fail_by_an_assumption(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind yard: a1, a2, a3, a4, a5, a6, a7, a8
    fact closed of yard: flag assumed no
    fact fee: 0..3
    action walk by actor: side
      requires fee < 2 and (every y in yard has not closed of y)
    """
    answer = answer_of(rules, "walk", "", "red")
    assert answer.verdict == "depends"
    assert set(answer.assumed) == {("closed", (yard,)) for yard in rules.program.members["yard"]}


def test_a_set_is_never_supposed_to_be_a_number(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind yard: a1, a2
    fact spoken_of: set of yard assumed [a1, a2]
    fact closed of yard: flag
    action walk by actor: side
      requires (some y in spoken_of with not closed of y)
    """
    answer = answer_of(rules, "walk", "closed of a1 = no; closed of a2 = no", "red")
    assert (answer.verdict, list(answer.assumed)) == ("yes", [("spoken_of", ())])


def test_a_plain_verdict_takes_what_is_assumed_of_a_derived_fact(rules: Code) -> None:
    """
    roles side: red, blue
    fact guard: 0..3
    derived fact calm: flag assumed yes
    define calm = guard is 0
    define quiet = calm
    action walk by actor: side
      requires quiet
    """
    situation = read_situation(rules, "", State())
    question = read_question(rules, "walk", situation, "red")
    inquiry = Inquiry(rules, question, situation, "red")
    ctx = inquiry.context({}, {})
    assert question.action is not None
    assert inquiry.legal(ctx, rules.action("walk"), question.action) is True
    assert not ctx.memo  # nothing is remembered that does not tell what it hangs on
    bare = Context(rules, State())
    action = rules.action("walk")
    assert action.legal(bare, action.bind(bare, {}, "red")) is None


def test_assumptions_that_count_only_together_are_told(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact place: 0..5 assumed 0
    fact stance of side: flag assumed no
    fact drawn of side: 0..5 assumed 0
    define votes = sum(drawn of s for s in side with stance of s)
    holds passes when votes <= 2
    """
    answer = answer_of(rules, "passes")
    assert answer.verdict == "yes"
    assert {leaf[0] for leaf in answer.assumed} == {"stance", "drawn"}
    assert answer_of(rules, "passes", "stance of red = no; stance of blue = no").assumed == {}


def test_what_lies_on_the_table_for_a_while_is_told_and_bookkeeping_is_not(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind ticket: c1, c2, c3
    phase round
    step deal in round each s in side: s may 1 pass_on
    action pass_on by actor: side
    fact box: pile of ticket assumed [] each round = []
    fact used: 0..3 assumed 0 each round = 0
    define price = size of box + used
    """
    assert answer_of(rules, "price").assumed == {("box", ()): ()}


def test_what_is_made_of_an_assumption_is_open_with_it(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind law: l1, l2, l3, l4
    fact bill of law: side or none assumed none
    derived fact markers of side: 0..3 assumed 3
    define markers(s) = 3 - count(l in law with bill of l is s)
    action propose(l: law) by actor: side
      requires bill of l is none
      requires markers of actor >= 3
      effect set bill of l = actor
    """
    answer = answer_of(rules, "propose(l1)", "", "red")
    assert answer.verdict == "yes"
    assert set(answer.assumed) == {("bill", (law,)) for law in rules.program.members["law"]}


def test_an_element_of_many_is_judged_by_itself(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind yard: a1, a2, a3
    fact closed of yard: flag assumed no
    fact noisy of yard: flag assumed no
    action walk(yards: set of yard) by actor: side
      each y in yards:
        requires not closed of y
        applies when not noisy of y
      end
    """
    answer = answer_of(rules, "walk([a1, a2])", "", "red")
    assert answer.verdict == "yes" and set(answer.assumed) >= {("closed", ("a1",)), ("closed", ("a2",))}
    assert ("closed", ("a3",)) not in answer.assumed


def test_a_fact_of_which_rules_may_be_silent_is_anything_then(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind yard: a1
    fact owner of yard: side or none
    derived fact level of yard: 0..4
    define level(y) = 0 when owner of y is none
    action build by actor: side
      requires level of a1 is 0
    """
    assert answer_of(rules, "build", "", "red").verdict == "depends"
    assert answer_of(rules, "build", "owner of a1 = none", "red").verdict == "yes"
    assert answer_of(rules, "build", "owner of a1 = red; level of a1 = 2", "red").verdict == "no"


def test_what_matters_only_by_way_of_a_whole_that_is_assumed_is_not_told_beside_it(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind yard: a1, a2
    fact guard of yard: side or none assumed none
    fact dark: flag assumed no
    derived fact holds_yard(s: side, y: yard): flag assumed yes
    define holds_yard(s, y) = guard of y is s when guard of y is not none
    action walk by actor: side
      requires holds_yard(actor, a1)
      requires not dark
    action stroll by actor: side
      requires holds_yard(actor, a1)
      requires guard of a1 is not blue
    """
    assert set(answer_of(rules, "walk", "", "red").assumed) == {("holds_yard", ("red", "a1")), ("dark", ())}
    # where it is read for itself too it is told beside it
    beside = {("holds_yard", ("red", "a1")), ("guard", ("a1",))}
    assert set(answer_of(rules, "stroll", "", "red").assumed) == beside


def test_what_another_reading_alone_assumes_is_said(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact huts of side: 0..9
    fact medals of side: 0..9 assumed 0
    dispute d1: plain default at #t.1, with_medals at #t.1
    define points(s) = huts of s when d1 is plain
    define points(s) = huts of s + medals of s when d1 is with_medals
    """
    assert answer_of(rules, "points(red)", "huts of red = 3").assumed == {("medals", ("red",)): 0}
    told = answer_of(rules, "points(red)", "huts of red = 3; medals of red = 2")
    assert (told.verdict, told.assumed) == ("disputed", {})

"""What a case takes over from another is what it would work out itself; what no undecided check has read is not asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.evaluation.context import Context
from referee.evaluation.past import Past
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.rules.lookup import Lookup
from referee.rules.remembered import Named
from referee.values import Leaf, Unknown
from referee.verdict.ask import ask
from referee.verdict.inquiry import Inquiry
from referee.verdict.split import Evaluation

Ask = Callable[..., Any]
Split = Mapping[Leaf, object]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[Past]:
    """Every case that takes something over is worked out from nothing too; those that were compared."""
    evaluate, found = Inquiry.evaluate, []

    def both(self: Inquiry, split: Split, readings: Mapping[str, str], past: Past | None = None) -> Evaluation:
        taken = evaluate(self, split, readings, past)
        if past is not None:
            alone = evaluate(self, split, readings)
            assert repr(taken.value) == repr(alone.value)
            assert list(taken.touched) == list(alone.touched)
            if isinstance(taken.value, Unknown):
                assert list(taken.leaves) == list(alone.leaves)
                assert {leaf: taken.cuts.get(leaf) for leaf in taken.leaves} == {
                    leaf: alone.cuts.get(leaf) for leaf in alone.leaves
                }
                assert repr(taken.to_split()) == repr(alone.to_split())
            found.append(past)
        return taken

    monkeypatch.setattr(Inquiry, "evaluate", both)
    return found


def test_every_case_of_a_game_comes_to_what_it_comes_to_alone(harbour_code: Code, compared: list[Past]) -> None:
    situation = read_situation(harbour_code, "")
    for action in harbour_code.program.actions:
        ask(harbour_code, read_question(harbour_code, action, situation, None), situation)
    assert any(past.arguments for past in compared) and any(past.leaves for past in compared)


def test_a_let_that_several_checks_read_is_the_same_for_all_of_them(
    rules: Code, answer_of: Ask, compared: list[Past]
) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    fact debts of side: 0..9
    action buy by actor: side
      let left = coins of actor - debts of actor
      requires left >= 2
      requires left <= 5
    """
    answer = answer_of(rules, "buy", "", "red")
    assert answer.verdict == "depends" and answer.complete
    assert set(answer.needs) == {("coins", ("red",)), ("debts", ("red",))}
    assert compared


def test_a_reading_reaches_every_check_that_reads_the_let(rules: Code, answer_of: Ask, compared: list[Past]) -> None:
    """
    roles side: red, blue
    dispute d1: strict default, loose
    fact coins of side: 0..9
    define price = 5 when d1 is strict
    define price = 1 when d1 is loose
    action buy by actor: side
      let cost_now = price
      requires cost_now >= 1
      requires coins of actor >= cost_now
    """
    assert answer_of(rules, "buy", "coins of red = 3", "red").verdict == "disputed"
    assert any(past.disputes for past in compared)


def test_a_trial_takes_over_what_the_one_before_worked_out(rules: Code, answer_of: Ask, compared: list[Past]) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    fact stones of side: 0..9
    define wealth(s) = coins of s + stones of s
    action build(n: 1..3) by actor: side
      requires wealth(actor) >= n
      effect lower coins of actor by n
    action play by actor: side
      requires stones of actor < 9
      effect do build(2)
    """
    answer = answer_of(rules, "play", "stones of red = 1", "red")
    assert answer.verdict == "depends" and answer.needs == [("coins", ("red",))]
    assert answer_of(rules, "play", "stones of red = 2", "red").verdict == "yes"


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Leaf]:
    """Everything that open code had to work out."""
    compute, found = Lookup._compute, []

    def noted(self: Lookup, ctx: Context, key: Leaf, named: Named) -> object:
        if not ctx.raw:
            found.append(key)
        return compute(self, ctx, key, named)

    monkeypatch.setattr(Lookup, "_compute", noted)
    return found


def test_trials_work_out_once_what_is_the_same_for_all_of_them(
    rules: Code, answer_of: Ask, worked_out: list[Leaf]
) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    fact stones of side: 0..9
    fact spent of side: number assumed 0
    define wealth(s) = stones of s + 1
    action settle_up(n: 1..9) by actor: side
      requires coins of actor >= n
    action play by actor: side
      effect raise spent of actor by wealth(actor)
      effect do settle_up(3)
    """
    answer = answer_of(rules, "play", "", "red")
    assert answer.verdict == "depends" and answer.needs == [("coins", ("red",))]
    assert worked_out.count(("wealth", ("red",))) == 1


def test_what_is_done_with_an_unknown_number_is_not_refused_for_it(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    fact stones of side: 0..9
    action settle_up(n: 1..10) by actor: side
      requires coins of actor >= n
    action play by actor: side
      effect do settle_up(stones of actor + 1)
    """
    answer = answer_of(rules, "play", "coins of red = 9", "red")
    assert answer.verdict == "depends" and answer.needs == [("stones", ("red",))]
    assert answer_of(rules, "play", "coins of red = 9; stones of red = 2", "red").verdict == "yes"
    assert answer_of(rules, "play", "coins of red = 1; stones of red = 2", "red").verdict == "no"


def test_what_a_trial_has_written_is_not_taken_over_from_where_it_began(
    rules: Code, answer_of: Ask, compared: list[Past]
) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    fact stones of side: 0..9
    define wealth(s) = coins of s + stones of s
    action settle_up by actor: side
      requires wealth(actor) >= 12
    action play by actor: side
      requires wealth(actor) >= 2
      effect raise coins of actor by 4
      effect do settle_up
    """
    assert answer_of(rules, "play", "coins of red = 5", "red").needs == [("stones", ("red",))]
    assert answer_of(rules, "play", "coins of red = 5; stones of red = 3", "red").verdict == "yes"
    assert answer_of(rules, "play", "coins of red = 5; stones of red = 2", "red").verdict == "no"
    assert compared


def test_a_number_that_is_large_enough_is_not_split_further(rules: Code, answer_of: Ask, compared: list[Past]) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..20
    fact stones of side: 0..20
    action buy by actor: side
      requires coins of actor >= 2
      requires stones of actor >= 3
    """
    answer = answer_of(rules, "buy", "", "red")
    assert answer.needs == [("coins", ("red",)), ("stones", ("red",))] and answer.complete
    assert len(compared) == 4  # two halves of each, not one case a coin


def test_what_is_assumed_away_is_not_asked_for(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue, green
    fact players: 2..3
    holds in_game(s) when position(s) <= players
    derived fact takes_part of side: flag assumed yes
    define takes_part(s) = in_game(s)
    fact coins of side: number
    fact passed of side: flag assumed no
    action buy by actor: side
      requires every s in side has (not in_game(s) or not passed of s)
      requires takes_part of actor
      requires coins of actor >= 5
    """
    assert answer_of(rules, "buy", "", "green").needs == [("coins", ("green",))]


def test_silence_met_while_it_is_tried_out_is_an_answer(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind colour: green, grey
    fact lamp: colour
    table glow(c: colour) gives light:
      | green => green
    fact shown: flag assumed no
    action noop by actor: side
      requires actor is red
    action light_up(c: colour = grey) by actor: side
      effect set shown = (light(c) is green)
      effect do noop
    """
    assert answer_of(rules, "light_up", "", "red").verdict == "silent"
    assert answer_of(rules, "light_up(green)", "", "red").verdict == "yes"
    assert answer_of(rules, "light_up(green)", "", "blue").verdict == "no"


def test_what_is_done_with_amounts_of_which_a_part_is_unknown_is_not_refused_for_it(
    rules: Code, answer_of: Ask
) -> None:
    """
    roles side: red, blue
    kind shop: mill, quay
    fact stock of shop: 0..9
    action buy(basket: amounts by shop) by actor: side
      requires size of basket >= 1
    action restock by actor: side
      effect do buy({mill: 0, quay: stock of quay})
    """
    assert answer_of(rules, "restock", "", "red").verdict in ("yes", "depends")
    assert answer_of(rules, "restock", "stock of quay = 2", "red").verdict == "yes"

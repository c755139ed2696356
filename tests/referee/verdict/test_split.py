"""The case split ends: by the number of evaluations, and sooner where each is costly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.evaluation.past import Past
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.values import Leaf, Unknown
from referee.verdict.ask import ask
from referee.verdict.inquiry import Inquiry
from referee.verdict.split import ASKING, FACT_BUDGET, MIXED, WORK_BUDGET, Evaluation, Exploration, explore


def explored(work: int, name: str = "flag", *, mixed: bool = False) -> Exploration:
    """A question that hangs on every one of twelve flags, each evaluation as costly as said; `mixed`: it comes out one way or another."""

    def evaluate(split: Mapping[Leaf, Any], _: Mapping[str, str], past: Past | None = None) -> Evaluation:
        missing: dict[Leaf, Unknown] = {}
        for number in range(12):
            leaf: Leaf = (name, (number,))
            if leaf not in split:
                missing[leaf] = Unknown(options=(True, False), leaf=leaf)
        value = Unknown() if missing else sum(split.values()) > 11 if mixed else len(split) > 11
        return Evaluation(value, missing, {}, {}, work)

    return explore(evaluate, evaluate({}, {}), {}, lambda _: (), lambda _: False)


def test_cheap_evaluations_are_bounded_by_their_number() -> None:
    found = explored(work=1)
    assert not found.complete and found.evaluations >= FACT_BUDGET


def test_once_it_is_known_to_come_out_either_way_little_is_left_to_find() -> None:
    found = explored(work=1, mixed=True)
    assert not found.complete and MIXED <= found.evaluations < FACT_BUDGET
    asked = explored(work=1, name="deed.flag", mixed=True)  # arguments are asked for first anyway
    assert not asked.complete and ASKING <= asked.evaluations < MIXED


def test_costly_evaluations_are_fewer() -> None:
    found = explored(work=WORK_BUDGET // 10)
    assert not found.complete and found.evaluations < 40
    assert found.leaves  # there is still something to ask for


def test_only_what_an_undecided_price_hangs_on_is_split(rules: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    roles side: red, blue
    fact people of side: 3..10
    fact money of side: 0..90
    fact stock: 0..18
    fact price: 0..10
    action buy(n: number) by actor: side
      requires n <= people of actor
      requires stock >= n
      cost n * price from money of actor
    """
    cases: list[Mapping[Leaf, object]] = []
    evaluate = Inquiry.evaluate

    def counted(self: Inquiry, split: Mapping[Leaf, object], *more: Any) -> Any:
        cases.append(split)
        return evaluate(self, split, *more)

    monkeypatch.setattr(Inquiry, "evaluate", counted)
    situation = read_situation(rules, "money of red = 9")
    answer = ask(rules, read_question(rules, "buy(1)", situation, "red"), situation)
    assert answer.verdict == "depends" and answer.needs == [("stock", ()), ("price", ())]
    assert not any(("people", ("red",)) in split for split in cases)

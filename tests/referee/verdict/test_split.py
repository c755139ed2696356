"""The case split ends: by the number of evaluations, and sooner where each is costly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.evaluation.past import Past
from referee.values import Leaf, Unknown
from referee.verdict.split import FACT_BUDGET, WORK_BUDGET, Evaluation, Exploration, explore


def explored(work: int) -> Exploration:
    """A question that hangs on every one of twelve flags, each evaluation as costly as said."""

    def evaluate(split: Mapping[Leaf, Any], _: Mapping[str, str], past: Past | None = None) -> Evaluation:
        missing: dict[Leaf, Unknown] = {}
        for number in range(12):
            leaf: Leaf = ("flag", (number,))
            if leaf not in split:
                missing[leaf] = Unknown(options=(True, False), leaf=leaf)
        value = Unknown() if missing else sum(split.values())
        return Evaluation(value, missing, {}, {}, work)

    return explore(evaluate, evaluate({}, {}), {}, lambda _: (), lambda _: False)


def test_cheap_evaluations_are_bounded_by_their_number() -> None:
    found = explored(work=1)
    assert not found.complete and found.evaluations >= FACT_BUDGET


def test_costly_evaluations_are_fewer() -> None:
    found = explored(work=WORK_BUDGET // 10)
    assert not found.complete and found.evaluations < 40
    assert found.leaves  # there is still something to ask for

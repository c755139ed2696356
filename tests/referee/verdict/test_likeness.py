"""Checks that have no fact in common are split each once, and the answer is what it is where every case is gone through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.evaluation.past import Past
from referee.rules.code import Code
from referee.values import Leaf
from referee.verdict import split
from referee.verdict.inquiry import Inquiry
from referee.verdict.split import Evaluation

Ask = Callable[..., Any]


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[Leaf, object]]:
    """What was supposed in every case that was worked out."""
    evaluate, found = Inquiry.evaluate, []

    def counted(
        self: Inquiry, supposed: Mapping[Leaf, object], readings: Mapping[str, str], past: Past | None = None
    ) -> Evaluation:
        found.append(supposed)
        return evaluate(self, supposed, readings, past)

    monkeypatch.setattr(Inquiry, "evaluate", counted)
    return found


def both_ways(rules: Code, answer_of: Ask, monkeypatch: pytest.MonkeyPatch, evaluated: list[Any]) -> tuple[int, int]:
    """How many cases are worked out, and how many where none is found to be like another; the answers are the same."""
    shared = answer_of(rules, "sell", "", "red")
    few = len(evaluated)
    evaluated.clear()
    monkeypatch.setattr(split, "MANY", 10**9)
    alone = answer_of(rules, "sell", "", "red")
    assert shared.verdict == alone.verdict == "depends" and shared.complete and alone.complete
    assert shared.needs == alone.needs
    assert {leaf: repr(domain) for leaf, domain in shared.domains.items()} == {
        leaf: repr(domain) for leaf, domain in alone.domains.items()
    }
    return few, len(evaluated)


def test_independent_checks_are_split_each_once(
    rules: Code, answer_of: Ask, monkeypatch: pytest.MonkeyPatch, evaluated: list[Any]
) -> None:
    """
    roles side: red, blue
    kind good: food, cloth
    fact stored of good: 0..4
    fact wanted of good: 0..4
    action sell by actor: side
      each g in good:
        requires wanted of g <= stored of g
      end
    """
    few, all_ = both_ways(rules, answer_of, monkeypatch, evaluated)
    assert few < all_ / 2


def test_checks_that_read_a_fact_in_common_are_gone_through_together(
    rules: Code, answer_of: Ask, monkeypatch: pytest.MonkeyPatch, evaluated: list[Any]
) -> None:
    """
    roles side: red, blue
    kind good: food, cloth
    fact stored of good: 0..4
    fact most: 0..4
    action sell by actor: side
      requires stored of food <= most
      requires stored of cloth <= most
      requires stored of food + stored of cloth >= 3
    """
    both_ways(rules, answer_of, monkeypatch, evaluated)


def test_a_fact_that_only_a_guard_reads_is_not_lost(
    rules: Code, answer_of: Ask, monkeypatch: pytest.MonkeyPatch, evaluated: list[Any]
) -> None:
    """
    roles side: red, blue
    kind good: food, cloth
    fact stored of good: 0..4
    fact market of good: flag
    action sell by actor: side
      requires stored of food >= 2
      requires stored of cloth >= 3 when market of food
      requires stored of cloth >= 1 when market of cloth
    """
    both_ways(rules, answer_of, monkeypatch, evaluated)

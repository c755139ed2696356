"""What is worked out where nothing is told of all it hangs on is worked out once, and counts only there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.evaluation.context import Context
from referee.rules.code import Code
from referee.rules.lookup import Lookup
from referee.state import State
from referee.values import Leaf, Unknown
from tests.support.rules import code_from

Ask = Callable[..., Any]
RULES = """
roles side: red, blue
kind desk: a, b, c
fact sits(d: desk): side or none
fact idle of side: 0..9
fact level: 1..3 assumed 2
define held(d, k) = if sits(d) is k then level else 0 end
define total(k) = idle of k + sum(held(d, k) for d in desk)
define printed(d) = if d is a then 2 else 1 end
"""


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Leaf]:
    """What open code works out, in its order."""
    found: list[Leaf] = []
    compute = Lookup._compute

    def noted(self: Lookup, ctx: Context, key: Leaf, named: Any) -> object:
        found.append(key)
        return compute(self, ctx, key, named)

    monkeypatch.setattr(Lookup, "_compute", noted)
    return found


def looked_at(code: Code, name: str, *args: object, facts: dict[str, Any] | None = None) -> tuple[object, Context]:
    ctx = Context(code, State(facts or {}), explains=True)
    return code.value(ctx, name, args), ctx


def test_what_nothing_is_told_of_is_worked_out_once(worked_out: list[Leaf]) -> None:
    code = code_from(RULES)
    first, alone = looked_at(code, "total", "red", facts={"idle": {"red": 4}})
    assert [name for name, _ in worked_out].count("held") == 3
    worked_out.clear()
    again, later = looked_at(code, "total", "red", facts={"idle": {"red": 5}})
    assert worked_out == [("total", ("red",))]
    assert isinstance(first, Unknown) and isinstance(again, Unknown)
    assert (first.bounds(), again.bounds()) == ((4, 10), (5, 11))
    assert (list(alone.leaves), alone.cites, alone.assumed) == (list(later.leaves), later.cites, later.assumed)
    assert later.assumed == {("level", ()): 2}


@pytest.mark.parametrize(
    ("facts", "bounds"),
    [({"sits": {"a": "blue"}}, (0, 4)), ({"level": 3}, (0, 9)), ({"held": {"a": {"red": 1}}}, (1, 5))],
)
def test_it_does_not_count_where_something_is_told(facts: dict[str, Any], bounds: tuple[int, int]) -> None:
    code = code_from(RULES)
    looked_at(code, "total", "red")
    value, _ = looked_at(code, "total", "red", facts={**facts, "idle": {"red": 0}})
    assert isinstance(value, Unknown) and value.bounds() == bounds


def test_nor_where_a_case_supposes_it_or_it_is_hidden() -> None:
    code = code_from(RULES)
    looked_at(code, "held", "a", "red")
    case = Context(code, State({}), split={("sits", ("a",)): "red"})
    assert code.value(case, "held", ("a", "red")) == 2
    hidden = Context(code, State({}), unseen=frozenset({("level", ())}))
    value = code.value(hidden, "held", ("a", "red"))
    assert isinstance(value, Unknown) and value.bounds() == (0, 3)


def test_what_no_state_changes_is_not_worked_out_by_open_code(worked_out: list[Leaf]) -> None:
    code = code_from(RULES)
    ctx = Context(code, State({"sits": {"a": "blue"}}))
    ctx.careful = True
    assert code.value(ctx, "printed", ("a",)) == 2 and worked_out == []
    told = Context(code, State({"printed": {"b": 7}}))
    told.careful = True
    assert code.value(told, "printed", ("b",)) == 7

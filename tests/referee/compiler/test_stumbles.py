"""Plain code gives up by Untold alone: what it is not made for is seen before, not run into."""

from __future__ import annotations

import pytest

from referee.errors import Untold
from referee.evaluation.context import Context
from referee.rules.code import Code
from referee.runtime import functions
from referee.state import State


def test_tests_forgive_plain_code_nothing_but_giving_up() -> None:
    assert tuple(functions.STUMBLES) == (Untold,)


@pytest.mark.parametrize("target", ["v_toll", "n_toll"])
def test_a_table_gives_up_at_a_key_that_it_has_not(rules: Code, target: str) -> None:
    """
    roles side: red, blue
    kind yard: north, south
    table toll(y: yard): | north => 2
    """
    ctx = Context(rules, State())
    toll = rules.compiler.by_name(target)
    assert toll(ctx, "north") == 2
    with pytest.raises(Untold):
        toll(ctx, "south")
    with pytest.raises(Untold):
        toll(ctx, None)

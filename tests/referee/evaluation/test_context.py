"""The notebook of an evaluation: what is struck out leaves the page as it was."""

from __future__ import annotations

import pytest

from referee.evaluation.context import Context
from referee.evaluation.scope import Scope
from referee.state import State
from referee.values import Unknown
from tests.support.rules import code_from

RULES = """
fact coins: 0..9 assumed 3
fact debt: 0..9
define wealth = coins + 1
"""


@pytest.fixture
def ctx() -> Context:
    return Context(code_from(RULES), State({}), explains=True)


def test_what_is_struck_out_leaves_the_page_as_it_was(ctx: Context) -> None:
    ctx.cite("t.0")
    ctx.seen["debt", ()] = None
    page, before = (ctx.cites, ctx.seen), (dict(ctx.cites), dict(ctx.seen), dict(ctx.assumed))
    mark = ctx.mark()
    ctx.cite("t.0")  # once more what stands there already
    ctx.cite("t.9")
    ctx.assumed["coins", ()] = 3
    ctx.open_book()  # whoever stumbles on an inner page leaves it open
    ctx.cite("t.10")
    ctx.strike_out(mark)
    assert (ctx.cites, ctx.seen, ctx.assumed) == before
    assert (ctx.cites, ctx.seen) == page and ctx.cites is page[0]


def test_plain_code_that_stumbles_leaves_no_note(ctx: Context) -> None:
    from grammar.rules.parse import parse_question

    formula = ctx.code.formula(parse_question("wealth + debt").body, Scope())
    assert isinstance(formula.now(ctx, []), Unknown)  # the wealth is read before the debt is missed
    by_open = Context(ctx.code, State({}), explains=True)
    by_open.careful = True
    formula.now(by_open, [])
    assert (ctx.cites, ctx.assumed, set(ctx.seen)) == (by_open.cites, by_open.assumed, set(by_open.seen))


def test_what_plain_code_relies_on_is_noted_in_the_order_of_reading(ctx: Context) -> None:
    from grammar.rules.parse import parse_question

    formula = ctx.code.formula(parse_question("wealth").body, Scope())
    ctx.cite("t.0")
    assert formula.now(ctx, []) == 4
    assert list(ctx.cites) == ["t.0", "t.1"] and ctx.assumed == {("coins", ()): 3}

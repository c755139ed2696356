"""Looking ahead, and the rules that choose for somebody: nothing is done, nothing guessed, nothing asked that is decided."""

from __future__ import annotations

import pytest

from referee.errors import BudgetError
from referee.evaluation.context import Context
from referee.play.progress import answer_choice, apply_move
from referee.state import State
from referee.values import Unknown
from tests.support.rules import code_from

RULES = """
roles player: ada, ben
kind goods: apples, bread
fact coins of player: 0..20
fact stock(p: player, g: goods): 0..9
fact bot of player: flag assumed no
fact secret of player: goods hidden from others
class deed
phase day
step turns in day each p in player: p must 1 deed
action rest by actor: player as deed
action bake(g: goods, n: 1..3) by actor: player as deed
  requires coins of actor >= 2 * n
  effect lower coins of actor by 2 * n
  effect raise stock(actor, g) by n
procedure alms(p: player): raise coins of p by 3 end
procedure dip(p: player): random g: goods raise stock(p, g) by 1 end
asked define able(p: player) = possible(bake by p)
asked define able_with_alms(p: player) = supposing(alms(p), able(p))
asked define after_dip(p: player) = supposing(dip(p), stock(p, bread))
action treat by actor: player as deed
  effect choose g: goods by left_of(actor)
  effect raise stock(left_of(actor), g) by 1
decide g as wish by p in treat when bot of p: by stock(p, wish) is 0
"""
STATE = State({"coins": {"ada": 1, "ben": 0}, "stock": {"ada": {"bread": 2}, "ben": {"apples": 1, "bread": 0}}})


def test_looking_ahead_leaves_everything_as_it_is() -> None:
    code = code_from(RULES)
    ctx = Context(code, STATE)
    assert code.value(ctx, "able", ("ada",)) is False
    assert code.value(ctx, "able_with_alms", ("ada",)) is True
    assert code.value(ctx, "coins", ("ada",)) == 1


def test_what_is_not_told_is_asked_for() -> None:
    code = code_from(RULES)
    ctx = Context(code, State({}))
    assert isinstance(code.value(ctx, "able", ("ada",)), Unknown)
    assert ("coins", ("ada",)) in ctx.leaves


def test_what_surely_fails_asks_for_nothing_else() -> None:
    code = code_from(RULES + "rule bake requires stock(actor, g) < 9")
    assert code.value(Context(code, State({"coins": {"ada": 1}})), "able", ("ada",)) is False


def test_what_chance_would_bring_nobody_knows() -> None:
    code = code_from(RULES)
    assert isinstance(code.value(Context(code, STATE), "after_dip", ("ada",)), Unknown)


def test_what_looks_ahead_at_itself_is_stopped() -> None:
    code = code_from(RULES + "rule bake requires possible(bake(g) by actor)")
    with pytest.raises(BudgetError):
        code.value(Context(code, State({"coins": {"ada": 9}})), "able", ("ada",))


def test_the_rules_choose_for_a_role_they_play() -> None:
    code = code_from(RULES)
    asked = apply_move(code, STATE, "treat", {}, "ada")
    assert asked.choice is not None and asked.choice.by == "ben"
    ruled = apply_move(code, State(STATE.facts | {"bot": {"ben": True}}), "treat", {}, "ada", noting=True)
    assert ruled.choice is None and ruled.state.facts["stock"]["ben"]["bread"] == 1
    assert "t.1" in ruled.cites


def test_what_is_equally_good_is_left_to_chance() -> None:
    code = code_from(RULES)
    even = State({"bot": {"ben": True}, "stock": {"ben": {"apples": 0, "bread": 0}}})
    drawn = apply_move(code, even, "treat", {}, "ada")
    assert drawn.choice is not None and drawn.choice.kind == "chance" and drawn.choice.options == ["apples", "bread"]
    assert answer_choice(code, drawn.state, "apples").state.facts["stock"]["ben"]["apples"] == 1

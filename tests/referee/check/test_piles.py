"""Cards that only go from pile to pile are counted; those that a rule sets are not."""

from __future__ import annotations

import pytest

from referee.check.piles import LostCardError, Piles, conserved
from referee.state import State
from tests.support.rules import code_from

CARDS = """
roles player: red, blue
kind card_kind: ace, king
kind token: stone, shell
fact deck: pile of card_kind
fact hand of player: pile of card_kind
fact bag: pile of token
action take by actor: player
  effect draw 1 from deck to hand of actor
action throw by actor: player
  effect set bag = []
procedure setup: set deck = [ace, king, king] end
"""


def test_piles_that_a_rule_sets_are_not_counted() -> None:
    assert set(conserved(code_from(CARDS).program)) == {"deck", "hand"}


def test_a_card_that_is_in_no_pile_any_more_is_missed() -> None:
    piles = Piles(code_from(CARDS).program)
    piles(State({"deck": ("ace", "king", "king"), "hand": {"red": (), "blue": ()}, "bag": ("stone",)}))
    piles(State({"deck": ("king", "king"), "hand": {"red": ("ace",), "blue": ()}, "bag": ()}))
    with pytest.raises(LostCardError, match="no pile holds king any more"):
        piles(State({"deck": ("king",), "hand": {"red": ("ace",), "blue": ()}, "bag": ()}))


def test_new_cards_are_no_loss() -> None:
    piles = Piles(code_from(CARDS).program)
    piles(State({"deck": ("ace",)}))
    piles(State({"deck": ("ace", "king")}))

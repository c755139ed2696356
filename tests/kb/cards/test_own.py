"""What a kind of cards says about cards that lie in nobody's hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from grammar.rules.unparse import rules
from kb.cards.own import held
from kb.library import load_game
from tests.support.own_cards import VOCABULARY, favour_games

OWN = 'own = "holds may_use(c, a) when a is {card}"'


def test_the_rule_is_about_the_card(tmp_path: Path) -> None:
    words = load_game(favour_games(tmp_path) / "harbour").card_words
    assert words is not None
    assert rules(held(words, "favour", "card_gift")).strip() == "holds may_use(c, a) when a is card_gift"
    assert held(words, "no_such_kind", "card_gift") == ()


@pytest.mark.parametrize(("own", "fault"), [('own = "holds may_use("', "“own” of kind.favour is no rule"), ("", "")])
def test_what_is_no_rule_is_told(tmp_path: Path, own: str, fault: str) -> None:
    home = favour_games(tmp_path) / "harbour"
    (home / "cards" / "vocabulary.toml").write_text(VOCABULARY.replace(OWN, own), "utf-8")
    found = [problem.message for problem in load_game(home).problems if problem.code == "CARD-WORD"]
    assert (fault in found[0]) if fault else found == []

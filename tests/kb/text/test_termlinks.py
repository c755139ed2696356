"""A word is linked to the sense it has: ordinary words at home only, words that two terms claim by the author's mark alone."""

from __future__ import annotations

from kb.model.entities import Place, Term
from kb.survey.checks import shared_words
from kb.text.markup import render
from kb.text.termlinks import TermFinder
from tests.support.games import game


def _term(identity: str, name: str, *aliases: str) -> Term:
    return Term(identity, "toy", {"en": name}, {}, {"en": aliases}, (), (), {}, Place("terms.toml", 1))


NEEDS = _term("needs_step", "Cover Needs", "needs", "VP")
OTHER = _term("want", "Want", "needs of all")


def _linked(text: str, *home: str) -> list[str]:
    finder = TermFinder([NEEDS, OTHER], "en", {})
    html = render(text, finder, lambda term: f"/{term}", home=home)
    return [part.split('"')[0] for part in html.split('href="/')[1:]]


def test_an_ordinary_word_means_a_term_only_where_it_is_at_home() -> None:
    assert _linked("The card needs 4B.") == []
    assert _linked("The needs of the Class.", "needs_step") == ["needs_step"]
    assert _linked("Then Cover Needs follows.") == ["needs_step"]
    assert _linked("It scores 3 VP.") == ["needs_step"], "a mark of its own is no ordinary word"
    assert _linked("By [[needs_step|needs]] alone.") == ["needs_step"]


def test_a_word_that_two_terms_claim_is_told() -> None:
    finder = TermFinder([_term("a", "Swap", "exchange"), _term("b", "Trade", "exchange")], "en", {})
    assert finder.claimed("An exchange of cards.") == ["exchange"] and not finder.find("An exchange of cards.")


def test_no_game_leaves_such_a_word_unmarked() -> None:
    assert [
        str(each) for name in ("hegemony", "new_angeles", "nowa_reformacja") for each in shared_words(game(name))
    ] == []

"""Answers in words: sentences, numbers, questions and citations, in three languages."""

from __future__ import annotations

from kb.library import Game
from referee.explanation.explain import Explainer, first_sentence, tell_text
from referee.explanation.phrases import incomplete, languages
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.verdict.ask import ask
from tests.support.rules import code_from


def explained(
    game: Game, code: Code, question: str, told: str, actor: str | None = None, **options: str
) -> dict[str, object]:
    situation = read_situation(code, told)
    asked = read_question(code, question, situation, actor)
    return Explainer(game, code, **options).answer(ask(code, asked, situation, viewer=asked.actor))


def test_every_phrase_is_in_every_language() -> None:
    assert incomplete() == []
    assert languages() == ("en", "pl", "uk")


def test_a_no_says_why_with_its_numbers(harbour: Game, harbour_code: Code) -> None:
    told = "owner of north = red; bank_crates of wine = 5; coins of red = 1"
    data = explained(harbour, harbour_code, "load(wine, 1)", told, "red")
    assert data["verdict"] == "no"
    (failed,) = [c for c in data["checks"] if c["result"] == "fail"]  # type: ignore[attr-defined]
    assert failed["numbers"] == "needs 3, has 1"
    assert str(data["sentence"]).startswith("No. Loading takes one to three crates")
    (first, *_) = data["citations"]  # type: ignore[misc]
    assert (first["id"], first["page"]) == ("har.act.5", "4")


def test_a_question_can_be_answered_with_what_it_offers(harbour: Game, harbour_code: Code) -> None:
    data = explained(harbour, harbour_code, "lease(north)", "owner of north = none; coins of red = 9", "red")
    told = "owner of north = none; coins of red = 9"
    for _ in range(5):
        if data["verdict"] != "depends":
            break
        need = data["needs"][0]  # type: ignore[index]
        told += f"; {need['fact']} = none"
        data = explained(harbour, harbour_code, "lease(north)", told, "red")
    assert data["verdict"] == "yes"


def test_up_to_eight_facts_are_wanted(harbour: Game) -> None:
    facts = "".join(f"fact part_{number}: flag\n" for number in range(9))
    code = code_from(facts + "define whole = " + " and ".join(f"part_{number}" for number in range(9)))
    assert len(explained(harbour, code, "whole", "")["needs"]) == 8  # type: ignore[arg-type]


def test_pages_follow_the_edition(harbour: Game, harbour_code: Code) -> None:
    told = "deck = [gale]; owner of middle = red; spent_pile = []"
    pages = {}
    for edition in ("print1", "print2"):
        data = explained(harbour, harbour_code, "owner of middle after turn_weather", told, edition=edition)
        pages[edition] = {c["id"]: c["page"] for c in data["citations"]}["har.wea.3"]  # type: ignore[attr-defined]
    assert pages == {"print1": "5", "print2": "6"}


def test_small_words() -> None:
    assert tell_text(("wage", ("shop",))) == "wage of shop"
    assert tell_text(("stored", ("a", "b"))) == "stored(a, b)"
    assert first_sentence("One. Two.") == "One."
    assert first_sentence("See [[x|this]] *now*. More.") == "See this now."

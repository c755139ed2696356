"""Citations: whole lists in their order, the deciding paragraphs first, for every verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grammar.rules.parse import parse_rules
from kb.model.entities import Place
from kb.rules.assembly import build_program
from kb.rules.program import Cited
from referee.rules.code import Code
from tests.support.rules import code_from

Ask = Callable[..., Any]

SAILING = """
    roles side: red, blue
    fact storm: flag
    fact fog: flag
    fact pass_card: flag
    fact crew of side: 0..9
    --- #t.need
    define needed = 3
    --- #t.turn
    class trip
      forbidden when fog
    --- #t.sail
    action sail by actor: side as trip
      requires needed >= 1
    --- #t.hands
    rule sail requires crew of actor >= needed
    --- #t.ban
    rule sail forbidden when storm
    --- #t.card
    rule sail allowed when pass_card overrides #t.ban
"""


@pytest.fixture(scope="module")
def sailing() -> Code:
    return code_from(SAILING)


def cited(answer: Any) -> tuple[list[str], list[str]]:
    """What decides, and what else is relied on."""
    return answer.cites[: answer.deciding], answer.cites[answer.deciding :]


def test_of_a_yes_the_own_checks_decide_and_those_first_that_read_what_was_told(sailing: Code, answer_of: Ask) -> None:
    told = "crew of red = 5; fog = no; storm = no"
    answer = answer_of(sailing, "sail", told, "red")
    assert (answer.verdict, cited(answer)) == ("yes", (["t.hands", "t.ban", "t.sail"], ["t.turn", "t.need"]))


def test_of_a_yes_what_lifts_a_ban_is_first(sailing: Code, answer_of: Ask) -> None:
    answer = answer_of(sailing, "sail", "crew of red = 5; fog = no; storm = yes; pass_card = yes", "red")
    assert answer.verdict == "yes" and cited(answer)[0][0] == "t.card"


def test_of_a_no_only_what_fails_is_cited_its_paragraphs_before_what_they_rely_on(
    sailing: Code, answer_of: Ask
) -> None:
    answer = answer_of(sailing, "sail", "crew of red = 2; fog = no; storm = yes; pass_card = no", "red")
    assert (answer.verdict, cited(answer)) == ("no", (["t.hands", "t.ban"], ["t.need"]))


def test_what_is_still_open_decides_what_depends_on_it(sailing: Code, answer_of: Ask) -> None:
    answer = answer_of(sailing, "sail", "crew of red = 5; fog = no; pass_card = no", "red")
    assert (answer.verdict, cited(answer)[0]) == ("depends", ["t.ban"])
    assert cited(answer)[1] == ["t.sail", "t.hands", "t.turn", "t.need"]


def test_of_a_value_the_paragraphs_that_define_it_decide(answer_of: Ask) -> None:
    code = code_from(
        """
        --- #t.base
        define base = 2
        --- #t.toll
        adds base to toll
        --- #t.night
        adds 3 to toll
        """
    )
    answer = answer_of(code, "toll")
    assert (answer.value, cited(answer)) == (5, (["t.toll", "t.night"], ["t.base"]))


DISPUTED = """
    fact load: 0..9
    --- #t.dispute
    dispute mark: early default at #t.one, late at #t.two #t.three
    --- #t.full
    define full = load >= most
    --- #t.most
    define most = if mark is early then 3 else 5 end
"""


def test_where_readings_differ_their_places_decide_and_the_usual_one_is_first(answer_of: Ask) -> None:
    code = code_from(DISPUTED)
    answer = answer_of(code, "full", "load = 4")
    assert (answer.verdict, cited(answer)) == ("disputed", (["t.one", "t.two", "t.three"], ["t.full", "t.most"]))
    assert answer_of(code, "full", "load = 8").cites == ["t.full", "t.most"]  # no reading has a say


def ranked(*more: Cited) -> Code:
    rules = [
        ("define fee = 2", "t.book", 10),
        ("define fee = 3", "t.card", 30),
        ("define price = fee + 1", "t.price", 10),
    ]
    found = [Cited(node, where, Place("test", 1), rank) for text, where, rank in rules for node in parse_rules(text)]
    return Code(build_program("test", [*found, *more]), {30: "t.cards_win"})


def test_where_rank_decides_what_wins_is_first_then_what_grants_the_rank_then_what_is_outranked(answer_of: Ask) -> None:
    answer = answer_of(ranked(), "fee")
    assert (answer.verdict, answer.value) == ("value", 3)
    assert cited(answer) == (["t.card", "t.cards_win", "t.book"], [])
    assert answer_of(ranked(), "price").cites == ["t.price", "t.card", "t.cards_win", "t.book"]


def test_the_same_where_something_is_untold_that_cannot_matter(answer_of: Ask) -> None:
    stormy = parse_rules("fact storm: flag\ndefine fee = 4 when storm")
    code = ranked(*(Cited(node, "t.faq", Place("test", 1), 20) for node in stormy))
    for question, value in (("fee", 3), ("fee + 1", 4)):
        answer = answer_of(code, question)
        assert (answer.value, answer.cites[:3]) == (value, ["t.card", "t.cards_win", "t.book"])


def test_a_rank_that_decides_nothing_is_not_cited(answer_of: Ask) -> None:
    alone = [Cited(node, "t.card", Place("test", 1), 30) for node in parse_rules("define fee = 3")]
    assert answer_of(Code(build_program("test", alone), {30: "t.cards_win"}), "fee").cites == ["t.card"]

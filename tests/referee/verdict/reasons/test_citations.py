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


def test_of_a_yes_decides_the_demand_on_told_facts_then_what_lets_one_do_it_then_the_bans(
    sailing: Code, answer_of: Ask
) -> None:
    told = "crew of red = 5; fog = no; storm = no"
    answer = answer_of(sailing, "sail", told, "red")
    assert (answer.verdict, cited(answer)) == ("yes", (["t.hands", "t.sail", "t.ban"], ["t.turn", "t.need"]))


def test_of_a_yes_decides_the_one_check_that_reads_what_was_told(answer_of: Ask) -> None:
    code = code_from(
        """
        roles side: red, blue
        fact crew of side: 0..9
        fact storm: flag assumed no
        --- #t.sail
        action sail by actor: side
        --- #t.hands
        rule sail requires crew of actor >= 3
        --- #t.ban
        rule sail forbidden when storm
        """
    )
    assert answer_of(code, "sail", "crew of red = 5", "red").cites == ["t.hands", "t.sail", "t.ban"]


def test_of_a_yes_what_lifts_a_ban_is_first(sailing: Code, answer_of: Ask) -> None:
    answer = answer_of(sailing, "sail", "crew of red = 5; fog = no; storm = yes; pass_card = yes", "red")
    assert answer.verdict == "yes" and cited(answer)[0][0] == "t.card"


def test_of_a_no_only_what_fails_is_cited_a_ban_before_a_demand(sailing: Code, answer_of: Ask) -> None:
    answer = answer_of(sailing, "sail", "crew of red = 2; fog = no; storm = yes; pass_card = no", "red")
    assert (answer.verdict, cited(answer)) == ("no", (["t.ban", "t.hands"], ["t.need"]))


BUYING = """
    roles side: red, blue
    kind ware: nets, oars
    fact coins of side: 0..99
    fact stall of ware: 0..9
    --- #t.buy.1
    action buy(w: ware) by actor: side
      cost price of w from coins of actor to nowhere
    --- #t.buy.2
    rule buy requires stall of w >= 1
    --- #t.limits.1
    rule buy requires stall of w >= 2
    --- #t.fair.1
    define price(w: ware) = 5
    --- #t.fair.2
    define price(w: ware) = 3 when via is fair overrides #t.fair.1
    --- #t.card.text
    action fair by actor: side
      effect do buy(nets)
    define price(w: ware) = 4 when via is fair_day overrides #t.fair.1
    action fair_day by actor: side
      effect do buy(nets)
"""


def test_of_a_no_what_another_section_adds_is_before_what_the_action_asks_itself(answer_of: Ask) -> None:
    code = code_from(BUYING)
    answer = answer_of(code, "buy(nets)", "coins of red = 1; stall of nets = 0", "red")
    assert cited(answer)[0] == ["t.limits.1", "t.buy.2", "t.buy.1"]


def test_of_a_no_inside_a_deed_its_own_paragraph_is_first_where_it_changed_what_is_asked(answer_of: Ask) -> None:
    code = code_from(BUYING)
    answer = answer_of(code, "fair_day", "coins of red = 3; stall of nets = 3", "red")
    assert (answer.verdict, answer.cites[:2]) == ("no", ["t.card.text", "t.buy.1"])
    assert answer_of(code, "fair", "coins of red = 3; stall of nets = 3", "red").verdict == "yes"


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


def test_of_a_sum_what_adds_nothing_does_not_decide(answer_of: Ask) -> None:
    code = code_from(
        """
        fact night: flag
        --- #t.toll
        adds 2 to toll
        --- #t.night
        adds 3 to toll when night
        --- #t.free
        adds 0 to toll
        """
    )
    assert cited(answer_of(code, "toll", "night = yes"))[0] == ["t.night", "t.toll"]
    assert cited(answer_of(code, "toll", "night = no"))[0] == ["t.toll"]


EXCEPTIONS = """
    fact night: flag
    fact debt: 0..20
    fact level: 0..9
    --- #t.fee
    define fee = 2
    --- #t.night
    define fee = 4 when night overrides #t.fee
    --- #t.toll
    define toll = fee + 1
    --- #t.levels
    holds finished when level >= 8
    --- #t.debt
    holds finished when debt >= 15
    --- #t.borrow
    roles side: red, blue
    action borrow by actor: side
      effect raise debt by 2
"""


def test_an_exception_that_counts_is_before_the_rule_that_leads_to_it(answer_of: Ask) -> None:
    code = code_from(EXCEPTIONS)
    assert answer_of(code, "toll", "night = yes").cites == ["t.night", "t.toll"]
    assert answer_of(code, "toll", "night = no").cites == ["t.toll", "t.fee"]


def test_of_several_reasons_the_one_that_holds_is_first_and_of_none_that_which_reads_what_was_told(
    answer_of: Ask,
) -> None:
    code = code_from(EXCEPTIONS)
    assert answer_of(code, "finished", "debt = 15; level = 0").cites[0] == "t.debt"
    assert answer_of(code, "finished", "debt = 3; level = 9").cites[0] == "t.levels"


def test_after_a_deed_what_changed_the_fact_decides_and_where_nothing_did_the_deed(answer_of: Ask) -> None:
    code = code_from(EXCEPTIONS)
    assert answer_of(code, "debt after borrow by red", "debt = 3").cites[0] == "t.borrow"
    assert answer_of(code, "level after borrow by red", "debt = 3; level = 1").cites[0] == "t.borrow"
    assert answer_of(code, "finished after borrow by red", "debt = 13; level = 1").cites[0] == "t.debt"


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


def test_of_a_yes_decides_the_one_demand_that_alone_reads_something_told(answer_of: Ask) -> None:
    code = code_from(
        """
        roles side: red, blue
        fact coins of side: 0..9
        fact crew of side: 0..9
        fact calm: flag
        --- #t.sail
        action sail by actor: side
          requires calm
          cost 2 from coins of actor to nowhere
        --- #t.hands
        rule sail requires crew of actor >= 2
        """
    )
    answer = answer_of(code, "sail", "coins of red = 5; crew of red = 2; calm", "red")
    assert (answer.verdict, answer.cites[:2]) == ("yes", ["t.hands", "t.sail"])


SHARED_END = """
    roles side: red, blue
    fact laws: 0..5
    fact shot: flag
    fact poison: flag
    --- #t.play
    action lay by actor: side
      effect raise laws by 1
    action aim by actor: side
      effect set shot = yes
    --- #t.laws
    holds red_won when laws >= 5
    ends when red_won or poison
    --- #t.shot
    holds red_won when shot
"""


@pytest.mark.parametrize(
    ("question", "given", "first"),
    [
        ("over", "laws = 5; shot = no; poison = no", "t.laws"),
        ("over", "laws = 2; shot = yes; poison = no", "t.shot"),
        ("over", "laws = 2; shot = no; poison = yes", "t.laws"),
        ("over after aim by red", "laws = 2; shot = no; poison = no", "t.shot"),
        ("lay by red", "laws = 2; shot = yes; poison = no; over = yes", "t.shot"),
    ],
)
def test_of_several_ways_to_the_end_that_decides_which_is_gone(
    question: str, given: str, first: str, answer_of: Ask
) -> None:
    answer = answer_of(code_from(SHARED_END), question, given, "red")
    assert answer.cites[0] == first and answer.verdict == ("no" if question == "lay by red" else "yes")

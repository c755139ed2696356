"""A text is put together once; only what a question brings is filled in."""

from __future__ import annotations

from grammar.rules.parse import parse_question
from kb.library import Game
from referee.evaluation.scope import Scope
from referee.explanation.words.said import Figure, Said
from referee.explanation.words.templates import Places, Template
from referee.explanation.words.wording import Wording
from referee.rules.code import Code
from referee.runtime.functions import Lazy
from referee.values import UNKNOWN


def said(value: object) -> Said:
    return Figure(value, "en") if isinstance(value, int) else Said(str(value))


def test_what_is_bound_is_filled_in_and_what_is_not_is_named() -> None:
    places = Places()
    who, price = places.at(2, Said("somebody")), places.at(0, Said("a price"))
    template = Template(f"{who.form()} pays {price.form()} {price.form('coin|coins')}, and {who.form()} goes", places)
    assert template.filled(said, [3, None, "red"]) == "red pays 3 coins, and red goes"
    assert template.filled(said, [1, None, None]) == "somebody pays 1 coin, and somebody goes"
    assert template.filled(said, None) == "somebody pays a price coin, and somebody goes"
    assert Template("no place at all", Places()).filled(said, None) == "no place at all"


def test_a_let_that_nobody_has_read_is_named(harbour_code: Code) -> None:
    formula = harbour_code.formula(parse_question("1 + 1").body, Scope())
    places = Places()
    assert Template(places.at(0, Said("the sum")).form(), places).filled(said, [Lazy(formula)]) == "the sum"


def test_a_list_of_which_nobody_knows_all_is_called_by_its_name() -> None:
    places = Places()
    template = Template(places.at(0, Said("those who lose")).form(), places)
    assert template.filled(said, [("red", UNKNOWN)]) == "those who lose"


def test_no_text_can_pass_for_a_place() -> None:
    forged = "\0" + "0" * 16 + "\0" + "1" + "\0"
    places = Places()
    assert Template(f"{forged}{places.at(0, Said('x')).form()}", places).filled(said, [forged]) == forged * 2


def test_an_expression_is_said_with_the_values_of_its_frame(harbour: Game) -> None:
    scope, words = Scope(("p", "amount")), Wording(harbour, "en")
    body = parse_question("coins of p >= amount and this_action is not p").body
    template = words.template(lambda speaker: speaker.said(body).form(), scope)
    for frame in (["red", 3], ["green", None], [None, 0]):
        assert template.filled(words.said_of, frame) == words.expression(body, scope, frame)
    assert "3" in template.filled(words.said_of, ["red", 3])
    assert template.filled(words.said_of, ["red", 3]) != template.filled(words.said_of, ["green", 3])

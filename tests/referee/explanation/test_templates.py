"""A text is put together once; only what a question brings is filled in."""

from __future__ import annotations

from grammar.rules.parse import parse_question
from kb.library import Game
from referee.evaluation.scope import Scope
from referee.explanation.templates import Template, place
from referee.explanation.wording import Wording
from referee.rules.code import Code
from referee.runtime.functions import Lazy


def test_what_is_bound_is_filled_in_and_what_is_not_is_named() -> None:
    template = Template(f"{place(0)} pays {place(1)}, and {place(0)} goes", [(2, "somebody"), (0, "a price")])
    assert template.filled(str, [3, None, "red"]) == "red pays 3, and red goes"
    assert template.filled(str, [3, None, None]) == "somebody pays 3, and somebody goes"
    assert template.filled(str, None) == "somebody pays a price, and somebody goes"
    assert Template("no place at all", []).filled(str, None) == "no place at all"


def test_a_let_that_nobody_has_read_is_named(harbour_code: Code) -> None:
    formula = harbour_code.formula(parse_question("1 + 1").body, Scope())
    assert Template(place(0), [(0, "the sum")]).filled(str, [Lazy(formula)]) == "the sum"


def test_no_text_can_pass_for_a_place() -> None:
    forged = "\0" + "0" * 16 + "\0" + "1" + "\0"
    assert Template(f"{forged}{place(0)}", [(0, "x")]).filled(str, [forged]) == forged * 2


def test_an_expression_is_said_with_the_values_of_its_frame(harbour: Game) -> None:
    scope, words = Scope(("p", "amount")), Wording(harbour, "en")
    body = parse_question("coins of p >= amount and this_action is not p").body
    template = words.template(lambda say: say(body), scope)
    for frame in (["red", 3], ["green", None], [None, 0]):
        assert template.filled(words.value, frame) == words.expression(body, scope, frame)
    assert "3" in template.filled(words.value, ["red", 3])
    assert template.filled(words.value, ["red", 3]) != template.filled(words.value, ["green", 3])

"""A question whose arguments are of a wrong kind is refused with a sentence."""

from __future__ import annotations

import pytest

from grammar.rules.parse import parse_question
from kb.cases import cases_of
from referee.evaluation.scope import Scope
from referee.resolved.checks.inference import Types
from referee.resolved.checks.questions import check_question
from referee.resolved.tree import nodes as r
from referee.resolved.tree.binder import Binder
from referee.resolved.tree.names import Names
from tests.support import games
from tests.support.rules import code_from

RULES = """
roles player: red, blue
kind pair_part: red
kind colour: white, black
scale hour: dawn, noon, dusk
kind field
fact coins of player: number
fact crop of field: colour
action jump(c: colour) by actor: player
define hour_after(h: hour) = next(h)
define wealth(p) = coins of p + 1
holds paints(c) when c in [white]
define worth(x) = size of x
"""


def sentences(question: str, **members: list[str]) -> list[str]:
    program = code_from(RULES).program
    names = frozenset(name for listed in members.values() for name in listed)
    expr = Binder(Names(program), names).resolve(parse_question(question).body, Scope())
    return check_question(Types(program), expr, members)


@pytest.mark.parametrize(
    "question",
    ["hour_after(dawn)", "wealth(red)", "wealth(none)", "paints(black)", "coins of red", "jump(white)", "coins of red > 3", "worth([red])",
     "count(p in player with coins of p is none)"],
)  # fmt: skip
def test_a_right_question_is_let_through(question: str) -> None:
    assert sentences(question) == []


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            "hour_after(red)",
            "Argument 1 of “hour_after” is a member of “hour”; `red` is a member of “pair_part”. Give a member of “hour”.",
        ),
        (
            "wealth(white)",
            "Argument 1 of “wealth” is a member of “player”; `white` is a member of “colour”. Give a member of “player”.",
        ),
        ("wealth(3)", "Argument 1 of “wealth” is a member of “player”; `3` is a number. Give a member of “player”."),
        (
            "coins of white",
            "The key of “coins” is a member of “player”; `white` is a member of “colour”. Look it up at a member of “player”.",
        ),
        (
            "jump(red)",
            "Argument 1 of “jump” is a member of “colour”; `red` is a member of “pair_part”. Give a member of “colour”.",
        ),
        (
            "paints(red)",
            "Argument 1 of “paints” is a member of “colour”; `red` is a member of “pair_part”. Give a member of “colour”.",
        ),
        (
            "coins of red is white",
            "`coins(red) is white` can never hold: the left side is a number, the right side is a member of “colour”. Compare what can be the same.",
        ),
    ],
)
def test_a_wrong_kind_is_refused(question: str, sentence: str) -> None:
    assert sentences(question) == [sentence]


def test_members_that_come_with_a_question_have_their_kind() -> None:
    assert sentences("crop of f1", field=["f1"]) == []
    assert sentences("coins of f1", field=["f1"]) != []


@pytest.mark.parametrize("name", ["hegemony", "new_angeles", "nowa_reformacja"])
def test_no_case_of_the_corpus_is_refused(name: str) -> None:
    game = games.library().games[name]
    types, names = Types(game.program), Names(game.program)
    refused = []
    for case in cases_of(game)[0]:
        asking = case.node.asking
        members: dict[str, list[str]] = {}
        for given in case.node.given:
            if given.kind:
                members.setdefault(given.kind, []).append(given.target.id)  # type: ignore[union-attr]
        if asking is not None:
            loose = frozenset(name for listed in members.values() for name in listed)
            expr = Binder(names, loose).resolve(asking.body, Scope())
            if getattr(asking.body, "name", getattr(asking.body, "id", "")) in game.program.actions and not isinstance(
                expr, r.DeedOf
            ):
                continue  # a fact of the same name: the question is about the action
            refused += [f"{case.node.title}: {sentence}" for sentence in check_question(types, expr, members)]
    assert refused == []

"""Conditions as sentences, affirmed and denied, in three languages."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.base.records import replace
from grammar.rules.parse import parse_question
from kb.library import Game
from kb.model.entities import Word
from referee.evaluation.scope import Scope
from referee.explanation.words.wording import Wording
from referee.values import Deed
from tests.support import games

WORDS = (
    Word("coins", {"en": "coins of {0}"}, {}),
    Word("owner", {"en": "tenant of {0}"}, {}),
    Word("dock", {"en": "Dock", "pl": "Nabrzeże"}, {}),
)


@pytest.fixture
def game(harbour: Game) -> Game:
    return with_words(harbour, *WORDS)


def with_words(game: Game, *words: Word) -> Game:
    return replace(game, prose=replace(game.prose, words={**game.prose.words, **{word.id: word for word in words}}))


def sentence(game: Game, text: str, lang: str = "en", holds: bool = True, slots: tuple[str, ...] = ()) -> str:
    words = Wording(game, lang)
    body = parse_question(text).body
    return words.template(lambda speaker: speaker.sentence(body, holds), Scope(slots)).filled(words.said_of, None)


@pytest.mark.parametrize(
    ("asked", "so", "not_so"),
    [
        ("coins of red >= 3", "coins of red are at least 3", "coins of red are less than 3"),
        ("coins of red < 3", "coins of red are less than 3", "coins of red are at least 3"),
        ("coins of red is 3", "coins of red are 3", "coins of red are not 3"),
        ("coins of red in 1..3", "coins of red are from 1 to 3", "coins of red are not from 1 to 3"),
        ("red in [green, blue]", "red is green or blue", "red is neither green nor blue"),
        ("not red is green", "red is not green", "red is green"),
        ("owner of north is none", "there is no tenant of north", "there is some tenant of north"),
        ("red is green and red is blue", "red is green and red is blue", "not at the same time: red is green and red is blue"),
        ("red is green or red is blue", "red is green or blue", "red is not green and red is not blue"),
    ],
)  # fmt: skip
def test_a_condition_is_said_as_it_is_and_denied_from_inside(game: Game, asked: str, so: str, not_so: str) -> None:
    assert sentence(game, asked) == so
    assert sentence(game, asked, holds=False) == not_so


def test_what_is_joined_the_other_way_stands_in_brackets(game: Game) -> None:
    found = sentence(game, "(red is green and red is blue) or red is red")
    assert found == "(red is green and red is blue) or red is red"


def test_a_list_is_counted_by_its_label_and_a_missing_choice_is_told(game: Game) -> None:
    assert sentence(game, "size(docks) >= 1", slots=("docks",)) == "number of docks is at least 1"
    assert sentence(game, "dock is none", slots=("dock",)) == "no Dock is chosen"
    assert sentence(game, "dock is not none", "pl", slots=("dock",)) == "wybrano Nabrzeże"


def test_a_name_may_say_itself_what_it_is_when_it_is_not_so(game: Game) -> None:
    word = Word("owner", {"en": "tenant of {0}"}, {}, absent={"en": "{0} is free"}, present={"en": "{0} is let"})
    game = with_words(game, word)
    assert sentence(game, "owner of north is none") == "north is free"
    assert sentence(game, "owner of north is none", holds=False) == "north is let"


def test_an_action_is_said_with_its_arguments_in_the_holes_of_its_words(harbour: Game) -> None:
    params = [param.name for param in harbour.program.actions["lease"].node.params]
    args = dict.fromkeys(params, "dock")
    first, more = "lease out {0}", ": Dock" if len(params) > 1 else ""
    for text, with_args, without in (
        (first, f"lease out Dock{more}", "lease out …"),
        ("lease", f"lease: {', '.join(['Dock'] * len(params))}", "lease"),
    ):
        words = Wording(with_words(harbour, WORDS[2], Word("lease", {"en": text}, {})), "en")
        assert words.call("lease", args) == with_args
        assert words.call("lease", {}) == words.name("lease") == without
        assert words.value(Deed(("lease", tuple(args.items())))) == with_args


def test_a_number_that_is_as_usual_is_not_said_of_an_action(harbour: Game) -> None:
    info = harbour.program.actions["lease"]
    params = (
        n.Param("amount", default=n.Number(2)), n.Param("step", default=n.Minus(n.Number(1))), n.Param("who", default=n.Amounts(())),
    )  # fmt: skip
    actions = {**harbour.program.actions, "lease": replace(info, node=replace(info.node, params=params))}
    words = Wording(replace(harbour, program=replace(harbour.program, actions=actions)), "en")
    usual = {"amount": 2, "step": -1, "who": {}}
    assert words.call("lease", usual) == words.name("lease")
    assert words.call("lease", {**usual, "amount": 3}) == f"{words.name('lease')}: 3"
    assert words.call("lease", {**usual, "step": 1}) == f"{words.name('lease')}: 1"


def test_what_a_least_value_goes_over_is_called_by_its_kind() -> None:
    words = Wording(games.game("hegemony"), "pl")
    body = parse_question("min(pair_cost(working_class, health, state, t) for t in seller)").body
    said = words.expression(body, Scope(), None)
    assert ", t" not in said and "Państwo" in said

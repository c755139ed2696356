"""Random and mutated cards carried out in the middle of real games: they are played or refused, never crash, never hang, and
what is refused changes nothing."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec.structs
import pytest

from grammar.base.errors import SyntaxProblemError
from grammar.cards.english import English
from grammar.cards.parse import function_words, parse_body
from kb.cards.lowering.lower import lower
from kb.cards.lowering.scene import CardFault
from kb.library import Game
from kb.model.entities import Place
from kb.rules.program import Cited, extended
from referee.check.player import EndlessError, play_game
from referee.errors import RefereeError
from referee.evaluation.context import Context
from referee.play.moves import calls_of
from referee.play.progress import Aftermath, answer_choice, apply_move
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from referee.state import State
from tests.support import games
from tests.support.cards import mutated

pytestmark = pytest.mark.slow

CARDS, DEEDS = 60, (40, 120)


@cache
def game() -> Game:
    return games.game("hegemony")


def varied(rng: random.Random, text: str) -> str:
    """The card with other numbers."""
    return "".join(str(rng.choice([0, 1, 2, 7, 40, 999])) if c.isdigit() and rng.random() < 0.5 else c for c in text)


def made_up(rng: random.Random) -> Iterator[Cited]:
    """Cards that read well enough to become rules, each under a name of its own."""
    words = game().card_words
    assert words is not None
    english = English(words.vocabulary)
    pool = [*words.vocabulary.phrases, *function_words(), "1", "3", "12"]
    actions = [entry for entry in game().cards if entry.kind == "action"]
    number = 0
    while number < CARDS:
        entry, other = rng.choice(actions), rng.choice(actions)
        text = english.body((*entry.parts, *other.parts) if rng.random() < 0.4 else entry.parts)
        text = mutated(rng, text, pool) if rng.random() < 0.6 else varied(rng, text)
        try:
            made = lower(words, f"card_fuzz_{number}", entry.roles, "action", parse_body(text, words.vocabulary))
        except (CardFault, SyntaxProblemError):
            continue
        number += 1
        place = Place(f"{text}", 1)
        action = replace(
            made.action, classes=()
        )  # whoever has it may play it now: turns and hands are not what is tried here
        yield from (Cited(node, "heg.crd.gen.1", place, 0) for node in (action, *made.others))


def states(code: Code) -> list[State]:
    """What the table looked like at some moments of a game."""
    seen: list[State] = []
    with suppress(EndlessError):  # it need not come to its end
        play_game(code, State({"players": 4}), 3, most=max(DEEDS) + 1, after=seen.append)
    return [msgspec.structs.replace(seen[at], pending=None, course=None) for at in DEEDS]


def carried_out(code: Code, state: State, name: str, args: dict[str, Any], who: str, rng: random.Random) -> bool:
    before = copy.deepcopy(state)
    try:
        played: Aftermath = apply_move(code, state, name, args, who)
        for _ in range(40):
            if played.state.pending is None:
                return True
            options = played.state.pending.choice.options
            played = answer_choice(code, played.state, rng.choice([*options, *options, None, "nonsense", 10**9]))
    except RefereeError as error:
        assert str(error)
    assert state == before
    return False


def test_cards_nobody_wrote_are_carried_out_or_refused() -> None:
    rng = random.Random(11)
    statements = list(made_up(rng))
    plain = code_of(game())
    program = extended(game().program, statements)
    code = Code(program)
    played = refused = 0
    for state in states(plain):
        for name in [node.name for node in (c.node for c in statements) if hasattr(node, "card")]:
            action = code.action(name)
            who = rng.choice([str(role.id) for role in action.node.among.items])
            ctx = Context(code, state)
            calls = list(calls_of(ctx, name, who, {}, nested=True, exact=False, most=2))
            wrong = {
                param: rng.choice([0, 5, "clinic", "nobody", [1], {"state": 3}, None, 10**9]) for param in action.params
            }
            for args in (*calls, wrong):
                if carried_out(code, state, name, dict(args), who, rng):
                    played += 1
                else:
                    refused += 1
    assert played > 10
    assert refused > 10

"""Every call of the product that the bench makes. Point these at another entrance, and the whole bench follows."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from kb.library import Game, corpus_folder, load_game
from referee.actions import ActionCode
from referee.ask import ask
from referee.code import Code, code_of
from referee.context import Context, State
from referee.explain import Explainer
from referee.judging import verdict_of
from referee.moves import moves as list_moves
from referee.play import answer_choice, apply_move
from referee.question import read_question, read_situation, read_state
from referee.values import thaw
from web.app import create_app
from web.cli import cache_folder
from web.parameters import literal

__all__ = ["Answered", "Frame", "Listing", "Served", "State", "cache_folder", "corpus_folder"]

#: values as JSON holds them: what a state, an argument or an answer looks like outside the referee
Document = Any
#: whether `moves` lists every legal call, or bounds what it tries
MOVES_ARE_COMPLETE = False


@dataclass(frozen=True, slots=True)
class Served:
    """A game ready to be asked about."""

    game: Game
    code: Code


@dataclass(frozen=True, slots=True)
class Answered:
    """What the bench looks at in an answer."""

    verdict: str
    complete: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """What may be done: how many calls, and whether they are all there are."""

    calls: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """An action with its arguments bound, as `moves` judges it."""

    action: ActionCode
    context: Context
    bound: list[Any]


# ---- loading -------------------------------------------------------------------------------------------------------


def game_names() -> list[str]:
    """The games of the corpus."""
    return sorted(path.parent.name for path in corpus_folder().glob("*/game.toml"))


def load(name: str, kept: Path | None = None) -> Served:
    """A game made ready from its text, or from a cache folder."""
    game = load_game(corpus_folder() / name, kept)
    return Served(game, code_of(game))


@cache
def opened(name: str) -> Served:
    """A game, made ready once."""
    return load(name, cache_folder())


# ---- questions -----------------------------------------------------------------------------------------------------


def action_names(served: Served) -> list[str]:
    """What may be asked about."""
    return list(served.game.program.actions)


def fact_names(served: Served) -> frozenset[str]:
    """What can be told."""
    return frozenset(served.game.program.facts)


def state_of(served: Served, document: Document) -> State:
    """A state as the referee holds it."""
    return read_state(served.code, document)


def document_of(value: Any) -> Document:
    """A state, an argument or an answer as JSON holds it."""
    return thaw(value)


def question_text(action: str, arguments: Mapping[str, Document]) -> str:
    """A call as somebody types it."""
    written = ", ".join(f"{name}={literal(value)}" for name, value in arguments.items())
    return f"{action}({written})" if written else action


def read(served: Served, text: str, role: str | None, state: State) -> object:
    """Reads a question, and answers nothing."""
    return read_question(served.code, text, read_situation(served.code, "", state), role)


def whole_answer(served: Served, text: str, role: str | None, state: State) -> Answered:
    """The answer somebody gets who types a question: checks, citations, remedies, assumptions, words."""
    situation = read_situation(served.code, "", state)
    asked = read_question(served.code, text, situation, role)
    answer = ask(served.code, asked, situation, viewer=asked.actor)
    data = Explainer(served.game, served.code, "en", None).answer(answer)
    return Answered(data["verdict"], data["complete"])


# ---- verdicts ------------------------------------------------------------------------------------------------------


def context(served: Served, state: State) -> Context:
    """What `moves` makes once for a state."""
    made = Context(served.code, state)
    made.budget = 10**9
    return made


def frame(served: Served, made: Context, action: str, arguments: Mapping[str, Document], role: str) -> Frame:
    """What `moves` makes once for a call."""
    code = served.code.action(action)
    return Frame(code, made, code.bind(made, dict(arguments), role))


def verdict(made: Frame) -> bool:
    """Whether a call is legal, as `moves` finds out."""
    legal = made.action.legal(made.context, made.bound)
    if legal is None:
        legal = verdict_of(made.action.judge(made.context, made.bound, full=False)) is True
    return legal


# ---- playing -------------------------------------------------------------------------------------------------------


def moves(served: Served, state: State, role: str) -> Listing:
    """Every legal call of a role."""
    return Listing(len(list_moves(served.code, state, role)), MOVES_ARE_COMPLETE)


def deed(
    served: Served, state: State, role: str, action: str, arguments: Mapping[str, Document], answers: Sequence[Document]
) -> State:
    """Does something, and answers every choice it asks for."""
    played = apply_move(served.code, state, action, dict(arguments), role)
    for answer in answers:
        played = answer_choice(served.code, played.state, answer)
    return played.state


# ---- the mouths ----------------------------------------------------------------------------------------------------


def app(folder: Path) -> Flask:
    """The web app, without its limits."""
    return create_app({"RATE": 0, "NEW_TABLES": 0, "DATA": str(folder)})


def page(client: FlaskClient, address: str) -> str:
    """A page as it is sent."""
    return client.get(address).text


def command(*arguments: str, environment: Mapping[str, str]) -> str:
    """What the command line prints."""
    program = Path(sys.executable).with_name("paragraf")
    return subprocess.run([program, *arguments], env=dict(environment), capture_output=True, text=True, check=True).stdout

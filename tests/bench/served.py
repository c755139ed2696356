"""Every call of the product that the bench makes. Point these at another entrance, and the whole bench follows."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from kb.library import corpus_folder, load_game
from referee.answers import Value
from referee.budget import Meter, metered
from referee.evaluation.context import Context
from referee.play.moves import moves as list_moves
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.actions import ActionCode
from referee.rules.code import Code
from referee.rules.judgement import verdict_of
from referee.service import Position, Referee, Told, call_text
from referee.state import State
from referee.values import thaw
from web.app import create_app
from web.base.settings import cache_folder
from web.server.readiness import settle as made_settled
from web.server.readiness import warm as make_warm

__all__ = ["Answered", "Document", "Frame", "Listing", "Position", "Referee", "cache_folder", "corpus_folder"]

#: a state as JSON holds it: what a client sends, and what is kept on disk
Document = Mapping[str, Value]
LANG = "en"


@dataclass(frozen=True, slots=True)
class Answered:
    """What the bench looks at in an answer."""

    verdict: str
    complete: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """What a listing says of itself."""

    calls: int
    begun: int  #: choices of which only the beginning is listed
    cut: int  #: actions of which not all could be looked at


@dataclass(frozen=True, slots=True)
class Frame:
    """An action with its arguments bound, as `moves` judges it."""

    action: ActionCode
    context: Context
    bound: list[object]


# ---- loading -------------------------------------------------------------------------------------------------------


def game_names() -> list[str]:
    """The games of the corpus."""
    return sorted(path.parent.name for path in corpus_folder().glob("*/game.toml"))


def load(name: str, kept: Path | None = None) -> Referee:
    """A game made ready to be asked about, from its text or from a cache folder."""
    made = Referee(load_game(corpus_folder() / name, kept), kept)
    made.position()
    return made


@cache
def opened(name: str) -> Referee:
    """A game, made ready once."""
    return load(name, cache_folder())


def code(referee: Referee) -> Code:
    """The compiled rules, for what is timed below the service."""
    return referee.position().rules.code


# ---- questions -----------------------------------------------------------------------------------------------------


def action_names(referee: Referee) -> list[str]:
    """What may be asked about."""
    return list(referee.game.program.actions)


def fact_names(referee: Referee) -> frozenset[str]:
    """What can be told."""
    return frozenset(referee.game.program.facts)


def position(referee: Referee, document: Document) -> Position:
    """A state as it is sent, read and checked by the rules; a table does it once a state."""
    return referee.position(Told(state=State.read(document)))


def document_of(value: object) -> Value:
    """An argument or an answer as JSON holds it."""
    return thaw(value)


def question_text(action: str, arguments: Mapping[str, Value]) -> str:
    """A call as somebody types it."""
    return call_text(action, arguments)


def read(at: Position, text: str, role: str | None) -> object:
    """Reads a question, and answers nothing."""
    return read_question(at.rules.code, text, Situation(at.state, at.rulings), role)


def whole_answer(at: Position, text: str, role: str | None) -> Answered:
    """The answer somebody gets who types a question: checks, citations, remedies, assumptions, words."""
    answer = at.ask(text, role, LANG)
    return Answered(answer.verdict, answer.complete)


# ---- verdicts ------------------------------------------------------------------------------------------------------


def context(at: Position) -> Context:
    """What `moves` makes once for a state."""
    return Context(at.rules.code, at.state, readings=at.rulings)


@contextmanager
def endless() -> Iterator[None]:
    """One meter without an end: a request has one for all its evaluations, and the bench makes more than any request."""
    with metered(Meter(10**15)):
        yield


def frame(at: Position, made: Context, action: str, arguments: Mapping[str, Value], role: str) -> Frame:
    """What `moves` makes once for a call."""
    found = at.rules.code.action(action)
    return Frame(found, made, found.bind(made, arguments, role))


def verdict(made: Frame) -> bool:
    """Whether a call is legal, as `moves` finds out."""
    legal = made.action.legal(made.context, made.bound)
    if legal is None:
        legal = verdict_of(made.action.judge(made.context, made.bound, full=False)) is True
    return legal


# ---- playing -------------------------------------------------------------------------------------------------------


def moves(at: Position, role: str) -> int:
    """Every legal call of a role, in words; how many."""
    return len(at.moves(role, LANG).moves)


def listing(at: Position, role: str) -> Listing:
    """What the listing behind it says it could not list; the service does not hand that on."""
    found = list_moves(at.rules.code, at.state, role, at.rulings)
    return Listing(len(found.calls), len(found.begun), len(found.cut))


def deed(at: Position, role: str, text: str, answers: Sequence[Value]) -> Position:
    """Does something, and answers every choice it asks for where it stopped."""
    outcome = at.move(text, role)
    for answer in answers:
        outcome = outcome.position.answer(answer)
    return outcome.position


# ---- the mouths ----------------------------------------------------------------------------------------------------


def app(folder: Path) -> Flask:
    """The web app, without its limits."""
    return create_app({"RATE": 0, "NEW_TABLES": 0, "TABLES_A_DAY": 0, "DEADLINE": 0, "DATA": str(folder)})


def hostile_app(folder: Path, games: Path | None) -> Flask:
    """The same, with whatever a server does once still to be done."""
    return create_app(
        {
            "RATE": 0,
            "NEW_TABLES": 0,
            "TABLES_A_DAY": 0,
            "DATA": str(folder),
            **({"CORPUS": str(games), "CACHE": str(folder)} if games else {}),
        }
    )


def settle() -> None:
    """What a server does when all is made that stays: a search for garbage goes over none of it."""
    made_settled()


def warm(made: Flask) -> None:
    """What a server does before its first request."""
    make_warm(made)


def page(client: FlaskClient, address: str) -> str:
    """A page as it is sent."""
    return client.get(address).text


def command(*arguments: str, environment: Mapping[str, str]) -> str:
    """What the command line prints."""
    program = Path(sys.executable).with_name("paragraf")
    return subprocess.run(
        [program, *arguments], env=dict(environment), capture_output=True, text=True, check=True
    ).stdout

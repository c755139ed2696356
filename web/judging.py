"""Calls of the referee for pages and API: a question, the moves, a move. The same shapes as the command line."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from grammar import nodes as n
from grammar.errors import SyntaxProblemError
from grammar.parse import parse_facts
from referee.ask import ask
from referee.code import Code
from referee.context import ref_parts
from referee.errors import ImpossibleStateError, RefereeError, UnknownNameError
from referee.moves import moves
from referee.play import answer_choice, apply_move, begin
from referee.question import Situation, read_question, read_situation, read_state
from referee.values import thaw
from referee.wording import Wording
from web.corpus import Volume

log = logging.getLogger("paragraf.web")


@dataclass(slots=True)
class Told:
    """What an asker tells: facts as text, a state, rulings, whose book counts."""

    given: str = ""
    state: Mapping[str, Any] | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)
    edition: str | None = None

    def situation(self, code: Code) -> Situation:
        """The partial state the referee works on."""
        if self.state:
            check_bookkeeping(code, self.state)
        base = read_state(code, dict(self.state)) if self.state else {}
        rulings = {**base.get("rulings", {}), **self.rulings}
        if self.edition:
            if "edition" in code.program.disputes:
                rulings["edition"] = self.edition
        return read_situation(code, self.given, base, rulings)


_BOOKKEEPING: Mapping[str, tuple[type, str]] = {
    "members": (dict, "an object of lists: kind -> members"),
    "incomplete": (list, "a list of kinds"),
    "rulings": (dict, "an object: dispute -> reading"),
    "course": (dict, "the object that /apply gave"),
    "used": (dict, "the object that /apply gave"),
    "pending": (dict, "the object that /apply gave"),
}


def check_bookkeeping(code: Code, state: Mapping[str, Any]) -> None:
    """Refuses what stands in a state beside the facts and cannot have come from the referee."""
    for name, (shape, meant) in _BOOKKEEPING.items():
        if name in state and not isinstance(state[name], shape):
            raise ImpossibleStateError(f"“{name}” of the state must be {meant}.")
    for kind, members in state.get("members", {}).items():
        if kind not in code.program.kinds:
            raise UnknownNameError("kind", str(kind), code.program.kinds)
        if not isinstance(members, list) or not all(isinstance(member, str) for member in members):
            raise ImpossibleStateError(f"“members” of the state must list the names of every {kind}.")
    step = state.get("course", {}).get("step")
    if "course" in state and step not in code.program.steps:
        raise UnknownNameError("step of the course", str(step), code.program.steps)
    pending = state.get("pending", {})
    if "pending" in state and not (isinstance(pending.get("deed"), dict) and isinstance(pending.get("answers"), list)):
        raise ImpossibleStateError("“pending” of the state must be the object that /apply gave.")


@contextmanager
def guarded(told: Told) -> Iterator[None]:
    """Turns what only a nonsensical question or state can cause into a sentence."""
    try:
        yield
    except RecursionError:
        raise RefereeError(
            "The question or a told fact is nested too deeply to be read; write it in smaller parts."
        ) from None
    except (TypeError, KeyError, AttributeError, IndexError, ValueError) as error:
        if not told.state or not _BOOKKEEPING.keys() & told.state.keys():
            raise
        log.warning("a state that does not fit", exc_info=error)
        raise ImpossibleStateError(
            "The state does not fit together; send the one that /apply gave, unchanged."
        ) from None


def check_edition(volume: Volume, edition: str | None) -> None:
    """Refuses an edition the game does not have."""
    if edition and edition not in volume.game.prose.editions:
        raise UnknownNameError("edition", edition, volume.game.prose.editions)


def judge(volume: Volume, question: str, actor: str | None, told: Told, lang: str) -> dict[str, Any]:
    """The answer to a question."""
    check_edition(volume, told.edition)
    with volume.code() as code, guarded(told):
        situation = told.situation(code)
        asked = read_question(code, question, situation, actor or None)
        answer = ask(code, asked, situation, viewer=asked.actor)
        return volume.explainer(code, lang, told.edition).answer(answer)


def list_moves(volume: Volume, actor: str, told: Told, lang: str) -> list[dict[str, Any]]:
    """Every legal action of a role."""
    check_edition(volume, told.edition)
    with volume.code() as code, guarded(told):
        _check_role(code, actor)
        situation = told.situation(code)
        words = volume.words(lang)
        return [
            {
                "action": name,
                "args": thaw(args),
                "text": words.call(name, args),
                "paragraph": code.action(name).paragraph,
            }
            for name, args in moves(code, situation.state, actor, situation.rulings)
        ]


def apply(volume: Volume, deed: str, actor: str | None, told: Told, lang: str) -> dict[str, Any]:
    """The next state and what changed by which paragraph."""
    check_edition(volume, told.edition)
    with volume.code() as code, guarded(told):
        situation = told.situation(code)
        state, rulings = situation.state, situation.rulings
        if actor:
            _check_role(code, actor)
        if deed == "begin":
            played = begin(code, state, rulings)
        elif deed == "done":
            played = apply_move(code, state, "done", {}, actor, rulings)
        elif deed.startswith("answer "):
            played = answer_choice(code, state, _choice(deed[7:]), rulings)
        else:
            question = read_question(code, deed, situation, actor)
            if question.action is None:
                raise RefereeError(f"“{deed}” is a value, not an action.")
            named = code.action(question.action.name).positional(question.action.args, question.action.named)
            played = apply_move(code, state, question.action.name, named, question.action.by, rulings)
        explainer = volume.explainer(code, lang, told.edition)
        return {
            "state": thaw(played.state),
            "changes": [explainer.change(change) for change in played.changes],
            "pending": thaw(played.state.get("pending", {}).get("choice")),
            "corpus_version": volume.game.version,
        }


def _choice(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise RefereeError(f'“{text}” is not a JSON value; write for example answer "name" or answer 3.') from None


def _check_role(code: Code, actor: str) -> None:
    roles = code.program.members.get(code.program.roles, ())
    if roles and actor not in roles:
        raise UnknownNameError("player or role", actor, roles)


def told_text(line: str, words: Wording) -> str:
    """A told fact as a player reads it, or as it was typed when it cannot be read."""
    try:
        givens = parse_facts(line)
    except (SyntaxProblemError, RecursionError):
        return line
    if len(givens) != 1 or givens[0].kind or givens[0].value is None:
        return line
    name, keys = ref_parts(givens[0].target)
    parts = [*keys, givens[0].value]
    if not all(isinstance(part, n.Name | n.Number | n.Truth | n.Nothing) for part in parts):
        return line
    *shown, value = [_plain(part) for part in parts]
    return f"{words.name(name, *shown)}: {words.value(value)}"


def _plain(part: n.Expr) -> Any:
    if isinstance(part, n.Name):
        return part.id
    return None if isinstance(part, n.Nothing) else part.value  # type: ignore[union-attr]

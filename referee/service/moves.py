"""What may be done, in words: legal calls, calls that are begun, and a sentence for whatever could not be listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.library import Game
from referee import answers as a
from referee.errors import RefusedError
from referee.evaluation.context import Context
from referee.explanation.words.phrases import phrase
from referee.play.moves import LegalCalls, is_open, moves, options
from referee.questions.middle import in_the_middle
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.runs.listing import Listing, Work
from referee.service.game.words import Words, call_text
from referee.values import thaw

#: how much putting lists of steps and amounts together may take
DEEP = Work(looks=20_000, trials=800)


@dataclass(frozen=True, slots=True)
class Begun:
    """An action as it is written, with the arguments chosen so far; `deep`: longer lists are put together as well."""

    text: str
    deep: bool = False


def all_moves(game: Game, code: Code, situation: Situation, role: str, words: Words) -> a.Moves:
    """Every legal action of a role."""
    return _told(game, code, moves(code, situation.state, role, situation.rulings), words)


def ways_on(game: Game, code: Code, situation: Situation, role: str, begun: Begun, words: Words) -> a.Moves:
    """How one action may be done, with the arguments chosen so far."""
    asked = in_the_middle(code, read_question(code, begun.text, situation, role), situation)[0].action
    if asked is None or asked.name not in code.program.actions:
        raise RefusedError("deed.value", begun.text)
    action = code.action(asked.name)
    ctx = Context(code, situation.state, readings=situation.rulings)
    chosen = action.positional(asked.args, asked.named)
    action.bind(ctx, chosen, role)  # what cannot be an argument is told at once
    given = {name: value for name, value in chosen.items() if name in action.params}
    found = LegalCalls()
    if not (action.anytime or is_open(ctx, action, role)):
        return _told(game, code, found, words)
    options(ctx, action, role, dict(given), found)
    if begun.deep:
        nested = ctx.state.nested and not action.anytime
        _put_together(found, Listing(ctx, action, role, dict(given), nested=nested, deep=True, work=DEEP))
    wanted = {name: value for name, value in chosen.items() if name in action.options}
    found.calls = [each for each in found.calls if all(each[1].get(name, False) == wanted[name] for name in wanted)]
    ways = [] if situation.state.window is None else situation.state.window.ways(asked.name, role)
    if ways:
        found.calls = [each for each in found.calls if any(way.fits(each[1]) for way in ways)]
    return _told(game, code, found, words)


def _put_together(found: LegalCalls, listing: Listing) -> None:
    """Adds the calls with longer lists of steps and amounts; what is still begun stays if not all could be looked at."""
    name = listing.action.name
    found.calls += [(name, call) for call in listing.calls() if (name, call) not in found.calls]
    found.more.clear()
    if listing.cut:
        found.cut.add(name)
    else:
        found.begun.clear()
        found.cut.clear()


def _told(game: Game, code: Code, found: LegalCalls, words: Words) -> a.Moves:
    return a.Moves(
        _moves(code, found.calls, words), _moves(code, found.begun, words),
        _gaps(code, "more", found.more, words), _gaps(code, "cut", found.cut, words), game.version,
    )  # fmt: skip


def _moves(code: Code, calls: Iterable[tuple[str, dict[str, object]]], words: Words) -> list[a.Move]:
    told = ((name, thaw(args), words.call(name, args)) for name, args in calls)
    return [a.Move(name, args, call_text(name, args), text, code.action(name).paragraph) for name, args, text in told]


def _gaps(code: Code, why: str, names: set[str], words: Words) -> list[a.Gap]:
    return [
        a.Gap(name, phrase(f"listed.{why}", words.lang, words.name(name), name))
        for name in code.program.actions
        if name in names
    ]

"""What may be done now: the step of the course, who is to move, and the actions of a role with their legal calls."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from flask import Flask, current_app

from referee.errors import BudgetError, RefereeError
from referee.service import Position, Sort, Words, call_text, cpu_seconds
from web.base.recent import Recent
from web.game.quotes import Mention, Quotes
from web.game.reader import here
from web.game.steps import Steps
from web.table.board.grid import GridMaker, Grids

#: seconds of work a page spends on finding out which actions have a legal call, when it first shows a state and when it is asked
#: again; the others are listed without until then
GLANCE, PATIENCE = 0.003, 0.04
#: looks at an action after which it is known what one takes, and what is worth no thought
LEARNED, TRIFLE = 2, 0.0003
#: actions whose cost is remembered
COSTS = 4_096
#: what there is time for: actions nobody looked at, those that are worth no thought, the others
UNSEEN, CHEAP, KNOWN = range(3)
#: calls tried for the list; calls shown on an action's own page
FEW, MANY = 7, 400
#: calls shown as buttons in the list, and how long their words may be together
BUTTONS, WORDS = 6, 140


@dataclass(frozen=True, slots=True)
class ListedCall:
    """An action with all its arguments."""

    text: str
    deed: str  #: as it is written in a question


@dataclass(slots=True)
class OpenAction:
    """An action that the course lets a role do."""

    id: str
    title: str
    link: Mention | None
    calls: list[ListedCall] = field(default_factory=list)
    tried: bool = False  #: whether its calls are all that is legal, or at least some
    more: bool = False  #: too many or too long for buttons: they stand on the action's own page
    card: bool = False  #: done by playing a card


@dataclass(slots=True)
class ShownStage:
    """Where play stands."""

    path: list[tuple[str, Mention | None]]  #: phases and the step, from the outside in
    who: str
    who_title: str
    must: bool = False
    may_stop: bool = False


def stage_of(position: Position, steps: Steps, waiting: str) -> ShownStage | None:
    """The phase, the step and whose turn it is; None when no course is told. `waiting`: the step that waits for a choice."""
    stage = position.stage(waiting)
    if stage is None:
        return None
    who_title = steps.words.value(stage.who) if stage.who else ""
    return ShownStage(steps.path(stage.path), stage.who, who_title, stage.must, stage.may_stop)


class LookCost(NamedTuple):
    """What a look at an action took: those nobody looked at come first."""

    looks: int
    seconds: float


UNKNOWN = LookCost(0, 0.0)

#: an action and its legal calls; None while it was not looked at
Found = dict[str, list[dict[str, Any]] | None]


class Finder:
    """Finds the options of roles a little at a time: each look at the same state goes on where the last one ended."""

    def __init__(self, most: int = 256) -> None:
        self._costs: dict[tuple[str, str], LookCost] = {}  #: game, action -> what a look at it took
        self._found: Recent[tuple[Any, ...], Found] = Recent(most)

    def options(
        self, mark: tuple[Any, ...], position: Position, role: str, words: Words, quotes: Quotes
    ) -> list[OpenAction]:
        """The open actions of a role; `mark` names the state."""
        key = (*mark, role)
        found = self._found.find(key)
        if found is None:
            found = self._found.keep(key, {})
        known = quotes.volume.referee.names
        if not found:
            names = position.open_actions(role)
            found.update(dict.fromkeys(sorted(names, key=lambda name: known[name].sort == Sort.CARD)))
            self._look(quotes.volume.id, position, role, found, GLANCE, least=0)
        else:
            self._look(quotes.volume.id, position, role, found, PATIENCE, least=1)
        return [
            replace(_open(words, name, quotes.link(known[name].paragraph), calls), card=known[name].sort == Sort.CARD)
            for name, calls in found.items()
        ]

    def _look(self, game: str, position: Position, role: str, found: Found, seconds: float, least: int) -> None:
        """Cheap actions first, and none that took longer than there is time left; `least`: so many all the same.

        What an action costs is learned by looking at it, whatever there is time for: the first look also makes its rules ready."""
        left = {UNSEEN: PATIENCE, CHEAP: PATIENCE, KNOWN: seconds}
        glance = position.glance(role)
        untried = [name for name, calls in found.items() if calls is None]
        for name in sorted(untried, key=lambda each: self._costs.get((game, each), UNKNOWN)):
            looks, cost = self._costs.get((game, name), UNKNOWN)
            purse = UNSEEN if not looks else CHEAP if looks == LEARNED and cost <= TRIFLE else KNOWN
            if least <= 0 and (cost if looks == LEARNED else 0.0) > left[purse]:
                continue
            begun = cpu_seconds()
            with suppress(BudgetError):  # then it is still to be looked at
                found[name] = glance.calls(name, FEW)
            taken = cpu_seconds() - begun
            if len(self._costs) >= COSTS:  # tables may have cards of their own
                self._costs.clear()
            self._costs[game, name] = LookCost(min(LEARNED, looks + 1), taken)
            left[purse] -= taken
            least -= 1


def init_app(app: Flask) -> None:
    """One finder for the app."""
    app.extensions["paragraf-finder"] = Finder()


def finder() -> Finder:
    """The finder of this app."""
    return cast(Finder, current_app.extensions["paragraf-finder"])


@dataclass(frozen=True, slots=True)
class ListedWays:
    """How one action may be done: whole calls, choices that lead on, and what could not be listed."""

    calls: list[ListedCall] = field(default_factory=list)
    begun: list[ListedCall] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    more: bool = False  #: whether longer lists can be put together
    left_out: int = 0  #: calls that are legal and too many for a page
    grids: Grids | None = None  #: the same calls as they are chosen on a board


def ways_of(position: Position, deed: str, role: str, lang: str, maker: GridMaker, *, deep: bool) -> ListedWays:
    """How an action goes on with the arguments chosen so far; where nothing is told of what it needs, no way is known."""
    try:
        found = position.moves(role, lang, deed, deep=deep)
    except BudgetError as error:
        return ListedWays(gaps=[here().sentence(error)])
    except RefereeError:
        return ListedWays()
    calls, begun = ([ListedCall(move.text, move.deed) for move in moves] for moves in (found.moves, found.begun))
    gaps = [gap.text for gap in found.cut]
    grids = maker.grids(found.moves) if len(calls) <= MANY and not begun else None
    return ListedWays(calls[:MANY], begun, gaps, bool(found.more), max(0, len(calls) - MANY), grids)


def _open(words: Words, name: str, link: Mention | None, calls: list[dict[str, Any]] | None) -> OpenAction:
    shown = [_call(words, name, args) for args in calls or ()]
    more = len(shown) > BUTTONS or sum(len(call.text) for call in shown) > WORDS
    return OpenAction(name, words.name(name), link, shown, calls is not None, more)


def _call(words: Words, name: str, args: dict[str, Any]) -> ListedCall:
    return ListedCall(words.called(name, args), call_text(name, args))

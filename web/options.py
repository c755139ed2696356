"""What may be done now: the step of the course, who is to move, and the actions of a role with their legal calls."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from referee.code import Code
from referee.context import Context, State
from referee.errors import RefereeError
from referee.moves import calls_of
from referee.question import Situation
from referee.values import thaw
from referee.wording import Wording
from web.paragraphs import Link, Pages
from web.parameters import literal, roles_of

#: seconds a page spends on finding out which actions have a legal call; the others are listed without until it looks again
PATIENCE = 0.04
#: calls tried for the list; calls listed on an action's own page
FEW, MANY = 7, 120
#: calls shown as buttons in the list, and how long their words may be together
BUTTONS, WORDS = 6, 140


@dataclass(frozen=True, slots=True)
class Call:
    """An action with all its arguments."""

    text: str
    deed: str  #: as it is written in a question


@dataclass(slots=True)
class Open:
    """An action that the course lets a role do."""

    id: str
    title: str
    link: Link | None
    calls: list[Call] = field(default_factory=list)
    tried: bool = False  #: whether its calls are all that is legal, or at least some
    more: bool = False  #: too many or too long for buttons: they stand on the action's own page


@dataclass(slots=True)
class Stage:
    """Where play stands."""

    path: list[tuple[str, Link | None]]  #: phases and the step, from the outside in
    who: str
    who_title: str
    must: bool = False
    may_stop: bool = False


def stage_of(code: Code, state: State, words: Wording, pages: Pages) -> Stage | None:
    """The phase, the step and whose turn it is; None when no course is told."""
    course = state.get("course")
    if not course or course.get("step") not in code.program.steps:
        return None
    path: list[tuple[str, Link | None]] = []
    name = course["step"]
    while name:
        cited = code.program.steps.get(name) or code.program.phases[name]
        path.insert(0, (words.name(name), pages.link(cited.paragraph)))
        name = code.course.parent(name)
    who = course.get("who") or ""
    stop = bool(who) and code.course.may_stop(state)
    return Stage(path, who, words.value(who) if who else "", bool(who) and not stop, stop)


def open_actions(code: Code, state: State, role: str) -> list[str]:
    """The actions the course lets a role do now; without a course all of the role's actions."""
    course = state.get("course")
    if course is None:
        return [name for name in code.program.actions if role in roles_of(code, name)]
    found = []
    for name in code.program.actions:
        if course["step"] in code.course.steps_of(name) and course.get("who") == role and role in roles_of(code, name):
            step = code.course.step(course["step"])
            taken = course.get("taken", {})
            if any(taken.get(str(i), 0) < step.node.quotas[i].most for i in step.allows(code, name)):
                found.append(name)
    return found


def anytime_actions(code: Code, role: str) -> list[str]:
    """What a role may do in any step."""
    return [name for name in code.program.actions if code.action(name).anytime and role in roles_of(code, name)]


#: an action and its legal calls; None while it was not looked at
Found = dict[str, list[dict[str, Any]] | None]


class Finder:
    """Finds the options of roles a little at a time: each look at the same state goes on where the last one ended."""

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._costs: dict[tuple[str, str], float] = {}  #: game, action -> seconds it took last time
        self._found: OrderedDict[tuple[Any, ...], Found] = OrderedDict()

    def options(
        self, mark: tuple[Any, ...], code: Code, situation: Situation, role: str, words: Wording, pages: Pages
    ) -> list[Open]:
        """The open actions of a role; `mark` names the state."""
        found = self._found.setdefault((*mark, role), {})
        while len(self._found) > self._most:
            self._found.popitem(last=False)
        if not found:
            names = open_actions(code, situation.state, role)
            found.update(dict.fromkeys(sorted(names, key=lambda name: bool(code.program.actions[name].node.card))))
        self._look(code, situation, role, found)
        return [_open(code, words, pages, name, calls) for name, calls in found.items()]

    def _look(self, code: Code, situation: Situation, role: str, found: Found) -> None:
        """Cheap actions first, so that one costly action does not keep the others from being looked at."""
        until = time.monotonic() + PATIENCE
        game = code.program.game
        ctx = _context(code, situation, role)
        untried = [name for name, calls in found.items() if calls is None]
        for name in sorted(untried, key=lambda each: self._costs.get((game, each), 0.0)):
            begun = time.monotonic()
            if begun > until:
                return
            # few are tried at first: what looks impossible is looked at again
            found[name] = _calls(ctx, name, role, FEW, exact=False) or (
                _calls(ctx, name, role, 10 * FEW, exact=False)[:FEW]
            )
            self._costs[game, name] = time.monotonic() - begun


def legal_calls(code: Code, situation: Situation, name: str, role: str, words: Wording) -> list[Call]:
    """Every legal call of one action, as far as they can be listed."""
    ctx = _context(code, situation, role)
    return [_call(words, name, args) for args in _calls(ctx, name, role, MANY, exact=True)]


def _context(code: Code, situation: Situation, role: str) -> Context:
    ctx = Context(code, situation.state, readings=situation.rulings)
    ctx.actor = role
    return ctx


def _calls(ctx: Context, name: str, role: str, most: int, *, exact: bool) -> list[dict[str, Any]]:
    ctx.budget = 10**7  # for each action anew
    try:
        return list(calls_of(ctx, name, role, {}, exact=exact, most=most))
    except RefereeError:
        return []


def _open(
    code: Code, words: Wording, pages: Pages, name: str, calls: list[dict[str, Any]] | None
) -> Open:
    shown = [_call(words, name, args) for args in calls or ()]
    more = len(shown) > BUTTONS or sum(len(call.text) for call in shown) > WORDS
    link = pages.link(code.program.actions[name].paragraph)
    return Open(name, words.name(name), link, shown, calls is not None, more)


def _call(words: Wording, name: str, args: dict[str, Any]) -> Call:
    written = ", ".join(f"{key}={literal(thaw(value))}" for key, value in args.items())
    return Call(words.call(name, args), f"{name}({written})" if written else name)

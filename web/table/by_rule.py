"""Roles that the rules play at a table: their turns, done as far as one request reaches, and what each turn was decided by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec.structs import replace as struct_replace

from referee.errors import RefereeError
from referee.service import Due, call_text, cpu_seconds
from referee.state import State
from web.game.volume import Volume
from web.store.entries import STATEFUL, ConflictError, LogEntry, NewEntry
from web.store.tables import TableStore
from web.table.play import Play, StoredOutcome
from web.table.reports import with_changes
from web.table.sight import Scene, Sight

#: seconds of work after which a request begins no further turn; what is left is played by the next one
ROOM = 0.08
#: turns that one request plays, however quick they are
MOST = 12
#: the deed that ends a turn
DONE = "done"
#: what an entry of the log keeps of how a turn was decided
DECIDED = "decided"
#: how a table lets the rules play: on their own, or when somebody has looked
LOOK = "look"


def roles_by_rule(volume: Volume, state: State) -> frozenset[str]:
    """The roles that nobody plays."""
    making = volume.game.making
    if making is None or making.by_rule is None:
        return frozenset()
    told = state.facts.get(making.by_rule.fact)
    return frozenset(role for role, so in told.items() if so is True) if isinstance(told, Mapping) else frozenset()


@dataclass(frozen=True)
class Turns:
    """The turns of those roles at one table, from the state it is in."""

    play: Play

    @property
    def due(self) -> Due | None:
        """What the rules do now, if nobody is to move; what cannot be read is not played."""
        if self.play.volume.game.making is None:
            return None
        try:
            return self.play.position.due()
        except RefereeError:
            return None

    def played(self, due: Due) -> NewEntry:
        """One turn: what is done in it and its end, or as much as happens before somebody must say what came up."""
        deed = call_text(due.action, due.args) if due.action else DONE
        outcome = self.play.move(deed, due.who)
        after = Turns(
            replace(self.play, stored=outcome.state, drawn_before=self.play.drawn_before[len(outcome.draws) :])
        )
        ending = after.due
        if due.action and ending is not None and ending.who == due.who and not ending.action:
            outcome = _joined(outcome, after)
        args = {"args": due.args, "paragraph": due.paragraph}
        args |= decided(self.play, due.who, outcome.changes)
        changes = outcome.changes
        return NewEntry("turn", outcome.state.data(), due.who, due.action or DONE, args, outcome.draws, changes)


def _joined(outcome: StoredOutcome, after: Turns) -> StoredOutcome:
    """A turn with its end; where there is no time left for what follows it, that is for the next request."""
    try:
        end = after.play.move(DONE, after.due.who if after.due is not None else "")
    except RefereeError:
        return outcome
    return replace(
        outcome, state=end.state, changes=(*outcome.changes, *end.changes), draws=(*outcome.draws, *end.draws)
    )


def play_on(store: TableStore, code: str, number: int, play: Play, most: int = MOST) -> None:
    """Plays for those whom nobody plays until somebody is asked, or the time of a request is used up.

    What went wrong is not told here: nobody asked for it; whoever asks for the turn is told."""
    begun = cpu_seconds()
    play = replace(play, eyes=None)
    for _ in range(most):
        if cpu_seconds() - begun > ROOM:
            return
        turns = Turns(play)
        due = turns.due
        if due is None:
            return
        try:
            entry = turns.played(due)
            number = store.append(code, number, entry)
        except (RefereeError, ConflictError):  # among them: no time is left, somebody else was faster
            return
        play = Play(play.volume, State.stored(entry.state), play.edition, play.draws, play.lang)


# ---- why ------------------------------------------------------------------------------------------------------------


def moment_of_decision(play: Play, role: str, changes: Sequence[Mapping[str, Any]]) -> State | None:
    """The state in which a turn was decided, as everybody saw it; None where the turn did not come so far."""
    rule = play.volume.game.making.by_rule if play.volume.game.making is not None else None
    if rule is None or not rule.turned:
        return None
    so_far: list[Mapping[str, Any]] = []
    for change in changes:
        so_far.append(change)
        if change["fact"] == rule.turned and change["keys"] == [role]:
            before = struct_replace(play.stored, pending=None)
            then = struct_replace(before, facts=with_changes(before.facts, so_far))
            return Sight(Scene(play.volume.referee, then, play.edition), ()).state(then)
    return None


def decided(play: Play, role: str, changes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How a turn was decided: what was tried, up to what could be done, and what was done; worked out on what lies open alone."""
    rule = play.volume.game.making.by_rule if play.volume.game.making is not None else None
    then = moment_of_decision(play, role, changes)
    if rule is None or then is None:
        return {}
    try:
        position = play.position.through(then)
        worth = position.worth([(name, (role,)) for name in (rule.tries, rule.does) if name])
        listed = worth.get((rule.tries, (role,)))
        tries = [one for one in listed if one is not None] if isinstance(listed, list | tuple) else []
        held = position.worth([(rule.holds, (role, one)) for one in tries]) if rule.holds else {}
    except RefereeError:  # a turn is not lost because nobody knows why
        return {}
    does = worth.get((rule.does, (role,)))
    judged = [(one, held.get((rule.holds, (role, one)))) for one in tries]
    # what was done could be done, whatever is not known of the trial by itself
    judged = [(one, True if found is None and one == does else found) for one, found in judged]
    return {DECIDED: {"role": role, "tries": list(_until_one_holds(judged)), "does": does}}


def _until_one_holds(tries: list[tuple[Any, object]]) -> Iterator[list[Any]]:
    for one, holds in tries:
        yield [one, holds]
        if holds is True:
            return


def last_turns(entries: Sequence[LogEntry], roles: frozenset[str]) -> list[LogEntry]:
    """What the rules have played since somebody last did something, oldest first."""
    found: list[LogEntry] = []
    for entry in reversed(entries):
        if entry.kind not in STATEFUL or entry.undone:
            continue
        if entry.actor not in roles and DECIDED not in entry.args:
            break
        found.insert(0, entry)
    return found

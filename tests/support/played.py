"""A table whose game is played on it by random legal moves, entry by entry, as phones would do it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flask import Flask

from referee.errors import RefereeError
from referee.service import Position
from referee.state import State
from web.store.entries import NewEntry
from web.store.tables import TableStore
from web.table.play import Play, StoredOutcome

#: how often somebody ends a turn who may still do something
IDLE = 0.3


def play_on(app: Flask, code: str, seed: int, until: Callable[[State], bool], most: int = 3_000) -> State:
    """Plays a table on until a state is as it is wanted, the game is over, or so many entries were made."""
    rng = random.Random(seed)
    with app.test_request_context():
        store: TableStore = app.extensions["paragraf-store"]()
        table = store.find(code)
        assert table is not None
        volume = app.extensions["paragraf-corpus"].volume(table.game)
        number = table.number
        for _ in range(most):
            state = State.read(store.state(code))
            if state.over or until(state):
                return state
            entry = _step(Play(volume, state, table.edition, "app", "en"), rng)
            number = store.append(code, number, entry)
    return state


def begin_anew(app: Flask, code: str, data: Mapping[str, Any]) -> None:
    """Begins a table again on top of what is told of a game whose cards the corpus does not have."""
    with app.test_request_context():
        store: TableStore = app.extensions["paragraf-store"]()
        table = store.find(code)
        assert table is not None
        volume = app.extensions["paragraf-corpus"].volume(table.game)
        done = Play(volume, State.read({**data}), table.edition, "app", "en").begin("")
        store.append(code, table.number, NewEntry("begin", done.state.data(), "", "begin", {}, done.draws, ()))


def tell(app: Flask, code: str, text: str) -> None:
    """Tells facts of a table by hand."""
    with app.test_request_context():
        store: TableStore = app.extensions["paragraf-store"]()
        table = store.find(code)
        assert table is not None
        volume = app.extensions["paragraf-corpus"].volume(table.game)
        done = Play(volume, State.read(store.state(code)), table.edition, "app", "en").tell(text)
        store.append(code, table.number, NewEntry("tell", done.state.data(), "", "", {}, (), done.changes))


def _step(play: Play, rng: random.Random) -> NewEntry:
    pending = play.stored.pending
    if pending is not None:
        choice = pending.choice
        value = rng.choice(choice.options)
        args = {"kind": choice.kind, "name": choice.name, "keys": choice.keys, "paragraph": choice.paragraph}
        done = play.answer(value)
        by = choice.by if isinstance(choice.by, str) else ""
        return NewEntry("answer", done.state.data(), by, "answer", args | {"value": value}, done.draws, done.changes)
    assert play.stored.course is not None and play.stored.course.who is not None
    who = play.stored.course.who
    return _moved(play, who, rng)


def _moved(play: Play, who: str, rng: random.Random) -> NewEntry:
    for deed in _deeds(play.position, who, rng):
        try:
            done: StoredOutcome = play.move(deed, who)
        except RefereeError:
            continue
        return NewEntry("move", done.state.data(), who, done.action, done.args, done.draws, done.changes)
    raise AssertionError(f"{who} must move and cannot")


def _deeds(position: Position, who: str, rng: random.Random) -> Iterator[str]:
    names = list(position.open_actions(who))
    rng.shuffle(names)
    names.insert(0 if rng.random() < IDLE else len(names), "done")
    for name in names:
        if name == "done":
            yield "done"
            continue
        yield from _calls(position, who, name, rng)


def _calls(position: Position, who: str, begun: str, rng: random.Random) -> Iterator[str]:
    """The legal calls of an action; where they are too many, those that begin like one of them after the other."""
    found = position.moves(who, "en", begun, deep=True)
    deeds = [call.deed for call in found.moves]
    rng.shuffle(deeds)
    yield from deeds
    beginnings = [call.deed for call in found.begun]
    rng.shuffle(beginnings)
    for each in beginnings:
        yield from _calls(position, who, each, rng)

"""What a change takes on disk: `python -m tests.bench.storing [CHANGES]`. Bytes of its entry, and by how much the file grows.

A fact corrected, a correction taken back and somebody sitting down, at a table in the middle of a game and at one made from a
large file; and what was really done in recorded games. Entries are written as the pages write them. No timing: bytes are exact."""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.state import State
from tests.bench import served
from tests.bench.lines import Size
from tests.bench.recorded import Decision, recorded
from web.game.volume import Volume
from web.store.database import open_database
from web.store.entries import NewEntry
from web.store.tables import TableStore
from web.table.play import Play

GAME = "hegemony"
CHANGES = 400
#: bytes of JSON that a large file brings along: names nobody can squeeze
LARGE = 260_000
COLUMNS = ("kind", "actor", "action", "args", "answers", "changes", "state", "cards")


@dataclass(frozen=True, slots=True)
class Figure:
    """What many changes took: bytes of their entries, and of the file."""

    name: str
    changes: int
    entries: int
    file: int

    def __str__(self) -> str:
        each, file = self.entries / self.changes, self.file / self.changes
        return f"{self.name:52} {self.changes:6,} changes {each:12,.0f} B an entry {file:12,.0f} B of the file each"


class Ledger:
    """A store in a folder of its own, and what is in it."""

    def __init__(self, folder: Path) -> None:
        self.store = TableStore(open_database("", folder))
        self.path = folder / "tables.sqlite3"

    def entries(self) -> int:
        """Bytes of all entries."""
        total = " + ".join(f"LENGTH(CAST({name} AS BLOB))" for name in COLUMNS)
        with sqlite3.connect(self.path) as file:
            return int(file.execute(f"SELECT SUM({total}) FROM entries").fetchone()[0])

    def file(self) -> int:
        """Bytes of the file once everything stands in it."""
        with sqlite3.connect(self.path) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            pages, free, size = (
                int(file.execute(f"PRAGMA {name}").fetchone()[0])
                for name in ("page_count", "freelist_count", "page_size")
            )
            return (pages - free) * size

    def begin(self, state: State) -> str:
        """A table from a file."""
        return self.store.create(GAME, "", "app", "phone", NewEntry("import", state.data(), action="import"))[0].code

    def measured(self, name: str, work: Callable[[], int]) -> Figure:
        """What a piece of work that makes some changes takes."""
        entries, file = self.entries(), self.file()
        changes = work()
        return Figure(name, changes, self.entries() - entries, self.file() - file)


def large(state: State) -> State:
    """The same table with a thick book of what was used up, as a file may bring it."""
    rng = random.Random(5)
    data = state.data()
    size = 0
    used: dict[str, int] = {}
    while size < LARGE:
        name = f"game|{rng.randbytes(20).hex()}|"
        used[name] = rng.randrange(9)
        size += len(name) + 5
    data["@used"] = {**data.get("@used", {}), **used}
    return State.read(data)


def tellings(volume: Volume, state: State, count: int) -> Iterator[NewEntry]:
    """One number of the table corrected again and again."""
    name, keys, value = next(_numbers(state))
    for turn in range(count):
        place = f"{name}({', '.join(keys)})" if keys else name
        outcome = Play(volume, state, "", "app", "en").tell(f"{place} = {value - turn % 2}")
        state = outcome.state
        yield NewEntry("tell", state.data(), "", outcome.action, outcome.args, outcome.draws, outcome.changes)


def _numbers(state: State) -> Iterator[tuple[str, list[str], int]]:
    """Numbers that may be one less."""
    for name, value in sorted(state.facts.items()):
        if isinstance(value, dict):
            for key, inner in value.items():
                if isinstance(inner, int) and not isinstance(inner, bool) and inner > 3 and name == "money":
                    yield name, [str(key)], inner


def corrections(ledger: Ledger, volume: Volume, state: State, count: int, name: str) -> Iterator[Figure]:
    """Corrections, taking back and bringing back, and sitting down."""
    store, code = ledger.store, ledger.begin(state)

    def tell() -> int:
        for entry in tellings(volume, state, count):
            store.append(code, _number(store, code), entry)
        return count

    def turn() -> int:
        for _ in range(count // 4):
            store.undo(code, _number(store, code))
            store.redo(code, _number(store, code))
        return count // 4 * 2

    def sit() -> int:
        for _ in range(count // 4):
            store.take_seat(code, "somebody", "phone")
            store.free_seat(code, "somebody")
        return count // 4 * 2

    yield ledger.measured(f"{name}: a number corrected", tell)
    yield ledger.measured(f"{name}: taken back and brought back", turn)
    yield ledger.measured(f"{name}: sat down and stood up", sit)


def _number(store: TableStore, code: str) -> int:
    found = store.find(code)
    assert found is not None
    return found.number


def deeds(ledger: Ledger, volume: Volume, decisions: list[Decision]) -> Iterator[Figure]:
    """What was done in recorded games, each at a table of its own."""
    tables = [(ledger.begin(State.read(each.state)), each) for each in decisions]

    def play() -> int:
        done = 0
        for code, each in tables:
            text = served.question_text(each.action, each.arguments) if each.action != "done" else "done"
            try:
                outcome: Any = Play(volume, State.read(each.state), "", "app", "en").move(text, each.role)
            except RefereeError:
                continue  # a fact that the recording left open
            ledger.store.append(
                code,
                1,
                NewEntry(
                    "move",
                    outcome.state.data(),
                    each.role,
                    outcome.action,
                    outcome.args,
                    outcome.draws,
                    outcome.changes,
                ),
            )
            done += 1
        return done

    yield ledger.measured("mid-game: what was really done", play)


def figures(folder: Path, count: int, size: Size) -> Iterator[Figure]:
    """Everything that is measured."""
    decisions = recorded(GAME, size).decisions
    volume = Volume(served.opened(GAME).game, served.cache_folder())
    middle = State.read(decisions[len(decisions) // 2].state)
    yield from corrections(Ledger(folder / "middle"), volume, middle, count, "mid-game")
    yield from corrections(Ledger(folder / "large"), volume, large(middle), count, "after a large file")
    yield from deeds(Ledger(folder / "deeds"), volume, decisions)


def main(arguments: list[str]) -> int:
    """Prints the figures."""
    count = int(arguments[0]) if arguments else CHANGES
    with tempfile.TemporaryDirectory() as folder:
        for figure in figures(Path(folder), count, Size()):
            print(figure, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

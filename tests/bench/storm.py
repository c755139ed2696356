"""Storms of writes: `python -m tests.bench.storm [KILLS]`. Servers are killed in them, on both databases; nothing confirmed may be lost.

Two servers share a database. Eight phones write at four tables as fast as they can, two at each, one through either server; then
one server, both, or the database itself is killed with -9, and the database is read: every change that was confirmed must be
there, every log without a gap, every state the one its change made. Afterwards fifty phones write at one table through both."""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.servers import Phone, Server
from tests.support.places import HARBOUR
from tests.support.postgres import SAFE, Cluster, missing
from web.store.database import open_database
from web.store.tables import TableStore

KILLS, TABLES, WRITERS, EACH = 100, 4, 50, 4
#: seconds a storm lasts before the kill
STORM = (0.1, 0.7)
#: what a server may say to a writer: done, somebody was faster, the database is away
SAID = (303, 409, 503)
#: what a writer does beside telling
UNDO = "undo"
#: what one writer's marks are apart from the next one's
STEP = 1_000_000


class LostError(AssertionError):
    """Something confirmed is not there, or something is there that cannot be."""


@dataclass
class Writer:
    """A phone that tells one number after the other, and now and then takes one back."""

    phone: Phone
    table: str
    number: int
    confirmed: list[tuple[int, str]] = field(default_factory=list)  #: entry and what it did
    statuses: dict[int, int] = field(default_factory=dict)
    fault: str = ""
    told: int = 0

    def write(self, stop: threading.Event, most: int | None = None, undoing: bool = True) -> None:
        """Writes until it is stopped, the server is gone, or enough was confirmed."""
        rng = random.Random(self.number)
        try:
            seen = self.now()
            while not stop.is_set() and (most is None or len(self.confirmed) < most):
                own = bool(self.confirmed) and self.confirmed[-1][0] == seen and self.confirmed[-1][1] != UNDO
                seen = self._one(seen, undoing and own and rng.random() < 0.2)
                if seen < 0:  # not at once all again
                    time.sleep(rng.random() * 0.05)
                    seen = self.now()
        except OSError as error:
            self.fault = str(error)

    def _one(self, seen: int, undo: bool) -> int:
        """One change; the number of its entry, or -1 when it did not come about."""
        if undo:
            what, (status, _) = UNDO, self.phone.post(f"{self.table}/undo", seen=seen)
        else:
            self.told += 1
            mark = self.number * STEP + self.told
            what, (status, _) = (
                str(mark),
                self.phone.post(f"{self.table}/tell", seen=seen, text=f"points of red = {mark}"),
            )
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status not in SAID:
            raise LostError(f"{what} at {self.table} was answered {status}")
        if status != 303:
            return -1
        self.confirmed.append((seen + 1, what))
        return seen + 1

    def now(self) -> int:
        """The newest entry."""
        while True:
            status, text = self.phone.get(f"{self.table}/now")
            if status == 200:
                return int(text.partition(":")[2].rstrip(" }\n"))
            if status not in SAID:
                raise LostError(f"{self.table}/now was answered {status}")
            time.sleep(0.05)


def new_table(server: Server) -> tuple[str, dict[str, str]]:
    """A table, and the cookies of the phone that made it."""
    phone = Phone(server)
    while True:
        status, location = phone.post("/t/new", game="harbour", players=2)
        if status == 303:
            phone.close()
            return "/t/" + re.split(r"[/?#]", location.split("/t/", 1)[1])[0], phone.cookies
        if status != 503:
            raise LostError(f"/t/new was answered {status}")
        time.sleep(0.1)


def check(store: TableStore, table: str, confirmed: list[tuple[int, str]]) -> int:
    """Looks whether a log is whole and holds what was confirmed; how many entries it has."""
    code = table.rpartition("/")[2]
    entries = store.entries(code, most=1_000_000)
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)) or store.number(code) != len(entries):
        raise LostError(f"{table}: the log has gaps")
    by_number = {entry.number: entry for entry in entries}
    for number, what in confirmed:
        entry = by_number.get(number)
        if entry is None or (UNDO if entry.kind == UNDO else _mark(entry.changes)) != what:
            raise LostError(f"{table}: {what} was confirmed as entry {number}, and there stands {entry}")
    for entry in entries:
        state = store.state(code, entry.number)
        if entry.kind == "tell" and str(state["points"]["red"]) != _mark(entry.changes):
            raise LostError(f"{table}: the state after entry {entry.number} is not what the entry made")
        if entry.kind == UNDO and state != store.state(code, entry.args["entry"] - 1):
            raise LostError(f"{table}: entry {entry.number} did not take {entry.args['entry']} back")
    return len(entries)


def _mark(changes: list[dict[str, Any]]) -> str:
    return str(changes[0]["new"]) if changes else ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two servers on one database, and a store that looks into it."""

    kind: str
    servers: list[Server]
    store: TableStore
    cluster: Cluster | None


@contextmanager
def pair(kind: str) -> Iterator[Pair]:
    """Two servers on a new database of a kind."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        corpus = folder / "games"
        shutil.copytree(HARBOUR, corpus / "harbour")
        cluster = stack.enter_context(Cluster(SAFE)) if kind == "postgres" else None
        url = cluster.url() if cluster else ""
        servers = [stack.enter_context(Server(folder, corpus, url)) for _ in range(2)]
        for server in servers:
            server.ready()
        store = TableStore(open_database(url, folder / "data"))
        stack.callback(store.close)
        yield Pair(kind, servers, store, cluster)


def storm(made: Pair, kills: int, seed: int = 0) -> str:
    """Kills servers in storms; raises if anything is lost, else says what was seen."""
    rng = random.Random(seed)
    confirmed = entries = databases = 0
    kind, servers, store, cluster = made.kind, made.servers, made.store, made.cluster
    for turn in range(kills):
        tables = [new_table(servers[0]) for _ in range(TABLES)]
        writers = [
            Writer(Phone(server, cookies), table, 2 * at + side)
            for at, (table, cookies) in enumerate(tables)
            for side, server in enumerate(servers)
        ]
        database = cluster is not None and turn % 5 == 1
        victims = [] if database else rng.choice([servers[:1], servers[1:], servers])
        _blow(writers, rng.uniform(*STORM), victims, cluster if database else None)
        databases += database
        for table, _ in tables:
            seen = [each for writer in writers if writer.table == table for each in writer.confirmed]
            entries += check(store, table, seen)
            confirmed += len(seen)
        for server in victims:
            server.start()
        for server in servers:
            server.ready()
        if (turn + 1) % 10 == 0:
            print(f"{kind}: {turn + 1} kills, {confirmed} confirmed changes, 0 lost", flush=True)
    return f"{kind}: {kills} kills ({databases} of them of the database), {confirmed:,} changes confirmed, {entries:,} entries read, 0 lost"


def _blow(writers: list[Writer], seconds: float, victims: list[Server], cluster: Cluster | None) -> None:
    """A storm with a kill in it."""
    stop = threading.Event()
    faults: list[BaseException] = []

    def run(writer: Writer) -> None:
        try:
            writer.write(stop)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=run, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    for server in victims:
        server.kill()
    if cluster is not None:
        cluster.crash()
        cluster.start()
    time.sleep(0.1)
    stop.set()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.phone.close()
        if writer.fault and writer.phone.server not in victims:
            faults.append(LostError(f"a server nobody killed is gone: {writer.fault}"))
    if faults:
        raise faults[0]


def crowd(made: Pair, count: int = WRITERS, each: int = EACH) -> str:
    """Many phones at one table through two servers; raises if anything is lost, else says what was seen."""
    kind, servers, store = made.kind, made.servers, made.store
    table, cookies = new_table(servers[0])
    writers = [Writer(Phone(servers[at % 2], cookies), table, at) for at in range(count)]
    stop = threading.Event()
    threads = [threading.Thread(target=writer.write, args=(stop, each, False)) for writer in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.phone.close()
    faults = [writer.fault for writer in writers if writer.fault]
    if faults:
        raise LostError(faults[0])
    entries = check(store, table, [one for writer in writers for one in writer.confirmed])
    if entries != 1 + count * each:
        raise LostError(f"{count} writers confirmed {each} changes each, and the log has {entries} entries")
    refused = sum(writer.statuses.get(409, 0) for writer in writers)
    return f"{kind}: {count} writers at one table through two servers, {count * each} changes, 0 lost, {refused} times somebody else was faster"


def main(arguments: list[str]) -> int:
    """Both storms on both databases."""
    kills = int(arguments[0]) if arguments else KILLS
    kinds = [name for name in ("sqlite", "postgres") if not arguments[1:] or name in arguments[1:]]
    if "postgres" in kinds and missing():
        print(f"postgres is left out: {missing()}")
        kinds.remove("postgres")
    try:
        for kind in kinds:
            with pair(kind) as made:
                print(crowd(made), flush=True)
                print(storm(made, kills), flush=True)
    except LostError as error:
        print(f"LOST: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

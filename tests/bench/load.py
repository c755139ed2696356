"""Many live tables: `python -m tests.bench.load [--tables 1000] [--phones 4] [--every 120] [--seconds 60]`.

Tables in the middle of recorded games lie in PostgreSQL; two servers share it. Every phone asks whether something changed as the
script of the page does, and fetches the page when it did; at every table somebody moves every so many seconds: looks at the page
as the one to move, takes one of the moves it offers, and is led to the page again. The requests come over a few connections that
stay open, as from a proxy. Times are from wanting an answer to having it, waiting for a connection included. Everything runs on
this machine: the servers, the database and the phones."""

from __future__ import annotations

import argparse
import asyncio
import html
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tests.bench.lines import Size
from tests.bench.recorded import recorded
from tests.bench.servers import Server
from tests.support.postgres import SAFE, Cluster, missing
from web.store.database import open_database
from web.store.entries import NewEntry
from web.store.tables import TableStore

GAME = "hegemony"
#: a table: its code, its newest entry, the role and the cookies of every phone
Laid = tuple[str, int, list[tuple[str, str]]]
#: milliseconds between two questions of a phone, as the page's script has it
POLL = 2_500
#: how often the page is asked for again while the server is still looking for moves
LOOKS = 12
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
DEED = re.compile(r'name="deed" value="([^"]*)"')
VALUE = re.compile(r'name="value" value="([^"]*)"')
WAY = re.compile(r'<a class="go" href="([^"]*)"')
SEEN = re.compile(r'data-number="(\d+)"')
TO_MOVE = re.compile(r'id="m-(\w+)"><summary><h3[^>]*>[^<]*</h3> <span class="tag">')


@dataclass
class Answer:
    """What came back."""

    status: int
    closing: bool
    body: bytes


class Gateway:
    """A few open connections to one server, as a proxy keeps them."""

    def __init__(self, port: int, count: int) -> None:
        self.port = port
        self._free: asyncio.LifoQueue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._free.put_nowait(None)

    async def send(self, method: str, path: str, cookies: str, form: str) -> Answer:
        """One request and its answer."""
        connection = await self._free.get()
        request = self._request(method, path, cookies, form)
        try:
            if connection is not None and connection[0].at_eof():  # the server ends what is idle
                connection[1].close()
                connection = None
            if connection is None:
                connection = await asyncio.open_connection("127.0.0.1", self.port)
            answer = await self._exchange(connection, request)
            if answer.closing:
                connection[1].close()
                connection = None
        except BaseException:
            if connection is not None:
                connection[1].close()
            connection = None
            raise
        finally:
            self._free.put_nowait(connection)
        return answer

    async def close(self) -> None:
        """Ends the connections; nobody may be using one."""
        while not self._free.empty():
            connection = self._free.get_nowait()
            if connection is not None:
                connection[1].close()
                await connection[1].wait_closed()

    def _request(self, method: str, path: str, cookies: str, form: str) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {cookies}",
            "Accept-Language: en",
        ]
        if method == "POST":
            lines += [
                f"Origin: http://127.0.0.1:{self.port}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(form)}",
            ]
        return ("\r\n".join(lines) + "\r\n\r\n" + form).encode()

    async def _exchange(self, connection: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes) -> Answer:
        reader, writer = connection
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        body = await reader.readexactly(int(length.group(1))) if length else b""
        return Answer(int(head[9:12]), b"connection: close" in head.lower(), body)


@dataclass
class Tally:
    """How long everything took, and what was answered."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)
    counting: bool = False

    def add(self, kind: str, seconds: float, status: int) -> None:
        """One answer."""
        if self.counting:
            self.times[kind].append(seconds)
            self.statuses[f"{kind} {status}"] += 1

    def line(self, kind: str, seconds: float) -> str:
        """The figures of one kind of request."""
        times = sorted(self.times[kind])
        if not times:
            return f"{kind:24} none"
        p50, p99 = (1_000 * times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.99))
        return f"{kind:24} {len(times):8,} {len(times) / seconds:9.1f} /s   p50 {p50:8.1f} ms   p99 {p99:8.1f} ms   worst {1_000 * times[-1]:8.1f} ms"


def unescaped(pattern: re.Pattern[str], text: str) -> list[str]:
    """What a pattern finds in a page, as a browser reads it."""
    return [html.unescape(found) for found in pattern.findall(text)]


class Shown:
    """What of a page somebody who plays looks at."""

    def __init__(self, text: str) -> None:
        self.number = int(unescaped(SEEN, text)[0])
        self.to_move = next(iter(unescaped(TO_MOVE, text)), "")
        self.answers, self.deeds, self.ways = unescaped(VALUE, text), unescaped(DEED, text), unescaped(WAY, text)


@dataclass
class Seat:
    """A phone at a table."""

    gateway: Gateway
    tally: Tally
    url: str
    cookies: str
    role: str
    number: int
    shown: Shown | None = None

    async def ask(self, kind: str, method: str, path: str, form: str = "") -> Answer:
        """One request, timed."""
        started = time.perf_counter()
        answer = await self.gateway.send(method, path, self.cookies, form)
        self.tally.add(kind, time.perf_counter() - started, answer.status)
        return answer

    async def show(self) -> None:
        """The page, as the phone shows it: asked for until the server has looked at all moves."""
        for _ in range(LOOKS):
            answer = await self.ask("page", "GET", f"{self.url}?as={self.role or '-'}")
            text = answer.body.decode()
            if answer.status == 200:
                self.shown = Shown(text)
                self.number = self.shown.number
            if answer.status != 200 or " data-more>" not in text:
                break
            await asyncio.sleep(0.03)

    async def watch(self, rng: random.Random) -> None:
        """Asks again and again whether something changed."""
        await asyncio.sleep(rng.random() * POLL / 1_000)
        while True:
            answer = await self.ask("has it changed?", "GET", f"{self.url}/now")
            if answer.status == 200 and int(answer.body.partition(b":")[2].strip(b" }\n")) != self.number:
                await self.show()
            await asyncio.sleep(POLL / 1_000)

    async def move(self, rng: random.Random) -> bool:
        """Does something the page offers."""
        if self.shown is None:
            await self.show()
        shown = self.shown
        if shown is None:
            return False
        if shown.answers:
            return await self._post("answer", {"value": rng.choice(shown.answers)})
        deeds = shown.deeds
        if not deeds and shown.ways:
            page = await self.ask("page of an action", "GET", rng.choice(shown.ways))
            deeds = unescaped(DEED, page.body.decode())
        return bool(deeds) and await self._post("do", {"deed": rng.choice(deeds)})

    async def _post(self, path: str, form: dict[str, str]) -> bool:
        form |= {"seen": str(self.number), "as": self.role}
        answer = await self.ask("change", "POST", f"{self.url}/{path}", form=urlencode(form))
        if answer.status == 303:
            await self.show()
        return answer.status == 303


async def play(seats: list[Seat], every: float, rng: random.Random) -> None:
    """Somebody moves now and then: the one whose turn it is, or who must choose."""
    await asyncio.sleep(rng.random() * every)
    while True:
        started = time.perf_counter()
        shown = max((seat.shown for seat in seats if seat.shown), key=lambda each: each.number, default=None)
        first = [seat for seat in seats if shown is not None and seat.role == shown.to_move]
        for seat in [*first, *(seat for seat in seats if seat not in first)]:
            if await seat.move(rng):
                break
        await asyncio.sleep(max(0.0, every * rng.uniform(0.5, 1.5) - (time.perf_counter() - started)))


def lay_tables(store: TableStore, count: int, phones: int, size: Size) -> list[Laid]:
    """Tables in the middle of games."""
    states = [each.state for each in recorded(GAME, size).decisions]
    made = []
    for at in range(count):
        state = states[at % len(states)]
        table, key = store.create(GAME, "", "app", f"{at}-0", NewEntry("import", state, action="import"))
        seated = _seated(state)[:phones]
        roles = [*seated, *[""] * (phones - len(seated))]
        for number, role in enumerate(seated):
            store.take_seat(table.code, role, f"{at}-{number}")
        made.append(
            (
                table.code,
                1 + len(seated),
                [(role, f"phone={at}-{number}; t_{table.code}={key}; ui=en") for number, role in enumerate(roles)],
            )
        )
    return made


def _seated(state: object) -> list[str]:
    """Those who play, as the rules say."""
    from tests.bench import served

    return list(served.position(served.opened(GAME), state).seated())  # type: ignore[arg-type]


async def run(arguments: argparse.Namespace, ports: list[int], tables: list[Laid]) -> Tally:
    """Lets the phones ask and the players move; the tally of the measured time."""
    rng, tally = random.Random(7), Tally()
    gateways = [Gateway(port, arguments.connections) for port in ports]
    tasks = []
    for at, (code, number, phones) in enumerate(tables):
        # a phone's requests may reach any server
        seats = [
            Seat(gateways[(at + side) % len(gateways)], tally, f"/t/{code}", cookies, role, number)
            for side, (role, cookies) in enumerate(phones)
        ]
        tasks += [asyncio.ensure_future(seat.watch(random.Random(rng.random()))) for seat in seats]
        players = [seat for seat in seats if seat.role]
        tasks.append(asyncio.ensure_future(play(players, arguments.every, random.Random(rng.random()))))
    await asyncio.sleep(arguments.warm)
    tally.counting = True
    await asyncio.sleep(arguments.seconds)
    tally.counting = False
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    for gateway in gateways:
        await gateway.close()
    await asyncio.sleep(0.1)  # those that were cut off close too
    faults = Counter(repr(each) for each in ended if isinstance(each, Exception))
    for fault, count in faults.items():
        print(f"{count} phones gave up: {fault}")
    return tally


def cpu_of(pid: int) -> float:
    """Seconds of CPU of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(given: list[str], size: Size | None = None) -> int:
    """Lays the tables, starts the servers, and prints what was measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=(__doc__ or "").split("\n\n")[0])
    for name, default in (
        ("tables", 1_000),
        ("phones", 4),
        ("every", 120),
        ("seconds", 60),
        ("warm", 30),
        ("servers", 2),
        ("connections", 24),
    ):
        parser.add_argument(f"--{name}", type=int, default=default)
    arguments = parser.parse_args(given)
    if missing():
        print(f"no load without PostgreSQL: {missing()}")
        return 2
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(Cluster(SAFE))
        url = cluster.url()
        store = TableStore(open_database(url, folder))
        tables = lay_tables(store, arguments.tables, arguments.phones, size or Size())
        servers = [stack.enter_context(Server(folder, None, url)) for _ in range(arguments.servers)]
        for server in servers:
            server.ready()
        pids = [server.process.pid for server in servers if server.process]
        before, own, load = [cpu_of(pid) for pid in pids], time.process_time(), os.getloadavg()[0]
        tally = asyncio.run(run(arguments, [server.port for server in servers], tables))
        spent = [cpu_of(pid) - used for pid, used in zip(pids, before, strict=True)]
        print(
            f"{arguments.tables} tables, {arguments.phones} phones each, a move at each every {arguments.every} s, {arguments.servers} servers, {os.cpu_count()} cores; load before {load:.1f}"
        )
        for kind in sorted(tally.times, key=lambda kind: -len(tally.times[kind])):
            print(tally.line(kind, arguments.seconds))
        total = sum(map(len, tally.times.values()))
        print(
            f"all requests             {total:8,} {total / arguments.seconds:9.1f} /s   wanted: {arguments.tables * arguments.phones * 1_000 / POLL:,.0f} questions a second"
        )
        print("answers: " + ", ".join(f"{what}: {count:,}" for what, count in sorted(tally.statuses.items())))
        run_for = arguments.warm + arguments.seconds
        print(
            "servers: "
            + ", ".join(
                f"{server.memory() / 1e6:.0f} MB, {used / run_for:.0%} of a core"
                for server, used in zip(servers, spent, strict=True)
            )
            + f"; phones {(time.process_time() - own) / run_for:.0%} of a core"
        )
        size = cluster.sql("SELECT pg_database_size(current_database())", url.rsplit("/", 1)[1])[0][0]
        print(f"database: {int(str(size)) / 1e6:.1f} MB")
        store.close()
    bad = sum(count for what, count in tally.statuses.items() if int(what.rsplit(" ", 1)[1]) >= 500)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

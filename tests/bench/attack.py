"""A request as somebody hostile sends it, and what it takes: CPU, memory beyond the warmed server, and how it ends."""

from __future__ import annotations

import io
import json
import random
import re
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import EnvironBuilder, FlaskClient
from werkzeug.routing import Rule

from tests.bench.scribble import NUMBERS, Scribe, as_file
from web.game.corpus import Corpus

#: what a page's address may hold beside its path, and what a form may; which of them count is the page's business
ASKED = (
    "as",
    "given",
    "step",
    "go",
    "tell",
    "value",
    "ui",
    "lang",
    "edition",
    "q",
    "game",
    "kind",
    "part",
    "playing",
    "limit",
    "to",
    "code",
    "begun",
    "deep",
    "name",
    "table",
    "text",
    "key",
)
SENT = (
    "deed",
    "action",
    "fact",
    "key",
    "a.value",
    "text",
    "card",
    "dispute",
    "reading",
    "draw",
    "value",
    "players",
    "given",
    "start",
    "draws",
    "edition",
    "role",
    "free",
    "game",
    "as",
    "code",
)


@dataclass(frozen=True, slots=True)
class Attack:
    """One request; `seen`: whether it is a form of a table, which carries the number of its last entry."""

    route: str
    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    form: tuple[tuple[str, str], ...] = ()
    body: str | None = None  #: JSON
    file: str | None = None  #: of an import
    seen: bool = False

    def told(self) -> str:
        """In one line."""
        parts = [
            f"{self.method} {self.path}",
            *(f"{key}={value}" for key, value in (*self.query, *self.form)),
            self.body or "",
            self.file or "",
        ]
        line = " ".join(part for part in parts if part)
        return line if len(line) < 150 else f"{line[:110]}… ({len(line)} letters)"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a request took."""

    cpu: float  #: milliseconds
    memory: float  #: megabytes beyond what the server held before
    status: int

    @property
    def score(self) -> float:
        """How near it comes to what no request may take; a fault of ours is beyond all."""
        return max(self.cpu / 250, self.memory / 64, 10.0 if self.status >= 500 else 0.0)


@dataclass(slots=True)
class Target:
    """The app under attack, with a phone that has some tables."""

    app: Flask
    chance: random.Random
    scribes: dict[str, Scribe] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)  #: code -> game
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()
        corpus: Corpus = self.app.extensions["paragraf-corpus"]
        self.scribes = {volume.id: Scribe(volume, self.chance) for volume in corpus.volumes()}
        for game, scribe in self.scribes.items():
            few = min(scribe.volume.game.prose.players or (2,))
            self.make(game, {"players": str(few)})
            self.make(game, {"start": "free"})

    def make(self, game: str, form: dict[str, str]) -> None:
        """A table more."""
        made = self.client.post("/t/new", data={"game": game, **form})
        if made.status_code == 303:
            self.tables[made.location.rsplit("/", 1)[-1]] = game

    # ---- sending ---------------------------------------------------------------------------------------------------

    def send(self, attack: Attack) -> Cost:
        """Sends it and measures; what it needs to be let in is found before."""
        form = dict(attack.form)
        if attack.seen:
            code = attack.path.split("/")[2]
            now = self.client.get(f"/t/{code}/now")
            form["seen"] = str((now.json or {}).get("number", 0))
        options: dict[str, Any] = {"query_string": list(attack.query)}
        if attack.body is not None:
            options |= {"data": attack.body.encode("utf-8", "surrogatepass"), "content_type": "application/json"}
        elif attack.file is not None:
            options["data"] = {**form, "file": (io.BytesIO(attack.file.encode()), "table.json")}
        elif attack.method == "POST":
            options["data"] = form
        with closing(EnvironBuilder(self.app, attack.path, method=attack.method, **options)) as builder:
            request = builder.get_request()  # what the client does is not counted
            with measured() as taken:
                found = self.client.open(request, buffered=True)
            status = found.status_code
            found.close()
            request.environ["wsgi.input"].close()
        return Cost(*taken(), status)


@contextmanager
def measured() -> Iterator[Callable[[], tuple[float, float]]]:
    """CPU milliseconds and megabytes at the peak."""
    before = _peak_from_here()
    start = time.process_time()
    taken = [0.0, 0.0]
    yield lambda: (taken[0], taken[1])
    taken[0] = (time.process_time() - start) * 1000
    taken[1] = max(0.0, (_peak() - before) / 1024)


def _peak_from_here() -> float:
    """Lets the system forget the peak of memory so far; kilobytes now."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return _peak()


def _peak() -> float:
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    except OSError:
        found = None
    return float(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


# ---- attacks on every route ----------------------------------------------------------------------------------------


class Attacker:
    """Makes requests for every route of the app, and makes others of those that cost most."""

    def __init__(self, target: Target, chance: random.Random) -> None:
        self.target, self.chance = target, chance
        self.routes = [
            (rule, method)
            for rule in target.app.url_map.iter_rules()
            for method in sorted((rule.methods or set()) & {"GET", "POST"})
            if rule.endpoint != "static"
        ]  # fmt: skip
        weights = {
            "ask": 6,
            "moves": 6,
            "apply": 4,
            "card": 3,
            "workshop": 3,
            "import": 3,
            "search": 3,
            "act": 4,
            "do": 4,
            "tell": 4,
            "new": 3,
            "keep": 2,
        }
        self._weights = [
            max([w for word, w in weights.items() if f"/{word}" in rule.rule] or [1]) for rule, _ in self.routes
        ]

    def random(self) -> Attack:
        """A request to some route."""
        rule, method = self.chance.choices(self.routes, self._weights)[0]
        return self.on(rule, method)

    def on(self, rule: Rule, method: str) -> Attack:
        """A request to a route."""
        code, game = self.chance.choice(list(self.target.tables.items()))
        if "<code>" not in rule.rule:
            game = self.chance.choice(list(self.target.scribes))
        scribe = self.target.scribes[game]
        path = re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda found: self._part(found[1], scribe, code, rule.rule), rule.rule)
        name = path.rsplit("/", 1)[-1]
        base = Attack(rule.rule, method, path)
        if rule.rule.startswith("/api/") and method == "POST":
            return replace(base, body=self._body(scribe, rule.rule))
        if method == "GET":
            return replace(base, query=tuple(self._pairs(scribe, ASKED, name)))
        if rule.rule.endswith("/import"):
            cards = [scribe.card() for _ in range(self.chance.choice((0, 0, 1, 20)))]
            return replace(base, file=as_file(scribe.state(), game, cards).decode())
        pairs = [pair for pair in self._pairs(scribe, SENT, name) if pair[0] != "delete"]
        if rule.rule == "/t/new":
            pairs.append(("game", game))
        return replace(base, form=tuple(pairs), seen="<code>" in rule.rule)

    def _part(self, name: str, scribe: Scribe, code: str, rule: str) -> str:
        game, one = scribe.volume.game, self.chance.choice
        known: dict[str, Callable[[], str]] = {
            "game": lambda: game.id, "code": lambda: code, "chapter": lambda: one(game.prose.chapters).id, "key": lambda: "x" * 12,
            "kind": lambda: one(("paragraph", "term", "action", "value", "fact", "procedure", "dispute")),
            "what": lambda: one(("do", "tell", "undo", "keep", "drop")),
            "identity": lambda: one(list(game.prose.paragraphs if "paragraphs" in rule or "/p/" in rule else game.prose.terms) or ["x"]),
            "name": lambda: one(list(scribe.disputes) if "/d/" in rule else list(scribe.facts) if "/fact/" in rule else self._asked(scribe)),
        }  # fmt: skip
        found = known[name]() if name in known and self.chance.random() < 0.97 else scribe.noise()[:60].replace("/", "")
        return found or "x"

    def _asked(self, scribe: Scribe) -> list[str]:
        return [*scribe.actions, *scribe.values] if self.chance.random() < 0.5 else scribe.actions or ["x"]

    def _pairs(self, scribe: Scribe, keys: tuple[str, ...], name: str) -> list[tuple[str, str]]:
        """Arguments of an address or of a form."""
        one, found = self.chance.choice, []
        for key in self.chance.sample(keys, self.chance.randint(0, len(keys) // 2)):
            found.append((key, self._said(key, scribe)))
        if "as" not in dict(found):
            found.append(("as", one(scribe.roles)))
        if name in scribe.volume.referee.names:
            found.append(("go", "1"))
            found.append(("action", name))
            for field_ in scribe.volume.referee.fields(name, "en"):
                if self.chance.random() < 0.5:
                    found.append((f"a.{field_.name}", scribe.argument(field_)))
        if self.chance.random() < 0.2:
            found.append((f"r.{one(list(scribe.disputes))}", one(one(list(scribe.disputes.values())))))
        if self.chance.random() < 0.02:
            found += [(f"a.{at}", scribe.noise()) for at in range(40)]
        return found

    def _said(self, key: str, scribe: Scribe) -> str:
        one = self.chance.choice
        ways: dict[str, Callable[[], str]] = {
            "as": lambda: one(scribe.roles), "given": scribe.told, "step": lambda: one(scribe.steps), "q": scribe.search, "text": one((scribe.card, scribe.told)),
            "deed": scribe.deed, "action": lambda: one(scribe.actions or ["x"]), "begun": scribe.deed, "fact": lambda: one(list(scribe.facts)),
            "name": lambda: one(scribe.actions or ["x"])[:4], "game": lambda: scribe.volume.id, "limit": lambda: one(NUMBERS), "players": lambda: one(NUMBERS),
            "ui": lambda: one(("en", "pl", "uk")), "lang": lambda: one(("en", "pl", "uk", "xx")), "to": lambda: "/" + scribe.noise() * one((1, 1, 8)),
            "key": lambda: scribe.member({}), "a.value": lambda: scribe.fact_value(one(list(scribe.facts))), "dispute": lambda: one(list(scribe.disputes)),
            "reading": lambda: one(one(list(scribe.disputes.values()))), "tell": lambda: one(list(scribe.facts)), "start": lambda: one(("free", "begin")),
            "part": lambda: one(("results", "card")), "kind": lambda: one(("term", "paragraph", "card", "x")), "role": lambda: one(scribe.roles),
            "draws": lambda: one(("app", "told")), "table": lambda: one(list(self.target.tables)),
        }  # fmt: skip
        return ways[key]() if key in ways else one(("1", "", scribe.noise(), scribe.question()))

    def _body(self, scribe: Scribe, rule: str) -> str:
        """The JSON of a question, a listing, a deed or a card."""
        one = self.chance.choice
        if rule.endswith("/card"):
            return json.dumps({"text": scribe.card()})
        body: dict[str, Any] = {"as": one(scribe.roles), "lang": one(("en", "pl", "uk"))}
        if self.chance.random() < 0.5:
            body["given"] = scribe.told() if self.chance.random() < 0.9 else [scribe.told_fact()] * one((10, 2_000))
        if self.chance.random() < 0.3:
            body["state"] = scribe.state()
        if self.chance.random() < 0.2:
            dispute = one(list(scribe.disputes))
            body["rulings"] = {dispute: one(scribe.disputes[dispute])}
        if self.chance.random() < 0.06:
            body["cards"] = [scribe.card() for _ in range(one((1, 3, 20)))]
        if rule.endswith("/ask"):
            body["question"] = scribe.question()
        elif rule.endswith("/moves"):
            if self.chance.random() < 0.7:
                body["action"] = scribe.deed()
                body["deep"] = self.chance.random() < 0.5
        else:
            body["action"] = one(
                (
                    scribe.deed,
                    scribe.deed,
                    lambda: "begin",
                    lambda: "done",
                    lambda: f"answer {one(NUMBERS)}",
                    scribe.question,
                )
            )()
        return json.dumps(body)

    # ---- breeding --------------------------------------------------------------------------------------------------

    def child(self, parent: Attack) -> Attack:
        """A request much like another."""
        scribe = self.chance.choice(list(self.target.scribes.values()))
        for game, own in self.target.scribes.items():
            if (
                f"/{game}" in parent.path
                or game in (parent.file or "")
                or self.target.tables.get(parent.path.split("/")[2] if parent.path.count("/") > 1 else "") == game
            ):
                scribe = own
        if parent.body is not None:
            return replace(parent, body=self._bred(parent.body, scribe))
        if parent.file is not None:
            return replace(parent, file=self._bred(parent.file, scribe))
        pairs = list(parent.query if parent.method == "GET" else parent.form)
        if not pairs:
            pairs = self._pairs(scribe, ASKED if parent.method == "GET" else SENT, parent.path.rsplit("/", 1)[-1])
        at = self.chance.randrange(len(pairs))
        key, value = pairs[at]
        pairs[at] = (key, scribe.twisted(value) if self.chance.random() < 0.6 else self._said(key, scribe))
        return replace(parent, query=tuple(pairs)) if parent.method == "GET" else replace(parent, form=tuple(pairs))

    def _bred(self, text: str, scribe: Scribe) -> str:
        """JSON with one of its parts changed."""
        try:
            body = json.loads(text)
        except ValueError:
            return text
        keys = [key for key in body if isinstance(body[key], str | list | dict)]
        if not keys:
            return text
        key = self.chance.choice(keys)
        value = body[key]
        if key in ("as", "lang", "game"):
            body["as"] = self.chance.choice(scribe.roles)
        elif isinstance(value, str):
            body[key] = scribe.twisted(value)
        elif key == "state":
            body[key] = {**scribe.state(), **value} if self.chance.random() < 0.5 else scribe.state()
        elif isinstance(value, list):
            body[key] = value + value[: self.chance.randint(0, 8)]
        return json.dumps(body)

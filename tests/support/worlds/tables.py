"""Two tables that differ only in what is hidden from some phones, asked the same in the same order: their answers must be the same."""

from __future__ import annotations

import difflib
import io
import json
import random
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from referee.service import Referee
from tests.support.worlds.states import other_world, seen, unseen
from web.store.secret import ALPHABET

#: phones that may not see what differs: a rival at the table, one that only holds the key, one that only watches
OTHERS = ("rival", "holder", "watcher")
PHONES = ("host", "victim", *OTHERS)


class LeakError(AssertionError):
    """The same request was answered differently."""


class Form(HTMLParser):
    """The forms of a page: address, method, and what each button would send."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, list[tuple[str, str]], list[tuple[str, str]]]] = []
        self._in: tuple[str, str, list[tuple[str, str]], list[tuple[str, str]]] | None = None
        self._select = ""
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag == "form":
            self._in = (given.get("action", ""), given.get("method", "get").upper(), [], [])
            self.found.append(self._in)
        if self._in is None:
            return
        if tag == "select":
            self._select = given.get("name", "")
        elif tag == "option" and self._select:
            self._in[3].append((self._select, given.get("value", "")))
        elif tag == "button" and given.get("name"):
            self._in[3].append((given["name"], given.get("value", "")))
        elif tag == "input" and given.get("type") in ("radio", "checkbox"):
            self._in[3].append((given.get("name", ""), given.get("value", "")))
        elif tag in ("input", "textarea") and given.get("name"):
            self._in[2].append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in = None
        elif tag == "select":
            self._select = ""


class World:
    """One of the two tables, and the phones around it."""

    def __init__(self, app: Flask, game: str, data: dict[str, Any], draws: str, rival: str) -> None:
        self.app, self.game, self.rival, self.draws = app, game, rival, draws
        app.extensions["paragraf-store"]()._clock = lambda: 1_700_000_000.0
        self.phones: dict[str, FlaskClient] = {}
        for name in PHONES:
            self.phones[name] = app.test_client()
            self.phones[name].set_cookie("phone", f"the phone of the {name}")
        self.bring(data)

    def bring(self, data: dict[str, Any]) -> None:
        """The table, made from a file."""
        file = {"paragraf_table": 1, "game": self.game, "draws": self.draws, "state": data, "log": [], "cards": []}
        made = self.phones["host"].post("/t/import", data={"file": (io.BytesIO(json.dumps(file).encode()), "t.json")})
        assert made.status_code == 303, made.text
        self.code = made.headers["Location"][3:]
        cookie = self.phones["host"].get_cookie(f"t_{self.code}")
        assert cookie is not None
        self.key = cookie.value
        self.settle()

    @property
    def referee(self) -> Referee:
        """The rules of the table."""
        found: Referee = self.app.extensions["paragraf-corpus"].volume(self.game).referee
        return found

    def settle(self) -> None:
        """Everybody where they belong."""
        for name in ("victim", "rival", "holder"):
            for cookie, value in (
                (f"t_{self.code}", self.key),
                ("tables", self.code),
                ("phone", f"the phone of the {name}"),
            ):
                self.phones[name].set_cookie(cookie, value)
        seats = self.app.extensions["paragraf-store"]().seats(self.code)
        for role in self.referee.roles:
            if role not in seats:
                self.send("rival" if role == self.rival else "victim", f"/t/{self.code}/seat", {"role": role})

    def send(self, phone: str, path: str, form: dict[str, Any] | None = None) -> TestResponse:
        """A page, or a form that is sent."""
        if form is None:
            return self.phones[phone].get(path, buffered=True)
        return self.phones[phone].post(path, data=form, buffered=True)

    def state(self) -> dict[str, Any]:
        """All there is."""
        found: dict[str, Any] = self.app.extensions["paragraf-store"]().state(self.code)
        return found

    def newest(self) -> Any:
        """The newest entry."""
        return self.app.extensions["paragraf-store"]().entries(self.code, most=1)[-1]


class Worlds:
    """Both tables."""

    def __init__(
        self, apps: tuple[Flask, Flask], game: str, data: dict[str, Any], draws: str, rival: str, words: random.Random
    ) -> None:
        apps[1].extensions["paragraf-corpus"] = apps[0].extensions[
            "paragraf-corpus"
        ]  # compiled once; caches are shared
        self.words = words
        referee = apps[0].extensions["paragraf-corpus"].volume(game).referee
        self.data = (data, other_world(referee.facts, referee.roles, data, rival))
        assert self.data[0] != self.data[1]
        self.worlds: list[World] = []
        self.rival, self.game, self.draws = rival, game, draws
        for app, each in zip(apps, self.data, strict=True):
            self.words.seed(1)
            self.worlds.append(World(app, game, each, draws, rival))
        self.asked = 0  #: requests that were compared
        self.deed = ("", "")  #: a move of somebody else that lets them choose, and who makes it
        self.began = self.number()
        self.endpoints: set[tuple[str, str]] = set()  #: those of them, by what answered

    @property
    def url(self) -> str:
        """The table, which has the same address in both."""
        return f"/t/{self.worlds[0].code}"

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the game."""
        return self.worlds[0].referee.facts

    def number(self) -> int:
        """The newest entry."""
        found = {world.newest().number for world in self.worlds}
        assert len(found) == 1
        return int(found.pop())

    def quietly(self, phone: str, path: str, *forms: dict[str, Any]) -> list[TestResponse]:
        """Sent to both and not compared: by those who may see; with two forms each world has its own."""
        found = []
        for at, world in enumerate(self.worlds):
            self.words.seed(7)
            found.append(world.send(phone, path, forms[min(at, len(forms) - 1)]))
        return found

    def both(self, phone: str, path: str, form: dict[str, Any] | None = None) -> TestResponse:
        """The same asked in both worlds; a difference is a leak."""
        answers = []
        for world in self.worlds:
            self.words.seed(self.asked)
            sent = None if form is None else {k: _again(v) for k, v in form.items()}
            answers.append(world.send(phone, path, sent))
        self.asked += 1
        one, other = answers
        self.endpoints.add(self._endpoint(path, "GET" if form is None else "POST"))
        assert one.status_code < 500, (phone, path, form, one.text)
        if _seen(one) != _seen(other):
            raise LeakError(f"{phone} {path} {form}\n" + _difference(one, other))
        return one

    def _endpoint(self, path: str, method: str) -> tuple[str, str]:
        routes = self.worlds[0].app.url_map.bind("localhost")
        try:
            return str(routes.match(urlsplit(path).path, method)[0]), method
        except (HTTPException, RequestRedirect):  # an address that leads nowhere is asked as well
            return "", method

    def send(self, phone: str, path: str, form: dict[str, Any]) -> int:
        """A form in both worlds, what everybody sees after it, and that nothing hidden was changed but by the rules."""
        before = [self._hidden(world) for world in self.worlds]
        number = self.number()
        answer = self.both(phone, path, {**form, "seen": form.get("seen") or number})
        if self.number() == number:
            assert [self._hidden(world) for world in self.worlds] == before, (phone, path, form)
            return answer.status_code
        entries = [world.newest() for world in self.worlds]
        if entries[0].kind not in ("move", "answer", "undo", "redo"):
            for was, now in zip(before, (self._hidden(world) for world in self.worlds), strict=True):
                # an open fact by which a rule hides may be told: then more or less is hidden, but nothing of it is changed
                assert all(now[leaf] == was[leaf] for leaf in now if leaf in was), (
                    f"{phone} changed what nobody may see: {path} {form}"
                )
        if not self.shown():
            self.look()
        self.renew()
        return answer.status_code

    def shown(self) -> bool:
        """Whether the rules themselves have brought what differs before the rival's eyes: a card that was drawn or stolen."""
        one, other = (seen(self.facts, world.state(), self.rival) for world in self.worlds)
        return one != other

    def renew(self) -> None:
        """Both tables as they were at first, at the same address."""
        for world, data in zip(self.worlds, self.data, strict=True):
            gone = world.send("host", f"{self.url}/leave", {"delete": "1"})
            assert gone.status_code == 303
            self.words.seed(1)
            world.bring(data)
        assert self.number() == self.began

    def look(self) -> None:
        """What the others see of the table now."""
        for phone in OTHERS[:2]:
            self.both(phone, f"{self.url}?as={self.rival}")
        self.both("rival", f"{self.url}/export.json?as={self.rival}")

    def _hidden(self, world: World) -> dict[Any, Any]:
        return unseen(self.facts, world.state(), self.rival)


def _again(value: Any) -> Any:
    return (io.BytesIO(value), "t.json") if isinstance(value, bytes) else value


#: what the health of a server tells of its machine at that moment, not of a table
MEASURED = re.compile(rb'"(?:ms|disk_free_bytes)":[\d.]+')


def _seen(answer: TestResponse) -> tuple[Any, ...]:
    left_out = {"Date", "Set-Cookie"} | ({"Content-Length"} if MEASURED.search(answer.data) else set())
    headers = sorted((name, value) for name, value in answer.headers.items() if name not in left_out)
    cookies = sorted(value.split(";")[0] for value in answer.headers.getlist("Set-Cookie"))
    return answer.status_code, headers, cookies, MEASURED.sub(b"", answer.data)


def _difference(one: TestResponse, other: TestResponse) -> str:
    if one.status_code != other.status_code:
        return f"{one.status_code} and {other.status_code}\n{_main(one)[:600]}\n---\n{_main(other)[:600]}"
    lines = difflib.unified_diff(_main(one).splitlines(), _main(other).splitlines(), lineterm="", n=0)
    return "\n".join(line[:400] for line in list(lines)[:20]) or f"{one.headers}\n{other.headers}"


def _main(answer: TestResponse) -> str:
    return str(answer.text.split("<main", 1)[-1].split("</main>", 1)[0].replace(">", ">\n"))


def same_words(monkeypatch: pytest.MonkeyPatch, words: random.Random) -> None:
    """Codes, keys, draws and what a page finds the time for are the same wherever the same is asked."""
    monkeypatch.setattr(
        "web.store.tables.new_word", lambda length: "".join(words.choice(ALPHABET) for _ in range(length))
    )
    monkeypatch.setattr("secrets.SystemRandom", lambda: random.Random(7))
    monkeypatch.setattr("web.table.options.PATIENCE", -1.0)
    monkeypatch.setattr("web.table.options.GLANCE", -1.0)
    monkeypatch.setattr("web.table.options.cpu_seconds", lambda: 0.0)  # which action is cheap is the same too

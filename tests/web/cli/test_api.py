"""The command line and the API are one contract: the same question gets the same JSON, or the same sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.web_app import made_up_app
from tests.web.cli.conftest import Shell

DEEP = "1" + "+1" * 900
TOLD = {"given": "owner of north = none; coins of red = 10; owner of middle = none"}
CHOICE = {"kind": "choice", "name": "x", "keys": [], "by": None, "paragraph": "", "options": []}
DEED = {"kind": "deed", "name": "leese", "args": {}, "actor": "red"}

ASKED: list[dict[str, Any]] = [
    {"question": "lease(north)", "as": "red", "given": "owner of north = green"},
    {"question": "lease(north)", "as": "red", **TOLD},
    {"question": "lease(north)", "as": "red", **TOLD, "lang": "uk", "edition": "print2"},
    {"question": "lease", "as": "red"},
    {"question": "price(wine)", "lang": "pl", "rulings": {"full_house": "seven"}},
    {"question": "price(stranger)", "given": "stranger: cargo"},
    {"question": "price(stranger)"},
    {"question": "price(stranger)", "state": {"members": {"cargo": ["stranger"]}, "incomplete": ["cargo"]}},
    {"question": "lease(north)", "as": "red", "state": {"players": 3, "coins": {"red": 1}}},
    {"question": "lease(north)", "as": "reed"},
    {"question": "leese(north)", "as": "red"},
    {"question": "lease((("},
    {"question": DEEP},
    {"question": "price(wine)", "given": f"players = {DEEP}"},
    {"question": "price(wine)", "given": "players ="},
    {"question": "price(wine)", "given": "players = 99"},
    {"question": "price(wine)", "edition": "print9"},
    {"question": "price(wine)", "rulings": {"full_hous": "six"}},
    {"question": "price(wine)", "state": {"course": 5}},
    {"question": "price(wine)", "state": {"course": {"step": "zz"}}},
    {"question": "price(wine)", "state": {"members": 7}},
    {"question": "price(wine)", "state": {"@used": 5}},
    {"question": "price(wine)", "state": {"pending": {"deed": DEED, "answers": [], "choice": CHOICE}}},
    {"question": "price(wine)", "state": {"coin": 1, "owner": {"nort": None}}},
]
LISTED: list[dict[str, Any]] = [
    {"as": "red"}, {"as": "red", **TOLD, "lang": "pl"}, {"as": "nobody"}, {"as": "red", "edition": "print9"}, {"as": "red", "state": {"course": 5}},
    {"as": "red", "action": "lease", **TOLD}, {"as": "red", "action": "swap", "deep": True}, {"as": "red", "action": "price(wine)"},
    {"as": "red", "action": "lease(5)"}, {"as": "red", "action": "leese"}, {"as": "red", "deep": True}, {"as": "red", "action": "lease(nothing=1)"},
]  # fmt: skip
DONE: list[dict[str, Any]] = [
    {"action": "begin", "given": "players = 2"},
    {"action": "begin", "state": {"players": 3}, "lang": "uk"},
    {"action": "begin"},
    {
        "action": "lease(north)",
        "as": "red",
        "state": {"players": 2, "coins": {"red": 9}, "owner": {"north": None, "middle": None}},
    },
    {"action": "lease(north)", "as": "red", **TOLD},
    {"action": "lease(north)", "as": "nobody"},
    {"action": "bargain", "as": "red"},
    {"action": "price(wine)"},
    {"action": "done", "as": "red"},
    {"action": "answer foo"},
    {"action": "answer 3"},
    {"action": "answer 3", "state": {"pending": {"deed": DEED, "answers": [], "choice": CHOICE}}},
    {"action": "answer 3", "state": {"pending": {"deed": {}, "answers": 3}}},
]


@pytest.fixture(scope="module")
def client(shell: Shell) -> Any:
    """The API over the same corpus."""
    return made_up_app(shell.folder).test_client()


def as_command(shell: Shell, route: str, body: dict[str, Any]) -> list[str]:
    """The options that say what a body says."""
    args: list[str] = []
    for name, value in body.items():
        if name == "state":
            args += ["--state", shell.file("told.json", value)]
        elif name == "rulings":
            args += [part for pair in value.items() for part in ("--ruling", "=".join(pair))]
        elif value is True:
            args.append(f"--{name}")
        elif name not in ("question", "action") or route == "moves":
            args += [f"--{name}", value]
    return args


def compare(shell: Shell, client: Any, route: str, body: dict[str, Any]) -> None:
    response = client.post(f"/api/v1/games/harbour/{route}", json=body)
    said = [body[name] for name in ("question", "action") if name in body and route != "moves"]
    args = [route, "harbour", *said, *as_command(shell, route, body)]
    if response.status_code == 200:
        assert shell.data(*args) == response.json
    else:
        assert response.status_code == 422, response.text
        assert shell.fault(*args, "--json") == response.json["detail"].strip()


@pytest.mark.parametrize("body", ASKED)
def test_ask(shell: Shell, client: Any, body: dict[str, Any]) -> None:
    compare(shell, client, "ask", body)


@pytest.mark.parametrize("body", LISTED)
def test_moves(shell: Shell, client: Any, body: dict[str, Any]) -> None:
    compare(shell, client, "moves", body)


@pytest.mark.parametrize("body", DONE)
def test_apply(shell: Shell, client: Any, body: dict[str, Any]) -> None:
    compare(shell, client, "apply", body)


def test_search_and_disputes(shell: Shell, client: Any) -> None:
    disputes = client.get("/api/v1/games/harbour/disputes?lang=pl").json["disputes"]
    assert shell.data("show", "disputes", "--lang", "pl")["harbour"] == disputes
    found = client.get("/api/v1/search?q=storm&limit=10").json
    same = shell.data("search", "storm")
    assert [hit["id"] for hit in same["hits"]] == [hit["id"] for hit in found["hits"]]


def test_cards(shell: Shell, client: Any) -> None:
    text = 'favour card "Windfall" of red captain.\nGain 3.'
    (read,) = shell.data("card", "check", shell.file("card.txt", text), "--game", "harbour")
    given = client.post("/api/v1/games/harbour/card", json={"text": text}).json
    assert given["meaning"] == read["text"] and given["errors"] == read["errors"] == []

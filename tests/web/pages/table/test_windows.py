"""A deed that others may answer, on their phones."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.bluff import write_bluff
from tests.support.tables import Phone, plain
from web.app import create_app


@pytest.fixture
def app(tmp_path: Path) -> Any:
    write_bluff(tmp_path / "games")
    return create_app(
        {"CORPUS": str(tmp_path / "games"), "CACHE": str(tmp_path / "cache"), "DATA": tmp_path / "data", "RATE": 0}
    )


@pytest.fixture
def phones(app: Any) -> dict[str, Phone]:
    return seated(app)


def seated(app: Any) -> dict[str, Phone]:
    """A table with a phone for each."""
    first = Phone(app).make(game="bluff", players="3", draws="app")
    found = {"f1": first, "f2": Phone(app).join(first), "f3": Phone(app).join(first)}
    for role, phone in found.items():
        phone.post("/seat", role=role)
    return found


def options(page: str) -> list[Any]:
    return [json.loads(html.unescape(value)) for value in re.findall(r'name="value" value="([^"]*)"', page)]


def test_each_phone_is_asked_in_its_turn_and_told_what_it_answers(phones: dict[str, Phone]) -> None:
    phones["f1"].do("tax", "f1")
    asked, waiting = phones["f2"].get(), phones["f3"].get()
    assert "may answer" in asked and "f1: tax" in asked and "/p/t.challenge" in asked
    assert options(asked) == [None, {"do": "challenge", "with": {"claimant": "f1"}}]
    assert options(waiting) == [] and "f1: tax" in waiting
    phones["f3"].post("/answer", 403, value="null")
    phones["f2"].post("/answer", 303, value="null")
    assert options(phones["f3"].get()) == [None, {"do": "challenge", "with": {"claimant": "f1"}}]
    assert "no, thanks" in phones["f1"].get("/log")


def test_all_at_once_each_phone_has_its_own_answers(phones: dict[str, Phone]) -> None:
    phones["f1"].do("aid", "f1")
    for role in ("f2", "f3"):
        own = options(phones[role].get())
        assert own[0] == role and all(each["with"]["by"] == role for each in own[1:]) and len(own) == 3
    assert options(phones["f1"].get()) == []
    theirs = json.dumps({"do": "block", "with": {"against": "f1", "c": "duke", "by": "f3"}})
    phones["f2"].post("/answer", 403, value=theirs)
    phones["f2"].post("/answer", 400, value="null")
    phones["f2"].post("/answer", 303, value='"f2"')
    assert options(phones["f2"].get()) == []
    phones["f3"].post("/answer", 303, value=theirs)
    page = phones["f1"].get()  # the block is a claim, which may be challenged
    assert "f3: block" in page and options(page) == [None, {"do": "challenge", "with": {"claimant": "f3"}}]


def test_what_may_be_answered_can_be_asked_at_the_table(phones: dict[str, Phone]) -> None:
    phones["f1"].do("tax", "f1")
    for role, verdict in (("f2", "v-yes"), ("f3", "v-no")):
        page = phones[role].get("/ask/challenge", go="1", **{"as": role})
        assert verdict in page, page


@pytest.mark.parametrize("deed", ["tax", "aid"])
def test_a_window_tells_nobody_what_they_may_not_see(app: Any, deed: str) -> None:
    """Two tables that differ only in what the one who acts holds look alike to those who may answer."""
    seen: dict[str, list[list[str]]] = {"f2": [], "f3": []}
    for holds in ("yes", "no"):
        table = seated(app)
        table["f1"].post("/tell", text=f"holds_duke of f1 = {holds}")
        table["f1"].do(deed, "f1")
        for role, pages in seen.items():
            phone = table[role]
            asked = [
                phone.get(),
                phone.get("/log"),
                phone.get("/ask/challenge", go="1", **{"as": role}),
                phone.get("/course"),
            ]
            pages.append([re.sub(r"[0-9A-Z]{3}-[0-9A-Z]{3}", "", plain(page)) for page in asked])
    for one, other in seen.values():
        assert one == other


@pytest.mark.parametrize(("said", "shown"), [("", False), (" aloud", True)])
def test_what_is_said_aloud_is_told_though_such_cards_are_hidden(tmp_path: Path, said: str, shown: bool) -> None:
    rules = write_bluff(tmp_path / "games") / "rules" / "01.md"
    text = rules.read_text("utf-8").replace("block(c: character,", f"block(c: character{said},")
    hands = "fact hand of family: pile of character hidden from others\nstart hand of f = []\n"
    rules.write_text(text.replace("fact bank: 0..50\n", f"fact bank: 0..50\n{hands}"), "utf-8")
    app = create_app(
        {"CORPUS": str(tmp_path / "games"), "CACHE": str(tmp_path / "cache"), "DATA": tmp_path / "data", "RATE": 0}
    )
    phones = seated(app)
    phones["f1"].do("aid", "f1")
    value = {"do": "block", "with": {"c": "captain", "against": "f1", "by": "f3"}}
    phones["f3"].post("/answer", 303, value=json.dumps(value))
    for role in ("f1", "f2"):
        table, log = plain(phones[role].get()), plain(phones[role].get("/log"))
        assert ("f3: block: captain, f1" in table, "chose in secret" not in log, "captain" in log) == (shown,) * 3
    assert "captain" in plain(phones["f3"].get("/log"))

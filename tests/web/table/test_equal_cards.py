"""Of equal cards one that comes to light is not taken for the one that was named in secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.bluff import MANIFEST
from tests.support.tables import Phone, plain
from web.app import create_app
from web.table.sight import cards_in

RULES = """# Council {#t p=1}

## Play {#t.play p=1}

The president throws one tile away unseen and hands the others on, or lays one open. {#t.a}

```rule
roles seat: f1, f2, f3
kind tile: fair, foul
fact drawn of seat: pile of tile hidden from others
fact thrown: pile of tile hidden from all
fact enacted: pile of tile
start drawn of s = []
start drawn of f1 = [fair, foul, foul]
start thrown = []
start enacted = []
phase game
step turns in game each p in seat cycle: p must 1 deed
class deed
action throw_away(t: tile) by actor: seat as deed
  requires t in drawn of actor
  effect put t from drawn of actor on thrown
  effect put drawn of actor into drawn of f2
action lay_open(t: tile) by actor: seat as deed
  requires t in drawn of actor
  effect put t from drawn of actor on enacted
```
"""


@pytest.fixture
def phones(tmp_path: Path) -> dict[str, Phone]:
    game = tmp_path / "games" / "bluff"
    (game / "rules").mkdir(parents=True)
    (game / "game.toml").write_text(MANIFEST, "utf-8")
    (game / "terms.toml").write_text("", "utf-8")
    (game / "rules" / "01.md").write_text(RULES, "utf-8")
    app = create_app(
        {"CORPUS": str(tmp_path / "games"), "CACHE": str(tmp_path / "cache"), "DATA": tmp_path / "data", "RATE": 0}
    )
    first = Phone(app).make(game="bluff", players="3", draws="app")
    found = {"f1": first, "f2": Phone(app).join(first), "f3": Phone(app).join(first)}
    for role, phone in found.items():
        phone.post("/seat", role=role)
    return found


def logged(phones: dict[str, Phone], role: str, action: str) -> str:
    text = plain(phones[role].get("/log", **{"as": role}))
    return text[text.index(action) :][:40]


def test_what_was_thrown_away_is_not_told_by_what_was_handed_on(phones: dict[str, Phone]) -> None:
    told: dict[tuple[str, str], Any] = {}
    for tile in ("fair", "foul"):
        phones["f1"].do(f"throw_away(t={tile})", "f1")
        for role in phones:
            told[tile, role] = logged(phones, role, "throw away")
        phones["f1"].post("/undo", as_="f1")
    assert "fair" in told["fair", "f1"] and "foul" in told["foul", "f1"]
    for role in ("f2", "f3"):
        assert told["fair", role].split("§")[0] == told["foul", role].split("§")[0] and "?" in told["foul", role], told


def test_what_was_laid_open_is_told(phones: dict[str, Phone]) -> None:
    phones["f1"].do("lay_open(t=foul)", "f1")
    assert "foul" in logged(phones, "f3", "lay open")


def test_a_pile_of_any_number_is_counted_at_once() -> None:
    assert (
        cards_in({"fair": 10**12}) == {"fair": 10**12} and cards_in(["foul", "foul"]) == {"foul": 2} and not cards_in(7)
    )

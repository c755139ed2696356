"""A slow phone: the first page of a table is light, and after a change only what has changed is sent."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.support.places import CORPUS
from tests.support.played import play_on, tell
from web.app import create_app

pytestmark = pytest.mark.slow

STATIC = Path(__file__).parents[4] / "web" / "static"
#: bytes of a first page, compressed, with its styles and scripts
LIGHT = 60_000
#: entries after which a game is well under way
UNDER_WAY = 60
#: a fact that is told, which changes little
LITTLE = {
    "hegemony": "section of taxation = C", "new_angeles": "threat = 5", "nowa_reformacja": "public_debt = 3",
}  # fmt: skip


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The games of the corpus."""
    data = str(tmp_path_factory.mktemp("data"))
    return create_app({"CORPUS": str(CORPUS), "DATA": data, "RATE": 0, "NEW_TABLES": 0, "DEADLINE": 0})


def weight(page: str) -> int:
    """What a phone loads for a page the first time, compressed."""
    own = re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js))\?[^"]*"', page)
    assert len(own) >= 4
    return sum(len(gzip.compress(text)) for text in (page.encode(), *((STATIC / name).read_bytes() for name in own)))


@pytest.mark.parametrize("game", sorted(LITTLE))
def test_a_table_under_way_is_light(app: Flask, game: str) -> None:
    client = app.test_client()
    players = "4" if game == "new_angeles" else "2"
    url = client.post("/t/new", data={"game": game, "players": players}).headers["Location"]
    code = url.rsplit("/", 1)[-1]
    play_on(app, code, 3, lambda state: state.pending is None and state.course is not None, UNDER_WAY)
    play_on(app, code, 3, lambda _: False, UNDER_WAY)
    role = next(iter(app.extensions["paragraf-corpus"].volume(game).referee.roles))
    for seen_as in ("-", role):
        page = client.get(f"{url}?as={seen_as}").text
        loaded = weight(page)
        assert loaded <= LIGHT, f"{game} as {seen_as}: {loaded}"
    have = ".".join(re.findall(r'data-mark="(\w+)"', client.get(f"{url}?as=-").text))
    same = client.get(f"{url}?as=-", headers={"Have-Pieces": have})
    assert same.headers["Pieces"] and len(same.data) < 2_500  # nothing has changed
    tell(app, code, LITTLE[game])
    changed = client.get(f"{url}?as=-", headers={"Have-Pieces": have})
    whole = client.get(f"{url}?as=-")
    assert "Pieces" not in whole.headers
    assert len(gzip.compress(changed.data)) < len(gzip.compress(whole.data)) * 3 / 4
    print(game, loaded, len(gzip.compress(whole.data)), len(gzip.compress(changed.data)))
    for piece, mark in re.findall(r'data-piece="([\w-]+)" data-mark="(\w+)"', whole.text):
        assert f'data-piece="{piece}" data-mark="{mark}"' in changed.text  # both ways tell the same
        assert mark not in have.split(".") or f'data-mark="{mark}"></div>' in changed.text


def test_styles_and_scripts_are_small() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.glob("*.[cj]s*")}
    assert sizes["table.js"] < 5_000 and sizes["board.css"] < 8_000

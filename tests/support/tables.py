"""A table for tests: the made-up game with a choice, chance and a secret added, and phones that sit at it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from flask import Flask

from tests.support.web_app import made_up_app, made_up_games

BARGAINS = """
# Bargains {#har.bargains}

## Bargains {#har.barg}

A captain who bargains picks a cargo, and a die shows how many coins it brings. {#har.barg.1}

```rule
action bargain by actor: captain as errand
  effect choose favourite of actor: cargo by actor
  effect random luck of actor: 1..3
  effect raise coins of actor by luck of actor
fact favourite of captain: cargo
fact luck of captain: 1..3
```

Both captains bid in secret. {#har.barg.2}

```rule
action bid_war by actor: captain as errand
  effect secretly choose bid of c: 0..2 by each c in seated
fact bid of captain: 0..2
```
"""


def table_app(folder: Path, **config: object) -> Flask:
    """The app with the bargains."""
    if not (folder / "games").exists():
        (made_up_games(folder) / "harbour" / "rules" / "95-bargains.md").write_text(BARGAINS, "utf-8")
    return made_up_app(folder, **config)


class Phone:
    """A phone at a table."""

    def __init__(self, app: Flask, url: str = "") -> None:
        self.client = app.test_client()
        self.url = url

    def make(self, **form: str) -> Phone:
        response = self.client.post("/t/new", data={"game": "harbour", "players": "2", **form})
        assert response.status_code == 303, response.text
        self.url = response.headers["Location"]
        return self

    def join(self, other: Phone) -> Phone:
        self.url = other.url
        link = re.search(r"/in/([2-9A-Z]+)", other.client.get(f"{other.url}/share").text)
        assert link
        assert self.client.get(f"{self.url}/in/{link.group(1)}").status_code == 303
        return self

    def get(self, path: str = "", **args: Any) -> str:
        response = self.client.get(self.url + path, query_string=args)
        assert response.status_code == 200, response.text
        return str(response.text)

    def looked(self, **args: Any) -> str:
        """The table once the server has looked at all moves, which it does a little at a time: as the page's script asks for it."""
        page = self.get(**args)
        for _ in range(100):
            if " data-more>" not in page:
                break
            page = self.get(**args)
        return page

    @property
    def number(self) -> int:
        return int(self.client.get(f"{self.url}/now").json["number"])

    def post(self, path: str, status: int = 303, **form: Any) -> str:
        data = {"seen": self.number, **{"as_" if key == "as" else key: value for key, value in form.items()}}
        data = {key.rstrip("_"): value for key, value in data.items()}
        response = self.client.post(self.url + path, data=data)
        assert response.status_code == status, response.text
        return str(response.text)

    def do(self, deed: str, role: str, **more: Any) -> str:
        return self.post("/do", deed=deed, as_=role, **more)


def plain(html: str) -> str:
    """A page's text."""
    inner = html.split("<main", 1)[-1].split("</main>", 1)[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", inner))

"""An app over a made-up corpus: the harbour game with a glossary, an answered question and a card added."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.support.places import ROOT
from web.app import create_app

LANGUAGES = ("en", "pl", "uk")
HARBOUR = ROOT / "tests" / "games" / "harbour"

TERMS = """
[dock]
names.en = "Dock"
names.pl = "Łódź i nabrzeże"
names.uk = "Док"
aliases.en = ["docks"]
text.en = "A place a captain may lease; see [[storm]]."
text.pl = "Miejsce, które kapitan może wynająć."
text.uk = "Місце, яке капітан може орендувати."
defined = ["har.parts.2"]
related = ["storm"]

[storm]
names.en = "Storm"
names.pl = "Sztorm"
names.uk = "Шторм"
text.en = "Ends a lease."
text.pl = "Kończy dzierżawę."
text.uk = "Припиняє оренду."
defined = ["har.wea.3"]

[zebra]
names.en = "Zebra crossing"
names.pl = "Las masztów"
names.uk = "Ґрати"
text.en = "Unused."
text.pl = "Nieużywane."
text.uk = "Не вживається."
defined = []
"""

MORE = """
# Questions {#har.more source=card}

## Answers {#har.faq}

A dock in a storm may be leased if nobody beside it minds. {#har.faq.1 print1=9 clarifies=har.act.2 norule=example see=har.act.3}

A dock with an owner is closed. {#har.faq.2 p=9 restates=har.act.2 norule=reference unconfirmed}

A storm ends the lease of a dock at once. {#har.faq.4 p=9 norule=definition}

A storm ends the lease of a dock after the round. {#har.faq.4.print2 print2=9 norule=definition}

A lucky draw gives two coins. {#har.faq.3 p=9 printed=card}

```rule
card windfall by actor: captain
  effect raise coins of actor by 2
```
"""


def made_up_games(folder: Path) -> Path:
    """Writes the made-up corpus into an empty folder."""
    games = folder / "games"
    target = games / "harbour"
    shutil.copytree(HARBOUR, target)
    (target / "terms.toml").write_text(TERMS, "utf-8")
    (target / "rules" / "90-more.md").write_text(MORE, "utf-8")
    return games


class Visitor(FlaskClient):
    """A client that reads every response to its end, so that files are closed."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        kwargs.setdefault("buffered", True)
        return super().open(*args, **kwargs)


def made_up_app(folder: Path, **config: object) -> Flask:
    """The app over the made-up corpus, without a rate limit."""
    games = folder / "games"
    if not games.exists():
        made_up_games(folder)
    folders = {
        "CORPUS": str(games),
        "CACHE": str(folder / "cache"),
        "DATA": folder / "data",
        "OFFLINE": folder / "none",
    }
    app = create_app(
        {**folders, "RATE": 0, "NEW_TABLES": 0, "TABLES_A_DAY": 0, "POLL": 300, "DEADLINE": 5_000, **config}
    )
    app.test_client_class = Visitor
    return app


VOID = {"meta", "link", "input", "img", "br", "hr", "path", "rect", "circle", "col"}


class Outline(HTMLParser):
    """A page read strictly: tags must close in order, ids be unique, every input have a label."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.landmarks: set[str] = set()
        self.lang = ""
        self.labelled: set[str] = set(re.findall(r'<label[^>]* for="([^"]+)"', text))
        self.feed(text)
        if self.open:
            self.faults.append(f"not closed: {self.open}")
        twice = {identity for identity in self.ids if self.ids.count(identity) > 1}
        if twice:
            self.faults.append(f"ids used twice: {sorted(twice)}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "html":
            self.lang = given.get("lang") or ""
        if tag in ("main", "nav", "header", "footer"):
            self.landmarks.add(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        for name in given:
            if name == "style" or name.startswith("on"):
                self.faults.append(f"inline {name} on {tag}")
        if tag == "script" and not given.get("src"):
            self.faults.append("inline script")
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if tag == "img" and "alt" not in given:
            self.faults.append("img without alt")
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("input", "select", "textarea") and given.get("type") not in ("hidden", "submit"):
            if given.get("id") not in self.labelled and "label" not in self.open:
                self.faults.append(f"{tag} {given.get('name')} without label")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        if tag in self.open:
            while self.open.pop() != tag:
                pass

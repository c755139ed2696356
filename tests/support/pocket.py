"""Python for browsers, where somebody brought it (`make offline`), and questions to compare a phone with a server by."""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.support.web_app import LANGUAGES
from web.base.settings import read_settings
from web.pocket.runtime import Runtime

RUNTIME = Runtime(read_settings()["OFFLINE"])
ROLES, DOCKS = ("red", "green", "blue"), ("north", "middle", "south")
TOLD = ("", "owner of north = blue", "coins of red = 9; storm of north = yes", "players = 3; coins of green = 2")


def questions(most: int) -> list[dict[str, Any]]:
    """Questions about the made-up game: actions and values, with little and much told, in every language."""
    asked = [(f"lease({dock})", role) for dock, role in product(DOCKS, ROLES)]
    asked += [(f"load({cargo}, 2)", role) for cargo, role in product(("grain", "wine"), ROLES)]
    asked += [("rest", role) for role in ROLES] + [(f"rent({dock})", None) for dock in DOCKS]
    asked += [(f"score({role})", None) for role in ROLES] + [("winners", None)]
    every = [
        {"question": question, "as": role, "given": told, "lang": lang}
        for (question, role), told, lang in product(asked, TOLD, LANGUAGES)
    ]
    return every[:most]

"""The small game of the tests with words and patterns of its own, for what reads questions in words."""

from __future__ import annotations

import shutil
from pathlib import Path

from kb.library import Game, load_game
from referee.service import Referee
from tests.support.places import HARBOUR

WORDS = """
[lease]
en = "lease {0}"
pl = "dzierżawa: {0}"
uk = "оренда: {0}"

[rent]
en = "rent of {0}"
pl = "czynsz za {0:acc}"
uk = "плата за {0:acc}"

[coins]
en = "coins of {0}"
pl = "monety {0:gen}"
uk = "монети {0:gen}"

[owner]
en = "owner of {0}"
pl = "właściciel {0:gen}"
uk = "власник {0:gen}"
absent.en = "nobody owns {0}"

[storm]
en = "a storm rages over {0}"
pl = "nad {0:ins} szaleje sztorm"
uk = "над {0:ins} шторм"
denied.en = "no storm rages over {0}"

[load]
en = "load {1} {0}"
pl = "załadunek: {0}, skrzyń {1}"
uk = "завантаження: {0}, ящиків {1}"

[north]
en = "north dock"
pl = "nabrzeże północne"
uk = "північний причал"

[middle]
en = "middle dock"
pl = "nabrzeże środkowe"
uk = "середній причал"
"""

PATTERNS = """
[lease]
en = ["(rent|hire|lease) [out] (dock|{d})"]
pl = ["(wydzierżawić|wynająć|dzierżawa) [nabrzeże|{d}]"]
uk = ["(орендувати|винайняти) [причал|{d}]"]

[rent]
en = ["how much does {d} cost", "(cost|price|rent) of (a dock|{d})"]
pl = ["ile kosztuje nabrzeże"]
uk = ["скільки коштує причал"]

[middle]
en = ["the one in between"]

["owner of {dock} = {captain}"]
en = ["{captain} (owns|holds|has) {dock}"]

["storm of {dock} = no"]
en = ["the weather is fine"]

[same]
en = ["crate box barrel", "storm gale tempest"]

[internal]
names = ["seated"]
"""


def harbour(folder: Path, patterns: str = PATTERNS) -> Game:
    """The game, in a folder of its own."""
    home = folder / "corpus" / "harbour"
    shutil.copytree(HARBOUR, home)
    (home / "words").mkdir()
    (home / "words" / "harbour.toml").write_text(WORDS, "utf-8")
    (home / "patterns").mkdir()
    (home / "patterns" / "harbour.toml").write_text(patterns, "utf-8")
    return load_game(home)


def referee(folder: Path, patterns: str = PATTERNS) -> Referee:
    """Its referee."""
    return Referee(harbour(folder, patterns))

"""A copy of the made-up game to write in, with terms, words and letters of every width."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.places import HARBOUR

TERMS = """
[dock]
names.en = "Dock"
names.pl = "Dok"
names.uk = "Док"
text.en = "A place for ships."
text.pl = "Miejsce dla statków."
text.uk = "Місце для кораблів."
defined = ["har.parts.2"]
related = ["storm"]

[storm]
names.en = "Storm"
names.pl = "Sztorm"
names.uk = "Шторм"
text.en = "Bad weather."
text.pl = "Zła pogoda."
text.uk = "Негода."
defined = ["har.wea.3", "har.act.3"]
not = { dock = "a dock is a place" }
"""

WORDS = """
[lease]
en = "leasing {0}"
pl = "dzierżawa: {0}"
uk = "оренда: {0}"

[rent]
en = "rent of {0}"
pl = "czynsz: {0}"
uk = "плата: {0}"
"""


def written_game(folder: Path) -> Path:
    """The folder of the copy."""
    game = folder / "games" / "harbour"
    shutil.copytree(HARBOUR, game)
    (game / "terms.toml").write_text(TERMS, "utf-8")
    (game / "words").mkdir()
    (game / "words" / "all.toml").write_text(WORDS, "utf-8")
    for name, old, new in (
        ("rules/01-harbour.md", "Docks lie in a row", "🚢🚢 [[dock|Docks]] lie in a row"),
        ("pl/01-harbour.md", "Docks lie in a row", "⚓ Żółte łódki: [[dock|Doki]] leżą w rzędzie"),
        ("uk/01-harbour.md", "Docks lie in a row", "⚓ Їхні [[dock|доки]] лежать у ряд"),
    ):
        path = game / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
    return game


def place(path: Path, line_part: str, word: str, after: int = 0) -> tuple[int, int]:
    """Line and column (from 1) of a word in the first line that holds a text; `after`: so many letters behind its beginning."""
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if line_part in line:
            return number, line.index(word, line.index(line_part)) + 1 + after
    raise AssertionError(f"{line_part!r} stands nowhere in {path}")

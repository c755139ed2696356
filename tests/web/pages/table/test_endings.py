"""How a game has ended, as a phone sees it that may not see everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.rebels import write_rebels
from tests.support.tables import Phone, plain
from tests.support.web_app import made_up_app

PURSES = """
## Purses {#r.purse}

Nobody shows their purse, not even at the end; the fullest wins. {#r.purse.1}

```rule
fact savings of player: 0..9 hidden from v when v is not player
start savings of p = 1
asked define richest = best(p in seated by savings of p)
```
"""


@pytest.fixture
def host(tmp_path: Path) -> Phone:
    """A game that is over, whose result hangs on what nobody shows."""
    write_rebels(tmp_path / "games")
    folder = tmp_path / "games" / "rebels"
    chapter = next(path for path in (folder / "rules").glob("*.md") if "{#r.mis}" in path.read_text("utf-8"))
    chapter.write_text(chapter.read_text("utf-8") + PURSES, "utf-8")
    (folder / "board.toml").write_text('results = ["richest"]\n', "utf-8")
    made = Phone(made_up_app(tmp_path)).make(game="rebels", players="3", draws="app")
    made.post("/tell", text="over = yes; lost = 3; won = 0; refused = 0")
    return made


def test_a_result_that_hangs_on_what_is_hidden_says_so(host: Phone) -> None:
    assert "richest: depends on what lies hidden" in plain(host.get(**{"as": "-"}))
    assert "залежить від прихованого" in plain(host.get(**{"as": "-", "ui": "uk"}))


def test_nobody_is_to_move_any_more(host: Phone) -> None:
    page = host.get(**{"as": "-"})
    assert "The game is over" in page and '<tr class="now"' not in page and "to move</span>" not in page

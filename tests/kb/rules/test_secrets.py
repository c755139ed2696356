"""What may be chosen in secret can be asked only where it hangs on nothing of the moment."""

from __future__ import annotations

import pytest

from tests.support.rules import code_from

GAME = """
roles player: ada, ben
fact bid of player: 0..9
fact out of player: flag
fact keen of player: flag
procedure bidding:
{lines}
end
"""


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ("  secretly choose bid of p: 0..9 by each p in player", True),
        # a local counts, though a fact has its name
        ("  let out = those(p in player with keen of p)\n  secretly choose bid of p: 0..9 by each p in out", False),
        ("  for keen in player: secretly choose bid of p: 0..9 by each p in left_of(keen) end", False),
    ],
)
def test_a_local_is_of_the_moment(lines: str, asked: bool) -> None:
    values = code_from(GAME.format(lines=lines)).program.values
    assert any(name.startswith("choices") for name in values) is asked

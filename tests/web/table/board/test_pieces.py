"""A page in pieces: a phone that has a piece is not sent it again, and what moved is marked where it lies."""

from __future__ import annotations

import re

import pytest

from tests.support.tables import Phone, plain, table_app
from web.table.access import read_code
from web.table.board.pieces import Pieces
from web.table.board.pointing import Pointed


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Phone:
    """A phone at a new table."""
    return Phone(table_app(tmp_path_factory.mktemp("pieces"))).make()


def test_which_entry_a_form_saw_does_not_change_its_mark() -> None:
    one, other = ('<input name="seen" value="4">', '<input name="seen" value="5">')
    assert Pieces(4).mark(one) == Pieces(5).mark(other) != Pieces(4).mark("<p>")


def test_only_what_changed_is_sent(host: Phone) -> None:
    marks = re.findall(r'data-mark="(\w+)"', host.get())
    host.post("/tell", text="coins of red = 3")
    sent = host.client.get(host.url, headers={"Have-Pieces": ".".join(marks)})
    assert sent.headers["Pieces"] and "<main" not in sent.text
    assert 'data-piece="house" data-mark="' in sent.text and "House rulings" not in sent.text
    assert "coins (red): 10 → 3" in plain(f"<main{sent.text}</main>")


def test_what_moved_is_marked_and_listed_with_what_it_was(host: Phone) -> None:
    host.post("/do", deed="lease(d=north)", as_="red")
    page = host.get("", **{"as": "red"})
    assert re.search(r'data-moved href="[^"]*/fact/coins\?key=red', page) and 'class="moved"' in page


def test_what_is_asked_for_and_not_told_is_an_empty_chip() -> None:
    html, found = Pointed(asked=("coins", ("red",)), label="coins").mark('<div class="sheet" id="s-red">', ["coins"])
    assert found and html.startswith('<div class="sheet" id="s-red"><p class="gap">') and 'id="asked"' in html
    assert Pointed(asked=("coins", ("red",))).mark("<p>", ["debt"]) == ("<p>", False)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("abc-def", ("ABCDEF", "")), ("ABC DEF ghj-kmn", ("ABCDEF", "GHJKMN")), ("ABCD-EFGH", ("ABCDEFGH", "")),
        ("ABCDEFGH" + "2" * 20, ("ABCDEFGH", "2" * 20)),
    ],
)  # fmt: skip
def test_a_code_is_read_with_its_key_behind_it(typed: str, read: tuple[str, str]) -> None:
    assert read_code(typed) == read

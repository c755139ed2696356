"""The board as a form: what is drawn can be told where it is drawn, several facts in one go, and nothing that others hide."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import Phone, plain, table_app

SAID = "= "


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, web_folder: Path) -> Any:
    return table_app(tmp_path_factory.mktemp("tables"), CACHE=str(web_folder / "cache"))


def asked(page: str) -> dict[str, str]:
    """The facts a page asks for, and what stands in their fields."""
    numbers = re.findall(r'<input type="number"[^>]* name="= ([^"]+)" value="([^"]*)"', page)
    return dict([*numbers, *re.findall(r'<input type="radio" name="= ([^"]+)" value="([^"]*)" checked', page)])


def test_every_told_number_stands_in_its_field(host: Phone) -> None:
    page = host.get("/facts", **{"as": "red"})
    assert asked(page)["coins of red"] == "10"


def test_several_facts_are_told_at_once_and_only_those_that_differ(host: Phone) -> None:
    form = {f"{SAID}{name}": value for name, value in asked(host.get("/facts", **{"as": "red"})).items()}
    form |= {f"{SAID}coins of red": "7", f"{SAID}coins of green": "4"}
    host.post("/tell", as_="red", then="/facts", **form)
    text = plain(host.get())
    assert (
        "coins (red): 10 → 7" in text and "coins (green): 10 → 4" in text and text.count("→") == 4
    )  # in the log and on the board


def test_a_form_that_tells_nothing_new_says_so(host: Phone) -> None:
    form = {f"{SAID}coins of red": "10"}
    assert "Nothing new was told" in plain(host.post("/tell", 422, **form))


def test_what_others_hide_is_not_asked_for_and_not_taken(host: Phone, guest: Phone) -> None:
    guest.post("/seat", role="green")
    assert "hand of green" not in host.get("/facts", **{"as": "red"})
    assert "hidden from you" in plain(host.post("/tell", 403, **{f"{SAID}hand of green": "[]"}))


def test_a_form_that_is_too_large_is_refused_before_it_is_read(host: Phone) -> None:
    host.post("/tell", 400, **{f"{SAID}coins of red": "1" * 30_000})


def test_one_form_asks_for_each_fact_once(host: Phone) -> None:
    page = host.get("/facts", **{"as": "red"})
    assert page.count('class="telling"') == 1 and page.count('name="then"') == 1
    numbers = re.findall(r'<input type="number"[^>]* name="(= [^"]+)"', page)
    taps = re.findall(r'<input type="radio" name="(= [^"]+)" value="[^"]*" checked', page)
    assert numbers and len({*numbers, *taps}) == len(numbers) + len(taps)


def test_cards_that_are_laid_out_one_by_one_are_shown_and_nothing_is_written_where_nothing_was_told(
    host: Phone,
) -> None:
    host.post("/tell", text="owner of north = none")
    before = host.number
    form = {"then": "/facts", "one_by_one": "dock", "with": "north"}
    assert "with=north" in host.post("/tell", **form, **{f"{SAID}coins of red": "10"}) and host.number == before
    there = host.post("/tell", **form, **{f"{SAID}coins of red": "8"})
    assert "with=north" in there and "told=" in there and host.number == before + 1
    page = host.get("/facts", **{"as": "red", "with": "north"})
    assert "owner of north" in page and asked(page)["coins of red"] == "8"


def test_cards_that_are_not_there_can_be_laid_out(host: Phone) -> None:
    host.post("/tell", text="owner of north = none")
    assert "owner of north" in host.get("/facts", **{"with": "north"})


@pytest.mark.parametrize("hostile", ["x" * 50_000, "\0", "= ; drop", "[" * 500])
def test_a_hostile_name_is_refused(host: Phone, hostile: str) -> None:
    answer: Any = host.client.post(f"{host.url}/tell", data={"seen": host.number, "as": "red", f"{SAID}{hostile}": "1"})
    assert answer.status_code in (400, 413, 422)

"""A table as a picture: each fact where its layout puts it, only what the reader may see, made once for what is told."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from kb.board.layout import Area, Layout, Look, Part
from kb.library import Game
from kb.model.entities import Place
from referee.service import Referee, Told
from tests.support import games
from tests.support.tables import plain
from web.table.board.painter import painter_of
from web.table.board.picture import Picture

HERE = Place("board.toml", 1)


@pytest.fixture
def drawn(web_app: Flask, harbour: Game) -> Iterator[Any]:
    """Draws told facts of the made-up game by a layout; gives the areas."""

    def draw(
        told: str, *areas: Area, looks: dict[str, Look] | None = None, to: str = "/t/X/fact/", lang: str = "en"
    ) -> str:
        game = Game(harbour.prose, harbour.program, harbour.version, board=Layout(areas, looks or {}))
        referee = Referee(game)
        position = referee.position(Told(told))
        picture = Picture(position, referee, referee.words(lang), lang, ("red", "green"))
        return "\n".join(str(panel.html) for area in picture.areas(to, "as=red") for panel in area.panels)

    with web_app.test_request_context():
        yield draw


def one(part: Part, each: str = "") -> Area:
    return Area("a", {"en": "A"}, (part,), HERE, each)


def test_a_mat_shows_what_its_member_keeps(drawn: Any) -> None:
    page = drawn("coins of red = 7; coins of green = 3", one(Part("counters", HERE, ("coins",)), "captain"))
    red, green = page.split("\n\n")[0], page
    assert "coins 7" in plain(red) and "coins 3" in plain(green)


def test_every_fact_leads_to_its_page_or_nowhere(drawn: Any) -> None:
    part = one(Part("counters", HERE, ("coins",)))
    assert 'href="/t/X/fact/coins?key=red&amp;as=red"' in drawn("coins of red = 7", part)
    alone = drawn("coins of red = 7", part, to="")
    assert "href" not in alone and "coins" in plain(alone)


def test_a_token_has_a_letter_and_an_outline_besides_its_colour(drawn: Any) -> None:
    part = Part("counters", HERE, ("coins",), title={"en": "Coins"})
    page = drawn("coins of red = 7", one(part), looks={"red": Look("red", "R", "diamond")})
    assert 'class="tk tk-diamond c-red" aria-hidden="true">R<' in page and "red 7" in plain(page)


def test_nothing_is_shown_of_what_is_not_told(drawn: Any) -> None:
    assert drawn("", one(Part("counters", HERE, ("coins",)))) == ""


def test_a_part_is_painted_once_for_what_is_told(web_app: Flask, harbour: Game) -> None:
    referee = Referee(harbour)
    part = Part("counters", HERE, ("coins",))
    with web_app.test_request_context():
        painter = painter_of(referee, referee.words("en"), "en", Layout(()))
        first = painter.paint(part, "", {"coins": {"red": 1}})
        assert painter.paint(part, "", {"coins": {"red": 1}}) is first
        assert painter.paint(part, "", {"coins": {"red": 2}}) is not first
        assert painter.paint(part, "", {"coins": {"red": 1}}, linked=False) != first


def test_what_was_painted_goes_with_the_game(web_app: Flask, harbour: Game) -> None:
    referee = Referee(harbour)
    with web_app.test_request_context():
        painter = weakref.ref(painter_of(referee, referee.words("en"), "en", Layout(())))
    assert painter() is not None
    del referee
    gc.collect()
    assert painter() is None


def test_whose_a_piece_in_a_slot_is_shows_by_its_outline_too(web_app: Flask) -> None:
    """Red and yellow look alike to some: classes are told apart without colours, on every card of the real game."""
    referee = Referee(games.game("hegemony"))
    told = [f"owner of {card} = capitalist_class" for card in ("supermarket", "clinic")]
    told += ["class_at(supermarket, s1) = working_class", "skill_at(supermarket, s1) = green"]
    told += ["class_at(clinic, s1) = middle_class", "skill_at(clinic, s1) = white"]
    with web_app.test_request_context():
        picture = Picture(referee.position(Told("; ".join(told))), referee, referee.words("en"), "en", referee.roles)
        (area,) = picture.areas("/t/X/fact/", "", only="companies")
    slots = re.findall(
        r'<a class="slot".*?class="tk tk-(\w+) c-(\w+)" aria-hidden="true">(\w)<', str(area.panels[0].html)
    )
    assert sorted(slots) == [("disc", "red", "A"), ("square", "yellow", "H")]


def test_a_bare_fact_says_its_value_alone_and_its_name_to_who_listens(drawn: Any) -> None:
    part = Part("cards", HERE, ("owner",), kind="dock", bare=("owner",))
    page = drawn("owner of north = red", one(part))
    assert '<span class="sr">' in page and 'class="label"' not in page and "red" in plain(page)

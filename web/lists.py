"""Lists of a game: its disputes, its cards, and the values it can compute."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from flask import Blueprint, render_template

from referee.service import Sort
from web.context import here
from web.corpus import MissingError, Volume
from web.difference import Piece, word_difference
from web.i18n import sort_key
from web.paragraphs import Link, Pages

bp = Blueprint("lists", __name__)


@bp.get("/g/<game>/disputes")
def disputes(game: str) -> str:
    """Where the sources differ or are silent."""
    now = here()
    volume = now.corpus.volume(game)
    pages = Pages(volume, now)
    found = [pages.dispute(name) for name, cited in volume.game.program.disputes.items() if cited.paragraph]
    found.sort(key=lambda item: (item["strength"], item["title"]))
    noted = [pages.brief(i) for i, p in volume.game.prose.paragraphs.items() if not found and "open" in p.section]
    return render_template("lists/disputes.html", volume=volume, disputes=found, noted=noted)


@bp.get("/g/<game>/d/<name>")
def dispute(game: str, name: str) -> str:
    """One dispute with its readings and where each stands."""
    now = here()
    volume = now.corpus.volume(game)
    declared = {n: c for n, c in volume.game.program.disputes.items() if c.paragraph}
    if name not in declared:
        raise MissingError("dispute", name, declared)
    pages = Pages(volume, now)
    found = pages.dispute(name)
    for reading in found["readings"]:
        reading["paragraphs"] = [pages.brief(i) for i in reading["cites"] if volume.game.paragraph(i)]
    own = declared[name].paragraph
    places = [reading["cites"] for reading in found["readings"]]
    paragraph = pages.brief(own) if volume.game.paragraph(own) else None
    return render_template(
        "lists/dispute.html", volume=volume, dispute=found, paragraph=paragraph, differences=_differences(pages, places)
    )


def _differences(pages: Pages, places: list[list[str]]) -> list[tuple[Link, Link, list[Piece]]]:
    """Where two readings are told in nearly the same words: those words compared."""
    found = []
    for one, other in combinations(places, 2):
        for first, second in product(pages.links(one), pages.links(other)):
            pieces = word_difference(first.text, second.text)
            if pieces:
                found.append((first, second, pieces))
    return found


@bp.get("/g/<game>/cards")
def cards(game: str) -> str:
    """What cards let one do."""
    now = here()
    volume = now.corpus.volume(game)
    pages = Pages(volume, now)
    words = volume.words(now.lang)
    found = [
        {
            "id": card.name,
            "title": words.name(card.name),
            "paragraph": pages.brief(card.paragraph) if volume.game.paragraph(card.paragraph) else None,
        }
        for card in volume.referee.all_of(Sort.CARD)
        if not card.way
    ]
    found.sort(key=lambda item: sort_key(str(item["title"]), now.lang))
    return render_template("lists/cards.html", volume=volume, cards=found)


@bp.get("/g/<game>/values")
def values(game: str) -> str:
    """Calculators: every value of the game that can be asked for."""
    volume = here().corpus.volume(game)
    return render_template("lists/values.html", volume=volume, ask=f"/g/{volume.id}/ask/", **value_groups(volume))


def value_groups(volume: Volume) -> dict[str, Any]:
    """Every value by the section that defines it; those without a word of their own apart."""
    now = here()
    pages = Pages(volume, now)
    titles = volume.value_titles(now.lang)
    named = volume.named(list(titles))
    groups: dict[str, list[tuple[str, str]]] = {}
    others: list[tuple[str, str]] = []
    for name, title in titles.items():
        cited = volume.game.paragraph(volume.referee.names[name].paragraph)
        group = groups.setdefault(pages.section(cited) if cited else "", []) if name in named else others
        group.append((name, title))
    return {"groups": groups, "others": sorted(others)}

"""Lists of a game: its disputes, its cards, and the values it can compute."""

from __future__ import annotations

from collections.abc import Callable, Container
from itertools import combinations, product
from typing import Any

from flask import Blueprint, render_template

from referee.service import Sort
from web.base.faults import MissingError
from web.base.interface import sort_key
from web.game.difference import Piece, word_difference
from web.game.quotes import Mention, Quotes
from web.game.reader import here
from web.game.volume import Volume

bp = Blueprint("lists", __name__)

#: values that are listed first
USUAL = 24


@bp.get("/g/<game>/disputes")
def disputes(game: str) -> str:
    """Where the sources differ or are silent."""
    reader = here()
    volume = reader.corpus.volume(game)
    quotes = Quotes(volume, reader)
    found = [quotes.dispute(name) for name, cited in volume.game.program.disputes.items() if cited.paragraph]
    found.sort(key=lambda item: (item["strength"], item["title"]))
    noted = [quotes.brief(i) for i, p in volume.game.prose.paragraphs.items() if not found and "open" in p.section]
    return render_template("lists/disputes.html", volume=volume, disputes=found, noted=noted)


@bp.get("/g/<game>/d/<name>")
def dispute(game: str, name: str) -> str:
    """One dispute with its readings and where each stands."""
    reader = here()
    volume = reader.corpus.volume(game)
    return render_template("lists/dispute.html", volume=volume, **shown_dispute(volume, Quotes(volume, reader), name))


def shown_dispute(volume: Volume, quotes: Quotes, name: str) -> dict[str, Any]:
    """What a page about one dispute shows."""
    declared = {n: c for n, c in volume.game.program.disputes.items() if c.paragraph}
    if name not in declared:
        raise MissingError("dispute", name, declared)
    found = quotes.dispute(name)
    for reading in found["readings"]:
        reading["paragraphs"] = [quotes.brief(i) for i in reading["cites"] if volume.game.paragraph(i)]
    own = declared[name].paragraph
    places = [reading["cites"] for reading in found["readings"]]
    paragraph = quotes.brief(own) if volume.game.paragraph(own) else None
    return {"dispute": found, "paragraph": paragraph, "differences": _differences(quotes, places)}


def _differences(quotes: Quotes, places: list[list[str]]) -> list[tuple[Mention, Mention, list[Piece]]]:
    """Where two readings are told in nearly the same words: those words compared."""
    found = []
    for one, other in combinations(places, 2):
        for first, second in product(quotes.links(one), quotes.links(other)):
            pieces = word_difference(first.text, second.text)
            if pieces:
                found.append((first, second, pieces))
    return found


@bp.get("/g/<game>/cards")
def cards(game: str) -> str:
    """What cards let one do."""
    reader = here()
    volume = reader.corpus.volume(game)
    quotes = Quotes(volume, reader)
    words = volume.words(reader.lang)
    found = [
        {
            "id": card.name,
            "title": words.name(card.name),
            "paragraph": quotes.brief(card.paragraph) if volume.game.paragraph(card.paragraph) else None,
        }
        for card in volume.referee.all_of(Sort.CARD)
        if not card.way
    ]
    found.sort(key=lambda item: sort_key(str(item["title"]), reader.lang))
    return render_template("lists/cards.html", volume=volume, cards=found)


@bp.get("/g/<game>/values")
def values(game: str) -> str:
    """Calculators: every value of the game that can be asked for."""
    volume = here().corpus.volume(game)
    return render_template("lists/values.html", volume=volume, ask=f"/g/{volume.id}/ask/", **value_groups(volume))


def value_groups(volume: Volume, counts: Callable[[str], bool] = lambda _: True) -> dict[str, Any]:
    """Those values that players ask for most; every other by the section that defines it; those without a word of their own apart.
    `counts` says whether a paragraph is in play."""
    reader = here()
    quotes = Quotes(volume, reader)
    of = volume.referee.names
    titles = {name: text for name, text in volume.value_titles(reader.lang).items() if counts(of[name].paragraph)}
    named = volume.named(list(titles))
    usual = sorted(
        ((name, titles[name]) for name in _usual(volume, titles)), key=lambda each: sort_key(each[1], reader.lang)
    )
    first = {name for name, _ in usual}
    groups: dict[str, list[tuple[str, str]]] = {}
    others: list[tuple[str, str]] = []
    for name, title in titles.items():
        if name in first:
            continue
        cited = volume.game.paragraph(of[name].paragraph)
        group = groups.setdefault(quotes.section(cited) if cited else "", []) if name in named else others
        group.append((name, title))
    return {"usual": usual, "groups": groups, "others": sorted(others)}


def _usual(volume: Volume, titles: Container[str]) -> list[str]:
    """What players ask for most: what they have the most ways to ask for."""
    phrases = volume.game.asking.phrases
    ways = {name: sum(map(len, each.ways.values())) for name, each in phrases.items() if name in titles}
    return sorted(ways, key=lambda name: -ways[name])[:USUAL]

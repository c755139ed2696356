"""Search: a page that works by itself, and the same hits as a fragment while somebody types."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from kb.search import KINDS
from referee.service import Told
from web.base.work import spend
from web.game.hits import find, hit_url
from web.game.reader import here
from web.game.sentences import hits_for
from web.game.volume import Volume
from web.pages.ask.readings import Card, cards_of, is_question, offers_of

bp = Blueprint("search", __name__)

#: hits on the page
LIMIT = 40
#: letters from which a search begins
LEAST = 2


@bp.get("/search")
def page() -> str:
    """The search, held by its address."""
    reader = here()
    text = request.args.get("q", "").strip()
    game = request.args.get("game", "")
    kind = request.args.get("kind", "")
    game = game if game in reader.corpus.library.games else ""
    kind = kind if kind in KINDS else ""
    result: dict[str, Any] = {"hits": [], "suggestions": [], "read_as": "", "shortened": False, "unknown": []}
    if len(text) >= LEAST and request.args.get("part") != "readings":
        spend()
        result = find(
            reader.corpus.library, reader.corpus.cache, text, game=game, kind=kind, lang=reader.lang, limit=LIMIT,
            playing=request.args.get("playing", ""),
        )  # fmt: skip
    if game and not kind and is_question(text) and result["hits"]:
        referee = reader.corpus.volume(game).referee
        result["hits"] = hits_for(reader.corpus.library, reader.corpus.cache, referee, text, (), reader.lang, LIMIT)
    part = request.args.get("part", "")
    role = request.args.get("as", "")
    cards: list[Card] = []
    if part != "results" and is_question(text) and not kind:  # no list waits for what a sentence may mean
        volumes = [reader.corpus.volume(game)] if game else reader.corpus.volumes()
        cards = cards_of(volumes, text, role if game else "", Told())
    if part == "readings":
        return render_template("search/readings.html", cards=cards, several=not game)
    offers = (
        offers_of(reader.corpus.volume(result["hits"][0]["game"]), text, role if game else "")
        if result["hits"] and not cards
        else []
    )
    roles = _roles(reader.corpus.volume(game), reader.lang) if game else []
    return render_template(
        "search/results.html" if part == "results" else "search/page.html",
        cards=cards, offers=offers, several=not game, role=role, roles=roles, q=text, game=game, kind=kind, kinds=KINDS, groups=grouped(result["hits"]), result=result,
        volumes=reader.corpus.volumes(), titles={v.id: v.title(reader.lang) for v in reader.corpus.volumes()}, short=0 < len(text) < LEAST,
        limit=LIMIT, asked=len(text) >= LEAST, named=_named(reader.corpus.volumes(), text) if len(text) >= LEAST and not (game or kind) else [],
    )  # fmt: skip


def _roles(volume: Volume, lang: str) -> list[tuple[str, str]]:
    """Who may ask."""
    words = volume.words(lang)
    return [(role, words.value(role)) for role in volume.referee.roles]


def _named(volumes: list[Volume], text: str) -> list[Volume]:
    """Games whose title, in any language, has a word that begins so."""
    words = text.casefold().split()
    return [
        volume
        for volume in volumes
        if any(
            all(any(part.startswith(word) for part in title.casefold().split()) for word in words)
            for title in volume.game.prose.title.values()
        )
    ]


def grouped(hits: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Hits by kind; the kind of the best hit comes first."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for hit in hits:
        groups.setdefault(hit["kind"], []).append({**hit, "url": hit_url(hit)})
    return list(groups.items())

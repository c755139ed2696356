"""The JSON API: the same questions and shapes as the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge

from kb.search import KINDS
from referee.errors import RefereeError
from referee.service import Told
from referee.state import State
from web import i18n
from web.context import corpus
from web.corpus import Volume
from web.crafting import craft
from web.desk import shelf
from web.errors import BadRequestError
from web.finding import find
from web.search import hit_url
from web.shapes import check_shape

bp = Blueprint("api", __name__, url_prefix="/api/v1")


@dataclass(frozen=True, slots=True)
class Operation:
    """What a route takes and gives: declared once, checked and documented from here."""

    summary: str
    gives: str
    takes: str = ""
    query: tuple[tuple[str, str, bool], ...] = ()  #: name, help, required


#: endpoint -> its declaration
OPERATIONS: dict[str, Operation] = {}
LANG_QUERY = ("lang", "language of the answer: en, pl or uk", False)


def operation(**declared: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares what the function below answers."""

    def keep(view: Callable[..., Any]) -> Callable[..., Any]:
        OPERATIONS[f"api.{view.__name__}"] = Operation(**declared)
        return view

    return keep


def body(shape: str) -> dict[str, Any]:
    """The request's JSON, checked."""
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise
    try:
        data = json.loads(raw)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise BadRequestError(f"The body is not JSON{where}.") from None
    except RecursionError:
        raise BadRequestError("The body is nested too deeply.") from None
    return check_shape(shape, data)


def told_from(data: dict[str, Any]) -> Told:
    """What the request tells."""
    given = data.get("given", "")
    text = "; ".join(part.strip().rstrip(";") for part in given if part.strip()) if isinstance(given, list) else given
    state = State.read(data["state"]) if data.get("state") else State()
    return Told(text, state, data.get("rulings") or {}, data.get("edition"))


def with_own_cards(game: str, data: dict[str, Any]) -> Volume:
    """The game, with the table's own cards in it when the request brings some."""
    volume, kept = shelf().grown(corpus().volume(game), tuple(data.get("cards", ())))
    for at, card in enumerate(kept):
        if not card.paragraph:
            raise RefereeError(f"cards[{at}] (“{card.title}”) cannot be played: {card.fault}")
    return volume


def lang_asked() -> str:
    """The `lang` of a GET."""
    lang = request.args.get("lang", i18n.DEFAULT)
    if lang not in i18n.LANGUAGES:
        raise BadRequestError(f"“lang” is “{lang[:20]}”; it must be one of {', '.join(i18n.LANGUAGES)}.")
    return lang


def given(answer: msgspec.Struct) -> Response:
    """An answer as JSON."""
    return jsonify(msgspec.to_builtins(answer))


def spend() -> None:
    """Counts the call against the address' rate."""
    current_app.extensions["paragraf-limiter"].spend(request.remote_addr or "")


@bp.get("/games")
@operation(summary="All games", gives="Games")
def games() -> Response:
    """Every game with its editions and version."""
    found = []
    for volume in corpus().volumes():
        prose = volume.game.prose
        found.append({
            "id": volume.id, "title": dict(prose.title), "languages": list(prose.languages), "players": list(prose.players),
            "editions": [{"id": e.id, "title": e.title, "lang": e.lang} for e in prose.editions.values()],
            "version": volume.game.version,
        })  # fmt: skip
    return jsonify({"games": found, "corpus_version": corpus().version})


@bp.post("/games/<game>/ask")
@operation(summary="May somebody do this, or what is this value", takes="AskRequest", gives="Answer")
def ask_question(game: str) -> Response:
    """One question."""
    spend()
    data = body("AskRequest")
    volume = with_own_cards(game, data)
    return given(volume.referee.ask(data["question"], data.get("as"), told_from(data), data.get("lang", "en")))


@bp.post("/games/<game>/moves")
@operation(summary="Every legal action of a role", takes="MovesRequest", gives="Moves")
def moves(game: str) -> Response:
    """What may be done now."""
    spend()
    data = body("MovesRequest")
    volume = with_own_cards(game, data)
    return given(volume.referee.moves(data["as"], told_from(data), data.get("lang", "en")))


@bp.post("/games/<game>/apply")
@operation(summary="The next state, and what changed by which paragraph", takes="ApplyRequest", gives="Applied")
def apply_action(game: str) -> Response:
    """One move."""
    spend()
    data = body("ApplyRequest")
    volume = with_own_cards(game, data)
    return given(volume.referee.apply(data["action"], data.get("as"), told_from(data), data.get("lang", "en")))


@bp.post("/games/<game>/card")
@operation(summary="What a card of your own means, or what is wrong with it", takes="CardRequest", gives="CardMeaning")
def card(game: str) -> Response:
    """One card, read and never played."""
    spend()
    volume = corpus().volume(game)
    return jsonify(craft(volume.game, body("CardRequest")["text"]).data())


@bp.get("/search")
@operation(
    summary="Find terms, paragraphs, actions, cards and disputes in any language", gives="Found",
    query=(
        ("q", "what is looked for", True), ("game", "only this game", False), ("kind", "only this kind: " + ", ".join(KINDS), False),
        ("playing", "the game in play: its hits come first", False), LANG_QUERY, ("limit", "most hits, 1 to 100", False),
    ),
)  # fmt: skip
def search() -> Response:
    """Search as you type."""
    spend()
    limit = request.args.get("limit", "20")
    if not limit.isdecimal() or not 1 <= int(limit) <= 100:
        raise BadRequestError(f"“limit” is “{limit[:20]}”; it must be a number from 1 to 100.")
    found = find(
        corpus().library, corpus().cache, request.args.get("q", ""),
        game=request.args.get("game"), kind=request.args.get("kind"), lang=lang_asked(), limit=int(limit),
        playing=request.args.get("playing", ""),
    )  # fmt: skip
    for hit in found["hits"]:
        hit["url"] = hit_url(hit)
    return jsonify({**found, "corpus_version": corpus().version})


@bp.get("/games/<game>/paragraphs/<identity>")
@operation(
    summary="One paragraph with its place, texts and connections",
    gives="Paragraph",
    query=(LANG_QUERY, ("edition", "whose page", False)),
)
def paragraph(game: str, identity: str) -> Response:
    """A paragraph as it is cited, and everything around it."""
    volume = corpus().volume(game)
    found = volume.paragraph(identity)
    cited = msgspec.to_builtins(volume.referee.citation(identity, lang_asked(), request.args.get("edition") or None))
    before, after = volume.neighbours(identity)
    return jsonify({
        **cited, "chapter": found.chapter, "heading": found.section, "pages": dict(found.pages), "texts": dict(found.text),
        "stale": sorted(found.stale), "norule": found.norule, "rule": "\n".join(block.text for block in found.blocks),
        "restates": list(found.restates), "restated_by": volume.restated.get(identity, []), "clarifies": list(found.clarifies),
        "clarified_by": volume.clarified.get(identity, []), "see": list(found.see), "disputes": volume.disputed.get(identity, []),
        "defines": volume.defined.get(identity, []), "previous": before or None, "next": after or None,
        "url": f"/g/{game}/p/{identity}", "corpus_version": volume.game.version,
    })  # fmt: skip


@bp.get("/games/<game>/schema")
@operation(
    summary="Roles, kinds, facts, actions and values a question may use", gives="GameSchema", query=(LANG_QUERY,)
)
def schema(game: str) -> Response:
    """What a question or state may be made of."""
    return given(corpus().volume(game).referee.schema(lang_asked()))


@bp.get("/games/<game>/disputes")
@operation(summary="Where the sources differ or are silent", gives="Disputes", query=(LANG_QUERY,))
def disputes(game: str) -> Response:
    """Every declared dispute."""
    volume = corpus().volume(game)
    found = msgspec.to_builtins(volume.referee.disputes(lang_asked()))
    return jsonify({"disputes": found, "corpus_version": volume.game.version})

"""The JSON API: the same questions and shapes as the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from kb.languages.texts import ENGLISH, languages
from kb.search import KINDS
from referee import answers
from referee.errors import RefereeError
from referee.service import Referee, Told
from referee.state import State
from web.api import shapes
from web.api.bodies import read_body
from web.base.faults import BadRequestError
from web.base.prefix import placed
from web.base.work import spend
from web.cards.craft import craft
from web.cards.shelf import shelf
from web.game.hits import find, hit_url
from web.game.reader import corpus
from web.game.sentences import hits_for

bp = Blueprint("api", __name__, url_prefix="/api/v1")


@dataclass(frozen=True, slots=True)
class Operation:
    """What a route takes and gives: declared once, checked and documented from here."""

    summary: str
    gives: type[msgspec.Struct]
    takes: type[msgspec.Struct] | None = None
    query: tuple[tuple[str, str, bool], ...] = ()  #: name, help, required


#: endpoint -> its declaration
OPERATIONS: dict[str, Operation] = {}
#: letters of a part of a name
LONGEST_LIKE = 200
#: hits beside the readings of a question
HITS = 10
LANG_QUERY = ("lang", f"language of the answer: {', '.join(languages())}, or one of the game", False)


def operation(**declared: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares what the function below answers."""

    def keep(view: Callable[..., Any]) -> Callable[..., Any]:
        OPERATIONS[f"api.{view.__name__}"] = Operation(**declared)
        return view

    return keep


def told_from(body: shapes.Request) -> Told:
    """What the request tells."""
    parts = [body.given] if isinstance(body.given, str) else body.given
    facts = "; ".join(part.strip().rstrip(";") for part in parts if part.strip())
    return Told(facts, State.read(body.state) if body.state else State(), body.rulings or {}, body.edition)


def with_own_cards(game: str, body: shapes.Request) -> Referee:
    """The game's referee, with the table's own cards in it when the request brings some."""
    volume, kept = shelf().grown(corpus().volume(game), tuple(body.cards))
    for at, card in enumerate(kept):
        if not card.paragraph:
            raise RefereeError(f"cards[{at}] (“{card.title}”) cannot be played: {card.fault}")
    return volume.referee


def lang_asked() -> str:
    """The `lang` of a GET."""
    return known_lang(request.args.get("lang", ENGLISH))


def known_lang(lang: str) -> str:
    """A language we speak, or a game is written in; refuses others."""
    known = corpus().languages
    if lang not in known:
        raise BadRequestError(f"“lang” is “{lang[:60]}”; it must be one of {', '.join(known)}.")
    return lang


def given(answer: msgspec.Struct) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(answer), mimetype="application/json")


@bp.get("/games")
@operation(summary="All games", gives=shapes.Games)
def games() -> Response:
    """Every game with its editions and version."""
    found = []
    for volume in corpus().volumes():
        prose = volume.game.prose
        editions = [shapes.EditionInfo(edition.id, edition.title, edition.lang) for edition in prose.editions.values()]
        found.append(
            shapes.GameInfo(
                volume.id, dict(prose.title), list(prose.languages), list(prose.players), editions, volume.game.version
            )
        )
    return given(shapes.Games(found, corpus().version))


@bp.post("/games/<game>/ask")
@operation(summary="May somebody do this, or what is this value", takes=shapes.AskRequest, gives=answers.Answer)
def ask_question(game: str) -> Response:
    """One question."""
    spend()
    body = read_body(request.get_data(cache=False), shapes.AskRequest)
    return given(with_own_cards(game, body).ask(body.question, body.actor, told_from(body), known_lang(body.lang)))


@bp.post("/games/<game>/understand")
@operation(
    summary="What a question in somebody's own words may mean",
    takes=shapes.UnderstandRequest,
    gives=shapes.Understanding,
)
def understand(game: str) -> Response:
    """One question as people ask it."""
    spend()
    body = read_body(request.get_data(cache=False), shapes.UnderstandRequest)
    referee, told, lang = with_own_cards(game, body), told_from(body), known_lang(body.lang)
    referee.position(told)  # what is told is refused as it is of a formal question
    readings = [each for _, each in referee.understand(body.text, body.actor, told, lang)]
    found = hits_for(corpus().library, corpus().cache, corpus().volume(game).referee, body.text, readings, lang, HITS)
    hits = [{**hit, "url": placed(hit_url(hit))} for hit in found]
    return given(shapes.Understanding(readings, msgspec.convert(hits, list[shapes.SearchHit])))


@bp.post("/games/<game>/moves")
@operation(summary="Every legal action of a role", takes=shapes.MovesRequest, gives=answers.Moves)
def moves(game: str) -> Response:
    """What may be done now."""
    spend()
    body = read_body(request.get_data(cache=False), shapes.MovesRequest)
    referee = with_own_cards(game, body)
    return given(referee.moves(body.actor, told_from(body), known_lang(body.lang), body.action, deep=body.deep))


@bp.post("/games/<game>/apply")
@operation(
    summary="The next state, and what changed by which paragraph", takes=shapes.ApplyRequest, gives=answers.Played
)
def apply_action(game: str) -> Response:
    """One move."""
    spend()
    body = read_body(request.get_data(cache=False), shapes.ApplyRequest)
    return given(with_own_cards(game, body).apply(body.action, body.actor, told_from(body), known_lang(body.lang)))


@bp.post("/games/<game>/card")
@operation(
    summary="What a card of your own means, or what is wrong with it",
    takes=shapes.CardRequest,
    gives=shapes.CardMeaning,
)
def card(game: str) -> Response:
    """One card, read and never played."""
    spend()
    volume = corpus().volume(game)
    made = craft(volume.game, read_body(request.get_data(cache=False), shapes.CardRequest).text)
    return given(msgspec.convert(made.data(), shapes.CardMeaning))


@bp.get("/search")
@operation(
    summary="Find terms, paragraphs, actions, cards and disputes in any language", gives=shapes.SearchResult,
    query=(
        ("q", "what is looked for", True), ("game", "only this game", False), ("kind", "only this kind: " + ", ".join(KINDS), False),
        ("playing", "the game in play: its hits come first", False), LANG_QUERY, ("limit", "most hits, 1 to 100", False),
    ),
)  # fmt: skip
def search() -> Response:
    """Search as you type."""
    spend()
    limit = request.args.get("limit", "20")
    if not limit.isdecimal() or len(limit) > 3 or not 1 <= int(limit) <= 100:
        raise BadRequestError(f"“limit” is “{limit[:20]}”; it must be a number from 1 to 100.")
    found = find(
        corpus().library, corpus().cache, request.args.get("q", ""),
        game=request.args.get("game"), kind=request.args.get("kind"), lang=lang_asked(), limit=int(limit),
        playing=request.args.get("playing", ""),
    )  # fmt: skip
    found["hits"] = [{**hit, "url": placed(hit_url(hit))} for hit in found["hits"]]
    return given(msgspec.convert({**found, "corpus_version": corpus().version}, shapes.SearchResult))


@bp.get("/games/<game>/paragraphs/<identity>")
@operation(
    summary="One paragraph with its place, texts and connections",
    gives=shapes.ParagraphInfo,
    query=(LANG_QUERY, ("edition", "whose page", False)),
)
def paragraph(game: str, identity: str) -> Response:
    """A paragraph as it is cited, and everything around it."""
    volume = corpus().volume(game)
    found = volume.paragraph(identity)
    cited = msgspec.to_builtins(volume.referee.citation(identity, lang_asked(), request.args.get("edition") or None))
    before, after = volume.neighbours(identity)
    shown = {
        **cited, "chapter": found.chapter, "heading": found.section, "pages": dict(found.pages), "texts": dict(found.text),
        "stale": sorted(found.stale), "norule": found.norule, "rule": "\n".join(block.text for block in found.blocks),
        "restates": list(found.restates), "restated_by": volume.restated.get(identity, []), "clarifies": list(found.clarifies),
        "clarified_by": volume.clarified.get(identity, []), "see": list(found.see), "disputes": volume.disputed.get(identity, []),
        "defines": volume.defined.get(identity, []), "previous": before or None, "next": after or None,
        "url": placed(f"/g/{game}/p/{identity}"), "corpus_version": volume.game.version,
    }  # fmt: skip
    return given(msgspec.convert(shown, shapes.ParagraphInfo))


@bp.get("/games/<game>/schema")
@operation(
    summary="Roles, kinds, facts, actions and values a question may use",
    gives=answers.GameSchema,
    query=(LANG_QUERY, ("like", "only what has this in its name or its words", False)),
)
def schema(game: str) -> Response:
    """What a question or state may be made of."""
    like = request.args.get("like", "")
    if len(like) > LONGEST_LIKE:
        raise BadRequestError(f"“like” has {len(like)} characters; at most {LONGEST_LIKE} are read.")
    return given(corpus().volume(game).referee.schema(lang_asked(), like))


@bp.get("/games/<game>/disputes")
@operation(summary="Where the sources differ or are silent", gives=shapes.Disputes, query=(LANG_QUERY,))
def disputes(game: str) -> Response:
    """Every declared dispute."""
    volume = corpus().volume(game)
    return given(shapes.Disputes(volume.referee.disputes(lang_asked()), volume.game.version))

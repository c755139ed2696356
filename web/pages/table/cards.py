"""Own cards at a table: kept from the workshop, shown, taken away as long as nobody has played them."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from referee.errors import RefereeError
from web.cards.craft import LONGEST, Craft, craft, shown_title
from web.cards.shelf import shelf
from web.game.reader import here
from web.pages.table.change import Answer, change
from web.store.entries import NewEntry
from web.table.access import enter
from web.table.play import Play
from web.table.sight import Scene, Sight
from web.table.visit import Visit

bp = Blueprint("cards", __name__, url_prefix="/t")


class FaultyCardError(Exception):
    """A text that is no card: the workshop shows where."""


@bp.get("/<code>/cards")
def cards(code: str) -> str:
    """The own cards of a table: what they say, and what may be done with them."""
    visit = Visit(enter(code))
    position = visit.opened()
    return render_template("table/cards.html", **visit.common(position), cards=visit.own_cards())


@bp.get("/<code>/<any(keep, drop):what>")
def after(code: str, what: str) -> Response:
    """The address of a form, opened by itself: the cards it belongs to."""
    return redirect(f"/t/{enter(code).table.code}/cards", 303)


@bp.post("/<code>/keep")
def keep(code: str) -> Answer:
    """Keeps a card with the table: from now on it counts there."""
    text = request.form.get("text", "").replace("\r\n", "\n").strip()

    def make(visit: Visit) -> NewEntry:
        made = craft(here().corpus.volume(visit.table.game).game, text)
        if made.errors or made.card is None:
            raise FaultyCardError
        if made.action is None:
            raise RefereeError(visit.reader.t("workshop.unplayable"))
        if not made.card.title.strip():
            raise RefereeError(visit.reader.t("workshop.untitled"))
        title = shown_title(made.card, made.name)
        if any(made.name == card.name for card in visit.kept):
            raise RefereeError(visit.reader.t("table.card_twice", title=title))
        return _entry(visit, "keep", (*(card.text for card in visit.kept), text), title, {text: made})

    try:
        return change(code, make, "/cards")
    except FaultyCardError:
        query = urlencode({"table": code, "text": text[:LONGEST]})
        return redirect(f"/g/{enter(code).table.game}/workshop?{query}", 303)


@bp.post("/<code>/drop")
def drop(code: str) -> Answer:
    """Takes a card away that nobody has played."""

    def make(visit: Visit) -> NewEntry:
        gone = next((card for card in visit.kept if card.mark == request.form.get("card")), None)
        if gone is None:
            raise RefereeError(visit.reader.t("table.card_gone"))
        if gone.played(visit.stored) or visit.stored.pending is not None:
            raise RefereeError(visit.reader.t("table.card_played", title=gone.title))
        return _entry(visit, "drop", tuple(card.text for card in visit.kept if card is not gone), gone.title, {})

    return change(code, make, "/cards")


def _entry(visit: Visit, kind: str, texts: tuple[str, ...], title: str, read: dict[str, Craft]) -> NewEntry:
    """The table with these cards, once its state was read by the rules it will have then; `read`: those read just now."""
    known = {card.text: card.made for card in visit.kept} | read
    volume, _ = shelf().grown(here().corpus.volume(visit.table.game), texts, known)
    eyes = Sight(Scene(volume.referee, visit.stored, visit.table.edition), visit.eyes.roles)
    position = Play(volume, visit.stored, visit.table.edition, visit.table.draws, visit.reader.lang, eyes).position
    return NewEntry(kind, position.state.data(), args={"title": title}, cards=texts)

"""Own cards at a table: kept from the workshop, shown, taken away as long as nobody has played them."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from referee.errors import RefereeError
from web.context import here
from web.crafting import LONGEST, Craft, craft, shown_title
from web.desk import Desk, shelf
from web.moving import Answer, change
from web.playing import Play
from web.seats import enter
from web.sight import Sight
from web.store import NewEntry

bp = Blueprint("keeping", __name__, url_prefix="/t")


class FaultyCardError(Exception):
    """A text that is no card: the workshop shows where."""


@bp.get("/<code>/cards")
def cards(code: str) -> str:
    """The own cards of a table: what they say, and what may be done with them."""
    desk = Desk(enter(code))
    position = desk.opened()
    return render_template("table/cards.html", **desk.common(position), cards=desk.own_cards())


@bp.get("/<code>/<any(keep, drop):what>")
def after(code: str, what: str) -> Response:
    """The address of a form, opened by itself: the cards it belongs to."""
    return redirect(f"/t/{enter(code).table.code}/cards", 303)


@bp.post("/<code>/keep")
def keep(code: str) -> Answer:
    """Keeps a card with the table: from now on it counts there."""
    text = request.form.get("text", "").replace("\r\n", "\n").strip()

    def make(desk: Desk) -> NewEntry:
        made = craft(here().corpus.volume(desk.table.game).game, text)
        if made.errors or made.card is None:
            raise FaultyCardError
        if made.action is None:
            raise RefereeError(desk.now.t("workshop.unplayable"))
        if not made.card.title.strip():
            raise RefereeError(desk.now.t("workshop.untitled"))
        title = shown_title(made.card, made.name)
        if any(made.name == card.name for card in desk.kept):
            raise RefereeError(desk.now.t("table.card_twice", title=title))
        return _entry(desk, "keep", (*(card.text for card in desk.kept), text), title, {text: made})

    try:
        return change(code, make, "/cards")
    except FaultyCardError:
        query = urlencode({"table": code, "text": text[:LONGEST]})
        return redirect(f"/g/{enter(code).table.game}/workshop?{query}", 303)


@bp.post("/<code>/drop")
def drop(code: str) -> Answer:
    """Takes a card away that nobody has played."""

    def make(desk: Desk) -> NewEntry:
        gone = next((card for card in desk.kept if card.mark == request.form.get("card")), None)
        if gone is None:
            raise RefereeError(desk.now.t("table.card_gone"))
        if gone.played(desk.stored) or desk.stored.pending is not None:
            raise RefereeError(desk.now.t("table.card_played", title=gone.title))
        return _entry(desk, "drop", tuple(card.text for card in desk.kept if card is not gone), gone.title, {})

    return change(code, make, "/cards")


def _entry(desk: Desk, kind: str, texts: tuple[str, ...], title: str, read: dict[str, Craft]) -> NewEntry:
    """The table with these cards, once its state was read by the rules it will have then; `read`: those read just now."""
    known = {card.text: card.made for card in desk.kept} | read
    volume, _ = shelf().grown(here().corpus.volume(desk.table.game), texts, known)
    eyes = Sight(volume.referee, desk.eyes.roles)
    position = Play(volume, desk.stored, desk.table.edition, desk.table.draws, desk.now.lang, eyes).position
    return NewEntry(kind, position.state.data(), args={"title": title}, cards=texts)

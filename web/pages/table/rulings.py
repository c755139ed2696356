"""House rulings: the disputes of a game, and how a table settles them, from the list or from the page of a dispute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from web.base.faults import MissingError
from web.game.reader import here
from web.pages.lists import shown_dispute
from web.pages.table.change import Answer, change
from web.store.entries import NewEntry
from web.table.access import enter, last_table
from web.table.visit import Visit

bp = Blueprint("rulings", __name__, url_prefix="/t")

#: which disputes a list shows
WHICH = ("all", "open", "settled")
#: letters of what is looked for
SOUGHT = 100


@bp.get("/<code>/rulings")
def page(code: str) -> str:
    """Every dispute of the game, and how this table settled it; those that are looked for, if something is."""
    visit = Visit(enter(code))
    position = visit.opened()
    names = [
        name
        for name, cited in visit.volume.game.program.disputes.items()
        if cited.paragraph and (name in visit.stored.rulings or visit.counts(cited.paragraph))
    ]
    known = map(visit.quotes.dispute, names)
    listed = [item for item in known if len(item["readings"]) > 1]  # of a slip of the pen there is nothing to settle
    listed.sort(key=lambda item: item["title"].casefold())
    which, text = request.args.get("which", "all"), request.args.get("q", "").strip()[:SOUGHT]
    ruled = visit.stored.rulings
    done = request.args.get("done", "")  # what was just settled or opened again stays in sight, whatever is listed
    found = [item for item in listed if item["dispute"] == done or _fits(item, which, text, ruled)]
    return render_template(
        "table/rulings.html", **visit.common(position), listed=found, of=len(listed), ruled=ruled,
        which=which if which in WHICH else "all", ways=WHICH, q=text, done=done,
    )  # fmt: skip


def _fits(item: dict[str, Any], which: str, text: str, ruled: Mapping[str, str]) -> bool:
    if which in ("open", "settled") and (item["dispute"] in ruled) != (which == "settled"):
        return False
    said = " ".join((item["title"], *(reading["text"] for reading in item["readings"])))
    return all(word in said.casefold() for word in text.casefold().split())


@bp.get("/<code>/d/<name>")
def dispute(code: str, name: str) -> str:
    """One dispute as it is settled at a table."""
    visit = Visit(enter(code))
    shown = visit.common(visit.opened())
    return render_template(
        "table/dispute.html",
        **shown,
        **shown_dispute(visit.volume, visit.quotes, name),
        ruled=visit.stored.rulings.get(name),
    )


@bp.get("/settle")
def settle() -> Response:
    """From the page of a dispute to the table of this phone that can settle it; without one, to a new table."""
    volume = here().corpus.volume(request.args.get("game", ""))
    name = request.args.get("dispute", "")
    if name not in volume.game.program.disputes:
        raise MissingError("dispute", name[:80], volume.game.program.disputes)
    code = last_table(volume.id)
    return redirect(f"/t/{code}/d/{name}" if code else f"/t/new?game={volume.id}", 303)


@bp.post("/<code>/rule")
def rule(code: str) -> Answer:
    """A dispute settled for this table, or opened again."""

    def make(visit: Visit) -> NewEntry:
        dispute, reading = request.form.get("dispute", ""), request.form.get("reading", "")
        outcome = visit.play.rule(dispute, reading)
        return NewEntry("ruling", outcome.state.data(), "", dispute, {"reading": reading})

    return change(code, make, *_after_ruling(request.form.get("then", ""), request.form.get("dispute", "")))


def _after_ruling(then: str, dispute: str) -> tuple[str, dict[str, str]]:
    """Where somebody goes on who settled a dispute: where they came from, with what they had looked for."""
    if then == "/d" and dispute.isidentifier():
        return f"/d/{dispute}", {}
    if then != "/rulings":
        return "", {}
    sought = {key: request.form[key][:SOUGHT] for key in ("which", "q") if request.form.get(key)}
    return "/rulings", {**sought, "done": dispute[:SOUGHT], "#": f"d-{dispute}" if dispute.isidentifier() else ""}

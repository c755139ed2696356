"""A table as it is looked at: where play stands, what may be done, boards, facts, rulings, the log, the file. Nothing is changed here."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, render_template, request
from msgspec.structs import replace as struct_replace
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import BudgetError
from web.base.faults import ForbiddenError, MissingError
from web.base.work import spend
from web.game.reader import here
from web.store.entries import STATEFUL, LogEntry, NewEntry
from web.table.access import (
    enter,
    is_code,
    require_writer,
    shown_code,
    spend_rarely,
    store,
)
from web.table.board.grid import GridMaker
from web.table.board.picture import Picture, ShownArea, layout_of
from web.table.board.pieces import HAVE, PIECES, Pieces
from web.table.board.pointing import Leaf, Pointed, leaves_of
from web.table.by_rule import DONE
from web.table.file import export_data
from web.table.logbook import LoggedChange
from web.table.options import ListedWays, finder, ways_of
from web.table.play import LOTS
from web.table.reports import outcome, with_changes, with_former
from web.table.turning import REACH, last_deed
from web.table.visit import Visit

bp = Blueprint("table", __name__, url_prefix="/t")

#: entries shown on the table itself
RECENT = 4
#: entries that only turn others: what was taken back is marked so itself
TURNED = ("undo", "redo")


@bp.get("/<code>")
def page(code: str) -> Response:
    """The table: where play stands, what may be done, the boards, what happened last."""
    visit = Visit(enter(code))
    position = visit.opened()
    shown = visit.common(position)
    referee, stored = visit.volume.referee, visit.stored
    picture = Picture(position, referee, visit.words, here().ui, visit.everyone)
    stage, role = shown["stage"], visit.role
    options = []
    anytime: list[tuple[str, str]] = []
    if role and stored.pending is None and not stored.over:
        if stage is None or stage.who == role:
            mark = (
                code,
                visit.table.number,
                visit.volume.game.version,
            )  # and the role, which is all that is seen of it hangs on
            with suppress(BudgetError):  # moves that take too long to find leave the board as it is
                options = [
                    option
                    for option in finder().options(mark, position, role, visit.words, visit.quotes)
                    if option.calls or visit.counts(referee.names[option.id].paragraph)
                ]
        anytime = [(name, visit.words.name(name)) for name in referee.anytime_actions(role)]
    theirs: list[tuple[str, Any]] = []
    if (
        stage
        and stage.who
        and stage.who != role
        and stage.who not in visit.by_rule
        and stored.pending is None
        and not stored.over
    ):
        names: Sequence[str] = ()
        with suppress(BudgetError):
            names = position.open_actions(stage.who)
        theirs = [
            (visit.words.name(n), visit.quotes.link(referee.names[n].paragraph))
            for n in names
            if visit.counts(referee.names[n].paragraph)
        ]
    can_redo = store().can_turn(code)[1]
    entries = store().entries(code, most=REACH)
    deed = last_deed(entries)
    stakes, so_far = [], None
    if stored.pending is not None and (picture.layout.during or picture.layout.reports):
        happened = [change for change in map(visit.sight.change, stored.pending.happened) if change is not None]
        facts = with_changes(visit.seen.facts, happened)
        midway = visit.play.position.through(struct_replace(visit.seen, facts=facts, pending=None))
        stakes = list(picture.during(facts, midway)) if picture.layout.during else []
        happened = with_former(visit.seen.facts, happened)
        so_far = replace(outcome(picture.layout, picture.painter, visit.words, midway, happened), gains=(), assumed=())
    changes = _seen_changes(visit, deed)
    ended = bool(deed) and deed[-1].action == DONE  # what the turn came to stays in sight
    earlier = (
        _seen_changes(visit, last_deed([entry for entry in entries if entry.number < deed[0].number])) if ended else []
    )
    moved = [] if deed and deed[0].kind == "answer" else changes  # what is chosen in setting up moves everything
    asked, label = _asked(visit, picture)
    areas = picture.areas(*visit.around_fact(), pointed=Pointed(leaves_of(moved), asked, label))
    if asked and visit.access.writer and not any(panel.asked for area in areas for panel in area.panels):
        query = urlencode([*(("key", key) for key in asked[1]), ("as", visit.role or "-")])
        shown["asked"] = (label, f"{visit.url}/fact/{asked[0]}?{query}")  # it is no part of the picture
    have = request.headers.get(HAVE)  # of a phone that has the page already and wants what is new
    html = render_template(
        "table/page.html" if have is None else "table/_table.html", **shown, picture=areas, pieces=Pieces.read(visit.table.number, have or ""),
        moved=_moved(visit, areas, moved), headlines=picture.headlines(), options=options, anytime=anytime, theirs=theirs,
        pending=visit.pending(), wishes=visit.shown_wishes(), log=visit.logbook.shown([entry for entry in entries if entry.kind not in TURNED][-RECENT:])[::-1],
        undo=visit.logbook.shown(deed)[0] if deed else None, undo_last=visit.logbook.shown(deed)[-1].text if len(deed) > 1 else "", nth=_nth(visit, entries), stakes=stakes,
        came_to=outcome(picture.layout, picture.painter, visit.words, position, changes, earlier) if deed and stored.pending is None else so_far, can_redo=can_redo,
        settled=visit.logbook.shown(deed)[0] if deed and deed[0].kind == "ruling" else None, undo_ends=bool(deed) and deed[0].action == DONE, taken=_taken_back(visit, entries),
        rulings=[(visit.volume.dispute_title(d, visit.reader.lang), visit.words.name(r)) for d, r in stored.rulings.items()],
        cards=visit.own_cards(), rules_play=visit.rules_play(entries), over=stored.over, results=visit.results(position) if stored.over else [],
        end=visit.end_link(position) if stored.over else None,
    )  # fmt: skip
    return Response(html, headers={"Vary": HAVE} if have is None else {"Vary": HAVE, PIECES: str(visit.table.number)})


def _nth(visit: Visit, entries: Sequence[LogEntry]) -> int:
    """How often in a row what is drawn now has been asked for: which of several cards is meant."""
    pending = visit.stored.pending
    if pending is None or pending.choice.kind not in LOTS:
        return 1
    asked = (pending.choice.paragraph, pending.choice.name, [*pending.choice.keys])
    answers = (entry.args for entry in reversed(entries) if entry.kind in STATEFUL and not entry.undone)
    before = ((args.get("paragraph"), args.get("name"), [*args.get("keys", ())]) for args in answers)
    return 1 + sum(1 for _ in takewhile(asked.__eq__, before))


def _seen_changes(visit: Visit, deed: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """What a deed changed, as this phone may see it."""
    return [change for entry in deed for change in map(visit.sight.change, entry.changes) if change is not None]


def _taken_back(visit: Visit, entries: Sequence[LogEntry]) -> str:
    """What was just taken back, and nothing done since."""
    if not entries or entries[-1].kind != "undo":
        return ""
    newest = max((entry.number for entry in entries if entry.kind in STATEFUL and not entry.undone), default=0)
    undone = [entry for entry in entries if entry.kind in STATEFUL and entry.undone and entry.number > newest]
    shown = visit.logbook.shown(undone[:1])  # the deed that would be brought back next
    return ": ".join(filter(None, (shown[0].who, shown[0].text))) if shown else ""


def _asked(visit: Visit, picture: Picture) -> tuple[Leaf | None, str]:
    """The fact that a question hangs on, which the address asks to show, and what it is called."""
    name, keys = request.args.get("show", ""), tuple(request.args.getlist("key"))
    fact = visit.volume.referee.facts.get(name)
    if fact is None or len(keys) != len(fact.keys):
        return None, ""
    return (name, keys), picture.painter.label(name, keys)


def _in_brief(change: dict[str, Any]) -> dict[str, Any]:
    """Of a pile how many cards it was and is, where that changed: which they are is in the log."""
    old, new = change.get("old"), change.get("new")
    if isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        return change
    return change | {key: len(change[key]) for key in ("old", "new") if isinstance(change.get(key), list | tuple)}


def _moved(visit: Visit, areas: list[ShownArea], changes: list[dict[str, Any]]) -> dict[str, list[LoggedChange]]:
    """What the last deed changed in each area, a fact once, with its paragraph; one that was told or set up is in the log only."""
    last: dict[tuple[str, str], dict[str, Any]] = {}
    for change in changes:
        leaf = (change["fact"], repr(change["keys"]))
        first = last.get(leaf, change)
        last[leaf] = change | ({"old": first["old"]} if "old" in first else {})
    moved = [change for change in last.values() if change.get("old") != change.get("new")]
    return {
        area.id: [visit.logbook.change(_in_brief(change)) for change in moved if change["fact"] in area.facts]
        for area in areas
    }


@bp.get("/<code>/board/<name>")
def board(code: str, name: str) -> str:
    """One board with everything on it, also where nothing lies."""
    visit = Visit(enter(code))
    position = visit.opened()
    picture = Picture(position, visit.volume.referee, visit.words, here().ui, visit.everyone)
    found = picture.areas(*visit.around_fact(), whole=True, only=name)
    if not found:
        raise MissingError("board", name, [area.name for area in picture.layout.areas])
    return render_template("table/board.html", **visit.common(position), area=found[0])


@bp.get("/<code>/now")
def number(code: str) -> AnyResponse:
    """The number of the newest entry: what phones ask every few seconds, mostly by the short way of `web.http.polls`.

    Without a tag: the server ends the connection after every 304, which costs more than these few bytes."""
    found = store().number(code) if is_code(code) else None
    if found is None:
        spend_rarely()  # guessing codes is slow
        raise MissingError("table", code[:20], ())
    return jsonify({"number": found})


@bp.get("/<code>/act/<name>")
def action(code: str, name: str) -> str:
    """One action of a role: its paragraph, its legal calls or the next choice of them, and the form."""
    spend()
    visit = Visit(enter(code))
    position, known = visit.opened(), visit.volume.referee.names
    if name not in known or not known[name].is_action:
        raise MissingError("action", name, [each.name for each in known.values() if each.is_action])
    begun = request.args.get("begun", "")[:4_000]
    begun = begun if begun.startswith(f"{name}(") else name
    acts = visit.role and visit.access.writer
    ways = (
        ways_of(
            position,
            begun,
            visit.role,
            visit.reader.lang,
            GridMaker(visit.words, layout_of(visit.volume.referee), visit.seen.facts),
            deep=bool(request.args.get("deep")),
        )
        if acts
        else ListedWays()
    )
    return render_template(
        "table/action.html", **visit.common(position), name=name, title=visit.words.name(name), ways=ways, begun=begun, form=request,
        fields=visit.volume.referee.fields(name, visit.reader.lang), quote_=visit.quotes.brief(known[name].paragraph),
    )  # fmt: skip


@bp.get("/<code>/log")
def log(code: str) -> str:
    """Everything that happened."""
    visit = Visit(enter(code))
    position = visit.opened()
    history = store().first(code).get("history", [])
    shown = list(reversed(visit.log(most=1_000)))
    return render_template("table/log.html", **visit.common(position), log=shown, history=history)


@bp.get("/<code>/share")
def share(code: str) -> str:
    """The code, the links and their QR codes, the file, leaving."""
    visit = Visit(enter(code))
    key = request.cookies.get(f"t_{code}", "") if visit.access.writer else ""
    join = f"/t/{code}/in/{key}" if key else ""
    return render_template("table/share.html", **visit.common(visit.opened()), join=join, shown_key=shown_code(key))


@bp.route("/<code>/export.json", methods=["GET", "POST"])
def export(code: str) -> Response:
    """The table as a file: what this phone sees; by the phone that made it also whole, which the log tells everyone."""
    access = enter(code)
    whole = request.method == "POST"
    if whole:
        require_writer(access)
        if not access.host:
            raise ForbiddenError(here().t("table.host_only"))
        store().note(code, NewEntry("note", {}, action="export"))
    visit = Visit(access)
    visit.opened()
    data = export_data(visit, whole=whole)
    response = Response(json.dumps(data, ensure_ascii=False, indent=1), mimetype="application/json")
    name = re.sub(r"[^a-z0-9-]+", "-", f"{visit.table.game}-{code}-{'whole' if whole else 'seen'}".lower())
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response

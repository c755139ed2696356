"""The course of a table: plots of its rounds, the board of any moment, where the points come from, numbers as a file."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, render_template

from referee.service import Position
from web.base.faults import MissingError
from web.base.work import spend
from web.game.reader import here
from web.store.entries import STATEFUL, LogEntry
from web.table.access import enter, store
from web.table.board.picture import Picture, layout_of
from web.table.history import Chronicle, History, sources_of
from web.table.turning import last_deed
from web.table.visit import Visit

bp = Blueprint("history", __name__, url_prefix="/t")

#: entries that are read
MOST = 5_000
#: paragraphs that a number is shown to come from, one by one; those before them as one
SOURCES = 14


def _entries(code: str) -> list[LogEntry]:
    return store().entries(code, most=MOST)


def _told(visit: Visit, position: Position, picture: Picture, entries: list[LogEntry]) -> History:
    referee = visit.volume.referee
    chronicle = Chronicle(referee, picture.layout, picture.painter, visit.words, visit.sight, position, visit.everyone)
    return chronicle.history(entries)


@bp.get("/<code>/history")
def page(code: str) -> str:
    """The rounds as plots, with their numbers."""
    spend()
    visit = Visit(enter(code))
    position = visit.opened()
    picture = Picture(position, visit.volume.referee, visit.words, here().ui, visit.everyone)
    entries = _entries(code)
    return render_template(
        "table/history.html", **visit.common(position), told=_told(visit, position, picture, entries), sources=_sources(visit, entries),
        final=_sources(visit, last_deed(entries)) if visit.stored.over else [],
        steps=[entry for entry in visit.logbook.shown(entries) if entry.kind in STATEFUL and not entry.undone][-60:],
    )  # fmt: skip


def _sources(visit: Visit, entries: list[LogEntry]) -> list[dict[str, Any]]:
    """For each role what its first number in sight is made of."""
    layout = layout_of(visit.volume.referee)
    keyed = [name for part in layout.headline for name in part.facts if visit.volume.referee.facts[name].keys]
    if not keyed:
        return []
    found = []
    for role in visit.everyone:
        parts = sources_of(keyed[0], role, entries, visit.sight)
        if parts:
            low = min(0, *(min(part.start, part.end) for part in parts))
            reach = (max(max(part.start, part.end) for part in parts) - low) or 1
            found.append({
                "title": visit.words.value(role), "look": layout.looks.get(role), "total": parts[-1].end, "first": parts[0].start,
                "more": len(parts) - SOURCES, "parts": [
                    {"by": part.by, "link": visit.quotes.link(part.paragraph) if part.paragraph else None, "end": part.end,
                     "x": 100 * (min(part.start, part.end) - low) / reach, "wide": 100 * abs(part.by) / reach}
                    for part in parts
                ],
            })  # fmt: skip
    return found


def _columns(told: History) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (plot.title if line.title == plot.title else f"{plot.title}: {line.title}", line.texts)
        for plot in told.plots
        for line in plot.lines
    ]


def _time(moment: int) -> str:
    """A moment as people and spreadsheets read it."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S")


@bp.get("/<code>/history.csv")
def as_csv(code: str) -> Response:
    """The numbers after every change, a line each."""
    spend()
    told = _opened(code)
    columns = _columns(told)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["entry", "time (UTC)", *(title for title, _ in columns)])
    for at, number in enumerate(told.numbers):
        writer.writerow([number, _time(told.moments[at]), *(texts[at] for _, texts in columns)])
    return _file(out.getvalue(), "text/csv", f"{code}-history.csv")


@bp.get("/<code>/history.json")
def as_json(code: str) -> Response:
    """The same as lists."""
    spend()
    told = _opened(code)
    data = {
        "entries": told.numbers, "moments": told.moments, "times": [*map(_time, told.moments)],
        "plots": [
            {"title": plot.title, "lines": [{"title": line.title, "values": line.values} for line in plot.lines]}
            for plot in told.plots
        ],
    }  # fmt: skip
    return _file(json.dumps(data, ensure_ascii=False, indent=1), "application/json", f"{code}-history.json")


def _opened(code: str) -> History:
    visit = Visit(enter(code))
    position = visit.opened()
    picture = Picture(position, visit.volume.referee, visit.words, here().ui, visit.everyone)
    return _told(visit, position, picture, _entries(code))


def _file(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name.lower()}"'
    return response


@bp.get("/<code>/at/<int:number>")
def moment(code: str, number: int) -> str:
    """The board as it was after a change, with the change, and the steps to those beside it."""
    spend()
    access = enter(code)
    counted = [entry for entry in _entries(code) if entry.kind in STATEFUL and not entry.undone]
    at = next((at for at, entry in enumerate(counted) if entry.number == number), None)
    if at is None:
        raise MissingError("entry", str(number), [str(entry.number) for entry in counted])
    visit = Visit(access, number)
    position = visit.opened()
    picture = Picture(position, visit.volume.referee, visit.words, here().ui, visit.everyone)
    return render_template(
        "table/moment.html", **visit.common(position), picture=picture.areas("", ""), headlines=picture.headlines(),
        entry=visit.logbook.shown([counted[at]])[0], at=number, of=counted[-1].number,
        before=counted[at - 1].number if at else 0, after=counted[at + 1].number if at + 1 < len(counted) else 0,
    )  # fmt: skip

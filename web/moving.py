"""Changes at a table: every form carries the number of the entry it saw; whoever comes second is shown what came first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from grammar.errors import SyntaxProblemError
from referee.errors import ImpossibleStateError, RefereeError
from referee.service import fact_text
from web.context import here
from web.desk import Desk
from web.errors import BadRequestError, sentence
from web.parameters import question_text, told_lines, written
from web.playing import NeedsFactError, Outcome, RefusedMoveError, drawn
from web.seats import ForbiddenError, enter, phone_secret, require_writer, store
from web.store import ConflictError, Entry, NewEntry, NothingToUndoError

bp = Blueprint("moving", __name__, url_prefix="/t")

Answer = Response | tuple[str, int]
#: what a form may be told in one go
TOLD = 4_000


def number_seen() -> int:
    """The newest entry the form knew."""
    text = request.form.get("seen", "")
    if not text.isdecimal() or len(text) > 9:
        raise BadRequestError(f"“seen” is “{text[:20]}”; it must be the number of the last entry that was seen.")
    return int(text)


def change(code: str, make: Callable[[Desk], NewEntry], then: str = "") -> Answer:
    """Makes a change and writes it, unless somebody else was faster or the rules say no; `then` is the page of the table to show."""
    access = enter(code)
    require_writer(access)
    seen = number_seen()
    desk = Desk(access)
    meanwhile = desk.since(seen)
    if meanwhile:
        return conflict(desk, meanwhile)
    try:
        entry = make(desk)
        store().append(code, seen, entry)
    except ConflictError:
        return conflict(Desk(enter(code)), desk.since(seen))
    except RefereeError as error:
        return refused(desk, error)
    except SyntaxProblemError as error:
        return refused(desk, RefereeError(str(error)))
    return back(code, then)


def back(code: str, then: str = "") -> Response:
    """To the table or one of its pages, seen as before."""
    query = urlencode({"as": request.form["as"]}) if request.form.get("as") else ""
    return redirect(f"/t/{code}{then}" + (f"?{query}" if query else "") + ("" if then else "#now"), 303)


def conflict(desk: Desk, meanwhile: list[Entry]) -> Answer:
    """What came first, and the same form again."""
    position = desk.opened()
    shown = [desk.logbook.show(entry) for entry in meanwhile]
    fields = [(key, value) for key, value in request.form.items(multi=True) if key != "seen"]
    wanted = desk_text(desk, request.form)
    page = render_template(
        "table/conflict.html", **desk.common(position), meanwhile=shown, fields=fields, wanted=wanted
    )
    return page, 409


def desk_text(desk: Desk, form: MultiDict[str, str]) -> str:
    """What the form wanted, in a few words."""
    if form.get("action"):
        return desk.words.name(form["action"])
    if form.get("fact"):
        return f"{desk.words.name(form['fact'][:80], *form.getlist('key'))}: {form.get('a.value', '')[:80]}"
    if form.get("card"):
        return next((card.title for card in desk.kept if card.mark == form["card"]), "")
    for name in ("text", "deed", "dispute"):
        if form.get(name):
            return form[name][:200]
    t = desk.now.t
    other = {"undo": t("table.undo"), "redo": t("table.redo"), "answer": t("table.answer")}
    return other.get(request.path.rsplit("/", 1)[-1], "")


def refused(desk: Desk, error: RefereeError) -> Answer:
    """Why it cannot be, and what to do about it."""
    position = desk.opened()
    paragraphs = error.paragraphs if isinstance(error, RefusedMoveError) else []
    impossible = isinstance(error, ImpossibleStateError)
    cited = paragraphs or re.findall(r"#([\w.]+\w)", str(error))
    need: dict[str, Any] | None = None
    if isinstance(error, NeedsFactError) and error.name in desk.volume.referee.facts:
        query = "&".join(f"key={key}" for key in error.keys)
        need = {"question": str(error), "url": f"{desk.url}/fact/{error.name}?{query}"}
    page = render_template(
        "table/refused.html", **desk.common(position), error="" if paragraphs or need else sentence(error), need=need, impossible=impossible,
        quotes=[desk.pages.brief(p) for p in cited if desk.volume.game.paragraph(p)],
    )  # fmt: skip
    return page, 422


@bp.get("/<code>/<any(do, answer, tell, rule, undo, redo, seat, leave):what>")
def after(code: str, what: str) -> Response:
    """The address of a form, opened by itself: the table it belongs to."""
    return redirect(f"/t/{enter(code).table.code}", 303)


# ---- moves ----------------------------------------------------------------------------------------------------------


@bp.post("/<code>/do")
def do(code: str) -> Answer:
    """A move: a call with all its arguments, or an action with a filled-in form."""

    def make(desk: Desk) -> NewEntry:
        role = request.form.get("as", "")
        if not desk.access.mine(role):
            raise ForbiddenError(here().t("table.not_your_role"))
        outcome = desk.play.move(_deed(desk), role)
        return _entry("move", outcome, role)

    return change(code, make)


def _deed(desk: Desk) -> str:
    deed = request.form.get("deed", "").strip()
    action = request.form.get("action", "")
    known = desk.volume.referee.names.get(action)
    if not deed and known is not None and known.is_action:
        fields = desk.volume.referee.fields(action, desk.now.lang)
        deed = question_text(action, fields, request.form, action=True) or action
    if not deed or len(deed) > TOLD:
        raise BadRequestError("The form names no action, or one that is too long.")
    return deed


@bp.post("/<code>/answer")
def answer(code: str) -> Answer:
    """The pending choice: one of its options, or what the app draws."""

    def make(desk: Desk) -> NewEntry:
        if desk.stored.pending is None:
            raise RefereeError(desk.now.t("table.nothing_pending"))
        choice = desk.stored.pending.choice
        by = choice.by if isinstance(choice.by, str) else ""
        if by in _roles(desk) and not desk.access.mine(by):
            raise ForbiddenError(here().t("table.not_your_role"))
        if request.form.get("draw"):
            if choice.kind != "chance":
                raise BadRequestError("Only chance is drawn.")
            value = drawn(choice)
        else:
            value = _value(request.form.get("value", ""))
            if value not in choice.options:
                raise RefereeError(desk.now.t("table.not_an_option"))
        outcome = desk.play.answer(value)
        args = {"kind": choice.kind, "name": choice.name, "keys": choice.keys, "paragraph": choice.paragraph, "value": value}
        return NewEntry("answer", outcome.state.data(), by, "answer", args, outcome.draws, outcome.changes)

    return change(code, make)


def _roles(desk: Desk) -> tuple[str, ...]:
    return desk.volume.referee.roles


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequestError("The answer is not one of the options.") from None


@bp.post("/<code>/tell")
def tell(code: str) -> Answer:
    """Facts told or corrected by hand, one from a form or several as text."""

    def make(desk: Desk) -> NewEntry:
        text = "; ".join(told_lines(request.form.get("text", "")))
        name = request.form.get("fact", "")
        if name in desk.volume.referee.facts:
            text = _told_fact(desk, name)
        if not text or len(text) > TOLD:
            raise RefereeError(desk.now.t("table.nothing_told"))
        for name, keys in desk.play.told_facts(text):  # before anything is compared: a right guess is refused like a wrong one
            hidden = desk.volume.referee.facts[name].hidden
            if hidden == "others" and keys and not desk.access.mine(str(keys[0])):
                raise ForbiddenError(here().t("table.not_your_secret"))
        return _entry("tell", desk.play.tell(text), "")

    return change(code, make)


def _told_fact(desk: Desk, name: str) -> str:
    referee, lang = desk.volume.referee, desk.now.lang
    keys = request.form.getlist("key")
    if not keys:
        keys = [written(field, request.form) or "" for field in referee.key_fields(name, lang)]
    value = written(referee.fact_field(name, lang), request.form)
    if not all(keys) or value is None:
        raise RefereeError(desk.now.t("table.nothing_told"))
    return f"{fact_text(name, tuple(keys))} = {value}"


@bp.post("/<code>/rule")
def rule(code: str) -> Answer:
    """A dispute settled for this table, or opened again."""

    def make(desk: Desk) -> NewEntry:
        dispute, reading = request.form.get("dispute", ""), request.form.get("reading", "")
        outcome = desk.play.rule(dispute, reading)
        return NewEntry("ruling", outcome.state.data(), "", dispute, {"reading": reading})

    return change(code, make)


def _entry(kind: str, outcome: Outcome, actor: str) -> NewEntry:
    return NewEntry(kind, outcome.state.data(), actor, outcome.action, outcome.args, outcome.draws, outcome.changes)


# ---- back and forth -------------------------------------------------------------------------------------------------


@bp.post("/<code>/undo")
def undo(code: str) -> Answer:
    """Takes the last change back."""
    return _turn(code, store().undo)


@bp.post("/<code>/redo")
def redo(code: str) -> Answer:
    """Brings it back again."""
    return _turn(code, store().redo)


def _turn(code: str, act: Callable[[str, int], int]) -> Answer:
    access = enter(code)
    require_writer(access)
    seen = number_seen()
    try:
        act(code, seen)
    except ConflictError:
        desk = Desk(access)
        return conflict(desk, desk.since(seen))
    except NothingToUndoError:
        pass  # pressed twice: it is done
    return back(code)


# ---- seats ----------------------------------------------------------------------------------------------------------


@bp.post("/<code>/seat")
def seat(code: str) -> Answer:
    """Takes a free role for this phone, or gives one up; the phone that made the table may free any."""
    access = enter(code)
    require_writer(access)
    desk = Desk(access)
    role = request.form.get("role", "")
    if role not in _roles(desk):
        raise BadRequestError(f"There is no role “{role[:40]}”.")
    if request.form.get("free"):
        if not (access.host or access.mine(role)):
            raise ForbiddenError(here().t("table.not_your_role"))
        store().free_seat(code, role)
        return redirect(f"/t/{code}", 303)
    if not store().take_seat(code, role, phone_secret()):
        raise ForbiddenError(here().t("table.seat_taken"))
    return redirect(f"/t/{code}?as={role}", 303)

"""Changes at a table: every form carries the number of the entry it saw; whoever comes second is shown what came first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from grammar.base.errors import SyntaxProblemError
from referee.errors import ImpossibleStateError, RefereeError
from referee.service import Foreseen, fact_text
from web.context import here
from web.desk import Desk
from web.errors import BadRequestError, sentence
from web.parameters import question_text, told_lines, written
from web.playing import HangsOnHiddenError, HiddenReasonError, NeedsFactError, Outcome, RefusedMoveError, drawn
from web.seats import ForbiddenError, enter, phone_secret, require_writer, store
from web.store import ConflictError, Entry, NewEntry, NothingToUndoError

bp = Blueprint("moving", __name__, url_prefix="/t")

Answer = Response | tuple[str, int]
#: what a form may be told in one go
TOLD = 4_000


class WishError(Exception):
    """A move that hangs on what its maker may not see: it waits for somebody who may."""

    def __init__(self, deed: str, role: str, foreseen: Foreseen) -> None:
        self.deed, self.role, self.foreseen = deed, role, foreseen

    def entry(self) -> NewEntry:
        """As it is told to all."""
        about = [[name, list(keys)] for name, keys in self.foreseen.hangs_on]
        args = {"deed": self.deed, "args": self.foreseen.args, "about": about}
        return NewEntry("wish", {}, self.role, self.foreseen.action, args)


class StoppedError(RefereeError):
    """Something hidden stood against what a role did."""

    def __init__(self, role: str, sentence: str) -> None:
        super().__init__(sentence)
        self.role = role


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
    except WishError as wish:
        if not any(entry.actor == wish.role and entry.args["deed"] == wish.deed for entry in desk.wishes()):
            store().note(code, wish.entry())
        return back(code, then)
    except StoppedError as error:  # it is told to all: what hidden things forbid is not to be found out by trying
        store().note(code, NewEntry("stopped", {}, error.role))
        return refused(desk, error)
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
    shown = desk.logbook.shown(meanwhile)
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
        if request.form.get("wish"):
            return _granted(desk)
        role = request.form.get("as", "")
        if not desk.access.mine(role):
            raise ForbiddenError(here().t("table.not_your_role"))
        deed = _deed(desk)
        try:
            return _entry("move", desk.play.move(deed, role), role)
        except HangsOnHiddenError as error:
            raise WishError(deed, role, error.foreseen) from None
        except HiddenReasonError as error:
            raise StoppedError(role, str(error)) from None

    return change(code, make)


def _granted(desk: Desk) -> NewEntry:
    """The move that somebody else waits with, carried out by a phone that sees what it hangs on."""
    wish = next((entry for entry in desk.wishes() if str(entry.number) == request.form["wish"]), None)
    if wish is None:
        raise RefereeError(desk.now.t("table.no_wish"))
    if not desk.may_grant(wish):
        raise ForbiddenError(desk.now.t("table.not_your_secret"))
    play = replace(desk.play, eyes=desk.eyes.with_role(wish.actor))
    return _entry("move", play.move(str(wish.args["deed"]), wish.actor), wish.actor)


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
        elif not desk.eyes.may_choose(choice):  # before anything is compared with the options
            raise ForbiddenError(here().t("table.not_your_draw"))
        else:
            value = _value(request.form.get("value", ""))
            if value not in choice.options:
                raise RefereeError(desk.now.t("table.not_an_option"))
        try:
            outcome = desk.play.answer(value)
        except HiddenReasonError as error:
            raise StoppedError(by, str(error)) from None
        args = {
            "kind": choice.kind,
            "name": choice.name,
            "keys": choice.keys,
            "paragraph": choice.paragraph,
            "value": value,
        }
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
        told = desk.play.told_facts(text)
        if not all(
            desk.eyes.may_tell(leaf, desk.stored) for leaf in told
        ):  # before anything is compared: a right guess is refused like a wrong one
            raise ForbiddenError(here().t("table.not_your_secret"))
        outcome = desk.play.tell(text)
        return _entry("tell", replace(outcome, args={"facts": [[name, list(keys)] for name, keys in told]}), "")

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

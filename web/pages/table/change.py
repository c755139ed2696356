"""Changes at a table: every form carries the number of the entry it saw; whoever comes second is shown what came first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from grammar.base.answers import whose
from grammar.base.errors import SyntaxProblemError
from referee.answers import Choice
from referee.errors import ImpossibleStateError, RefereeError
from referee.service import Foreseen
from referee.state import State
from web.base.faults import BadRequestError, ForbiddenError
from web.game.reader import here
from web.pages.ask.fields import question_text
from web.store.entries import ConflictError, LogEntry, NewEntry, NothingToUndoError
from web.table import turning
from web.table.access import Access, enter, require_writer, store
from web.table.play import (
    LOTS,
    HangsOnHiddenError,
    HiddenReasonError,
    NeedsFactError,
    RefusedMoveError,
    StoredOutcome,
    drawn,
)
from web.table.sight import asked
from web.table.visit import Visit

#: what a form says that has all answered at once that nobody decides
ALL = "all"
#: that pieces are counted, and before the name of each: how many of it; digits of a number
COUNTED, COUNT, DIGITS = "counted", "count.", 4

bp = Blueprint("change", __name__, url_prefix="/t")

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


def change(
    code: str, make: Callable[[Visit], NewEntry], then: str = "", query: Mapping[str, str] | None = None
) -> Answer:
    """Makes a change and writes it, unless somebody else was faster or the rules say no; `then` is the page of the table to show."""
    access = enter(code)
    require_writer(access)
    seen = number_seen()
    visit = Visit(access)
    meanwhile = visit.since(seen)
    if meanwhile and not _beside(visit, meanwhile):
        return conflict(visit, meanwhile)
    seen = max([seen, *(entry.number for entry in meanwhile)])
    try:
        entry = make(visit)
        number = store().append(code, seen, entry)
    except ConflictError:
        return conflict(Visit(enter(code)), visit.since(seen))
    except WishError as wish:
        if not any(entry.actor == wish.role and entry.args["deed"] == wish.deed for entry in visit.wishes()):
            store().note(code, wish.entry())
        return back(code, then, query)
    except StoppedError as error:  # it is told to all: what hidden things forbid is not to be found out by trying
        store().note(code, NewEntry("stopped", {}, error.role))
        return refused(visit, error)
    except RefereeError as error:
        return refused(visit, error)
    except SyntaxProblemError as error:
        return refused(visit, RefereeError(str(error)))
    visit.rules_play_on(number, entry)
    return back(code, then, query, looked=seen_as(access, entry.state))


def _beside(visit: Visit, meanwhile: list[LogEntry]) -> bool:
    """Whether all that came first is what others chose in secret, beside a choice of this phone's own: neither minds the other."""
    pending = visit.stored.pending
    return (
        request.path.endswith("/answer")
        and pending is not None
        and pending.choice.kind == "secret"
        and all(
            entry.kind == "answer"
            and (entry.args.get("kind"), entry.args.get("name")) == ("secret", pending.choice.name)
            for entry in meanwhile
        )
    )


def seen_as(access: Access, state: Mapping[str, Any]) -> str:
    """As whom a phone looks on after a deed: who sits at one role and has done something for another looks as their own again, as soon
    as nobody waits for that other one."""
    looked, own = request.form.get("as", ""), access.own
    if len(own) != 1 or looked in ("", "-", own[0]) or not state:
        return looked
    stored = State.stored(state)
    who = stored.course.who if stored.course is not None else None
    waited = asked(stored.pending.choice) if stored.pending is not None else (who,)
    return looked if looked in waited else own[0]


def back(code: str, then: str = "", query: Mapping[str, str] | None = None, *, looked: str | None = None) -> Response:
    """To the table or one of its pages, seen as before or as told; `query` is what its address says besides, `#` the place on it."""
    said = {"as": request.form.get("as", "") if looked is None else looked, **(query or {})}
    place = said.pop("#", "" if then else "now")
    asked = urlencode({key: value for key, value in said.items() if value})
    return redirect(f"/t/{code}{then}" + (f"?{asked}" if asked else "") + (f"#{place}" if place else ""), 303)


def conflict(visit: Visit, meanwhile: list[LogEntry]) -> Answer:
    """What came first, and the same form again."""
    position = visit.opened()
    shown = visit.logbook.shown(meanwhile)
    fields = [(key, value) for key, value in request.form.items(multi=True) if key != "seen"]
    wanted = wanted_text(visit, request.form)
    page = render_template(
        "table/conflict.html", **visit.common(position), meanwhile=shown, fields=fields, wanted=wanted
    )
    return page, 409


def wanted_text(visit: Visit, form: MultiDict[str, str]) -> str:
    """What the form wanted, in a few words."""
    if form.get("action"):
        return visit.words.name(form["action"])
    if form.get("fact"):
        return f"{visit.words.name(form['fact'][:80], *form.getlist('key'))}: {form.get('a.value', '')[:80]}"
    if form.get("card"):
        return next((card.title for card in visit.kept if card.mark == form["card"]), "")
    for name in ("text", "deed", "dispute"):
        if form.get(name):
            return form[name][:200]
    t = visit.reader.t
    other = {"undo": t("table.undo"), "redo": t("table.redo"), "answer": t("table.answer")}
    return other.get(request.path.rsplit("/", 1)[-1], "")


def refused(visit: Visit, error: RefereeError) -> Answer:
    """Why it cannot be, and what to do about it."""
    position = visit.opened()
    paragraphs = error.paragraphs if isinstance(error, RefusedMoveError) else []
    impossible = isinstance(error, ImpossibleStateError)
    cited = paragraphs or re.findall(r"#([\w.]+\w)", str(error))
    need: dict[str, Any] | None = None
    if isinstance(error, NeedsFactError) and error.name in visit.volume.referee.facts:
        query = "&".join(f"key={key}" for key in error.keys)
        need = {"question": str(error), "url": f"{visit.url}/fact/{error.name}?{query}"}
    page = render_template(
        "table/refused.html", **visit.common(position), error="" if paragraphs or need else here().sentence(error), need=need, impossible=impossible,
        typed=request.form.get("text", "")[:TOLD],  # nobody types it twice, nor counts again
        counts=visit.pending() if COUNTED in request.form else None, counted=_counts(),
        quotes=[visit.quotes.brief(p) for p in cited if visit.volume.game.paragraph(p)],
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

    def make(visit: Visit) -> NewEntry:
        if request.form.get("wish"):
            return _granted(visit)
        role = request.form.get("as", "")
        if not visit.access.mine(role) or role in visit.by_rule:
            raise ForbiddenError(here().t("table.not_your_role"))
        deed = _deed(visit)
        try:
            return entry_of("move", visit.play.move(deed, role), role)
        except HangsOnHiddenError as error:
            raise WishError(deed, role, error.foreseen) from None
        except HiddenReasonError as error:
            raise StoppedError(role, str(error)) from None

    return change(code, make)


def _granted(visit: Visit) -> NewEntry:
    """The move that somebody else waits with, carried out by a phone that sees what it hangs on."""
    wish = next((entry for entry in visit.wishes() if str(entry.number) == request.form["wish"]), None)
    if wish is None:
        raise RefereeError(visit.reader.t("table.no_wish"))
    if not visit.may_grant(wish):
        raise ForbiddenError(visit.reader.t("table.not_your_secret"))
    play = replace(visit.play, eyes=visit.eyes.with_role(wish.actor))
    return entry_of("move", play.move(str(wish.args["deed"]), wish.actor), wish.actor)


def _deed(visit: Visit) -> str:
    deed = request.form.get("deed", "").strip()
    action = request.form.get("action", "")
    known = visit.volume.referee.names.get(action)
    if not deed and known is not None and known.is_action:
        fields = visit.volume.referee.fields(action, visit.reader.lang)
        deed = question_text(action, fields, request.form, action=True) or action
    if not deed or len(deed) > TOLD:
        raise BadRequestError("The form names no action, or one that is too long.")
    return deed


@bp.post("/<code>/answer")
def answer(code: str) -> Answer:
    """The pending choice: one of its options, or what the app draws."""

    def make(visit: Visit) -> NewEntry:
        if visit.stored.pending is None:
            raise RefereeError(visit.reader.t("table.nothing_pending"))
        choice = visit.stored.pending.choice
        by, several = next(iter(asked(choice)), ""), not isinstance(choice.by, str)
        if several and asked(choice):
            by = whose(_value(request.form.get("value", "")))
            if by not in asked(choice):
                raise BadRequestError("The answer does not say whose it is, or they are not asked.")
        if by in visit.volume.referee.roles and not visit.access.mine(by):
            raise ForbiddenError(here().t("table.not_your_role"))
        unknown, draw = request.form.get("unknown", ""), request.form.get("draw", "")
        if draw:
            if choice.kind not in LOTS:
                raise BadRequestError("Only chance is drawn.")
            value = None if draw == ALL else drawn(choice)
        elif unknown:
            if choice.kind != "shuffle":
                raise BadRequestError("Only the order of a pile that is shuffled may be known to nobody.")
            value = None
        elif not visit.eyes.may_choose(choice):  # before anything is compared with the options
            raise ForbiddenError(here().t("table.not_your_draw"))
        elif choice.kind == "shuffle":
            value = [card.strip() for card in request.form.get("order", "")[:TOLD].split(",") if card.strip()]
        else:
            value = _counted(choice) if COUNTED in request.form else _value(request.form.get("value", ""))
            if value not in choice.options:
                raise RefereeError(visit.reader.t("table.not_an_option"))
        try:
            if draw == ALL:
                outcome = visit.play.drawn_out()
                value = outcome.draws[0]
            else:
                outcome = visit.play.shuffled() if unknown == ALL else visit.play.answer(value)
        except HiddenReasonError as error:
            raise StoppedError(by, str(error)) from None
        args = {
            "kind": choice.kind,
            "name": choice.name,
            "keys": choice.keys,
            "paragraph": choice.paragraph,
            "value": value,
        }
        args |= visit.decided(outcome.changes)
        return NewEntry("answer", outcome.state.data(), by, "answer", args, outcome.draws, outcome.changes)

    return change(code, make)


def _counts() -> dict[str, int]:
    """How many of each a form counts."""
    said = {key.removeprefix(COUNT): value for key, value in request.form.items() if key.startswith(COUNT)}
    return {key: int(value[:DIGITS]) for key, value in said.items() if value[:DIGITS].isdecimal()}


def _counted(choice: Choice) -> Any:
    """The option that has as many of each as the form counts."""
    wanted, sums = _counts(), set[int]()
    for option in choice.options:
        if isinstance(option, dict):
            if all(wanted.get(key, 0) == option.get(key, 0) for key in {*wanted, *option}):
                return option
            sums.add(sum(option.values()))
    number = sum(wanted.values())
    if len(sums) == 1 and number not in sums:
        raise RefereeError(here().t("table.count_sum", number=str(number), all=str(*sums)))
    raise RefereeError(here().t("table.not_this_many"))


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequestError("The answer is not one of the options.") from None


def entry_of(kind: str, outcome: StoredOutcome, actor: str) -> NewEntry:
    """An entry of the log with what it came to."""
    return NewEntry(kind, outcome.state.data(), actor, outcome.action, outcome.args, outcome.draws, outcome.changes)


# ---- back and forth -------------------------------------------------------------------------------------------------


@bp.post("/<code>/undo")
def undo(code: str) -> Answer:
    """Takes the last deed back, or what was chosen last in it."""
    whole = not request.form.get("last")
    return _turn(code, lambda seen: turning.undo(store(), code, seen, whole=whole))


@bp.post("/<code>/redo")
def redo(code: str) -> Answer:
    """Brings it back again."""
    return _turn(code, lambda seen: turning.redo(store(), code, seen))


def _turn(code: str, act: Callable[[int], None]) -> Answer:
    access = enter(code)
    require_writer(access)
    seen = number_seen()
    try:
        act(seen)
    except ConflictError:
        visit = Visit(access)
        return conflict(visit, visit.since(seen))
    except NothingToUndoError:
        pass  # pressed twice: it is done
    return back(code, looked=seen_as(access, store().state(code)))

"""The turns of roles that nobody plays: looked at before they are done, done, and each attempt of one asked for its reason."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, request
from msgspec.structs import replace as struct_replace
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from referee.errors import RefereeError
from referee.service import Told
from referee.state import State
from web.base.faults import MissingError
from web.base.work import spend
from web.pages.ask.form import Form
from web.pages.ask.question import show_question
from web.pages.table.change import Answer, back, number_seen, refused
from web.store.entries import ConflictError
from web.table.access import enter, require_writer, store
from web.table.by_rule import DECIDED, MOST, Turns, moment_of_decision, play_on
from web.table.visit import Visit

bp = Blueprint("rules_play", __name__, url_prefix="/t")


@bp.get("/<code>/go")
def after(code: str) -> Response:
    """The address of a form, opened by itself: the table it belongs to."""
    return back(enter(code).table.code)


@bp.post("/<code>/go")
def go(code: str) -> Answer:
    """The turn of a role that the rules play: looked at and not yet done, or done, and those after it that nobody wants to look at."""
    access = enter(code)
    require_writer(access)
    seen = number_seen()
    visit = Visit(access)
    due = visit.turns.due
    if due is None or visit.since(seen):  # somebody was faster: it is played
        return back(code)
    plan = visit.plan()
    try:
        if request.form.get("look"):
            if plan is None and visit.table.draws == "app":
                planned = visit.turns.played(due)
                store().note(code, replace(planned, kind="plan", state={}))
            return back(code)
        play = replace(visit.turns.play, drawn_before=tuple(plan.answers) if plan is not None else ())
        entry = Turns(play).played(due)
        number = store().append(code, seen, entry)
    except ConflictError:
        return back(code)
    except RefereeError as error:
        return refused(visit, error)
    if not visit.looks_first:
        play_on(store(), code, number, replace(play, stored=State.stored(entry.state), drawn_before=()), MOST)
    return back(code)


@bp.get("/<code>/next")
def upcoming(code: str) -> str | tuple[str, int] | Response:
    """What the role does whose turn it is: asked with nothing known of what its turn will bring up, which whoever asks can tell."""
    spend()
    visit = Visit(enter(code))
    making, due = visit.volume.game.making, visit.turns.due
    rule = making.by_rule if making is not None else None
    if rule is None or due is None or not rule.does:
        return back(code)
    shown = visit.common(visit.opened())
    turned = visit.seen.facts.get(rule.turned)
    known = {role: value for role, value in turned.items() if role != due.who} if isinstance(turned, dict) else {}
    state = struct_replace(visit.seen, facts={**visit.seen.facts, rule.turned: known}) if turned else visit.seen
    del shown["volume"], shown["roles"]
    form = _form(visit, rule.does, (due.who,))
    told = Told("", state, {}, visit.table.edition or None)
    return show_question(visit.volume, form, told, "table/ask.html", at_once=True, **shown)


def _form(visit: Visit, name: str, keys: tuple[str, ...]) -> Form:
    fields = visit.volume.referee.fields(name, visit.reader.lang)
    args = MultiDict((f"a.{field.name}", key) for field, key in zip(fields, keys, strict=True))
    return Form(name, args, [], {}, "", home=f"{visit.url}/ask", rulings_at=f"{visit.url}/rulings")


@bp.get("/<code>/why/<int:number>/<int:which>")
def why(code: str, number: int, which: int) -> str | tuple[str, int] | Response:
    """Whether what a turn tried could be done, asked of the table as it was then."""
    spend()
    access = enter(code)
    entries = store().entries(code, number - 1)
    entry = next((each for each in entries if each.number == number), None)
    told = entry.args.get(DECIDED) if entry is not None else None
    rule = None
    if entry is not None and told and 0 < which <= len(told["tries"]):
        visit = Visit(access, entry.number - 1)
        making = visit.volume.game.making
        rule = making.by_rule if making is not None else None
    if rule is None or entry is None or told is None:
        raise MissingError("entry", str(number), ())
    play = replace(visit.play, eyes=None)
    then = moment_of_decision(play, told["role"], entry.changes) or visit.stored
    one, held = told["tries"][which - 1]
    leaf = (rule.because, (told["role"], one))
    same = bool(rule.because) and play.position.through(then).worth([leaf]).get(leaf) is held
    name = rule.because if same else rule.holds
    form = _form(visit, name, (told["role"], str(one)))
    shown = visit.common(visit.opened())
    del shown["volume"], shown["roles"]
    facts = Told("", then, {}, visit.table.edition or None)
    return show_question(visit.volume, form, facts, "table/ask.html", at_once=True, **shown)

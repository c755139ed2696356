"""What now at a table: what each role may do in this step, and questions answered on the table's own state."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from referee.service import Told
from web.base.work import spend
from web.game.steps import Stand, Steps, Turn
from web.pages.ask.question import read_form, show_question
from web.pages.ask.readings import Card, cards_of
from web.pages.lists import value_groups
from web.table.access import enter
from web.table.visit import Visit

bp = Blueprint("advice", __name__, url_prefix="/t")


@bp.get("/<code>/course")
def course(code: str) -> str:
    """The step the table is in, what every role may do in it, and what is worked out in it."""
    visit = Visit(enter(code))
    position = visit.opened()
    steps, told = Steps(visit.volume, visit.quotes), position.state.course
    stand: Stand | None = None
    if told is not None:
        stand = steps.stand(told.step, visit.everyone)
    may = {role: set(position.open_actions(role)) for role in visit.everyone} if stand else {}
    anytime = [(role, visit.words.value(role), steps.anytime(role)) for role in visit.everyone]
    return render_template(
        "table/course.html", **visit.common(position), stand=stand,
        turns=[_left(turn, may[turn.role]) for turn in stand.turns] if stand else [],
        anytime=[(role, title, deeds) for role, title, deeds in anytime if deeds],
    )  # fmt: skip


def _left(turn: Turn, may: set[str]) -> Turn:
    """A turn without what it has no more room for."""
    quotas = []
    for quota in turn.quotas:
        actions = [deed for deed in quota.actions if deed.id in may]
        cards = [deed for deed in quota.cards if deed.id in may]
        if actions or cards:
            quotas.append(type(quota)(quota.must, quota.number, actions, cards))
    return Turn(turn.role, turn.title, quotas)


@bp.get("/<code>/values")
def values(code: str) -> str:
    """Calculators that work on the table."""
    visit = Visit(enter(code))
    shown = visit.common(visit.opened())
    return render_template(
        "table/values.html",
        **shown,
        ask=f"{visit.url}/ask/",
        tail=f"?as={visit.role or '-'}",
        **value_groups(visit.volume, visit.counts),
    )


@bp.get("/<code>/words")
def words(code: str) -> str:
    """A question in somebody's own words, on what this phone sees of the table."""
    visit = Visit(enter(code))
    text = request.args.get("q", "").strip()
    shown = visit.common(visit.opened())
    role = visit.role or ""
    cards: list[Card] = []
    if text:
        spend()
        told = Told("", visit.seen, {}, visit.table.edition or None)
        cards = cards_of([visit.volume], text, role, told, f"{visit.url}/ask", f"{visit.url}/d")
    return render_template("table/words.html", **shown, q=text, cards=cards)


@bp.get("/<code>/ask/<name>")
def ask(code: str, name: str) -> str | tuple[str, int] | Response:
    """A question on what this phone sees of the table; more can be told without changing anything."""
    visit = Visit(enter(code))
    form = read_form(visit.volume, name)
    form.role = "" if form.role == "-" else form.role
    form.home, form.rulings_at = f"{visit.url}/ask", f"{visit.url}/d"
    form.step = ""  # the table knows it
    shown = visit.common(visit.opened())
    del shown["volume"], shown["roles"]
    told = Told("; ".join(form.told), visit.seen, form.rulings, visit.table.edition or None)
    return show_question(visit.volume, form, told, "table/ask.html", **shown)

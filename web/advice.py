"""What now at a table: what each role may do in this step, and questions answered on the table's own state."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from referee.service import Told
from web.ask import read_form, show_question
from web.desk import Desk
from web.lists import value_groups
from web.seats import enter
from web.stages import Stages, Stand, Turn

bp = Blueprint("advice", __name__, url_prefix="/t")


@bp.get("/<code>/course")
def course(code: str) -> str:
    """The step the table is in, what every role may do in it, and what is worked out in it."""
    desk = Desk(enter(code))
    position = desk.opened()
    stages, told = Stages(desk.volume, desk.pages), position.state.course
    stand: Stand | None = None
    if told is not None:
        stand = stages.stand(told.step, desk.everyone)
    may = {role: set(position.open_actions(role)) for role in desk.everyone} if stand else {}
    anytime = [(role, desk.words.value(role), stages.anytime(role)) for role in desk.everyone]
    return render_template(
        "table/course.html", **desk.common(position), stand=stand,
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
    desk = Desk(enter(code))
    shown = desk.common(desk.opened())
    return render_template(
        "table/values.html",
        **shown,
        ask=f"{desk.url}/ask/",
        tail=f"?as={desk.role or '-'}",
        **value_groups(desk.volume),
    )


@bp.get("/<code>/ask/<name>")
def ask(code: str, name: str) -> str | tuple[str, int] | Response:
    """A question on what this phone sees of the table; more can be told without changing anything."""
    desk = Desk(enter(code))
    form = read_form(desk.volume, name)
    form.role = "" if form.role == "-" else form.role
    form.home, form.rulings_at = f"{desk.url}/ask", f"{desk.url}/rulings"
    form.step = ""  # the table knows it
    shown = desk.common(desk.opened())
    del shown["volume"], shown["roles"]
    told = Told("; ".join(form.told), desk.seen, form.rulings, desk.table.edition or None)
    return show_question(desk.volume, form, told, "table/ask.html", **shown)

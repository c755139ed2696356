"""Telling: the board as a form, one fact by itself, and what is written down of both."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, render_template, request

from referee.errors import RefereeError
from referee.service import fact_text, literal
from web.base.faults import BadRequestError, ForbiddenError, MissingError
from web.game.reader import here
from web.pages.ask.fields import told_lines, written
from web.pages.table.change import TOLD, Answer, back, change, entry_of
from web.store.entries import NewEntry
from web.table.access import enter
from web.table.board.picture import Picture
from web.table.laying import ADDED
from web.table.sight import UNSHOWN
from web.table.telling import Sheet, Telling, filled_in, is_news, told_in
from web.table.visit import Visit

bp = Blueprint("telling", __name__, url_prefix="/t")

#: what the form of a whole board may be told in one go, and in how many fields
BOARD, FIELDS = 24_000, 900
#: between the sheets that an address says were written down, and the cards that are filled in one by one
POINT = "."


@bp.get("/<code>/facts")
def facts(code: str) -> str:
    """Every fact that can be told or corrected."""
    visit = Visit(enter(code))
    position, words = visit.opened(), visit.words
    listed = [(f.name, words.name(f.name, *map(words.name, f.keys))) for f in visit.volume.referee.facts.values()]
    listed.sort(key=lambda item: item[1].casefold())
    added = [card for each in request.args.getlist("with") for card in each.split(POINT)]
    sheets = list(visit.telling(position).sheets(added)) if visit.access.writer else []
    return render_template(
        "table/facts.html", **visit.common(position), listed=listed, sheets=sheets, added=added,
        told=[*filter(None, request.args.get("told", "").split(POINT))],
    )  # fmt: skip


@bp.get("/<code>/fact/<name>")
def fact(code: str, name: str) -> str:
    """One fact: what it is, and the form to correct it."""
    visit = Visit(enter(code))
    keys = tuple(request.args.getlist("key"))
    position, referee, lang = visit.opened(), visit.volume.referee, visit.reader.lang
    found = referee.facts.get(name)
    if found is None:
        raise MissingError("fact", name, referee.facts)
    if len(keys) != len(found.keys):
        keys = ()
    value = visit.seen.fact(name, *keys)
    told = value is not None and (keys or not found.keys)
    painter = Picture(position, referee, visit.words, here().ui, visit.everyone).painter
    shown = painter.text(found, value) or here().t("common.yes") if told else ""
    held = (
        [card for card in value if card != UNSHOWN] if found.pile and told and isinstance(value, list | tuple) else []
    )
    preset = literal(value) if told and isinstance(value, int | str) and not found.pile else ""
    label = visit.words.name(name, *(keys or [visit.words.name(kind) for kind in found.keys]))
    field = referee.fact_field(name, lang)
    options = tuple(
        replace(each, text=visit.faces.called(each.value)) if visit.faces.printed(each.value) else each
        for each in field.options
    )
    field = replace(field, label=here().t("table.new_value"), options=options)
    return render_template(
        "table/fact.html", **visit.common(position), name=name, keys=keys, label=label, shown=shown, preset=preset, field_=field, form=request,
        key_fields=[] if keys else referee.key_fields(name, lang), text=fact_text(name, keys), paragraph=visit.quotes.link(found.paragraph),
        cards=[(visit.faces.called(card), f"{visit.url}/about/{card}?as={visit.role or '-'}") for card in dict.fromkeys(held)],
        may_tell=visit.access.writer and (len(keys) < len(found.keys) or visit.eyes.may_tell((name, keys), visit.stored)),
    )  # fmt: skip


@bp.post("/<code>/tell")
def tell(code: str) -> Answer:
    """Facts told or corrected by hand: one from a form, a whole board, or several as text."""
    if request.form.get("then") == "/facts":
        return _told_on_sheets(code)

    def make(visit: Visit) -> NewEntry:
        typed = "; ".join(told_lines(request.form.get("text", "")))
        name = request.form.get("fact", "")
        single = name in visit.volume.referee.facts
        text = _told_fact(visit, name) if single else typed
        if not single and not typed:
            text = "; ".join(_told_board(visit, visit.telling(visit.opened())))
        elif len(text) > TOLD:
            text = ""
        return _written(visit, text)

    return change(code, make)


class _NothingNewError(Exception):
    """Cards are to be filled in one by one, and nothing else was told: there is nothing to write down."""


def _told_on_sheets(code: str) -> Answer:
    """The form of the board, shown again where something was written down, with the cards that are to be filled in one by one."""
    form, query = request.form, {"told": "", "with": "", "#": ""}
    added = form.getlist("with")[:ADDED] if "one_by_one" in form else []

    def make(visit: Visit) -> NewEntry:
        telling = visit.telling(visit.opened())
        sheets = [*telling.sheets()]
        lines = _told_board(visit, telling, laid=not added)
        told = [sheet.id for sheet in sheets if _tells(sheet) or (not added and _lays(sheet))]
        query["told"] = POINT.join(told)
        shown = [sheet.id for sheet in sheets if _lays(sheet)] or told
        query["#"] = f"tell-{shown[0]}" if shown else ""
        if added:
            query["with"] = POINT.join(added)
            if not lines:
                raise _NothingNewError
        return _written(visit, "; ".join(lines))

    try:
        return change(code, make, "/facts", query)
    except _NothingNewError:
        return back(code, "/facts", query)


def _tells(sheet: Sheet) -> bool:
    """Whether something was filled in on a sheet; what only follows from another sheet does not count."""
    return any(request.form.get(want.name, "") not in ("", want.value) for want in sheet.fields())


def _lays(sheet: Sheet) -> bool:
    """Whether cards of a sheet are laid out."""
    laid = frozenset(request.form.getlist("with"))
    return bool(laid) and sheet.lay is not None and any(card.value in laid for card in sheet.lay.cards)


def _told_board(visit: Visit, telling: Telling, *, laid: bool = True) -> list[str]:
    """What a form of the board tells that is not so already."""
    form = request.form
    told = dict(told_in(form))
    if len(told) > FIELDS or sum(len(fact) + len(value) for fact, value in told.items()) > BOARD:
        raise BadRequestError("The form tells more than a board holds.")
    if laid:
        told |= telling.laying.laid(form.getlist("with"), form.get("whose", ""), form.get("filled", ""))
    told |= telling.laying.filled(filled_in(form))  # what fills a card at once goes before its single slots
    lines = [f"{fact} = {value}" for fact, value in told.items()]
    leaves = visit.play.told_facts("; ".join(lines)) if lines else []
    if len(leaves) != len(lines):  # a field that tells several facts, or one twice: the rules say what is wrong with it
        return lines
    all_ = zip(lines, leaves, told.values(), strict=True)
    news = [line for line, leaf, value in all_ if is_news(visit.seen, leaf, value)]
    return [*telling.uncounted(), *news] if news else []


def _told_fact(visit: Visit, name: str) -> str:
    referee, lang = visit.volume.referee, visit.reader.lang
    keys = request.form.getlist("key")
    if not keys:
        keys = [written(field, request.form) or "" for field in referee.key_fields(name, lang)]
    value = written(referee.fact_field(name, lang), request.form)
    if not all(keys) or value is None:
        raise RefereeError(visit.reader.t("table.nothing_told"))
    return f"{fact_text(name, tuple(keys))} = {value}"


def _written(visit: Visit, text: str) -> NewEntry:
    """Facts as they are written down."""
    if not text or len(text) > BOARD:
        raise RefereeError(visit.reader.t("table.nothing_told"))
    told = visit.play.told_facts(text)
    # before anything is compared: a right guess is refused like a wrong one
    if not all(visit.eyes.may_tell(leaf, visit.stored) for leaf in told):
        raise ForbiddenError(here().t("table.not_your_secret"))
    outcome = visit.play.tell(text)
    return entry_of("tell", replace(outcome, args={"facts": [[name, list(keys)] for name, keys in told]}), "")

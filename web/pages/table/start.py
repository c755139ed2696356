"""Tables: a shared state without accounts. Make one, join one, take a role, bring one along in a file, leave it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from grammar.base.errors import SyntaxProblemError
from referee.errors import RefereeError, UnknownNameError
from referee.state import State
from web.base.faults import BadRequestError, ForbiddenError, MissingError
from web.base.work import spend
from web.cards.shelf import shelf
from web.game.reader import here
from web.game.volume import Volume
from web.pages.table.change import TOLD
from web.pages.table.settling import Settling
from web.store.entries import NewEntry
from web.table.access import (
    enter,
    fits_key,
    forget,
    is_code,
    last_table,
    phone_secret,
    read_code,
    remember,
    require_writer,
    spend_rarely,
    store,
    tables_of_phone,
)
from web.table.by_rule import LOOK, play_on
from web.table.file import read_import
from web.table.play import Play, StoredOutcome
from web.table.visit import Visit

bp = Blueprint("tables", __name__, url_prefix="/t")

#: what a form says of a game of which only told facts are kept, and of one that is under way
FREE, GOING = "free", "going"
#: digits of a number of players that are read
DIGITS = 20
#: letters of a code, with its key, that are shown again when they do not fit
TYPED = 40


@bp.get("/")
def index() -> str:
    """The tables of this phone, joining by a code, making a new one."""
    return _index()


def _index(wrong: str = "") -> str:
    """`wrong`: the field of joining that does not fit."""
    volumes, code = here().corpus.volumes(), request.values.get("code", "")[:TYPED]
    return render_template("table/index.html", mine=tables_of_phone(), volumes=volumes, code=code, wrong=wrong)


@bp.get("/here")
def last() -> AnyResponse:
    """The table this phone looked at last: where the tab leads from every page."""
    code = last_table()
    return redirect(f"/t/{code}" if code else "/t/", 303)


@bp.get("/new")
def new() -> str:
    """The form of a new table."""
    volume = here().corpus.volume(request.args.get("game", ""))
    return _new_form(volume, "")


def _new_form(volume: Volume, error: str) -> str:
    return render_template(
        "table/new.html",
        volume=volume,
        error=error,
        form=request.form,
        edition=here().chosen_edition(volume.game) or "",
        settling=Settling(volume, here()),
    )


@bp.post("/new")
def make() -> AnyResponse | tuple[str, int]:
    """Makes a table: from the start of the game, or with nothing told."""
    form = request.form
    volume = here().corpus.volume(form.get("game", ""))
    edition, draws = form.get("edition", ""), form.get("draws", "app")
    if edition and edition not in volume.game.prose.editions:
        raise UnknownNameError("edition", edition, volume.game.prose.editions)
    if draws not in ("app", "told"):
        raise BadRequestError("“draws” must be app or told.")
    spend_rarely()
    spend()
    given = form.get("given", "")[:TOLD]
    players = form.get("players", "")[:DIGITS]
    if players.isdecimal() and "players" in volume.referee.facts:
        given = f"players = {players}; {given}"
    play, settling = Play(volume, State(), edition, draws, here().lang), Settling(volume, here())
    try:
        settled = settling.told(form, int(players) if players.isdecimal() else None)
        given = "; ".join(text for text in (settled, given) if text)
        if form.get("start") == GOING:
            outcome = _under_way(play, given)
        else:
            outcome = play.tell(given) if form.get("start") == FREE else play.begin(given)
    except (RefereeError, SyntaxProblemError) as error:
        return _new_form(volume, here().sentence(error)), 422
    first = NewEntry(
        "begin", outcome.state.data(), "", "begin", settling.pace(form), outcome.draws, outcome.changes[:400]
    )
    return _created(volume, edition, draws, first, "/facts?as=-" if form.get("start") == GOING else "")


def _under_way(play: Play, given: str) -> StoredOutcome:
    """A table after its set-up, of which nobody knows the hands; where the game must know them, they are drawn."""
    told = replace(play, draws="told")
    done = replace(told, stored=told.begin(given).state).set_up()
    try:
        _ = replace(told, stored=done.state).position
    except RefereeError:
        drawn = replace(play, draws="app")
        return replace(drawn, stored=drawn.begin(given).state).set_up()
    return done


@bp.post("/import")
def bring() -> AnyResponse:
    """Makes a table from an exported file."""
    spend_rarely()
    spend()
    sent = request.files.get("file")
    if sent is None:
        raise BadRequestError(here().t("table.no_file"))
    with closing(sent):
        data = read_import(sent.read())
    volume = here().corpus.volume(data["game"] or request.form.get("game", ""))
    edition = data["edition"] if data["edition"] in volume.game.prose.editions else ""
    grown, kept = shelf().grown(volume, data["cards"])
    for card in kept:
        if not card.paragraph:
            raise BadRequestError(here().t("table.card_unread", title=card.title))
    outcome: StoredOutcome = Play(grown, State.read(data["state"]), edition, data["draws"], here().lang).tell("")
    first = NewEntry("import", outcome.state.data(), "", "import", {"history": data["log"]}, cards=data["cards"])
    return _created(volume, edition, data["draws"], first)


def _created(volume: Volume, edition: str, draws: str, first: NewEntry, then: str = "") -> AnyResponse:
    """`then`: the page of the table that comes first."""
    address = request.remote_addr or ""
    table, key = store().create(volume.id, edition, draws, phone_secret(), first, address)
    if first.args.get("pace") != LOOK:
        play = Play(volume, State.read(first.state), edition, draws, here().lang)
        play_on(store(), table.code, table.number, play)
    response = redirect(f"/t/{table.code}{then}", 303)
    remember(response, table.code, key)
    return response


@bp.route("/join", methods=["GET", "POST"])
def join() -> AnyResponse | tuple[str, int]:
    """Joins by a typed code, to write with the key behind it; what does not fit is said beside the field."""
    code, key = read_code(request.values.get("code", ""))
    key = request.form.get("key", "") or key
    if not is_code(code):
        spend_rarely()
        return _index("code"), 404
    try:
        table = enter(code).table
    except MissingError:
        return _index("code"), 404
    response = redirect(f"/t/{code}", 303)
    if key:
        spend_rarely()
        if not fits_key(table, key):
            return _index("key"), 403
        remember(response, code, key)
    return response


@bp.get("/<code>/in/<key>")
def join_by_link(code: str, key: str) -> AnyResponse:
    """Joins by the address in the QR code."""
    table = enter(code).table
    spend_rarely()
    if not fits_key(table, key):
        raise ForbiddenError(here().t("table.wrong_key"))
    response = redirect(f"/t/{code}", 303)
    remember(response, code, key)
    return response


@bp.post("/<code>/seat")
def seat(code: str) -> AnyResponse:
    """Takes a free role for this phone, or gives one up; the phone that made the table may free any."""
    access = enter(code)
    require_writer(access)
    visit = Visit(access)
    role = request.form.get("role", "")
    if role not in visit.volume.referee.roles or role in visit.by_rule:
        raise BadRequestError(f"There is no role “{role[:40]}”.")
    if request.form.get("free"):
        if not (access.host or access.mine(role)):
            raise ForbiddenError(here().t("table.not_your_role"))
        store().free_seat(code, role)
        return redirect(f"/t/{code}", 303)
    if not store().take_seat(code, role, phone_secret()):
        raise ForbiddenError(here().t("table.seat_taken"))
    return redirect(f"/t/{code}?as={role}", 303)


@bp.post("/<code>/leave")
def leave(code: str) -> AnyResponse:
    """Takes the table off this phone; its roles become free. The phone that made it may delete it for all."""
    access = enter(code)
    require_writer(access)
    if request.form.get("delete"):
        if not access.host:
            raise ForbiddenError(here().t("table.host_only"))
        store().delete(code)
    else:
        for role in access.seats:
            if access.mine(role):
                store().free_seat(code, role)
    response = redirect("/t/", 303)
    forget(response, code)
    return response

"""Tables: a shared state without accounts. Make one, join one, see it, and everything about it that only reads."""

from __future__ import annotations

import json
import re
from contextlib import closing
from dataclasses import replace
from typing import Any

from flask import Blueprint, Flask, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from grammar.base.errors import SyntaxProblemError
from referee.errors import RefereeError, UnknownNameError
from referee.service import fact_text
from referee.state import State
from web import errors, storage
from web.board import Boards
from web.context import here
from web.corpus import MissingError, Volume
from web.desk import Desk, shelf
from web.errors import BadRequestError
from web.limits import Limiter
from web.options import Finder, Ways, ways_of
from web.playing import Outcome, Play
from web.seats import (
    ForbiddenError,
    enter,
    fits_key,
    forget,
    is_code,
    phone_secret,
    remember,
    require_writer,
    spend_rarely,
    store,
    tables_of_phone,
)
from web.sharing import export_data, read_import
from web.shelf import Shelf
from web.store import NewEntry, clean_word
from web.work import spend

bp = Blueprint("tables", __name__, url_prefix="/t")

#: entries shown on the table itself
RECENT = 4
#: letters of told facts, and of a number of players, that are read
TOLD, DIGITS = 4_000, 20


def init_app(app: Flask) -> None:
    """Opens the store when it is first needed, and says what can go wrong with a table."""
    storage.init_app(app)
    app.extensions["paragraf-table-limiter"] = Limiter(app.config["NEW_TABLES"])
    app.extensions["paragraf-finder"] = Finder()
    app.extensions["paragraf-shelf"] = Shelf()

    @app.errorhandler(ForbiddenError)
    def forbidden(error: ForbiddenError) -> tuple[Response | str, int]:
        return errors.respond(403, "forbidden", str(error))


# ---- make, join, leave ----------------------------------------------------------------------------------------------


@bp.get("/")
def index() -> str:
    """The tables of this phone, joining by a code, making a new one."""
    volumes = here().corpus.volumes()
    return render_template(
        "table/index.html", mine=tables_of_phone(), volumes=volumes, code=request.args.get("code", "")
    )


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
    play = Play(volume, State(), edition, draws, here().lang)
    try:
        outcome = play.tell(given) if form.get("start") == "free" else play.begin(given)
    except (RefereeError, SyntaxProblemError) as error:
        return _new_form(volume, errors.sentence(error)), 422
    return _created(
        volume,
        edition,
        draws,
        NewEntry("begin", outcome.state.data(), "", "begin", {}, outcome.draws, outcome.changes[:400]),
    )


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
    outcome: Outcome = Play(grown, State.read(data["state"]), edition, data["draws"], here().lang).tell("")
    first = NewEntry("import", outcome.state.data(), "", "import", {"history": data["log"]}, cards=data["cards"])
    return _created(volume, edition, data["draws"], first)


def _created(volume: Volume, edition: str, draws: str, first: NewEntry) -> AnyResponse:
    address = request.remote_addr or ""
    table, key = store().create(volume.id, edition, draws, phone_secret(), first, address)
    response = redirect(f"/t/{table.code}", 303)
    remember(response, table.code, key)
    return response


@bp.route("/join", methods=["GET", "POST"])
def join() -> AnyResponse:
    """Joins by a typed code, and by the key to write."""
    code = clean_word(request.values.get("code", ""))
    key = request.form.get("key", "")
    if not is_code(code):
        spend_rarely()
        raise MissingError("table", request.values.get("code", "")[:20], ())
    table = enter(code).table
    response = redirect(f"/t/{code}", 303)
    if key:
        spend_rarely()
        if not fits_key(table, key):
            raise ForbiddenError(here().t("table.wrong_key"))
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


# ---- the table ------------------------------------------------------------------------------------------------------


@bp.get("/<code>")
def page(code: str) -> str:
    """The table: where play stands, what may be done, the boards, what happened last."""
    desk = Desk(enter(code))
    position = desk.opened()
    shown = desk.common(position)
    referee, stored = desk.volume.referee, desk.stored
    common, people, boards = Boards(referee, desk.words, desk.seen).all(desk.everyone)
    stage, role = shown["stage"], desk.role
    options = []
    anytime: list[tuple[str, str]] = []
    if role and stored.pending is None and not stored.over:
        if stage is None or stage.who == role:
            finder: Finder = _extension("paragraf-finder")
            mark = (
                code,
                desk.table.number,
                desk.volume.game.version,
            )  # and the role, which is all that is seen of it hangs on
            options = finder.options(mark, position, role, desk.words, desk.pages)
        anytime = [(name, desk.words.name(name)) for name in referee.anytime_actions(role)]
    theirs: list[tuple[str, Any]] = []
    if stage and stage.who and stage.who != role and not stored.over:
        names = position.open_actions(stage.who)
        theirs = [(desk.words.name(n), desk.pages.link(referee.names[n].paragraph)) for n in names]
    can_undo, can_redo = store().can_turn(code)
    return render_template(
        "table/page.html", **shown, common=common, people=people, boards=boards, options=options, anytime=anytime, theirs=theirs,
        pending=desk.pending(), wishes=desk.shown_wishes(), log=list(reversed(desk.log(most=RECENT))), can_undo=can_undo, can_redo=can_redo,
        rulings=[(desk.words.name(d), desk.words.name(r)) for d, r in stored.rulings.items()],
        cards=desk.own_cards(), over=stored.over,
    )  # fmt: skip


def _extension(name: str) -> Any:
    from flask import current_app

    return current_app.extensions[name]


@bp.get("/<code>/board/<name>")
def board(code: str, name: str) -> str:
    """One board with everything on it, also where nothing lies."""
    desk = Desk(enter(code))
    position = desk.opened()
    common, people, boards = Boards(desk.volume.referee, desk.words, desk.seen).all(desk.everyone)
    found = {each.id: (each.title, each.mats) for each in boards}
    found |= {"common": (here().t("table.common"), [common]), "roles": (here().t("table.players"), people.mats)}
    if name not in found:
        raise MissingError("board", name, found)
    title, mats = found[name]
    return render_template("table/board.html", **desk.common(position), title=title, mats=mats)


@bp.get("/<code>/now")
def number(code: str) -> AnyResponse:
    """The number of the newest entry: what phones ask every few seconds, mostly by the short way of `web.polling`.

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
    desk = Desk(enter(code))
    position, known = desk.opened(), desk.volume.referee.names
    if name not in known or not known[name].is_action:
        raise MissingError("action", name, [each.name for each in known.values() if each.is_action])
    begun = request.args.get("begun", "")[:4_000]
    begun = begun if begun.startswith(f"{name}(") else name
    acts = desk.role and desk.access.writer
    ways = ways_of(position, begun, desk.role, desk.now.lang, deep=bool(request.args.get("deep"))) if acts else Ways()
    return render_template(
        "table/action.html", **desk.common(position), name=name, title=desk.words.name(name), ways=ways, begun=begun, form=request,
        fields=desk.volume.referee.fields(name, desk.now.lang), quote_=desk.pages.brief(known[name].paragraph),
    )  # fmt: skip


@bp.get("/<code>/facts")
def facts(code: str) -> str:
    """Every fact that can be told or corrected."""
    desk = Desk(enter(code))
    position, words = desk.opened(), desk.words
    listed = [(f.name, words.name(f.name, *map(words.name, f.keys))) for f in desk.volume.referee.facts.values()]
    listed.sort(key=lambda item: item[1].casefold())
    return render_template("table/facts.html", **desk.common(position), listed=listed)


@bp.get("/<code>/fact/<name>")
def fact(code: str, name: str) -> str:
    """One fact: what it is, and the form to correct it."""
    desk = Desk(enter(code))
    keys = tuple(request.args.getlist("key"))
    position, referee, lang = desk.opened(), desk.volume.referee, desk.now.lang
    found = referee.facts.get(name)
    if found is None:
        raise MissingError("fact", name, referee.facts)
    if len(keys) != len(found.keys):
        keys = ()
    value = desk.seen.fact(name, *keys)
    row = None
    if value is not None and (keys or not found.keys):
        row = Boards(referee, desk.words, desk.seen).row(found, keys, value)
    label = desk.words.name(name, *(keys or [desk.words.name(kind) for kind in found.keys]))
    field = replace(referee.fact_field(name, lang), label=here().t("table.new_value"))
    return render_template(
        "table/fact.html", **desk.common(position), name=name, keys=keys, label=label, row=row, field_=field, form=request,
        key_fields=[] if keys else referee.key_fields(name, lang), text=fact_text(name, keys), paragraph=desk.pages.link(found.paragraph),
        may_tell=desk.access.writer and (len(keys) < len(found.keys) or desk.eyes.may_tell((name, keys), desk.stored)),
    )  # fmt: skip


@bp.get("/<code>/rulings")
def rulings(code: str) -> str:
    """Every dispute of the game, and how this table settled it."""
    desk = Desk(enter(code))
    position = desk.opened()
    names = [name for name, cited in desk.volume.game.program.disputes.items() if cited.paragraph]
    listed = [desk.pages.dispute(name) for name in names]
    listed.sort(key=lambda item: item["title"].casefold())
    return render_template("table/rulings.html", **desk.common(position), listed=listed, ruled=desk.stored.rulings)


@bp.get("/<code>/log")
def log(code: str) -> str:
    """Everything that happened."""
    desk = Desk(enter(code))
    position = desk.opened()
    history = store().first(code).get("history", [])
    shown = list(reversed(desk.log(most=1_000)))
    return render_template("table/log.html", **desk.common(position), log=shown, history=history)


@bp.get("/<code>/share")
def share(code: str) -> str:
    """The code, the links and their QR codes, the file, leaving."""
    desk = Desk(enter(code))
    key = request.cookies.get(f"t_{code}", "") if desk.access.writer else ""
    join = f"/t/{code}/in/{key}" if key else ""
    return render_template("table/share.html", **desk.common(desk.opened()), join=join, key=key)


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
    desk = Desk(access)
    desk.opened()
    data = export_data(desk, whole=whole)
    response = Response(json.dumps(data, ensure_ascii=False, indent=1), mimetype="application/json")
    name = re.sub(r"[^a-z0-9-]+", "-", f"{desk.table.game}-{code}".lower())
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response

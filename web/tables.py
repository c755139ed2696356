"""Tables: a shared state without accounts. Make one, join one, see it, and everything about it that only reads."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from grammar.errors import SyntaxProblemError
from referee.errors import RefereeError, UnknownNameError
from web import errors
from web.board import Boards
from web.context import here
from web.corpus import MissingError, Volume
from web.database import DatabaseError, open_database
from web.desk import Desk, shelf
from web.errors import BadRequestError
from web.limits import Limiter
from web.options import Finder, anytime_actions, legal_calls, open_actions
from web.parameters import action_fields, fact_field, value_fields
from web.playing import Outcome, Play, fact_text
from web.seats import (
    ForbiddenError,
    enter,
    fits_key,
    forget,
    is_code,
    phone_secret,
    remember,
    require_same_site,
    require_writer,
    spend_rarely,
    store,
    tables_of_phone,
)
from web.sharing import export_data, read_import
from web.shelf import Shelf
from web.store import Limits, NewEntry, Store, StoreLimitError, clean_word

bp = Blueprint("tables", __name__, url_prefix="/t")

#: entries shown on the table itself
RECENT = 4


def init_app(app: Flask) -> None:
    """Opens the store when it is first needed, and says what can go wrong with a table."""
    opened: list[Store] = []

    def find_store() -> Store:
        if not opened:
            database = open_database(app.config["DATABASE_URL"], Path(app.config["DATA"]))
            limits = Limits(tables=app.config["TABLES"], days=app.config["TABLE_DAYS"])
            opened.append(Store(database, limits))
        return opened[0]

    app.extensions["paragraf-store"] = find_store
    app.extensions["paragraf-table-limiter"] = Limiter(app.config["NEW_TABLES"])
    app.extensions["paragraf-finder"] = Finder()
    app.extensions["paragraf-shelf"] = Shelf()

    @app.errorhandler(ForbiddenError)
    def forbidden(error: ForbiddenError) -> tuple[Response | str, int]:
        return errors.respond(403, "forbidden", str(error))

    @app.errorhandler(StoreLimitError)
    def full(error: StoreLimitError) -> tuple[Response | str, int]:
        return errors.respond(413, "full", here().t("error.full_detail", what=error.what, most=error.most))

    @app.errorhandler(DatabaseError)
    def closed(error: DatabaseError) -> tuple[Response | str, int]:
        errors.log.error("the database: %s", error)
        return errors.respond(503, "ours", here().t("error.ours_detail", path=request.path))


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
    require_same_site()
    form = request.form
    volume = here().corpus.volume(form.get("game", ""))
    edition, draws = form.get("edition", ""), form.get("draws", "app")
    if edition and edition not in volume.game.prose.editions:
        raise UnknownNameError("edition", edition, volume.game.prose.editions)
    if draws not in ("app", "told"):
        raise BadRequestError("“draws” must be app or told.")
    spend_rarely()
    given = form.get("given", "")[:4_000]
    if form.get("players", "").isdecimal() and "players" in volume.game.program.facts:
        given = f"players = {form['players']}; {given}"
    play = Play(volume, {}, edition, draws, here().lang)
    try:
        outcome = play.tell(given) if form.get("start") == "free" else play.begin(given)
    except (RefereeError, SyntaxProblemError) as error:
        return _new_form(volume, str(error)), 422
    return _created(
        volume, edition, draws, NewEntry("begin", outcome.state, "", "begin", {}, outcome.draws, outcome.changes[:400])
    )


@bp.post("/import")
def bring() -> AnyResponse:
    """Makes a table from an exported file."""
    require_same_site()
    spend_rarely()
    sent = request.files.get("file")
    if sent is None:
        raise BadRequestError(here().t("table.no_file"))
    data = read_import(sent.read())
    volume = here().corpus.volume(data["game"] or request.form.get("game", ""))
    edition = data["edition"] if data["edition"] in volume.game.prose.editions else ""
    grown, kept = shelf().grown(volume, data["cards"])
    for card in kept:
        if not card.paragraph:
            raise BadRequestError(here().t("table.card_unread", title=card.title))
    outcome: Outcome = Play(grown, data["state"], edition, data["draws"], here().lang).tell("")
    first = NewEntry("import", outcome.state, "", "import", {"history": data["log"]}, cards=data["cards"])
    return _created(volume, edition, data["draws"], first)


def _created(volume: Volume, edition: str, draws: str, first: NewEntry) -> AnyResponse:
    table, key = store().create(volume.id, edition, draws, phone_secret(), first)
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
    with desk.opened() as (rules, situation):
        shown = desk.common(rules, situation)
        common, people, boards = Boards(rules, desk.words, desk.seen).all(desk.everyone)
        stage, role = shown["stage"], desk.role
        options = []
        anytime: list[tuple[str, str]] = []
        if role and not desk.stored.get("pending") and not desk.stored.get("over"):
            if stage is None or stage.who == role:
                finder: Finder = _extension("paragraf-finder")
                mark = (code, desk.table.number, desk.volume.game.version)
                options = finder.options(mark, rules, situation, role, desk.words, desk.pages)
            anytime = [(name, desk.words.name(name)) for name in anytime_actions(rules, role)]
        theirs: list[tuple[str, Any]] = []
        if stage and stage.who and stage.who != role and not desk.stored.get("over"):
            names = open_actions(rules, situation.state, stage.who)
            theirs = [(desk.words.name(n), desk.pages.link(rules.program.actions[n].paragraph)) for n in names]
        can_undo, can_redo = store().can_turn(code)
        return render_template(
            "table/page.html", **shown, common=common, people=people, boards=boards, options=options, anytime=anytime, theirs=theirs,
            pending=desk.pending(), log=list(reversed(desk.log(most=RECENT))), can_undo=can_undo, can_redo=can_redo,
            rulings=[(desk.words.name(d), desk.words.name(r)) for d, r in desk.stored.get("rulings", {}).items()],
            cards=desk.own_cards(rules), over=bool(desk.stored.get("over")),
        )  # fmt: skip


def _extension(name: str) -> Any:
    from flask import current_app

    return current_app.extensions[name]


@bp.get("/<code>/board/<name>")
def board(code: str, name: str) -> str:
    """One board with everything on it, also where nothing lies."""
    desk = Desk(enter(code))
    with desk.opened() as (rules, situation):
        common, people, boards = Boards(rules, desk.words, desk.seen).all(desk.everyone)
        found = {each.id: (each.title, each.mats) for each in boards}
        found |= {"common": (here().t("table.common"), [common]), "roles": (here().t("table.players"), people.mats)}
        if name not in found:
            raise MissingError("board", name, found)
        title, mats = found[name]
        return render_template("table/board.html", **desk.common(rules, situation), title=title, mats=mats)


@bp.get("/<code>/now")
def number(code: str) -> AnyResponse:
    """The number of the newest entry: what phones ask every few seconds."""
    table = store().find(code) if is_code(code) else None
    if table is None:
        raise MissingError("table", code[:20], ())
    response = jsonify({"number": table.number})
    response.set_etag(f"{code}-{table.number}")
    return response.make_conditional(request)


@bp.get("/<code>/act/<name>")
def action(code: str, name: str) -> str:
    """One action of a role: its paragraph, every legal call, and the form."""
    desk = Desk(enter(code))
    with desk.opened() as (rules, situation):
        if name not in rules.program.actions:
            raise MissingError("action", name, rules.program.actions)
        calls = legal_calls(rules, situation, name, desk.role, desk.words) if desk.role and desk.access.writer else []
        return render_template(
            "table/action.html", **desk.common(rules, situation), name=name, title=desk.words.name(name), calls=calls,
            fields=action_fields(rules, name, desk.words), form=request, quote_=desk.pages.brief(rules.program.actions[name].paragraph),
        )  # fmt: skip


@bp.get("/<code>/facts")
def facts(code: str) -> str:
    """Every fact that can be told or corrected."""
    desk = Desk(enter(code))
    with desk.opened() as (rules, situation):
        listed = []
        for name, cited in rules.program.facts.items():
            kinds = [desk.words.name(kind) for _, kind in cited.node.keys]
            listed.append((name, desk.words.name(name, *kinds)))
        listed.sort(key=lambda item: item[1].casefold())
        return render_template("table/facts.html", **desk.common(rules, situation), listed=listed)


@bp.get("/<code>/fact/<name>")
def fact(code: str, name: str) -> str:
    """One fact: what it is, and the form to correct it."""
    desk = Desk(enter(code))
    keys = tuple(request.args.getlist("key"))
    with desk.opened() as (rules, situation):
        found = rules.facts.get(name)
        if found is None:
            raise MissingError("fact", name, rules.facts)
        if len(keys) != len(found.keys):
            keys = ()
        value: Any = desk.seen.get(name)
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        row = None
        if value is not None and (keys or not found.keys):
            row = Boards(rules, desk.words, desk.seen).row(found, keys, value)
        label = desk.words.name(name, *(keys or [desk.words.name(kind) for kind in found.keys]))
        return render_template(
            "table/fact.html", **desk.common(rules, situation), name=name, keys=keys, label=label, row=row,
            key_fields=[] if keys else value_fields(rules, name, desk.words), field_=replace(fact_field(rules, name, desk.words), label=here().t("table.new_value")), form=request,
            text=fact_text(name, keys), paragraph=desk.pages.link(found.paragraph),
        )  # fmt: skip


@bp.get("/<code>/rulings")
def rulings(code: str) -> str:
    """Every dispute of the game, and how this table settled it."""
    desk = Desk(enter(code))
    with desk.opened() as (rules, situation):
        explainer = desk.volume.explainer(rules, desk.now.lang, desk.table.edition or None)
        names = [name for name, cited in rules.program.disputes.items() if cited.paragraph]
        listed = [desk.pages.dispute(explainer, name) for name in names]
        listed.sort(key=lambda item: item["title"].casefold())
        return render_template(
            "table/rulings.html", **desk.common(rules, situation), listed=listed, ruled=desk.stored.get("rulings", {})
        )


@bp.get("/<code>/log")
def log(code: str) -> str:
    """Everything that happened."""
    desk = Desk(enter(code))
    with desk.opened() as (rules, situation):
        history = store().first(code).get("history", [])
        return render_template(
            "table/log.html", **desk.common(rules, situation), log=list(reversed(desk.log(most=1_000))), history=history
        )


@bp.get("/<code>/share")
def share(code: str) -> str:
    """The code, the links and their QR codes, the file, leaving."""
    desk = Desk(enter(code))
    key = request.cookies.get(f"t_{code}", "") if desk.access.writer else ""
    with desk.opened() as (rules, situation):
        return render_template(
            "table/share.html", **desk.common(rules, situation), join=f"/t/{code}/in/{key}" if key else "", key=key
        )


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
    with desk.opened():
        data = export_data(desk, whole=whole)
    response = Response(json.dumps(data, ensure_ascii=False, indent=1), mimetype="application/json")
    name = re.sub(r"[^a-z0-9-]+", "-", f"{desk.table.game}-{code}".lower())
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response

"""The first page, the reader's choices, and what there is to know about the corpus."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from kb.languages.texts import languages
from web.base import cookies
from web.base.work import spend
from web.game.coverage import coverage as count_coverage
from web.game.reader import THEMES, corpus, here
from web.table.access import tables_of_phone

bp = Blueprint("home", __name__)

#: letters of an address that a QR code is made of
LONGEST_QR = 1_800


@bp.get("/")
def index() -> str:
    """Choose a game, continue a table, search everything."""
    return render_template("home/index.html", volumes=here().corpus.volumes(), mine=tables_of_phone())


@bp.get("/about")
def about() -> str:
    """Which corpus, which sources, what is not covered."""
    reader = here()
    counted = count_coverage(reader.corpus.library)
    return render_template("home/about.html", volumes=reader.corpus.volumes(), counted=counted["games"])


@bp.get("/coverage")
def coverage() -> str:
    """How much of each book is encoded and translated."""
    reader = here()
    counted = count_coverage(reader.corpus.library)
    kinds = sorted({kind for game in counted["games"].values() for kind in game["kinds"]})
    return render_template("home/coverage.html", volumes=reader.corpus.volumes(), counted=counted["games"], kinds=kinds)


@bp.get("/choices")
def choices() -> str | AnyResponse:
    """Languages, edition and scheme: a page of its own, and what its form sets."""
    args = request.args
    back = local_path(args.get("next", "/"))
    if "set" not in args:
        return render_template(
            "home/choices.html", next=back, game=args.get("game", ""), volumes=here().corpus.volumes()
        )
    response = redirect(back, 303)
    known = corpus().languages
    wanted = {"ui": args.get("ui", ""), "lang": args.get("lang", "")}
    if wanted["ui"] in known and wanted["ui"] != here().ui and wanted["lang"] == here().lang == here().ui:
        wanted["lang"] = wanted["ui"]  # who changes one of two that were alike means both
    for name, spoken in (("ui", languages()), ("lang", known)):
        if wanted[name] in spoken:
            cookies.remember(response, name, wanted[name])
    if args.get("beside") in (*known, "none"):
        cookies.remember(response, "beside", args["beside"])
    if args.get("theme") in THEMES:
        cookies.remember(response, "theme", args["theme"])
    for volume in corpus().volumes():
        name = f"edition_{volume.id}"
        if args.get(name) in volume.game.prose.editions:
            cookies.remember(response, name, args[name])
        elif name in args:
            response.delete_cookie(name)
    return response


def local_path(path: str) -> str:
    """An address of this site, whatever was sent."""
    if not path.startswith("/") or path.startswith(("//", "/\\")) or any(ord(c) < 32 for c in path):
        return "/"
    return path


@bp.get("/qr.svg")
def qr() -> Response:
    """A QR code of a page of this site."""
    path = local_path(request.args.get("to", "/"))
    if len(path) > LONGEST_QR:
        abort(414)
    spend()
    return Response(_qr(request.url_root.rstrip("/") + path), mimetype="image/svg+xml")


@lru_cache(maxsize=64)
def _qr(address: str) -> bytes:
    """The picture: the same few addresses are shown again and again."""
    import io

    import segno

    out = io.BytesIO()
    segno.make(address, error="l", micro=False).save(
        out, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False
    )
    return out.getvalue()

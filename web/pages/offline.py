"""Offline: the manifest, the service worker, what is kept of a chosen game, and the referee itself where it can be kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

from kb.games.folders import named_folders
from kb.languages.texts import spoken
from kb.text.glossary import spellings
from kb.text.markup import plain_text
from web.base.prefix import placed
from web.game.corpus import Corpus
from web.game.reader import here
from web.game.volume import Volume
from web.pages.glossary import ordered, term_name
from web.pocket.packing import Parcel
from web.pocket.parcels import SHORT, Parcels, version_of
from web.pocket.runtime import Runtime

bp = Blueprint("offline", __name__)

SHELL = (
    "/offline",
    "/static/style.css",
    "/static/app.js",
    "/static/offline.js",
    "/static/bookmarks.js",
    "/static/kept-search.js",
    "/static/icon.svg",
)
FOREVER = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Finds out whether the referee can be kept, when that is first asked."""
    parcels = app.extensions["paragraf-parcels"] = Parcels(Runtime(Path(app.config["OFFLINE"])))

    @app.context_processor
    def names() -> dict[str, object]:
        return {
            "pocket": app.config.get("POCKET", False),
            "can_keep_referee": lambda: parcels.is_there,
            "load_of": load_of,
        }


def parcels_here() -> Parcels:
    """What phones can be given; where the runtime is missing, no such address is known."""
    found = cast(Parcels, current_app.extensions["paragraf-parcels"])
    if not found.is_there:
        abort(404)
    return found


def parcel_of(volume: Volume) -> Parcel:
    """The texts of a game, packed."""
    corpus: Corpus = current_app.extensions["paragraf-corpus"]
    return parcels_here().game(volume.id, volume.game.version, named_folders(corpus.folders)[volume.id])


def load_of(volume: Volume) -> str:
    """How many megabytes it takes to keep the referee for a game."""
    every = (*parcels_here().scripts(), *parcels_here().common(), parcel_of(volume))
    return f"{sum(len(each.packed) for each in every) / 1e6:.1f}"


def address_of(parcel: Parcel) -> str:
    """Where a parcel is; its digest is part of it."""
    return placed(f"/offline/files/{parcel.digest[:SHORT]}/{parcel.name}")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What an installed app is called and looks like."""
    reader = here()
    data = {
        "name": "Paragraf", "short_name": "Paragraf", "description": reader.t("home.lead"), "lang": reader.ui, "start_url": placed("/"),
        "scope": placed("/"), "display": "standalone", "background_color": "#fbf9f4", "theme_color": "#fbf9f4",
        "icons": [
            {"src": placed("/static/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"},
            {"src": placed("/static/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        ],
    }  # fmt: skip
    response = jsonify(data)
    response.content_type = "application/manifest+json"
    return response


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker, with the digest of our files in it: a new one is a new worker. `referee`: the one that answers too."""
    digest = current_app.extensions["paragraf-assets"]
    shell = [placed(path if path == "/offline" else f"{path}?v={digest}") for path in SHELL]
    engine = _engine() if "referee" in request.args else None
    text = render_template("offline/sw.js", digest=digest, shell=shell, referee=engine)
    return Response(text, mimetype="text/javascript", headers={"Service-Worker-Allowed": placed("/")})


@bp.get("/offline/keeper.js")
def keeper() -> Response:
    """The worker that makes the referee ready to be kept."""
    text = render_template("offline/keeper.js", referee=_engine(), digest=current_app.extensions["paragraf-assets"])
    return Response(text, mimetype="text/javascript")


def _engine() -> dict[str, str]:
    loader, module = parcels_here().scripts()
    return {"loader": address_of(loader), "module": address_of(module), "engine": parcels_here().engine()}


@bp.get("/offline/referee.json")
def referee() -> Response:
    """What a phone loads to keep the referee for some games (`game`, as often as needed): addresses, sizes, digests."""
    volumes = [here().corpus.volume(name) for name in dict.fromkeys(request.args.getlist("game"))]
    every = (*parcels_here().common(), *(parcel_of(volume) for volume in volumes))
    files = [
        {
            "name": each.name,
            "url": address_of(each),
            "bytes": len(each.data),
            "load": len(each.packed),
            "sha256": each.digest,
        }
        for each in every
    ]
    return jsonify({
        "version": version_of(every), "engine": parcels_here().engine(), "games": [volume.id for volume in volumes], "files": files,
        "keeper": placed("/offline/keeper.js"), "choices": _choices(),
    })  # fmt: skip


def _choices() -> dict[str, str]:
    """What the reader chose, as /choices is told it: a worker sees no cookies."""
    reader = here()
    chosen = {"ui": reader.ui, "theme": reader.theme, **({"lang": reader.lang} if reader.lang != reader.ui else {})}
    editions = {name: value for name, value in request.cookies.items() if name.startswith("edition_")}
    return {**chosen, **({"beside": reader.beside} if reader.beside else {}), **editions}


@bp.get("/offline/files/<digest>/<name>")
def file(digest: str, name: str) -> Response:
    """One of these files."""
    parcels = parcels_here()
    if name.endswith(".zip") and (volume := here().corpus.find(name.removesuffix(".zip"))) is not None:
        parcel_of(volume)  # after a start nobody may have asked for it yet
    elif name == "program.zip":
        parcels.common()
    found = parcels.find(digest, name)
    if found is None:
        abort(404)
    kind = (
        "text/javascript" if name.endswith("js") else "application/wasm" if name.endswith("wasm") else "application/zip"
    )
    packed = request.accept_encodings["gzip"] > 0
    response = Response(found.packed if packed else found.data, mimetype=kind)
    if packed:
        response.content_encoding = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = FOREVER
    return response


@bp.get("/offline")
def page() -> str:
    """What is kept, of which date; the search in it; shown too when a page is not kept."""
    return render_template("offline/page.html", volumes=here().corpus.volumes())


@bp.get("/offline/<game>.json")
def keep(game: str) -> Response:
    """The pages to keep of a game, and its texts for the search without network."""
    reader = here()
    volume = reader.corpus.volume(game)
    return jsonify({
        "game": game, "title": volume.title(reader.lang), "version": volume.game.version, "lang": reader.lang,
        "pages": [placed(page) for page in _pages(volume)], "entries": _entries(volume, reader.lang),
    })  # fmt: skip


def _pages(volume: Volume) -> list[str]:
    chapters = [f"/g/{volume.id}/c/{chapter.id}" for chapter in volume.game.prose.chapters]
    return [f"/g/{volume.id}/", *chapters, f"/g/{volume.id}/t/", f"/g/{volume.id}/disputes", f"/g/{volume.id}/course"]


def _entries(volume: Volume, lang: str) -> list[dict[str, Any]]:
    """Terms first, then paragraphs: address, title, text, and the words of the other languages."""
    entries: list[dict[str, Any]] = []
    prose = volume.game.prose
    forms = {other: prose.forms.get(other, {}) for other in prose.languages}
    for term in ordered(volume, lang):
        words = {word for other, table in forms.items() for word in spellings(term, other, table)}
        text = plain_text(spoken(term.text, lang))
        entries.append(
            {
                "k": "t",
                "u": placed(f"/g/{volume.id}/t/#{term.id}"),
                "t": term_name(term, lang),
                "x": text,
                "w": " ".join(sorted(words)),
            }
        )
    for paragraph in volume.game.prose.paragraphs.values():
        heading = volume.heading(paragraph.section)
        title = spoken(heading.title, lang) if heading else ""
        url = placed(f"/g/{volume.id}/c/{paragraph.chapter}#{paragraph.id}")
        entries.append({"k": "p", "u": url, "t": title, "x": volume.text(paragraph.id, lang)})
    return entries

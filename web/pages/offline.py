"""Offline: the manifest, the service worker, and what is kept of a chosen game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template

from kb.languages.texts import spoken
from kb.text.glossary import spellings
from kb.text.markup import plain_text
from web.base.prefix import placed
from web.game.reader import here
from web.game.volume import Volume
from web.pages.glossary import ordered, term_name

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
    """The service worker, with the digest of our files in it: a new one is a new worker."""
    digest = current_app.extensions["paragraf-assets"]
    shell = [placed(path if path == "/offline" else f"{path}?v={digest}") for path in SHELL]
    text = render_template("offline/sw.js", digest=digest, shell=shell)
    return Response(text, mimetype="text/javascript", headers={"Service-Worker-Allowed": placed("/")})


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

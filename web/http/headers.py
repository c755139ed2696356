"""Headers of every response: security, caching by corpus version, which rules an answer came from."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.wrappers import Response as AnyResponse

from kb.languages import texts
from web.base.recent import Recent
from web.game.reader import corpus, faults, here

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: workers that run Python may compile what is no script; nothing else may
ENGINE_CSP = CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
SECURITY = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def is_live() -> bool:
    """Whether the page changes by itself: a table, the pages that list the tables of this phone, the server's health."""
    lists_tables = request.path == "/" or request.endpoint == "workshop.page"
    if request.endpoint == "health.health":
        return True
    return request.path.startswith("/t/") or (lists_tables and bool(request.cookies.get("tables")))


def init_app(app: Flask) -> None:
    """Answers 304 before any work is done, and sets the headers after it."""
    app.extensions["paragraf-assets"] = assets_digest(
        Path(app.static_folder or ""), Path(__file__).parent.parent, texts.HOME
    )
    assets: str = app.extensions["paragraf-assets"]
    pages: Recent[str, bytes] = Recent(PAGES)  # a tag names all that a page is made of: it never goes stale

    @app.before_request
    def unchanged() -> AnyResponse | None:
        if request.method not in ("GET", "HEAD") or request.endpoint in (None, "static") or "ui" in request.args:
            return None
        if is_live():
            return None
        tag = etag_of(assets)
        if tag in request.if_none_match:
            return Response(status=304)
        made = pages.find(tag) if keeps_page() else None
        return Response(made, mimetype="text/html") if made is not None else None

    @app.after_request
    def add(response: Response) -> Response:
        if runs_python():
            response.headers["Content-Security-Policy"] = ENGINE_CSP
        for name, value in SECURITY.items():
            response.headers.setdefault(name, value)
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        response.headers["Corpus-Version"] = corpus().version
        if request.endpoint == "static":
            fresh = request.args.get("v") == assets
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if fresh else "no-cache"
        elif "immutable" in response.headers.get("Cache-Control", ""):
            pass  # a file with its digest in its address
        elif is_live():
            response.headers.setdefault("Cache-Control", "private, no-cache" if response.get_etag()[0] else "no-store")
        elif request.method in ("GET", "HEAD") and response.status_code in (200, 304):
            response.headers["Cache-Control"] = "private, no-cache"
            response.headers["Vary"] = "Cookie, Accept-Language"
            tag = etag_of(assets)
            response.set_etag(tag)
            if response.status_code == 200 and keeps_page() and "ui" not in request.args:
                pages.keep(tag, response.get_data())
        else:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    @app.context_processor
    def names() -> dict[str, object]:
        return {"assets": assets}


def runs_python() -> bool:
    """Whether a worker is asked for that has Python in it."""
    return request.endpoint == "offline.keeper" or (request.endpoint == "offline.worker" and "referee" in request.args)


#: pages kept ready
PAGES = 128
#: pages that are read again and again; questions and searches are of endless variety
KEPT = ("read.", "ask.choose", "glossary.", "lists.", "course.", "home.index", "home.about", "home.coverage")


def keeps_page() -> bool:
    """Whether the page asked for is one of those kept ready."""
    return (request.endpoint or "").startswith(KEPT) and len(request.query_string) < 100


def etag_of(assets: str) -> str:
    """A page is made of the corpus, the address, the reader's choices, our files and what an author is shown; nothing else."""
    reader = here()
    parts = (
        reader.corpus.version, assets, request.full_path, request.host, reader.ui, reader.lang, reader.beside, reader.theme, *faults(),
        *(f"{k}={v}" for k, v in sorted(request.cookies.items()) if k.startswith("edition_")),
    )  # fmt: skip
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:24]


def assets_digest(*folders: Path) -> str:
    """A digest of templates, texts and static files: part of their addresses."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in (".css", ".js", ".html", ".toml", ".svg", ".png", ".py"):
                digest.update(path.name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:10]

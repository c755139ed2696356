"""Headers of every response: security, caching by corpus version, which rules an answer came from."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.wrappers import Response as AnyResponse

from web.context import corpus, here

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def init_app(app: Flask) -> None:
    """Answers 304 before any work is done, and sets the headers after it."""
    app.extensions["paragraf-assets"] = assets_digest(Path(app.static_folder or ""), Path(__file__).parent)
    assets: str = app.extensions["paragraf-assets"]

    @app.before_request
    def unchanged() -> AnyResponse | None:
        if request.method not in ("GET", "HEAD") or request.endpoint in (None, "static") or "ui" in request.args:
            return None
        if etag_of(assets) in request.if_none_match:
            return Response(status=304)
        return None

    @app.after_request
    def add(response: Response) -> Response:
        for name, value in SECURITY.items():
            response.headers.setdefault(name, value)
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        response.headers["Corpus-Version"] = corpus().version
        if request.endpoint == "static":
            fresh = request.args.get("v") == assets
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if fresh else "no-cache"
        elif request.method in ("GET", "HEAD") and response.status_code in (200, 304):
            response.headers["Cache-Control"] = "private, no-cache"
            response.headers["Vary"] = "Cookie, Accept-Language"
            response.set_etag(etag_of(assets))
        else:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    @app.context_processor
    def names() -> dict[str, object]:
        return {"assets": assets}


def etag_of(assets: str) -> str:
    """A page is made of the corpus, the address, the reader's choices and our files; nothing else."""
    now = here()
    parts = (
        now.corpus.version, assets, request.full_path, request.host, now.ui, now.lang, now.beside, now.theme,
        *(f"{k}={v}" for k, v in sorted(request.cookies.items()) if k.startswith("edition_")),
    )  # fmt: skip
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:24]


def assets_digest(*folders: Path) -> str:
    """A digest of templates, translations and static files: part of their addresses."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in (".css", ".js", ".html", ".toml", ".svg", ".py"):
                digest.update(path.name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:10]

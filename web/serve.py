"""Serves the app: waitress, a few threads, the corpus loaded before the first visitor comes."""

from __future__ import annotations

import sys

import waitress

from web.app import create_app
from web.finding import index_of

THREADS = 8


def serve(host: str, port: int) -> int:
    """Runs until it is stopped; prints where."""
    app = create_app()
    corpus = app.extensions["paragraf-corpus"]
    index_of(corpus.library, corpus.cache)
    try:
        server = waitress.create_server(app, host=host, port=port, threads=THREADS, ident="paragraf")
    except OSError as error:
        sys.stderr.write(f"paragraf: cannot listen on {host}:{port}: {error.strerror}. Choose another with --port.\n")
        return 2
    shown = f"[{host}]" if ":" in host else host
    sys.stdout.write(f"paragraf: http://{shown}:{port}/  ({len(corpus.library.games)} games, corpus {corpus.version})\n")
    sys.stdout.flush()
    try:
        server.run()
    except KeyboardInterrupt:
        return 0
    return 0

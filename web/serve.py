"""Serves the app: waitress, a few threads; all that is made once is made first; SIGHUP reloads."""

from __future__ import annotations

import signal
import sys
import threading

from waitress.server import create_server

from web.app import create_app
from web.corpus import Corpus
from web.warming import warm, warm_corpus

THREADS = 8
SCHEME = "http"  #: TLS is the business of a proxy in front


def serve(host: str, port: int) -> int:
    """Runs until it is stopped; prints where."""
    app = create_app()
    corpus = app.extensions["paragraf-corpus"]
    library = corpus.library
    warm(app)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: threading.Thread(target=_reload, args=(corpus,), daemon=True).start())
    try:
        server = create_server(app, host=host, port=port, threads=THREADS, ident="paragraf")
    except OSError as error:
        sys.stderr.write(f"paragraf: cannot listen on {host}:{port}: {error.strerror}. Choose another with --port.\n")
        return 2
    shown = f"[{host}]" if ":" in host else host
    sys.stdout.write(f"paragraf: {SCHEME}://{shown}:{port}/  ({len(library.games)} games, corpus {library.version})\n")
    sys.stdout.flush()
    try:
        server.run()
    except KeyboardInterrupt:
        return 0
    return 0


def _reload(corpus: Corpus) -> None:
    """Reads the corpus again and makes its index, while the old one serves."""
    if corpus.reload():
        warm_corpus(corpus)

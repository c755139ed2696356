"""Serves the app: the corpus is read, checked and made ready, then requests are answered; SIGHUP reloads, SIGTERM and SIGINT stop."""

from __future__ import annotations

import logging
import signal
import sys
import tempfile
from pathlib import Path

from flask import Flask

from web.app import create_app
from web.author.progress import Progress
from web.game.corpus import Corpus
from web.http.accesslog import write_logs
from web.server.listener import Server
from web.server.readiness import warm
from web.server.reload import Reloader
from web.server.soundness import faults_of, shown, told
from web.server.watcher import watch
from web.store.transaction import DatabaseError

THREADS = 8
SCHEME = "http"  #: TLS is the business of a proxy in front
log = logging.getLogger("paragraf.serve")
#: seconds a thread that makes a page computes before others have a turn: phones that ask for a row are not kept waiting
TURN = 0.002


def serve(host: str, port: int, *, watching: bool = False) -> int:
    """Runs until it is stopped; prints where. `watching`: what is saved is taken over, and what is wrong with it shown on the pages."""
    write_logs()
    sys.setswitchinterval(TURN)
    app = create_app()
    corpus: Corpus = app.extensions["paragraf-corpus"]
    faults = faults_of(corpus.books, corpus.folders, app.config["CHECK"])
    if faults and watching and corpus.volumes():
        corpus.faults = shown(faults)
        log.error("the corpus is broken; it is served as far as it goes:\n%s", told(faults))
    elif faults:
        folders = ", ".join(map(str, corpus.folders))
        sys.stderr.write(f"paragraf: the corpus in {folders} is broken; nothing is served.\n{told(faults)}\n")
        return 1
    _tell_of_folders(app)
    with Progress("search index") as progress:
        warm(app, progress)
    try:
        server = Server(app, host, port, THREADS)
    except OSError as error:
        sys.stderr.write(f"paragraf: cannot listen on {host}:{port}: {error.strerror}. Choose another with --port.\n")
        return 2
    reloader = app.extensions["paragraf-reloader"] = Reloader(corpus, shows=watching)
    if watching:
        watch(corpus, reloader.ask)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: reloader.ask())
    for end in (signal.SIGTERM, signal.SIGINT):
        signal.signal(end, lambda *_: server.stop())
    address = f"[{host}]" if ":" in host else host
    library, root = corpus.library, app.config["PREFIX"]
    sys.stdout.write(
        f"paragraf: {SCHEME}://{address}:{port}{root}/  ({len(library.games)} games, corpus {library.version})\n"
    )
    sys.stdout.flush()
    server.run(app.config["STOP_SECONDS"])
    reloader.stop()
    log.info("stopped")
    return 0


def _tell_of_folders(app: Flask) -> None:
    """Says what cannot be kept where; reading and asking work without."""
    cache = Path(app.config["CACHE"])
    try:
        cache.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=cache).close()
    except OSError as error:
        log.warning(
            "the cache folder %s cannot be written (%s): every start reads the corpus anew; PARAGRAF_CACHE names another",
            cache,
            error.strerror,
        )
    try:
        app.extensions["paragraf-store"]().ping()
    except DatabaseError as error:
        log.error("tables do not work: %s", error)
    except Exception as error:
        log.error("tables do not work, the database does not answer: %s: %s", type(error).__name__, error)

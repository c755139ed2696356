"""Files that are saved while the server runs: a reload is asked for by itself, as `serve --watch` wants it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from kb.games.folders import named_folders
from web.author.watch import Watch
from web.game.corpus import Corpus


def watch(corpus: Corpus, ask: Callable[[], None]) -> threading.Thread:
    """Asks for a reload whenever a file of a game is saved, for as long as the process lives."""
    saved = Watch(lambda: named_folders(corpus.folders).values())

    def run() -> None:
        for _ in saved.rounds():
            ask()

    thread = threading.Thread(target=run, name="watch", daemon=True)
    thread.start()
    return thread

"""Reloading: the corpus is read again and checked while the old one serves; a broken one is told of and not used."""

from __future__ import annotations

import logging
import subprocess
import threading
import time

from web.game.corpus import Corpus
from web.server.readiness import warm_corpus
from web.server.soundness import faults_beside, is_known_right, no_games, remember_right, shown, told

log = logging.getLogger("paragraf.reload")


class Reloader:
    """A thread that waits to be asked; asked again meanwhile, it reads once more afterwards."""

    def __init__(self, corpus: Corpus, *, shows: bool = False) -> None:
        """`shows`: why a reload is refused stands on every page, for the author who watches."""
        self._corpus, self._shows = corpus, shows
        self._asked = threading.Event()
        self._child: subprocess.Popen[str] | None = None
        self._stopped = False
        self.refused = ""  #: when the newest reload was refused; empty when it was not
        threading.Thread(target=self._run, name="reload", daemon=True).start()

    def ask(self) -> None:
        """Reload soon; can be called by the handler of a signal."""
        self._asked.set()

    def stop(self) -> None:
        """Ends a check in progress."""
        self._stopped = True
        if self._child is not None:
            self._child.kill()

    def _run(self) -> None:
        while True:
            self._asked.wait()
            self._asked.clear()
            try:
                self.reload()
            except Exception as error:  # whatever a folder holds, the old corpus serves on
                self._refuse([f"{type(error).__name__}: {error}"])

    def reload(self) -> bool:
        """Reads, checks and swaps; whether the corpus in use is now that of the folder."""
        corpus, before = self._corpus, self._corpus.books
        books = corpus.load()
        if not books.volumes():
            return self._refuse([no_games(corpus.folders)])
        changed = {v.id: v.game.version for v in books.volumes() if before.find(v.id) is not v}
        unknown = {
            name: version
            for name, version in changed.items()
            if not is_known_right(books.volume(name).game, books.cache, "cases")
        }
        if changed:
            log.info("reload: %s changed and will be checked", ", ".join(changed))
        faults = faults_beside(corpus.folders, unknown, self._begun)
        if faults:
            return self._stopped or self._refuse(faults)
        for name in unknown:
            remember_right(books.volume(name).game, books.cache, "cases")
        warm_corpus(books)
        corpus.use(books)
        self.refused, corpus.faults = "", ()
        log.info(
            "reload: corpus %s is in use%s", books.version, "" if books.version != before.version else ", as before"
        )
        return True

    def _begun(self, child: subprocess.Popen[str]) -> None:
        self._child = child
        if self._stopped:
            child.kill()

    def _refuse(self, faults: list[str]) -> bool:
        self.refused = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        if self._shows:
            self._corpus.faults = shown(faults)
        log.error("reload refused, corpus %s stays in use:\n%s", self._corpus.version, told(faults))
        return False

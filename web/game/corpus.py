"""The corpus as the pages use it: one library, a volume a game. A reload swaps it whole."""

from __future__ import annotations

import threading
from pathlib import Path

from kb.languages.texts import languages, name_of
from kb.library import Library, corpus_folders, load_library
from web.base.faults import MissingError
from web.game.volume import Volume


class Books:
    """The games as one request sees them: a reload makes new ones and leaves these as they are."""

    def __init__(self, library: Library, volumes: dict[str, Volume], cache: Path) -> None:
        self.library = library
        self.cache = cache
        self._volumes = volumes
        self._languages = library.languages

    @property
    def version(self) -> str:
        """The digest of all games."""
        return self.library.version

    @property
    def languages(self) -> dict[str, str]:
        """The languages that rules may be read in, and what each calls itself: those of the interface, and others of a game."""
        return {lang: name_of(lang) for lang in (*languages(), *self._languages)}

    def volumes(self) -> list[Volume]:
        """Every game."""
        return list(self._volumes.values())

    def volume(self, name: str) -> Volume:
        """A game by its id, with near names when it is not there."""
        found = self._volumes.get(name)
        if found is None:
            raise MissingError("game", name, self._volumes)
        return found

    def find(self, name: str) -> Volume | None:
        """A game by its id, or nothing."""
        return self._volumes.get(name)


class Corpus:
    """The books in use; a reload makes new ones and swaps them at once. Requests in progress keep those they began with."""

    def __init__(self, folders: str | Path | None, cache: str | Path, root: str = "") -> None:
        """`folders`: one, or several as a setting names them; none: those of the setting."""
        self.folders = corpus_folders(str(folders or ""))
        self.cache = Path(cache)
        self._root = root
        self.faults: tuple[str, ...] = ()  #: why what was saved is not in use, for pages that show it to the author
        self._loading = threading.Lock()
        self._books: Books | None = None

    @property
    def books(self) -> Books:
        """Those in use; loaded when they are first wanted."""
        if self._books is None:
            with self._loading:
                if self._books is None:
                    self._books = self.load()
        return self._books

    def load(self) -> Books:
        """The books as the folders have them now, not yet in use. Unchanged games keep what was made of them."""
        library = load_library(self.folders, self.cache)
        volumes = {}
        for name, game in library.games.items():
            kept = self._books.find(name) if self._books is not None else None
            same = kept is not None and kept.game.version == game.version
            volumes[name] = kept if kept is not None and same else Volume(game, self.cache, root=self._root)
        return Books(library, volumes, self.cache)

    def use(self, books: Books) -> None:
        """From now on these."""
        self._books = books

    def reload(self) -> bool:
        """Reads the corpus again; says whether it changed."""
        with self._loading:
            before, self._books = self._books, self.load()
            return before is None or before.version != self._books.version

    @property
    def library(self) -> Library:
        """All games."""
        return self.books.library

    @property
    def version(self) -> str:
        """The digest of all games."""
        return self.books.version

    def volumes(self) -> list[Volume]:
        """Every game."""
        return self.books.volumes()

    def volume(self, name: str) -> Volume:
        """A game by its id, with near names when it is not there."""
        return self.books.volume(name)

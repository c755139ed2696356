"""The corpus as the pages use it: one library, one referee a game, what hangs together. A reload swaps it whole."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cached_property, lru_cache
from pathlib import Path

from kb.library import Game, Library, corpus_folder, load_library
from kb.model.entities import Chapter, Heading, Paragraph, Term
from kb.survey.graph import RuleGraph
from kb.text.markup import plain_text, render
from kb.text.termlinks import TermFinder
from referee.errors import UnknownNameError, near_names
from referee.service import Referee, Sort, Words


class MissingError(UnknownNameError):
    """An address that leads nowhere; comes with near names."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        super().__init__(what, name, names)
        self.near = near_names(name, names)


class Volume:
    """One game as it is read: its text rendered, its referee, its cross references turned around."""

    def __init__(self, game: Game, cache: Path | None = None, kin: Volume | None = None, root: str = "") -> None:
        """`kin`: the volume of the game that this one is grown from; `root`: what stands before every address of the app."""
        self.game = game
        self.root: str = kin.root if kin is not None else root
        self.id = game.id
        self.referee: Referee = Referee(game, cache, kin.referee if kin is not None else None)
        self._finders: dict[str, TermFinder] = {}
        self._titles: dict[str, dict[str, str]] = {}
        self._order = [
            item.id for chapter in game.prose.chapters for item in chapter.items if isinstance(item, Paragraph)
        ]
        self._position = {identity: at for at, identity in enumerate(self._order)}
        self._html = lru_cache(maxsize=8192)(self._render)
        self.definition = lru_cache(maxsize=2048)(self._define)
        self.text = lru_cache(maxsize=8192)(self._text)  #: a paragraph as plain text, by its id and a language

    # ---- rules -----------------------------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        """The wording of the game in a language."""
        return self.referee.words(lang)

    def value_titles(self, lang: str) -> dict[str, str]:
        """What every value is called, its keys named by their kinds."""
        if lang not in self._titles:
            words, keys = self.words(lang), self.referee.key_fields
            self._titles[lang] = {
                value.name: words.name(value.name, *(field.label for field in keys(value.name, lang)))
                for value in self.referee.all_of(Sort.VALUE)
            }
        return self._titles[lang]

    def named(self, names: list[str]) -> set[str]:
        """Those that have a word of their own; all of them while most have none."""
        prose = self.game.prose
        found = {name for name in names if name in prose.words or name in prose.terms}
        return found if 2 * len(found) >= len(names) else set(names)

    @cached_property
    def graph(self) -> RuleGraph:
        """What defines, reads, overrides, clarifies what."""
        return RuleGraph(self.game)

    # ---- text ------------------------------------------------------------------------------------------------------

    def html(self, identity: str, lang: str) -> tuple[str, str]:
        """A paragraph as HTML and the language it is in: English where there is no translation."""
        return self._html(identity, lang)

    def _render(self, identity: str, lang: str) -> tuple[str, str]:
        paragraph = self.game.prose.paragraphs[identity]
        shown = lang if paragraph.text.get(lang) else "en"
        return self.render(paragraph.text.get(shown, ""), shown, lang), shown

    def _define(self, identity: str, lang: str) -> str:
        """A term's definition as HTML."""
        texts = self.game.prose.terms[identity].text
        written = lang if texts.get(lang) else "en"
        return self.render(texts.get(written, ""), written, lang, (identity,))

    def render(self, text: str, written: str, lang: str, skip: tuple[str, ...] = ()) -> str:
        """Any text of the game as HTML, its terms linked."""
        finder = self._finders.get(written)
        if finder is None:
            finder = self._finders[written] = TermFinder(self.game.prose.terms.values(), written)
        return render(text, finder, lambda term: f"{self.root}/g/{self.id}/t/{term}?lang={lang}", skip)

    def _text(self, identity: str, lang: str) -> str:
        paragraph = self.game.prose.paragraphs[identity]
        return plain_text(paragraph.text.get(lang) or paragraph.text.get("en", ""))

    def title(self, lang: str) -> str:
        """What the game is called."""
        titles = self.game.prose.title
        return titles.get(lang) or titles.get("en") or self.id

    def chapter(self, identity: str) -> Chapter:
        """A chapter by its id."""
        for chapter in self.game.prose.chapters:
            if chapter.id == identity:
                return chapter
        raise MissingError("chapter", identity, [chapter.id for chapter in self.game.prose.chapters])

    def paragraph(self, identity: str) -> Paragraph:
        """A paragraph by its id, with near ids when it is not there."""
        found = self.game.paragraph(identity)
        if found is None:
            raise MissingError("paragraph", identity, self.game.prose.paragraphs)
        return found

    def term(self, identity: str) -> Term:
        """A term by its id, with near ids when it is not there."""
        found = self.game.prose.terms.get(identity)
        if found is None:
            raise MissingError("term", identity, self.game.prose.terms)
        return found

    def heading(self, identity: str) -> Heading | None:
        """A heading by its id."""
        return self.game.prose.headings.get(identity)

    def neighbours(self, identity: str) -> tuple[str, str]:
        """The paragraphs before and after, or nothing."""
        at = self._position[identity]
        before = self._order[at - 1] if at else ""
        after = self._order[at + 1] if at + 1 < len(self._order) else ""
        return before, after

    # ---- what hangs together ---------------------------------------------------------------------------------------

    @cached_property
    def clarified(self) -> dict[str, list[str]]:
        """Paragraph -> those that clarify it."""
        return self._turned("clarifies")

    @cached_property
    def restated(self) -> dict[str, list[str]]:
        """Paragraph -> those that say it again."""
        return self._turned("restates")

    def _turned(self, attribute: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for paragraph in self.game.prose.paragraphs.values():
            for target in getattr(paragraph, attribute):
                found.setdefault(target, []).append(paragraph.id)
        return found

    @cached_property
    def variants(self) -> dict[str, list[tuple[str, str]]]:
        """Paragraph -> what single editions say instead: edition and paragraph, told by an id that ends with the edition."""
        found: dict[str, list[tuple[str, str]]] = {}
        prose = self.game.prose
        for paragraph in prose.paragraphs.values():
            stem, _, edition = paragraph.id.rpartition(".")
            if edition in prose.editions:
                overridden = [
                    link.target[1]
                    for link in self.graph.links(("paragraph", paragraph.id))
                    if link.kind == "overrides" and link.source[1] == paragraph.id
                ]
                for place in dict.fromkeys([stem, *paragraph.clarifies, *overridden]):
                    if place in prose.paragraphs:
                        found.setdefault(place, []).append((edition, paragraph.id))
        return found

    @cached_property
    def disputed(self) -> dict[str, list[str]]:
        """Paragraph -> the disputes that stand under it or name it."""
        found: dict[str, list[str]] = {}
        for name, cited in self.game.program.disputes.items():
            places = [cited.paragraph] if cited.paragraph else []
            for reading in cited.node.readings:
                places += reading.places
            for place in dict.fromkeys(places):
                found.setdefault(place, []).append(name)
        return found

    @cached_property
    def defined(self) -> dict[str, list[str]]:
        """Paragraph -> the terms it defines."""
        found: dict[str, list[str]] = {}
        for term in self.game.prose.terms.values():
            for identity in term.defined:
                found.setdefault(identity, []).append(term.id)
        return found


class Books:
    """The games as one request sees them: a reload makes new ones and leaves these as they are."""

    def __init__(self, library: Library, volumes: dict[str, Volume], cache: Path) -> None:
        self.library = library
        self.cache = cache
        self._volumes = volumes

    @property
    def version(self) -> str:
        """The digest of all games."""
        return self.library.version

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

    def __init__(self, folder: str | Path | None, cache: str | Path, root: str = "") -> None:
        self.folder = Path(folder) if folder else corpus_folder()
        self.cache = Path(cache)
        self._root = root
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
        """The books as the folder has them now, not yet in use. Unchanged games keep what was made of them."""
        library = load_library(self.folder, self.cache)
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

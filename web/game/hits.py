"""Search for people: what can be found in a library, and the hits as plain data. Used by pages, API and command line."""

from __future__ import annotations

import atexit
import logging
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kb.languages.texts import spoken
from kb.library import Game, Library
from kb.search import KINDS, Document, Hit, Index, Kind, Snippet, documents_from_prose, open_index, search
from kb.text.glossary import inflections
from kb.text.markup import plain_text
from referee.errors import UnknownNameError
from referee.service import Sort, Words, names_of
from referee.service.game.disputes import dispute_title
from web.base.recent import Recent

log = logging.getLogger("paragraf.web")
#: indexes held open: the one in use and the one before it
_opened: Recent[tuple[str, str], Index] = Recent(2)
_opening = threading.Lock()


def find(
    library: Library, cache_dir: Path, text: str, *, game: str | None = None, kind: str | None = None, lang: str = "en",
    limit: int = 20, playing: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Everything that matches a text, best first, and near words when nothing does; the game in play comes first."""
    if game and game not in library.games:
        raise UnknownNameError("game", game, library.games)
    wanted = next((known for known in KINDS if known == kind), None)
    if kind and wanted is None:
        raise UnknownNameError("kind of result", kind, KINDS)
    index = index_of(library, cache_dir)
    result = search(index, text, game=game or None, kind=wanted, lang=lang, limit=limit, playing=playing)
    return {
        "query": text,
        "hits": [_hit(hit) for hit in result.hits],
        "suggestions": [
            {"id": near.id, "game": near.game, "title": near.title, "lang": near.lang} for near in result.suggestions
        ],
        "read_as": result.read_as,
        "shortened": result.shortened,
        "unknown": list(result.unknown),
    }


def index_of(library: Library, cache_dir: Path, step: Callable[[int, int], None] | None = None) -> Index:
    """The index of a library, built once for its version and kept open; `step` is told how much of it is built."""
    key = (str(cache_dir), library.version)
    index = _opened.find(key)
    if index is None:
        with _opening:  # building takes seconds: all who come meanwhile wait for the one, where a server has not made it at its start
            index = _opened.find(key) or _opened.keep(key, _open(library, cache_dir / "search", step))
    return index


def _open(library: Library, folder: Path, step: Callable[[int, int], None] | None) -> Index:
    """The index in its folder; where nothing can be written there, in one that is gone with this process."""
    try:
        return open_index(folder, library.version, lambda: documents(library), step)
    except OSError as error:
        aside = tempfile.TemporaryDirectory(prefix="paragraf-search-")
        log.warning(
            "the search index cannot be kept in %s (%s); it is made for this process alone", folder, error.strerror
        )
        atexit.register(aside.cleanup)
        return open_index(Path(aside.name), library.version, lambda: documents(library), step)


def documents(library: Library) -> Iterator[Document]:
    """The prose of every game, and the actions, cards and disputes of its rules."""
    for game in library.games.values():
        yield from documents_from_prose(game.prose)
        for lang in game.prose.languages:
            yield from _program(game, lang)


def _program(game: Game, lang: str) -> Iterator[Document]:
    words = Words(game, lang)
    for named in names_of(game).values():
        if named.is_action and not named.way:
            kind: Kind = "card" if named.sort == Sort.CARD else "action"
            yield _document(game, kind, named.name, lang, words.name(named.name), named.paragraph)
    for name, cited in game.program.disputes.items():
        if cited.paragraph:
            yield _document(game, "dispute", name, lang, dispute_title(game, words, name), cited.paragraph)


def _document(game: Game, kind: Kind, name: str, lang: str, title: str, paragraph: str) -> Document:
    found = game.paragraph(paragraph)
    text = plain_text(spoken(found.text, lang)) if found else ""
    term = game.prose.terms.get(name)
    table = game.prose.forms.get(lang, {})
    forms = (*term.aliases.get(lang, ()), *inflections(term, lang, table)) if term else ()
    return Document(game.id, kind, name, lang, title, text, pages=found.pages if found else {}, forms=forms)


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "id": hit.id,
        "kind": hit.kind,
        "game": hit.game,
        "title": hit.title,
        "title_lang": hit.title_lang,
        "snippet": hit.snippet.text,
        "parts": parts(hit.snippet),
        "lang": hit.lang,
        "why": hit.why,
        "number": hit.number,
        "pages": dict(hit.pages),
    }


def parts(snippet: Snippet) -> list[dict[str, Any]]:
    """A snippet cut into marked and unmarked pieces."""
    cut: list[dict[str, Any]] = []
    at = 0
    for start, end in snippet.marks:
        if start > at:
            cut.append({"text": snippet.text[at:start], "mark": False})
        cut.append({"text": snippet.text[start:end], "mark": True})
        at = end
    if at < len(snippet.text):
        cut.append({"text": snippet.text[at:], "mark": False})
    return cut


def hit_url(hit: dict[str, Any]) -> str:
    """Where a hit leads."""
    part = {"paragraph": "p", "term": "t", "dispute": "d", "action": "ask", "card": "ask"}[hit["kind"]]
    return f"/g/{hit['game']}/{part}/{hit['id']}"

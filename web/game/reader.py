"""Who reads: the languages of the interface and of the rules, the edition, the colours, and the corpus as it was when the request came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, request

from kb.languages.texts import begun, languages, spoken
from kb.library import Game
from referee.errors import BudgetError, RefereeError
from web.base import cookies, interface
from web.game.corpus import Books, Corpus

THEMES = ("auto", "light", "dark")


@dataclass(slots=True)
class Reader:
    """Who reads: in which languages and colours, and from which edition."""

    corpus: Books  #: as it was when the request came
    ui: str  #: language of the interface
    lang: str  #: language of the rules
    beside: str  #: a second language of the rules, or ""
    theme: str

    def t(self, key: str, **values: object) -> str:
        """A text of the interface."""
        return interface.translate(self.ui, key, **values)

    def rule_languages(self) -> dict[str, str]:
        """The languages in which some game has texts, by what they call themselves."""
        spoken_here = self.corpus.library.languages
        return {lang: name for lang, name in self.corpus.languages.items() if lang in spoken_here}

    def sentence(self, error: Exception) -> str:
        """An error as people read it: what was too much is told in the language of the interface."""
        if isinstance(error, BudgetError):
            return self.t("error.budget_detail")
        return error.said(self.ui) if isinstance(error, RefereeError) else str(error)

    def chosen_edition(self, game: Game) -> str | None:
        """The edition the reader chose; None when none was chosen."""
        for said in (request.args.get("edition"), request.cookies.get(f"edition_{game.id}")):
            if said in game.prose.editions:
                return said
        return None

    def edition(self, game: Game) -> str:
        """The edition whose pages are shown: the chosen one, else that of the language, else the first."""
        chosen = self.chosen_edition(game)
        if chosen:
            return chosen
        editions = game.prose.editions
        own = next((e.id for e in editions.values() if e.lang == self.lang), "")
        return own or next(iter(editions), "")


def here() -> Reader:
    """The reader of this request, also of one that failed before its reader was known."""
    if "reader" not in g:
        g.reader = read_reader()
    return cast(Reader, g.reader)


def corpus() -> Books:
    """The corpus as this request sees it."""
    return here().corpus if "reader" in g else cast(Corpus, current_app.extensions["paragraf-corpus"]).books


def faults() -> tuple[str, ...]:
    """What is wrong with what was saved; empty where nobody is to see it."""
    return cast(Corpus, current_app.extensions["paragraf-corpus"]).faults


def init_app(app: Flask) -> None:
    """Reads who reads before each request, and tells the templates."""

    @app.before_request
    def enter() -> None:
        g.reader = read_reader()

    @app.after_request
    def remember(response: Response) -> Response:
        said = request.args.get("ui", "")
        if said in languages() and request.cookies.get("ui") != said and "reader" in g:
            cookies.remember(response, "ui", said)
        return response

    @app.context_processor
    def names() -> dict[str, object]:
        reader = here()
        volume = reader.corpus.find((request.view_args or {}).get("game", ""))
        lang = reader.lang if volume is None else volume.speaks(reader.lang)  # names are marked as what they are
        return {
            "reader": reader, "t": reader.t, "ui": reader.ui, "lang": lang, "beside": reader.beside, "theme": reader.theme,
            "languages": interface.names(), "begun": begun, "with_args": with_args, "spoken": spoken, "version": reader.corpus.version,
            "tongues": reader.corpus.languages, "faults": faults(),
        }  # fmt: skip


def read_reader() -> Reader:
    """The reader as address, cookies and browser tell it."""
    args, cookies = request.args, request.cookies
    books = corpus()
    ui = interface.choose(args.get("ui"), cookies.get("ui"), request.accept_languages)
    known = books.languages
    lang = next((x for x in (args.get("lang"), cookies.get("lang")) if x and x in known), ui)
    beside = next((x for x in (args.get("beside"), cookies.get("beside")) if x and (x in known or x == "none")), "")
    if beside in ("none", lang):
        beside = ""
    theme = cookies.get("theme", "auto")
    return Reader(books, ui, lang, beside, theme if theme in THEMES else "auto")


def with_args(**changes: object) -> str:
    """This page's address with some of its arguments changed; None takes one away."""
    args = {key: values for key, values in request.args.lists() if key not in changes}
    for key, value in changes.items():
        if value is not None:
            args[key] = [str(value)]
    query = urlencode([(key, value) for key, values in args.items() for value in values])
    return f"{request.path}?{query}" if query else request.path

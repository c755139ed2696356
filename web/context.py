"""What a request knows: the corpus, the language of the interface, the language of the rules, the edition, the scheme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, request

from kb.library import Game
from web import i18n
from web.corpus import Corpus

THEMES = ("auto", "light", "dark")


@dataclass(slots=True)
class Here:
    """Where the reader stands."""

    corpus: Corpus
    ui: str  #: language of the interface
    lang: str  #: language of the rules
    beside: str  #: a second language of the rules, or ""
    theme: str

    def t(self, key: str, **values: object) -> str:
        """A text of the interface."""
        return i18n.translate(self.ui, key, **values)

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


def here() -> Here:
    """The context of this request."""
    return cast(Here, g.here)


def corpus() -> Corpus:
    """The corpus of this app."""
    return cast(Corpus, current_app.extensions["paragraf-corpus"])


def init_app(app: Flask) -> None:
    """Makes the context before each request and gives it to the templates."""

    @app.before_request
    def enter() -> None:
        g.here = read_here()

    @app.after_request
    def remember(response: Response) -> Response:
        said = request.args.get("ui", "")
        if said in i18n.LANGUAGES and request.cookies.get("ui") != said and "here" in g:
            response.set_cookie("ui", said, max_age=31_536_000, samesite="Lax", httponly=True, secure=request.is_secure)
        return response

    @app.context_processor
    def names() -> dict[str, object]:
        now = here()
        return {
            "here": now, "t": now.t, "ui": now.ui, "lang": now.lang, "beside": now.beside, "theme": now.theme,
            "languages": i18n.LANGUAGES, "with_args": with_args, "version": now.corpus.version,
        }  # fmt: skip


def read_here() -> Here:
    """The context as address, cookies and browser tell it."""
    args, cookies = request.args, request.cookies
    ui = i18n.choose(args.get("ui"), cookies.get("ui"), request.accept_languages)
    lang = next((x for x in (args.get("lang"), cookies.get("lang")) if x and x in i18n.LANGUAGES), ui)
    beside = next(
        (x for x in (args.get("beside"), cookies.get("beside")) if x and (x in i18n.LANGUAGES or x == "none")), ""
    )
    if beside in ("none", lang):
        beside = ""
    theme = cookies.get("theme", "auto")
    return Here(corpus(), ui, lang, beside, theme if theme in THEMES else "auto")


def with_args(**changes: object) -> str:
    """This page's address with some of its arguments changed; None takes one away."""
    args = {key: values for key, values in request.args.lists() if key not in changes}
    for key, value in changes.items():
        if value is not None:
            args[key] = [str(value)]
    query = urlencode([(key, value) for key, values in args.items() for value in values])
    return f"{request.path}?{query}" if query else request.path

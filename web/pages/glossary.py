"""The glossary: all terms in the order of the language, one page a term, a small card for the tap on a link."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from kb.languages.texts import spoken
from kb.model.entities import Term
from web.base import interface
from web.game.quotes import Quotes
from web.game.reader import here
from web.game.volume import Volume

bp = Blueprint("glossary", __name__)


@bp.get("/g/<game>/t/")
def listing(game: str) -> str:
    """All terms."""
    reader = here()
    volume = reader.corpus.volume(game)
    groups: dict[str, list[dict[str, Any]]] = {}
    for term in ordered(volume, reader.lang):
        name = term_name(term, reader.lang)
        groups.setdefault(interface.initial(name), []).append(
            {
                "id": term.id,
                "name": name,
                "html": volume.definition(term.id, reader.lang),
                "others": _others(term, reader.lang),
            }
        )
    return render_template("glossary/listing.html", volume=volume, groups=groups)


@bp.get("/g/<game>/t/<identity>")
def term(game: str, identity: str) -> str:
    """One term: names, definition, paragraphs."""
    reader = here()
    volume = reader.corpus.volume(game)
    found = volume.term(identity)
    quotes = Quotes(volume, reader)
    template = "glossary/card.html" if request.args.get("part") == "card" else "glossary/term.html"
    return render_template(
        template,
        volume=volume, term=found, name=term_name(found, reader.lang), html=volume.definition(identity, reader.lang),
        beside_html=volume.definition(identity, reader.beside) if reader.beside else "",
        others=_others(found, reader.lang), aliases=found.aliases.get(reader.lang, ()),
        defined=[quotes.brief(i) for i in found.defined if volume.game.paragraph(i)],
        related=[(i, term_name(volume.term(i), reader.lang)) for i in found.related if i in volume.game.prose.terms],
        differs=[(i, term_name(volume.term(i), reader.lang), text) for i, text in found.differs.items() if i in volume.game.prose.terms],
        edition=quotes.edition,
    )  # fmt: skip


def ordered(volume: Volume, lang: str) -> list[Term]:
    """The terms as a dictionary of that language lists them."""
    return sorted(
        volume.game.prose.terms.values(), key=lambda term: (interface.sort_key(term_name(term, lang), lang), term.id)
    )


def term_name(term: Term, lang: str) -> str:
    """A term's name in a language, else in English."""
    return spoken(term.names, lang) or term.id


def _others(term: Term, lang: str) -> list[tuple[str, str]]:
    return [(code, name) for code, name in term.names.items() if code != lang]

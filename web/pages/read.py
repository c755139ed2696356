"""Reading: chapters, single paragraphs, and what is connected with them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from kb.languages.texts import spoken, spoken_in
from kb.model.entities import Chapter, Heading, Paragraph
from referee.service import Sort
from web.base.faults import MissingError
from web.game.drawing import draw
from web.game.quotes import Quotes
from web.game.reader import here
from web.game.volume import Volume

bp = Blueprint("read", __name__)

#: kinds of links in the order of their weight: what decides comes before what only mentions
RANK = {
    word: at
    for at, word in enumerate(("overrides", "disputes", "clarifies", "encodes", "reads", "writes", "does", "defines"))
}


@bp.get("/g/<game>/")
def contents(game: str) -> str:
    """A game: its chapters and everything else there is of it."""
    reader = here()
    volume = reader.corpus.volume(game)
    chapters = [_outline(volume, chapter, reader.lang) for chapter in volume.game.prose.chapters]
    return render_template("read/contents.html", volume=volume, chapters=chapters, counts=_counts(volume))


@bp.get("/g/<game>/c/<chapter>")
def read(game: str, chapter: str) -> str:
    """One chapter with all its paragraphs."""
    reader = here()
    volume = reader.corpus.volume(game)
    found = volume.chapter(chapter)
    quotes = Quotes(volume, reader)
    items: list[dict[str, Any]] = []
    for item in found.items:
        if isinstance(item, Heading):
            items.append(_heading(item, reader.lang, reader.beside))
        else:
            items.append({"paragraph": quotes.full(item.id)})
    listed = list(volume.game.prose.chapters)
    at = listed.index(found)
    return render_template(
        "read/chapter.html",
        volume=volume, items=items, outline=_outline(volume, found, reader.lang), edition=quotes.edition,
        before=_outline(volume, listed[at - 1], reader.lang) if at else None,
        after=_outline(volume, listed[at + 1], reader.lang) if at + 1 < len(listed) else None,
    )  # fmt: skip


@bp.get("/g/<game>/p/<identity>")
def paragraph(game: str, identity: str) -> str | Response:
    """One paragraph, with everything that belongs to it."""
    reader = here()
    volume = reader.corpus.volume(game)
    heading = volume.heading(identity)
    if heading is not None and volume.game.paragraph(identity) is None:
        return redirect(f"/g/{game}/c/{heading.chapter}#{identity}")
    found = volume.paragraph(identity)
    quotes = Quotes(volume, reader)
    before, after = volume.neighbours(identity)
    section = volume.heading(found.section)
    chapter = volume.chapter(found.chapter)
    return render_template(
        "read/paragraph.html",
        volume=volume, shown=quotes.full(identity), edition=quotes.edition,
        section=spoken(section.title, reader.lang) if section else "", section_id=found.section,
        chapter=_outline(volume, chapter, reader.lang),
        before=quotes.link(before) if before else None, after=quotes.link(after) if after else None,
        terms=[(name, volume.term(name).names) for name in volume.defined.get(identity, ())],
        rules=[block.text for block in found.blocks], asks=_asks(volume, identity, reader.lang),
    )  # fmt: skip


@bp.get("/g/<game>/graph/<kind>/<identity>")
def graph(game: str, kind: str, identity: str) -> str:
    """What a rule or term reads, overrides, clarifies, is mentioned by: as a list."""
    reader = here()
    volume = reader.corpus.volume(game)
    if kind == "paragraph":
        volume.paragraph(identity)
    elif kind == "term":
        volume.term(identity)
    elif (kind, identity) not in volume.graph:
        known = list(volume.graph)
        kinds = {other for other, _ in known}
        if kind not in kinds:
            raise MissingError("kind of connection", kind, kinds)
        raise MissingError(kind, identity, [name for other, name in known if other == kind])
    groups: dict[tuple[str, bool], list[dict[str, str]]] = {}
    for link in volume.graph.links((kind, identity)):
        outward = link.source == (kind, identity)
        groups.setdefault((link.kind, outward), []).append(_node(volume, link.target if outward else link.source))
    ordered = sorted(groups.items(), key=lambda item: RANK.get(item[0][0], 9))
    sides: dict[bool, list[tuple[str, dict[str, str]]]] = {True: [], False: []}
    for (word, outward), nodes in ordered:
        drawn = {each["graph"] for _, each in sides[outward]}
        label = f"{word}_{'out' if outward else 'in'}"
        sides[outward] += [(label, each) for each in nodes if each["graph"] not in drawn]
    node = _node(volume, (kind, identity))
    picture = draw(node, sides[False], sides[True]) if groups else None
    return render_template("read/graph.html", volume=volume, groups=ordered, node=node, picture=picture)


def _node(volume: Volume, node: tuple[str, str]) -> dict[str, str]:
    """A node of the graph as a link."""
    kind, identity = node
    reader = here()
    words = volume.words(reader.lang)
    if kind == "paragraph" and volume.game.paragraph(identity):
        title, url = volume.text(identity, reader.lang), f"/g/{volume.id}/p/{identity}"
    elif kind == "term" and identity in volume.game.prose.terms:
        title, url = words.name(identity), f"/g/{volume.id}/t/{identity}"
    elif kind == "dispute" and identity in volume.game.program.disputes:
        stands = volume.game.program.disputes[identity].paragraph  # what editions differ in is no page of its own
        title, url = volume.dispute_title(identity, reader.lang), f"/g/{volume.id}/d/{identity}" if stands else ""
    elif kind in ("action", "card", "value", "fact"):
        title, url = words.name(identity), f"/g/{volume.id}/ask/{identity}"
    else:
        title, url = words.name(identity), ""
    return {
        "kind": kind,
        "id": identity,
        "title": title,
        "url": url,
        "graph": f"/g/{volume.id}/graph/{kind}/{identity}",
    }


def _asks(volume: Volume, identity: str, lang: str) -> list[tuple[str, str]]:
    """Actions and values that this paragraph carries clauses of: one can ask about them here."""
    program, words = volume.game.program, volume.words(lang)
    names: dict[str, None] = {}
    for name, action in program.actions.items():
        if action.paragraph == identity or any(c.paragraph == identity for c in action.clauses):
            names[name] = None
    for name, info in program.values.items():
        named = volume.referee.names.get(name)
        if named is not None and not named.aside and any(c.paragraph == identity for c in info.clauses):
            names[name] = None
    titles = volume.value_titles(lang)
    return [(name, titles.get(name) or words.name(name)) for name in names]


def _outline(volume: Volume, chapter: Chapter, lang: str) -> dict[str, Any]:
    sections = [
        {"id": item.id, "title": spoken(item.title, lang), "level": item.level}
        for item in chapter.items
        if isinstance(item, Heading) and item.level > 1
    ]
    return {
        "id": chapter.id,
        "title": spoken(chapter.title, lang),
        "url": f"/g/{volume.id}/c/{chapter.id}",
        "sections": sections,
        "paragraphs": sum(isinstance(item, Paragraph) for item in chapter.items),
    }


def _heading(item: Heading, lang: str, beside: str) -> dict[str, Any]:
    other = item.title.get(beside, "") if beside else ""
    title = spoken(item.title, lang)
    shown = spoken_in(item.title, lang)
    return {
        "heading": {
            "id": item.id,
            "title": title,
            "lang": shown,
            "level": item.level,
            "ours": shown in item.ours,
            "beside": other,
            "beside_lang": beside,
        }
    }


def _counts(volume: Volume) -> dict[str, int]:
    all_of = volume.referee.all_of
    return {
        "terms": len(volume.game.prose.terms),
        "actions": len(all_of(Sort.ACTION)),
        "cards": len(all_of(Sort.CARD)),
        "values": len(all_of(Sort.VALUE)),
        "disputes": sum(bool(cited.paragraph) for cited in volume.game.program.disputes.values()),
    }


@bp.get("/g/<game>")
def bare(game: str) -> Response:
    """The address without its stroke."""
    here().corpus.volume(game)
    query = request.query_string.decode()
    return redirect(f"/g/{game}/" + (f"?{query}" if query else ""))

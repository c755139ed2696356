"""Lists of a game: its disputes, its cards, and the values it can compute."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.context import here
from web.corpus import MissingError
from web.i18n import sort_key
from web.paragraphs import Pages

bp = Blueprint("lists", __name__)


@bp.get("/g/<game>/disputes")
def disputes(game: str) -> str:
    """Where the sources differ or are silent."""
    now = here()
    volume = now.corpus.volume(game)
    pages = Pages(volume, now)
    with volume.code() as code:
        explainer = volume.explainer(code, now.lang, pages.edition)
        found = [
            pages.dispute(explainer, name) for name, cited in volume.game.program.disputes.items() if cited.paragraph
        ]
    found.sort(key=lambda item: (item["strength"], item["title"]))
    noted = [pages.brief(i) for i, p in volume.game.prose.paragraphs.items() if not found and "open" in p.section]
    return render_template("lists/disputes.html", volume=volume, disputes=found, noted=noted)


@bp.get("/g/<game>/d/<name>")
def dispute(game: str, name: str) -> str:
    """One dispute with its readings and where each stands."""
    now = here()
    volume = now.corpus.volume(game)
    declared = {n: c for n, c in volume.game.program.disputes.items() if c.paragraph}
    if name not in declared:
        raise MissingError("dispute", name, declared)
    pages = Pages(volume, now)
    with volume.code() as code:
        found = pages.dispute(volume.explainer(code, now.lang, pages.edition), name)
    for reading in found["readings"]:
        reading["paragraphs"] = [pages.brief(i) for i in reading["cites"] if volume.game.paragraph(i)]
    own = declared[name].paragraph
    paragraph = pages.brief(own) if volume.game.paragraph(own) else None
    return render_template("lists/dispute.html", volume=volume, dispute=found, paragraph=paragraph)


@bp.get("/g/<game>/cards")
def cards(game: str) -> str:
    """What cards let one do."""
    now = here()
    volume = now.corpus.volume(game)
    pages = Pages(volume, now)
    words = volume.words(now.lang)
    found = [
        {
            "id": name,
            "title": words.name(name),
            "paragraph": pages.brief(action.paragraph) if volume.game.paragraph(action.paragraph) else None,
        }
        for name, action in volume.game.program.actions.items()
        if action.node.card
    ]
    found.sort(key=lambda item: sort_key(str(item["title"]), now.lang))
    return render_template("lists/cards.html", volume=volume, cards=found)


@bp.get("/g/<game>/values")
def values(game: str) -> str:
    """Calculators: every value of the game that can be asked for."""
    now = here()
    volume = now.corpus.volume(game)
    program = volume.game.program
    pages = Pages(volume, now)
    with volume.code() as code:
        titles = volume.value_titles(code, now.lang)
    found = []
    for name, title in titles.items():
        info = program.values.get(name)
        home = (
            (info.clauses[0].paragraph if info.clauses else "")
            if info
            else program.tables[program.columns[name][0]].paragraph
        )
        found.append((name, title, home))
    named = volume.named([name for name, _, _ in found])
    groups: dict[str, list[tuple[str, str]]] = {}
    others: list[tuple[str, str]] = []
    for name, title, paragraph in found:
        cited = volume.game.paragraph(paragraph)
        group = groups.setdefault(pages.section(cited) if cited else "", []) if name in named else others
        group.append((name, title))
    return render_template("lists/values.html", volume=volume, groups=groups, others=sorted(others))

"""`search` and `show`: what stands in the corpus."""

from __future__ import annotations

from typing import Any

import click

from kb.library import load_library
from referee import answers as a
from referee.errors import UnknownNameError
from referee.service import Referee, line
from web.author.progress import Progress
from web.base.interface import translate
from web.base.settings import cache_folder
from web.cli.main import Stopped
from web.cli.terminal.games import game_folder, library, referees
from web.cli.terminal.options import answers, tell
from web.cli.terminal.spoken import Spoken


@click.command(cls=Spoken)
@click.argument("text")
@click.option("--game")
@click.option("--kind")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@answers
def search(text: str, game: str | None, kind: str | None, limit: int, lang: str, data: bool) -> None:
    """Searches."""
    from web.game.hits import find, index_of  # brings the search engine, which `show` does not need

    games = library(perhaps_none=bool(game))
    if game and game not in games.games:  # one that lies elsewhere
        folder = game_folder(game)
        games, game = load_library(folder, cache_folder()), folder.name
    progress = Progress(line("search.index", lang))
    try:
        with progress:
            index_of(games, cache_folder(), progress)
    except KeyboardInterrupt:
        raise Stopped(line("search.stopped", lang, progress.done, progress.of), lang) from None
    found = find(games, cache_folder(), text, game=game, kind=kind, lang=lang, limit=limit)
    lines = [_listed(hit, lang) for hit in found["hits"]]
    if found["unknown"]:
        lines.append(f"? {', '.join(found['unknown'])}")
    lines += [f"≈ {near['title']}  [{near['game']}]  #{near['id']}" for near in found["suggestions"]]
    tell(found, "\n".join(lines) or "—", data)


def _listed(hit: dict[str, Any], lang: str) -> str:
    sort = line(f"sort.{hit['kind']}", lang)
    return f"{hit['title']}  [{sort}, {hit['game']}]  #{hit['id']}"


@click.command(cls=Spoken)
@click.argument("identity", metavar="ID")
@click.option("--game")
@answers
def show(identity: str, game: str | None, lang: str, data: bool) -> None:
    """Shows one thing."""
    games = referees(game)
    if identity == "disputes":
        found: Any = {referee.game.id: referee.disputes(lang) for referee in games}
        lines = [
            f"{d.dispute}  {translate(lang, f'dispute.{d.strength}')}: {d.title}\n    {_readings(d)}"
            for listed in found.values()
            for d in listed
        ]
        tell(found, "\n".join(lines) or "—", data)
        return
    name = identity.lstrip("#")
    found = next((item for referee in games if (item := _found(referee, name, lang)) is not None), None)
    if found is None:
        found = next((item for referee in games if (item := _printed(referee, identity, lang)) is not None), None)
    if found is None:
        raise UnknownNameError("paragraph, term, action or dispute", name, [n for r in games for n in _names(r)])
    tell(found, _text(found, lang), data)


def _found(referee: Referee, name: str, lang: str) -> a.Record | None:
    if name not in _names(referee):
        return None
    disputes = referee.disputes(lang) if name in referee.game.program.disputes else []
    return referee.show(name, lang) or next((item for item in disputes if item.dispute == name), None)


def _printed(referee: Referee, title: str, lang: str) -> a.Record | None:
    """A card or a term by the title that is printed on it, in any language."""
    prose, wanted = referee.game.prose, title.casefold()
    for card in referee.game.cards:
        heading = prose.headings.get(card.id)
        if heading is not None and wanted in map(str.casefold, heading.title.values()):
            return _found(referee, card.paragraph, lang)
    named = (term.id for term in prose.terms.values() if wanted in map(str.casefold, term.names.values()))
    found = next(named, None)
    return _found(referee, found, lang) if found is not None else None


def _names(referee: Referee) -> dict[str, object]:
    prose, program = referee.game.prose, referee.game.program
    return {**prose.paragraphs, **prose.terms, **program.actions, **program.disputes}


def _text(found: a.Record, lang: str) -> str:
    if isinstance(found, a.ShownParagraph):
        where = ", ".join(part for part in (found.section, found.wording) if part)
        return f"#{found.id}  {where}\n{found.text}\n{found.rule}".rstrip()
    if isinstance(found, a.ShownTerm):
        return f"{' · '.join(found.names.values())}\n{found.text}\n{_marked(found.defined)}".rstrip()
    if isinstance(found, a.ShownAction):
        called = f"{found.action}({', '.join(found.parameters)})  #{found.paragraph.id}"
        return f"{called}\n{found.paragraph.text}\n{_marked(found.checks)}"
    assert isinstance(found, a.Dispute)
    return f"{found.dispute}: {found.title}\n{found.text}\n{_readings(found)}"


def _readings(item: a.Dispute) -> str:
    return " | ".join(
        f"{'*' if r.default else ''}{r.text} [{r.reading}] {_marked(r.cites)}".strip() for r in item.readings
    )


def _marked(identities: list[str]) -> str:
    return " ".join(f"#{identity}" for identity in identities)

"""A question in words at the command line: its readings, each with its answer; with `--how` why it was read so."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.service import Referee, Told, Understood, how_read, opens, phrase
from web.base.settings import cache_folder
from web.cli.terminal.games import library
from web.cli.terminal.text import answer_text, granted
from web.cli.terminal.told import as_text

#: hits that are listed where nothing was understood
HITS = 5
#: and in all
HITS_OF_ALL = 10


def understood_text(
    referee: Referee, text: str, told: Told, *, actor: str | None, lang: str, data: bool, how: bool, whole: bool
) -> str:
    """Readings and hits, for people or as JSON."""
    referee.position(told)  # what is told is refused as it is of a formal question
    found = referee.understand(text, actor, told, lang)
    readings = [each for _, each in found]
    if data:
        return as_text({"readings": msgspec.to_builtins(readings), "hits": _hits(referee, text, readings, lang)})
    opened = opens(readings)
    lines: list[str] = []
    for at, (reading, each) in enumerate(found):
        lines.append(f"{at + 1}. {each.said}")
        if how:
            lines += [f"   {line}" for line in how_read(reading)]
        if each.left_over:
            lines.append(f"   ~~{' '.join(each.left_over)}~~")
        if at == 0 and opened:
            lines += [f"   {line}" for line in answer_text(each.answer, lang, whole).split("\n")]
        else:
            lines.append(f"   {phrase(f'verdict.{each.answer.verdict}', lang)}  {each.answer.sentence}")
            lines += [f" {line}" for line in granted(each.answer.assumed, lang)[:1]]
            lines += [f"   § {cite.section or cite.number}  #{cite.id}" for cite in each.answer.citations[:1]]
    if not opened:
        lines += [
            f"§ {hit['title']}  [{hit['kind']}]  #{hit['id']}" for hit in _hits(referee, text, readings, lang)[:HITS]
        ]
    return "\n".join(lines)


def _hits(referee: Referee, text: str, readings: list[Understood], lang: str) -> list[dict[str, Any]]:
    from web.game.sentences import hits_for  # brings the search engine

    games = library(perhaps_none=True)
    if referee.game.id not in games.games:  # a folder that no search knows: what its paragraphs say
        prose = referee.game.prose
        found = [(each, prose.paragraphs.get(each)) for each in referee.understanding.paragraphs(text)]
        return [
            {"title": prose.headings[paragraph.section].title.get(lang, ""), "kind": "paragraph", "id": identity}
            for identity, paragraph in found
            if paragraph is not None
        ][:HITS_OF_ALL]
    return hits_for(games, cache_folder(), referee, text, readings, lang, HITS_OF_ALL)

"""How many paragraphs of each game are rules, why others are not, and how many stand in each language."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kb.library import Game, Library
from kb.rules.program import paragraphs_of


def coverage(library: Library) -> dict[str, Any]:
    """The counts of every game."""
    return {"games": {game.id: _counts(game) for game in library.games.values()}, "version": library.version}


def _counts(game: Game) -> dict[str, Any]:
    from kb.cases import count_cases  # what reads cases is imported when it is wanted

    prose, carried = game.prose, paragraphs_of(game.program)
    paragraphs = list(prose.paragraphs.values())
    kinds = Counter(p.norule or ("encoded" if p.blocks or p.id in carried else "todo") for p in paragraphs)
    return {
        "paragraphs": len(paragraphs),
        "kinds": dict(sorted(kinds.items())),
        "languages": {lang: sum(bool(p.text.get(lang)) for p in paragraphs) for lang in prose.languages},
        "stale": {lang: sum(lang in p.stale for p in paragraphs) for lang in prose.languages[1:]},
        "terms": len(prose.terms),
        "cases": sum(count_cases(text) for _, text in prose.cases),
        "version": game.version,
    }

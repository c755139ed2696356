"""Questions about things of which no pattern is known and from which no weight was learnt: what is read from their names alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unittest.mock import patch

from grammar.base.records import replace
from grammar.nodes import spelled
from kb.library import Game
from referee.service import Referee
from tests.bench import words
from tests.bench.words import Asked, Outcome, measure, part_of
from tests.bench.words_training import learnt


def unworded(game: Game, part: int) -> Game:
    """A game without the patterns of everything that is asked about and falls in a part."""
    known = {*map(spelled, game.program.actions), *map(spelled, game.program.values), *game.program.columns}
    left_out = {name for name in game.asking.phrases if name in known and part_of(name) == part}
    phrases = {name: each for name, each in game.asking.phrases.items() if name not in left_out}
    return replace(game, asking=replace(game.asking, phrases=phrases))


def outcomes(questions: Sequence[Asked]) -> Iterator[Outcome]:
    """What comes of each question that something formal answers, its part left out of all that was written and learnt."""
    for part in range(words.PARTS):
        asked = [each for each in questions if each.formal and part_of(each.intent) == part]
        weights = learnt([each for each in questions if each not in asked])
        referees = {
            game: Referee(unworded(words.library().games[game], part)) for game in {each.game for each in asked}
        }
        with (
            patch("referee.understanding.understand.weights", lambda weights=weights: weights),
            patch.object(words, "referee_of", referees.__getitem__),
            patch.object(words, "hits_for", lambda *_: []),
        ):
            yield from [measure(each) for each in asked]

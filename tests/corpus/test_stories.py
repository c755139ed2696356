"""What a deed leads to, asked of states of random games with half of the facts untold: no error, and no answer that all the facts overturn."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import islice

import pytest

from referee.errors import RefereeError
from referee.rules.code import Code
from referee.service import Referee, Told
from referee.state import State
from tests.support import games
from tests.support.stories import Story, Teller, answer, contradiction, half_told, states

#: stories of each game, the same ones on every machine; STORIES=2000 for more, STORY_SEED for others
STORIES = int(os.environ.get("STORIES", "240"))
SEED = int(os.environ.get("STORY_SEED", "1"))
#: states that are asked about, and the deeds between two of them
STATES, EVERY = 5, 13


def _positions(name: str, rng: random.Random) -> list[State]:
    players = rng.choice(games.game(name).prose.players or (None,))
    opening = Referee(games.game(name)).opening(Told(), players).state
    return states(games.code(name), opening, SEED, STATES, EVERY)


def _stories(code: Code, found: list[State], rng: random.Random) -> Iterator[tuple[Story, State]]:
    """A story of every action and procedure, over and over."""
    names = [*code.program.actions, *code.program.procedures]
    rng.shuffle(names)
    while True:
        for name in names:
            state = rng.choice(found)
            story = Teller(code, state, rng).story(name)
            if story is not None:
                yield story, state


@pytest.mark.slow
@pytest.mark.parametrize("name", games.NAMES)
def test_more_facts_never_overturn_what_a_story_comes_to(name: str) -> None:
    rng = random.Random(SEED)
    code = games.code(name)
    found, wrong, asked = _positions(name, rng), [], 0
    for story, state in islice(_stories(code, found, rng), STORIES):
        asked += 1
        try:
            partly, fully = answer(code, story, half_told(code, state, rng)), answer(code, story, state)
        except RefereeError as error:
            wrong.append(f"{story.question}: {error}")
            continue
        if partly is not None and fully is not None:
            overturned = contradiction(code, partly, fully)
            wrong += [f"{story.question}: {overturned}"] if overturned else []
    assert asked == STORIES
    assert not wrong, "\n".join(wrong)

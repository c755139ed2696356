"""What is most used in each game, renamed: nothing is missed, so nothing is unknown afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from kb.mentions.mention import Thing
from kb.model.problems import Problem
from tests.support.places import CORPUS
from web.editor.desk import Desk
from web.editor.rename import RenameRefused, renamed

GAMES = [path.parent for path in sorted(CORPUS.glob("*/game.toml"))]


def most_used(desk: Desk) -> list[Thing]:
    """Of each sort of thing what is named most often, and can be renamed."""
    index, program = desk.index(), desk.reading().game.program
    times = Counter(mention.thing for file in index.files for mention in index.mentions(file))
    sorts: list[set[Thing]] = [
        {("name", name) for name in table}
        for table in (program.facts, program.values, program.actions, program.procedures, program.kinds, program.steps)
    ]
    sorts.append({("name", member) for members in program.members.values() for member in members})
    sorts += [{thing for thing in times if thing[0] == space} for space in ("paragraph", "term", "local")]
    found = []
    for sort in sorts:
        for thing in sorted(sort & times.keys(), key=lambda each: (-times[each], each)):
            try:
                renamed(desk, index, thing, new_name(thing))
            except RenameRefused:
                continue
            found.append(thing)
            break
    return found


def new_name(thing: Thing) -> str:
    return f"{thing[1].split()[0]}_anew"


def faults(problems: Iterable[Problem]) -> Counter[tuple[str, str]]:
    """What is wrong, by code and file; a term lends its label by its name, and keeps that; a longer name makes a longer line."""
    left_out = ("WORD-LABEL", "CASE-LINE", "DECIDE-WRONG")
    return Counter((each.code, each.place.file) for each in problems if each.code not in left_out)


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_game_stays_as_right_as_it_was(folder: Path) -> None:
    desk = Desk(folder)
    before = faults(desk.read().problems)
    things = most_used(desk)
    assert len(things) >= 9
    index = desk.index()
    plans = [(thing, renamed(desk, index, thing, new_name(thing))) for thing in things]  # all of the game as it is
    for thing, changed in plans:
        desk.buffers.clear()
        for path, mentions in changed.items():
            lines = path.read_text("utf-8").split("\n")
            for each in sorted(mentions, key=lambda each: (each.line, each.column), reverse=True):
                line, start = lines[each.line - 1], each.column - 1
                lines[each.line - 1] = line[:start] + new_name(thing) + line[start + each.length :]
            desk.buffers[path] = "\n".join(lines)
        found = [str(each) for each in desk.read().problems]
        after = faults(desk.reading().problems)
        assert after == before, (thing, found[:5])

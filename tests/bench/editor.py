"""What an editor waits for, in CPU time: as shares of reading the largest game anew and checking it without its cases."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kb.library import corpus_folder
from tests.bench.lines import Line
from web.editor.answers import Answers
from web.editor.desk import Desk

ROUNDS = 5
UNIT = "× read anew"


def cpu(work: Callable[[], object], rounds: int) -> float:
    """The least of several times, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def figures(folder: Path, rounds: int = ROUNDS) -> Iterator[Line]:
    """An edit in the longest chapter, and every question at a name in it."""
    whole = cpu(lambda: Desk(folder).read(), rounds)
    yield Line("the game read anew and checked", whole, 1.0, UNIT)
    desk = Desk(folder)
    desk.read()
    chapter = max((desk.folder / "rules").glob("*.md"), key=lambda path: path.stat().st_size)
    text = chapter.read_text("utf-8")
    typed = 0

    def edit() -> None:
        nonlocal typed
        typed += 1
        desk.buffers[chapter] = text.replace("```rule\n", f"```rule\n-- {typed}\n", 1)
        desk.read()

    seconds = cpu(edit, rounds)
    yield Line("problems after an edit", seconds, seconds / whole, UNIT)
    desk.buffers.clear()
    answers = Answers(desk)
    word = next(word for word in desk.index().files[_name(desk, chapter)].words if word.sort == "name")
    place = (chapter, word.line, word.column + 1)
    works: dict[str, Callable[[], object]] = {
        "completion": lambda: answers.complete(*place),
        "hover": lambda: answers.hover(*place),
        "definition": lambda: answers.definition(*place),
        "references": lambda: answers.references(*place),
        "symbols": lambda: answers.symbols(chapter),
    }
    for name, work in works.items():
        seconds = cpu(work, rounds)
        yield Line(name, seconds, seconds / whole, UNIT)


def _name(desk: Desk, path: Path) -> str:
    return next(name for name, file in desk.texts().items() if file.path == path)


if __name__ == "__main__":
    sizes = {
        path.parent: sum(f.stat().st_size for f in path.parent.rglob("*.md"))
        for path in corpus_folder().glob("*/game.toml")
    }
    for line in figures(max(sizes, key=sizes.__getitem__)):
        sys.stdout.write(f"{line}\n")

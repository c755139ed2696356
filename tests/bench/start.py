"""Start-up measured in CPU time: of whole processes as multiples of `python -c pass`, and of our parser against lark's."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from grammar.rules.parse import build_parser, parse_rules
from kb.library import Game, corpus_folder, load_library

ROUNDS = 9
LOAD = "from pathlib import Path; from kb.library import load_game; game = load_game(Path({folder!r}), Path({cache!r}))"
COMPILED = (
    "from referee.service import Referee; referee = Referee(game, Path({cache!r})); "
    "referee.ask({question!r}, {actor!r}); referee.keep()"
)
PARSE = (
    "from grammar.rules.parse import parse_facts, parse_question; parse_question('f([a])'); parse_facts('f of a = 3')"
)


def cpu_of(code: str, cache: Path) -> float:
    """The CPU time of one process, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PARAGRAF_CACHE": str(cache)}
    subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def processes(game: Game, cache: Path) -> None:
    """Whole processes, one after the other in turn, so that a slow moment meets all of them."""
    folder = str(corpus_folder() / game.id)
    load = LOAD.format(folder=folder, cache=str(cache))
    question, actor = next(iter(game.program.actions)), next(iter(game.program.members[game.program.roles]))
    compiled = COMPILED.format(cache=str(cache), question=question, actor=actor)
    words = ["paragraf", "ask", game.id, question, "--as", actor]
    works = {
        "python -c pass": "pass",
        "import of the standard modules": "import re, typing, pathlib",
        "and of click and msgspec": "import re, typing, pathlib, click, msgspec",
        "import kb.library": "import kb.library",
        "a game from the cache": load,
        "and a first question and fact": f"{load}; {PARSE}",
        "and the rules of one answer": f"{load}; {compiled}",
        "paragraf ask": f"import sys; from web.cli.entry import main; sys.argv = {words!r}; main()",
    }
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS + 1):
        for name, code in works.items():
            found[name].append(cpu_of(code, cache))
    base = statistics.median(found["python -c pass"][1:])
    for name, times in found.items():
        median = statistics.median(times[1:])  # the first fills the caches
        print(f"{name:32} {median:8.1f} ms {median / base:6.1f} x")


def least(work: Callable[[], object]) -> float:
    """The least CPU time of a few runs, in milliseconds."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) * 1000


def main() -> None:
    """Prints the tables."""
    start = time.process_time()
    library = load_library()
    print(f"{'all games from text':32} {(time.process_time() - start) * 1000:8.1f} ms, the first time")
    print(f"{'all games from text':32} {least(load_library):8.1f} ms, again")
    games = sorted(library.games.values(), key=lambda game: len(game.program.values))
    blocks = [block.text for p in games[-1].prose.paragraphs.values() for block in p.blocks]
    lark = build_parser()
    ours = least(lambda: [parse_rules(text) for text in blocks])
    theirs = least(lambda: [lark.parse(text, start="rules") for text in blocks])
    print(
        f"{len(blocks)} rule blocks to nodes {ours:.1f} ms; by lark to its trees {theirs:.1f} ms, {theirs / ours:.1f} x"
    )
    with tempfile.TemporaryDirectory() as cache:
        processes(games[-1], Path(cache))


if __name__ == "__main__":
    main()

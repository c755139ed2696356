"""Calls of Python functions an answer takes: `python -m tests.bench.calls [PART …]`. No load changes them, so two versions can be compared anywhere."""

from __future__ import annotations

import gc
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence

from tests.bench import served
from tests.bench.answers import Put, made_up, put_questions, unasked
from tests.bench.clock import Work
from tests.bench.lines import Size
from tests.bench.playing import deeds, states
from tests.bench.recorded import recorded
from tests.bench.verdicts import GAME

#: how often each work is counted: some things are made at the second use only, and the least of two counts holds none of them
TWICE = 2
#: what is counted: a title, and the works of it
Counted = tuple[str, Sequence[Work]]


def calls(work: Work) -> int:
    """How many Python functions a work calls; what generators go on with counts too.

    No garbage is looked for meanwhile: it would be found after so many allocations of the whole process, in whichever work is at it
    then, and the callbacks of weak references to what died (rules of games that are no longer open) are Python functions too."""
    count = 0

    def seen(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    looked_for = gc.isenabled()
    gc.disable()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
        if looked_for:
            gc.enable()
    return count


def _answered(title: str, made: Callable[[str, Size], list[Put]], size: Size) -> Iterator[Counted]:
    for name in served.game_names():
        yield f"{title}, {name}", [each.answer for each in made(name, size)]


def _partial(size: Size) -> Iterator[Counted]:
    yield "partial state, Propose Bill", [each.answer for each in made_up(size)]
    yield from _answered("partial state", lambda name, size: put_questions(name, size, partly=True), size)


def _deeds(size: Size) -> Iterator[Counted]:
    for name in served.game_names():
        yield f"deed, {name}", deeds(served.opened(name), recorded(name, size))


PARTS: dict[str, Callable[[Size], Iterator[Counted]]] = {
    "answers": lambda size: _answered("whole answer", put_questions, size),
    "partial": _partial,
    "nothing": lambda size: _answered("nothing told", unasked, size),
    "moves": lambda size: iter([(f"moves, {GAME}", states(served.opened(GAME), recorded(GAME, size)))]),
    "deeds": _deeds,
}


def counted(names: Sequence[str], size: Size) -> Iterator[str]:
    """A line for each part and game: mean, median and most."""
    for name in names:
        for title, works in PARTS[name](size):
            for work in works:  # makes what is made at first use
                work()
            found = [min(calls(work) for _ in range(TWICE)) for work in works]
            mean, median, most = statistics.fmean(found), statistics.median(found), max(found)
            yield f"{title:36} mean {mean:10,.0f}   median {median:8,.0f}   most {most:10,.0f}"


if __name__ == "__main__":
    for line in counted(sys.argv[1:] or list(PARTS), Size()):
        print(line, flush=True)

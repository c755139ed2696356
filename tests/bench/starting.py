"""Starting: the command line in units of an empty Python, and loading from text and from the cache."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.bench import served
from tests.bench.lines import Line, Size, Target

PYTHON = "× python -c pass"
#: a question as somebody types it, with one told fact
ASKED = (
    "ask", "hegemony", "propose_bill(p=fiscal, target=A)", "--as", "working_class", "--given", "section of fiscal = B",
)  # fmt: skip
LARGEST = "hegemony"
COMMAND, TEXT, CACHE = Target(8), Target(1.5), Target(0.030)


def start_lines(size: Size) -> Iterator[Line]:
    """The command line warm, then loading."""
    with tempfile.TemporaryDirectory() as folder:
        environment = installed(folder)
        for _ in range(2):  # the first makes the cache, the second may still make what only a cache makes possible
            served.command(*ASKED, environment=environment)
        empty: list[float] = []
        asked: list[float] = []
        for _ in range(size.rounds):
            empty.append(
                child_spent(lambda: subprocess.run([sys.executable, "-c", "pass"], env=environment, check=True))
            )
            asked.append(child_spent(lambda: served.command(*ASKED, environment=environment)))
        unit, taken = statistics.median(empty), statistics.median(asked)
        yield Line("python -c pass", unit, 1.0, PYTHON)
        yield Line("warm `paragraf ask`, one told fact", taken, taken / unit, PYTHON, COMMAND)
        text = statistics.median(_loaded("text", environment=environment) for _ in range(min(3, size.rounds)))
        yield Line("load of all games from text", text, target=TEXT, note=_quiet(text, unit))
        kept = statistics.median(_loaded("cache", LARGEST, folder, environment=environment) for _ in range(size.rounds))
        yield Line(f"load of {LARGEST} from the cache", kept, target=CACHE, note=_quiet(kept, unit))


def _quiet(seconds: float, unit: float) -> str:
    """A target in seconds is meant for a quiet machine; the ratio tells how quiet this one was."""
    return f"{seconds / unit:.0f} {PYTHON}"


def installed(folder: str) -> dict[str, str]:
    """The environment with a cache of its own, in which Python keeps bytecode as it does unless told otherwise."""
    found = {**os.environ, "PARAGRAF_CACHE": folder, "PYTHONPYCACHEPREFIX": str(Path(folder) / "bytecode")}
    found.pop("PYTHONDONTWRITEBYTECODE", None)  # else every start would compile every module, and that is no warm start
    return found


def child_spent(work: Callable[[], object]) -> float:
    """CPU seconds, user and system, of the processes a work starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _loaded(*arguments: str, environment: Mapping[str, str]) -> float:
    called = [sys.executable, "-m", "tests.bench.fresh", *arguments]
    return float(subprocess.run(called, env=environment, capture_output=True, text=True, check=True).stdout)

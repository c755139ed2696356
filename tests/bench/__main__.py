"""The bench: `python -m tests.bench [PART …]`. Times what is served, and prints it beside what it should be."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

from tests.bench.answers import answer_lines, nothing_lines, partial_lines
from tests.bench.lines import Line, Size
from tests.bench.playing import deed_lines, moves_lines
from tests.bench.starting import start_lines
from tests.bench.verdicts import verdict_lines
from tests.bench.web import page_lines

PARTS: dict[str, Callable[[Size], Iterator[Line]]] = {
    "verdicts": verdict_lines,
    "answers": answer_lines,
    "partial": partial_lines,
    "nothing": nothing_lines,
    "moves": moves_lines,
    "deeds": deed_lines,
    "pages": page_lines,
    "start": start_lines,
}


def run(names: list[str], size: Size) -> Iterator[Line]:
    """The lines of the parts that are named."""
    for name in names:
        yield from PARTS[name](size)


def main(arguments: list[str]) -> int:
    """Prints every line as it comes, and how many targets are met."""
    unknown = [name for name in arguments if name not in PARTS]
    if unknown:
        print(f"There is no part {', '.join(unknown)} of the bench; the parts are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    lines = []
    for line in run(arguments or list(PARTS), Size()):
        print(line, flush=True)
        lines.append(line)
    aimed = [line for line in lines if line.target is not None]
    met = sum(line.met is True for line in aimed)
    print(f"{met} of {len(aimed)} targets met; {sum(os.times()[:4]):.0f} s of CPU")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

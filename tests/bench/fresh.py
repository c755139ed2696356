"""Loading in a process of its own: `python -m tests.bench.fresh text`, or `cache GAME FOLDER`; prints CPU seconds, imports aside."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.bench import served
from tests.bench.clock import spent


def main(arguments: list[str]) -> None:
    """Loads once, with nothing made before."""
    if arguments[0] == "text":
        print(spent(lambda: [served.load(name) for name in served.game_names()]))
    else:
        _, name, folder = arguments
        print(spent(lambda: served.load(name, Path(folder))))


if __name__ == "__main__":
    main(sys.argv[1:])

"""How far long work has come: a line that is drawn over and over on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
import time
from typing import Self, TextIO

#: signs of the bar, and seconds between two drawings of it
WIDTH, PAUSE = 24, 0.1


class Progress:
    """Called with what is done and how much there is; the line is gone when the work is."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self.what = what
        self.done, self.of = 0, 0
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty()
        self._drawn: float = 0
        self._length = 0

    def __call__(self, done: int, of: int) -> None:
        """So much of so much is done."""
        self.done, self.of = done, of
        now = time.monotonic()
        if self._shown and (now - self._drawn >= PAUSE or done >= of):
            self._drawn = now
            self._draw()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def __str__(self) -> str:
        return f"{self.what}: {self.done} of {self.of}" if self.of else self.what

    def _draw(self) -> None:
        full = WIDTH * self.done // self.of if self.of else 0
        self._write(f"{'█' * full}{'░' * (WIDTH - full)} {self}")

    def _write(self, line: str) -> None:
        if self._shown:
            self._stream.write(f"\r{line.ljust(self._length)}{'' if line else chr(13)}")
            self._stream.flush()
            self._length = len(line)

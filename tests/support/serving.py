"""Servers that run in a thread of the tests and are closed from outside of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any


def until_closed(server: Any) -> Callable[[], None]:
    """What a thread runs: a server that is closed while it waits for its socket has come to its end, and not to a fault of the next test."""

    def run() -> None:
        with suppress(OSError):
            server.run()

    return run

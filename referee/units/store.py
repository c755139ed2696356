"""Compiled units kept between runs: bytes by key, for one game of one version and the code that made them."""

from __future__ import annotations

import time
from _thread import allocate_lock
from pathlib import Path

from kb.cache.digest import PYTHON, Stamps, stamps_of
from kb.cache.pack import Pack, PackFile

#: units kept beyond those of the rules themselves would come from what is typed; there is no end to that
MOST = 40_000
#: what stands in the keys of units that were typed, not written in the rules, and how many of these are kept: the last ones
ASKED, MOST_ASKED = "?", 400
#: seconds between two writings in a process that goes on
PAUSE = 60.0
#: what the units were made by: other code writes and calls other functions
_HOME = Path(__file__).resolve().parent.parent
_MADE_BY = "made by"
#: a file changed less than this before it counts may change again within one tick of the clock
_TICK_NS = 2_000_000_000


class Store:
    """Where compiled units are found, and put when they had to be made; this one keeps nothing."""

    __slots__ = ()

    def get(self, key: str) -> memoryview | bytes | None:
        """The unit under a key."""
        return None

    def put(self, key: str, unit: bytes) -> None:
        """Notes a unit that had to be made."""

    def keep(self, pause: float = 0.0) -> bool:
        """Writes back what is new, at the earliest `pause` seconds after the last time; whether it did."""
        return False


#: for those who keep nothing
NOWHERE = Store()


class CodeStore(Store):
    """Units in a file beside the game's own; those made since it was read are written back by `keep`."""

    __slots__ = ("_asked", "_asking", "_kept", "_lock", "_made", "_made_by", "_path", "_unwritten", "_written")

    def __init__(self, cache: Path, game: str, version: str) -> None:
        self._path = cache / f"{game}-{version}.{PYTHON}.code"
        stamps = stamps_of(_HOME)
        self._made_by = repr((version, PYTHON, stamps)).encode()
        self._kept = _opened(self._path, self._made_by)
        self._made: dict[str, bytes] = {}
        self._asked: dict[str, bytes] = {}  #: of questions
        self._asking = allocate_lock()
        self._unwritten = 0 if _settled(stamps) else -1  # -1: code that is being edited keeps nothing
        self._written = time.monotonic()
        self._lock = (
            allocate_lock()
        )  # what `threading` calls a lock; that module takes longer to import than a game to open

    def get(self, key: str) -> memoryview | bytes | None:
        """The unit under a key: kept, or made since."""
        found = None if self._kept is None else self._kept.get(key)
        if found is not None:
            return found
        return (self._asked if ASKED in key else self._made).get(key)

    def put(self, key: str, unit: bytes) -> None:
        """Notes a unit that had to be made; beyond a number that no rules need, nothing more is noted."""
        if ASKED in key:
            with self._asking:
                self._asked[key] = unit
                while len(self._asked) > MOST_ASKED:
                    del self._asked[next(iter(self._asked))]
            return
        if len(self._made) < MOST and self._unwritten >= 0:
            self._made[key] = unit
            self._unwritten += 1

    def keep(self, pause: float = 0.0) -> bool:
        """Writes back what is new, together with what others wrote meanwhile."""
        new = self._unwritten + (
            0 if pause else len(self._asked)
        )  # questions alone are worth no writing while a process goes on
        if self._unwritten < 0 or new <= 0 or time.monotonic() - self._written < pause:
            return False
        if not self._lock.acquire(blocking=False):
            return False  # another thread is at it
        try:
            self._written, self._unwritten = time.monotonic(), 0
            there = _opened(self._path, self._made_by)
            parts = {name: bytes(part) for name, part in (there or {}).items()}
            if len(parts) >= MOST:
                return False
            asked = {name: parts.pop(name) for name in [*parts] if ASKED in name} | self._asked.copy()
            last = dict(list(asked.items())[-MOST_ASKED:])
            done = PackFile(self._path).put({**parts, **self._made.copy(), **last, _MADE_BY: self._made_by})
            if done:
                self._forget_older()
            return done
        finally:
            self._lock.release()

    def _forget_older(self) -> None:
        game = self._path.name.partition("-")[0]
        for old in self._path.parent.glob(f"{game}-*.{PYTHON}.code"):
            if old != self._path:
                old.unlink(missing_ok=True)


def _opened(path: Path, made_by: bytes) -> Pack | None:
    """The units of a file, if they were made by this code for this game."""
    found = PackFile(path).open()
    return found if found is not None and bytes(found.get(_MADE_BY, b"")) == made_by else None


def _settled(stamps: Stamps) -> bool:
    return max((changed for _, _, changed in stamps), default=0) < time.time_ns() - _TICK_NS

"""What can be made again, kept in files of named bytes: opened by reading an index, each part read when it is wanted."""

from __future__ import annotations

import marshal
import mmap
from collections.abc import Iterator, Mapping
from itertools import accumulate
from os import fstat
from pathlib import Path
from time import time_ns
from zlib import adler32

from grammar.base.files import replace_file

#: the first bytes of a file that holds a pack; then a checksum of the rest (against damage, not malice, so the one that is quickest to work
#: out), which begins with the time the file was given when it was whole: as long as it has that time nobody wrote on it, and nothing is summed up
_MAGIC = b"PGRF0004"
_SUMMED = len(_MAGIC) + 4
_HEAD = _SUMMED + 8


def pack(parts: Mapping[str, bytes]) -> bytes:
    """Named bytes as one: the size of an index, the index (names, and where each part ends), the parts; a part may be a pack itself."""
    from array import array  # what is only read needs none

    ends = array("Q", accumulate(map(len, parts.values()))).tobytes()
    front = marshal.dumps((tuple(parts), ends))
    return b"".join((len(front).to_bytes(4, "little"), front, *parts.values()))


class Pack(Mapping[str, memoryview]):
    """Named bytes inside other bytes; names and their order without reading a part."""

    __slots__ = ("_data", "_ends", "_index")

    def __init__(self, data: memoryview) -> None:
        """Raises ValueError, TypeError or EOFError where the bytes are no pack."""
        start = 4 + int.from_bytes(data[:4], "little")
        names, ends = marshal.loads(data[4:start])
        self._index: dict[str, int] = dict(zip(names, range(len(names)), strict=True))
        self._ends = memoryview(ends).cast("Q")
        self._data = data[start:]

    def __getitem__(self, name: str) -> memoryview:
        at = self._index[name]
        return self._data[self._ends[at - 1] if at else 0 : self._ends[at]]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


class PackFile:
    """A file of named bytes; one that is absent, damaged or foreign holds nothing."""

    __slots__ = ("_pack", "_path")

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pack: Pack | None = None

    def open(self) -> Pack | None:
        """All that is kept: as it was written, or checked as a whole, so that no part can turn out to be damaged later."""
        if self._pack is None:
            self._pack = _opened(self._path)
        return self._pack

    def get(self, key: str) -> memoryview | None:
        """What is kept under a name."""
        found = self.open()
        return found.get(key) if found is not None else None

    def put(self, parts: Mapping[str, bytes]) -> bool:
        """Keeps these parts and nothing else; whether that could be done."""
        now = time_ns()
        data = now.to_bytes(8, "little") + pack(parts)
        self._pack = None
        return replace_file(self._path, b"".join((_MAGIC, adler32(data).to_bytes(4, "little"), data)), now)


def _opened(path: Path) -> Pack | None:
    try:
        with path.open("rb") as file:
            changed = fstat(file.fileno()).st_mtime_ns
            # mapped, not read: most parts of a large file are never looked at
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if data[: len(_MAGIC)] != _MAGIC:
            return None
        if int.from_bytes(data[_SUMMED:_HEAD], "little") != changed and _sum_of(data) != adler32(data[_SUMMED:]):
            return None
        return Pack(data[_HEAD:])
    except (OSError, ValueError, TypeError, EOFError):
        return None  # whatever is wrong with a kept file, it is made again


def _sum_of(data: memoryview) -> int:
    return int.from_bytes(data[len(_MAGIC) : _SUMMED], "little")

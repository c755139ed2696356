"""A table's states as they are stored: one in full now and then, after it what each change made of the one before."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from referee.answers import Value
from web.store.delta import applied, difference

#: the base of an entry whose state stands in full
FULL = 0
#: what reading one more difference is worth in bytes, and the bytes of differences after which a small state stands in full again
COST, ROOM = 512, 32_768
#: the first byte of what zlib packed; no JSON begins with it
PACKED = b"x"


@dataclass(frozen=True, slots=True)
class PackedState:
    """A state as an entry holds it."""

    full: bool
    state: bytes  #: empty: as before


#: an entry that leaves the state as it is
AS_BEFORE = PackedState(False, b"")


class Chain:
    """The state after an entry, and what it was put together from."""

    def __init__(self, links: Sequence[bytes]) -> None:
        """Put together from what entries hold, the last full state first."""
        self.state = unpack(links[0])
        for packed in links[1:]:
            self.state = applied(self.state, unpack(packed))
        self._full = len(links[0])
        self._weight = sum(len(packed) + COST for packed in links[1:])

    def follow(self, text: str) -> PackedState:
        """How a state, given as JSON, is stored after this one."""
        after = json.loads(text)
        delta = difference(self.state, after)
        if not delta:
            return AS_BEFORE
        if self._weight < max(ROOM, self._full):
            packed = pack(to_json(delta))
            # what will be read is what is written: a difference that would not give this very text is not trusted
            if len(packed) < self._full and to_json(applied(self.state, delta)) == text:
                return PackedState(False, packed)
        return PackedState(True, pack(text))


def to_json(value: object) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pack(text: str) -> bytes:
    """JSON, squeezed if that makes it shorter."""
    plain = text.encode()
    squeezed = zlib.compress(plain, 6)
    return squeezed if len(squeezed) < len(plain) else plain


def unpack(packed: bytes) -> dict[str, Value]:
    """An object that was packed."""
    found: dict[str, Value] = json.loads(zlib.decompress(packed) if packed[:1] == PACKED else packed)
    return found

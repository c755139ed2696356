"""What was used last: so many things by their keys; the one longest not asked for goes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Thing = TypeVar("Thing")


class Recent(Generic[Key, Thing]):
    """At most so many things, for all threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._things: OrderedDict[Key, Thing] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._things)

    def find(self, key: Key) -> Thing | None:
        """A thing kept before."""
        with self._lock:
            found = self._things.get(key)
            if found is not None:
                self._things.move_to_end(key)
            return found

    def keep(self, key: Key, thing: Thing) -> Thing:
        """Keeps a thing."""
        with self._lock:
            self._things[key] = thing
            self._things.move_to_end(key)
            while len(self._things) > self.most:
                self._things.popitem(last=False)
            return thing

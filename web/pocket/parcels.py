"""Every parcel that a phone may ask for: made when it is first wanted, known by its digest, kept while its game does not change."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from web.pocket.packing import Parcel, game_parcel, program_parcel, runtime_parcel
from web.pocket.runtime import LIBRARY, LOADER, MODULE, WASM, Runtime

#: letters of a digest that stand in an address
SHORT = 16


class Parcels:
    """The files of the runtime, the program and the games, for one server."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._lock = threading.Lock()
        self._fixed: dict[str, Parcel] = {}
        self._games: dict[str, tuple[str, Parcel]] = {}

    @property
    def is_there(self) -> bool:
        """Whether phones can be given the referee at all."""
        return self.runtime.is_there

    def scripts(self) -> tuple[Parcel, Parcel]:
        """What workers import."""
        return self._file(LOADER), self._file(MODULE)

    def common(self) -> tuple[Parcel, ...]:
        """What every phone loads, whichever game it keeps."""
        return self._file(WASM), self._file(LIBRARY), self._once("program.zip", lambda: program_parcel(self.runtime))

    def game(self, name: str, version: str, folder: Path) -> Parcel:
        """A game of this version."""
        with self._lock:
            kept = self._games.get(name)
            if kept is None or kept[0] != version:
                kept = self._games[name] = (version, game_parcel(name, folder))
            return kept[1]

    def find(self, digest: str, name: str) -> Parcel | None:
        """A parcel by the address it was told under; those made before are looked through."""
        if name in (LOADER, MODULE, WASM, LIBRARY):
            self._file(name)
        made = [*self._fixed.values(), *(found for _, found in self._games.values())]
        return next((each for each in made if each.name == name and each.digest[:SHORT] == digest), None)

    def engine(self) -> str:
        """A digest of what runs Python: workers and kept files must be of one."""
        return _together(self._file(name) for name in (LOADER, MODULE, WASM))

    def _file(self, name: str) -> Parcel:
        return self._once(name, lambda: runtime_parcel(self.runtime, name))

    def _once(self, name: str, make: Callable[[], Parcel]) -> Parcel:
        with self._lock:
            if name not in self._fixed:
                self._fixed[name] = make()
            return self._fixed[name]


def _together(parcels: Iterable[Parcel]) -> str:
    digest = hashlib.sha256()
    for each in parcels:
        digest.update(each.digest.encode())
    return digest.hexdigest()[:SHORT]


def version_of(parcels: tuple[Parcel, ...]) -> str:
    """A digest of all that a phone keeps: of code and of corpus."""
    return _together(parcels)

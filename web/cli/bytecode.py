"""The bytecode of our modules in one file beside that of `entry`: two hundred small ones are found, opened and read one by one
in a tenth of the time of an answer.

What Python promises for its own files holds here too: a source that changed is read again, `-B` writes nothing, and a file that is absent,
damaged or of another Python counts for nothing.
"""

from __future__ import annotations

import marshal
import mmap
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

_ENDING = ".modules"
#: the first bytes: how long the file is, and how long its index
_SIZES = 8
#: folder, Python, and of each module: its file below the folder, whether it is a package, time and size of its source, where its code stands
_Entry = tuple[str, bool, int, int, int, int]
_Index = tuple[str, int, dict[str, _Entry]]


class KeptLoader(SourceFileLoader):
    """Loads a module as from its file, but for the code, which is there already."""

    def __init__(self, name: str, path: str, code: memoryview) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType | None:
        """The code as it was kept."""
        try:
            found = marshal.loads(self._code)
        except (ValueError, TypeError, EOFError):
            found = None
        return found if isinstance(found, CodeType) else super().get_code(fullname)


class KeptModules:
    """Finds modules in the file, each as long as its source is the one that was compiled."""

    def __init__(self, home: str, path: str, packages: Sequence[str]) -> None:
        self._home = home
        self._path = path
        self._packages = tuple(packages)
        self._before = frozenset(sys.modules)
        self._entries, self._data = _opened(path, home)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module is loaded from; None leaves it to Python."""
        entry = self._entries.get(name)
        if entry is None:
            return None
        below, is_package, changed, size, start, end = entry
        file = self._home + below
        if _stamp(file) != (changed, size):
            return None
        spec = ModuleSpec(name, KeptLoader(name, file, self._data[start:end]), origin=file, is_package=is_package)
        spec.has_location = True
        spec.cached = self._path
        if is_package:
            spec.submodule_search_locations = [os.path.dirname(file)]  # noqa: PTH120 (pathlib is not yet imported)
        return spec

    def keep(self) -> bool:
        """Writes down what had to be looked for elsewhere, with what is kept; whether there was any."""
        new = {} if sys.dont_write_bytecode else dict(self._elsewhere())
        if not new:
            return False
        entries: dict[str, _Entry] = {}
        codes: list[bytes] = []
        at = 0
        for name, (below, is_package, changed, size, start, end) in self._entries.items():
            if name not in new and _stamp(self._home + below) is not None:
                new[name] = (below, is_package, changed, size, bytes(self._data[start:end]))
        for name, (below, is_package, changed, size, code) in new.items():
            entries[name] = (below, is_package, changed, size, at, at + len(code))
            codes.append(code)
            at += len(code)
        return _written(self._path, (self._home, sys.hexversion, entries), codes)

    def _elsewhere(self) -> Mapping[str, tuple[str, bool, int, int, bytes]]:
        """The modules of ours that Python found by itself since we were asked first."""
        found = {}
        for name, module in list(sys.modules.items()):
            spec = getattr(module, "__spec__", None)
            if name in self._before or name.partition(".")[0] not in self._packages or spec is None:
                continue
            if type(spec.loader) is not SourceFileLoader or not str(spec.origin).startswith(self._home):
                continue
            file = str(spec.origin)
            stamp = _stamp(
                file
            )  # before the code: what is written meanwhile is newer than its stamp, and counts for nothing
            code = spec.loader.get_code(name)
            if stamp is not None and code is not None:
                found[name] = (
                    file[len(self._home) :], spec.submodule_search_locations is not None, *stamp, marshal.dumps(code),
                )  # fmt: skip
        return found


def keep_modules(of: ModuleSpec | None, packages: Sequence[str]) -> KeptModules | None:
    """Lets modules be found in the file beside the bytecode of one of them; None where Python keeps none."""
    if of is None or of.cached is None or type(of.loader) is not SourceFileLoader or of.origin is None:
        return None
    home = of.origin[: -len(os.path.join(*of.name.split(".")) + ".py")]  # noqa: PTH118
    made = KeptModules(home, of.cached.removesuffix(".pyc") + _ENDING, packages)
    sys.meta_path.insert(0, made)
    return made


def _stamp(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _opened(path: str, home: str) -> tuple[dict[str, _Entry], memoryview]:
    """What is kept for this folder by this Python."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        size, front = int.from_bytes(data[:4], "little"), int.from_bytes(data[4:_SIZES], "little")
        if size == len(data):
            found: _Index = marshal.loads(data[_SIZES : _SIZES + front])
            if found[:2] == (home, sys.hexversion):
                return found[2], data[_SIZES + front :]
    except (OSError, ValueError, TypeError, EOFError):
        pass  # it is made again
    return {}, memoryview(b"")


def _written(path: str, index: _Index, codes: list[bytes]) -> bool:
    from pathlib import Path

    from grammar.base.files import replace_file

    front = marshal.dumps(index)
    size = _SIZES + len(front) + sum(map(len, codes))
    return replace_file(
        Path(path), b"".join((size.to_bytes(4, "little"), len(front).to_bytes(4, "little"), front, *codes))
    )

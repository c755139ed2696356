"""What msgspec and pathlib import and hardly ever look at, left out until they do: together it takes longer to import than they do themselves."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType


class _Later(ModuleType):
    """Stands for a module that is imported when something in it is looked at."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # what the machinery of imports asks every module for
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


class _Platform(_Later):
    """`uuid` asks at once, and only this."""

    @staticmethod
    def system() -> str:
        """What it is called here: `uuid` asks on no other systems but those of its family."""
        return "Linux"


class _Addresses(_Later):
    """`pathlib` takes one function out of it, for addresses of files."""

    @staticmethod
    def quote_from_bytes(path: bytes, safe: str = "/") -> str:
        """The function itself, when it is called."""
        from urllib.parse import quote_from_bytes

        return quote_from_bytes(path, safe)


class Sparing:
    """While it lasts, these modules come later; what is imported already stays."""

    def __enter__(self) -> None:
        stand_ins: dict[str, ModuleType | None] = {
            "typing_extensions": None,  # asked for what `typing` has: absent
            "textwrap": _Later("textwrap"),
            "urllib.parse": _Addresses("urllib.parse"),
            **({"platform": _Platform("platform")} if sys.platform == "linux" else {}),
        }
        self._hidden = {name: module for name, module in stand_ins.items() if name not in sys.modules}
        sys.modules.update(self._hidden)  # type: ignore[arg-type]

    def __exit__(self, *_: object) -> None:
        for name, module in self._hidden.items():
            if sys.modules.get(name, module) is module:
                del sys.modules[name]

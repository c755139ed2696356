"""A table whose entries are read when they are first looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any, TypeVar

V = TypeVar("V")


class LateMapping(Mapping[str, V]):
    """Read-only; its names and their order are known without reading an entry."""

    __slots__ = ("_known", "_load", "_names")

    def __init__(self, names: Collection[str], load: Callable[[str], V]) -> None:
        self._names = names
        self._load = load
        self._known: dict[str, V] = {}

    def __getitem__(self, name: str) -> V:
        found = self._known.get(name)
        if found is not None:
            return found
        if name not in self._names:
            raise KeyError(name)
        return self._known.setdefault(name, self._load(name))  # two threads that read it at once get the same

    def get(self, name: str, default: Any = None, /) -> Any:
        """The entry of that name, or the default; a name that is not there raises nothing on the way."""
        found = self._known.get(name)
        if found is not None:
            return found
        return self[name] if name in self._names else default

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{name!r}: …' for name in self._names)}}}"

    def __reduce__(self) -> tuple[object, ...]:
        """Copied or kept, it is a plain table."""
        return dict, (dict(self),)


class LateTable(dict[str, V]):
    """The same for what is looked up all the time: an entry that was made is found as in any other table."""

    __slots__ = ("_load", "_names")

    def __init__(self, names: Collection[str], load: Callable[[str], V]) -> None:
        super().__init__()
        self._names = names
        self._load = load

    def __missing__(self, name: str) -> V:
        if name not in self._names:
            raise KeyError(name)
        return self.setdefault(name, self._load(name))  # two threads that make it at once get the same

    def get(self, name: str, default: Any = None, /) -> Any:
        """The entry of that name, or the default."""
        found = super().get(name)
        if found is not None:
            return found
        return self[name] if name in self._names else default

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """All names."""
        return KeysView(self)

    def values(self) -> ValuesView[V]:  # type: ignore[override]
        """All entries."""
        return ValuesView(self)

    def items(self) -> ItemsView[str, V]:  # type: ignore[override]
        """All names with their entries."""
        return ItemsView(self)

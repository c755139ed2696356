"""Records of which some fields are read when they are first looked at: the few large ones that a kept game opens with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar, dataclass_transform

from grammar.base.records import RecordField, field, taken_apart, values_of

T = TypeVar("T")


class _Late:
    """What a record is whose fields may be read when they are first looked at."""

    __slots__ = ("_late",)

    _late: tuple[Callable[[str], object], dict[str, object]]
    _given: Mapping[str, RecordField]
    __match_args__: tuple[str, ...]

    def __init__(self, *args: object, **named: object) -> None:
        names = self.__match_args__
        if len(args) > len(names):
            raise TypeError(f"{self.__class__.__name__}() takes {len(names)} values, not {len(args)}")
        values: dict[str, object] = dict(zip(names, args, strict=False))
        for name in names[len(args) :]:
            told = self._given[name].told() if name in self._given else {}
            if name in named:
                values[name] = named.pop(name)
            elif told:
                values[name] = told["default_factory"]() if "default_factory" in told else told["default"]
            else:
                raise TypeError(f"{self.__class__.__name__}() is missing {name!r}")
        if named:
            raise TypeError(f"{self.__class__.__name__}() takes no {next(iter(named))!r}, or takes it only once")
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> object:
        """Runs where a slot is empty: in a record made by `late`."""
        if name == "_late" or name not in self.__match_args__:
            raise AttributeError(f"{self.__class__.__name__!r} has no {name!r}", name=name, obj=self)
        load, known = self._late
        value = known.setdefault(name, load(name))  # two threads that read it at once get the same
        object.__setattr__(self, name, value)
        return value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        values = values_of(self.__match_args__)
        same: bool = self is other or values(self) == values(other)
        return same

    def __hash__(self) -> int:
        return hash((self.__class__, values_of(self.__match_args__)(self)))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """How it is copied and kept: its class, and all its values in order."""
        return self.__class__, tuple(getattr(self, name) for name in self.__match_args__)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def late_record(bare: type[T]) -> type[T]:
    """A class of records that never change, of which some fields may be read when they are first looked at; see `late`."""
    types, _, space = taken_apart(bare)
    made: Any = type(bare.__name__, (_Late,), {**space, "__slots__": tuple(types)})
    made.__qualname__ = bare.__qualname__
    return made  # type: ignore[no-any-return]


def late(cls: type[T], load: Callable[[str], object], **known: object) -> T:
    """A record whose other fields are read by `load(name)`, each when it is first looked at."""
    made = cls.__new__(cls)
    for name, value in (*known.items(), ("_late", (load, {}))):
        object.__setattr__(made, name, value)
    return made

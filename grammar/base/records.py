"""Records: what `@dataclass(slots=True)` gives, as structs of msgspec, so that hundreds of thousands are made, compared and hashed at once.

`dataclasses.fields`, `replace` and `is_dataclass` know them; that module itself is imported only when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

from grammar.base.spared import Sparing

with Sparing():
    from msgspec import Struct, defstruct, structs
    from msgspec import field as struct_field

T = TypeVar("T")


class Missing:
    """No default."""


class RecordField:
    """How one field differs from a plain one."""

    __slots__ = ("compare", "default", "factory", "repr")

    def __init__(self, default: object, factory: Callable[[], object] | None, compare: bool, repr_: bool) -> None:
        self.default = default
        self.factory = factory
        self.compare = compare
        self.repr = repr_

    def told(self) -> dict[str, Any]:
        """Its default as both msgspec and dataclasses take it; empty where there is none."""
        if self.factory is not None:
            return {"default_factory": self.factory}
        return {} if self.default is Missing else {"default": self.default}


def field(
    *,
    default: Any = Missing,
    default_factory: Callable[[], object] | None = None,
    compare: bool = True,
    repr: bool = True,
) -> Any:
    """A field with a default that is made anew, or one that does not count when records are compared."""
    return RecordField(default, default_factory, compare, repr)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(bare: type[T]) -> type[T]:
    """A class of records that never change."""
    return _made(bare, frozen=True)


@dataclass_transform(field_specifiers=(field,))
def open_record(bare: type[T]) -> type[T]:
    """A class of records whose fields may be set again."""
    return _made(bare, frozen=False)


class _Record(Protocol):
    """What every record has besides its fields."""

    __match_args__: tuple[str, ...]
    _given: Mapping[str, RecordField]
    _types: Mapping[str, object]
    _compared: ClassVar[Callable[[object], object]]


def _made(bare: type[T], frozen: bool) -> type[T]:
    types, given, space = taken_apart(bare)
    # types may name what is imported for checking alone, and nothing here is decoded: msgspec is told none
    fields = [(name, Any, struct_field(**given[name].told())) if name in given else (name, Any) for name in types]
    counted = tuple(name for name in types if name not in given or given[name].compare)
    if len(counted) < len(types):  # else msgspec compares them, without running Python
        space |= {"_compared": values_of(counted), "__eq__": _equal}
        space |= {"__hash__": _hashed} if frozen else {"__hash__": None}
    made: Any = defstruct(bare.__name__, fields, module=bare.__module__, namespace=space, frozen=frozen)
    made.__qualname__ = bare.__qualname__
    return made  # type: ignore[no-any-return]


def taken_apart(bare: type) -> tuple[Mapping[str, object], Mapping[str, RecordField], dict[str, Any]]:
    """What a class says: the types of its fields, how some of them differ, and all the rest it has."""
    space = dict(bare.__dict__)
    types: Mapping[str, object] = space.pop("__annotations__", {})
    given = {name: _field(space.pop(name)) for name in types if name in space}
    for slot in ("__dict__", "__weakref__"):  # of the bare class alone
        space.pop(slot, None)
    own = {"__repr__": _shown, "__dataclass_fields__": _Fields(types), "__match_args__": tuple(types), "_given": given}
    own["_types"] = types
    return types, given, own | space


def _field(default: object) -> RecordField:
    return default if isinstance(default, RecordField) else RecordField(default, None, True, True)


def values_of(names: tuple[str, ...]) -> Callable[[object], object]:
    """What reads these fields: one value alone, several as a tuple; records without fields are all the same."""
    return attrgetter(*(names or ("__class__",)))


def _equal(self: _Record, other: object) -> object:
    if other.__class__ is not self.__class__:
        return NotImplemented
    values = self.__class__._compared
    return self is other or values(self) == values(other)


def _hashed(self: _Record) -> int:
    return hash((self.__class__, self.__class__._compared(self)))


def _shown(self: _Record) -> str:
    given: Mapping[str, RecordField] = self._given
    names = (name for name in self.__match_args__ if name not in given or given[name].repr)
    return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def names_of(thing: object) -> tuple[str, ...]:
    """The names of a record's fields; none for what is no record, or for a class."""
    cls: Any = thing.__class__
    return cls.__match_args__ if is_record(cls) else ()


def types_of(cls: type) -> dict[str, str]:
    """The types of a class's fields as they are written, of those that count when records are compared; none for what is no record."""
    if not is_record(cls):
        return {}
    made: Any = cls
    given: Mapping[str, RecordField] = made._given
    return {name: str(written) for name, written in made._types.items() if name not in given or given[name].compare}


def is_record(cls: type) -> bool:
    """Whether it is a class of records."""
    return "__dataclass_fields__" in cls.__dict__


def replace(old: T, **changes: object) -> T:
    """A copy of a record with other values in some fields."""
    if isinstance(old, Struct):
        return structs.replace(old, **changes)
    cls: Any = old.__class__
    for name in cls.__match_args__:
        if name not in changes:
            changes[name] = getattr(old, name)
    return cls(**changes)  # type: ignore[no-any-return]


class _Fields:
    """`__dataclass_fields__`, made when the module of that name first asks for it."""

    def __init__(self, types: Mapping[str, object]) -> None:
        self._types = types

    def __get__(self, instance: object, owner: type[_Record]) -> Mapping[str, object]:
        made = _dataclass_fields(self._types, owner._given)
        type.__setattr__(owner, "__dataclass_fields__", made)
        return made


def _dataclass_fields(types: Mapping[str, object], given: Mapping[str, RecordField]) -> dict[str, object]:
    import dataclasses

    plain = RecordField(Missing, None, True, True)
    specs: list[tuple[str, object, object]] = []
    for name, type_ in types.items():
        own = given.get(name, plain)
        specs.append((name, type_, dataclasses.field(compare=own.compare, repr=own.repr, **own.told())))
    # kw_only: the order of fields with and without defaults was settled by the class itself
    return {item.name: item for item in dataclasses.fields(dataclasses.make_dataclass("_", specs, kw_only=True))}

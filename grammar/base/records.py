"""Records: what `@dataclass(slots=True)` gives, made without generating code, so that a hundred of them import at once.

`dataclasses.fields`, `replace` and `is_dataclass` know them; that module itself is imported only when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


class _Missing:
    """No default."""


class Field:
    """How one field differs from a plain one."""

    __slots__ = ("compare", "default", "factory", "repr")

    def __init__(self, default: object, factory: Callable[[], object] | None, compare: bool, repr_: bool) -> None:
        self.default = default
        self.factory = factory
        self.compare = compare
        self.repr = repr_

    def value(self) -> object:
        """The default, made anew where it is a table."""
        return self.default if self.factory is None else self.factory()


def field(
    *,
    default: Any = _Missing,
    default_factory: Callable[[], object] | None = None,
    compare: bool = True,
    repr: bool = True,
) -> Any:
    """A field with a default that is made anew, or one that does not count when records are compared."""
    return Field(default, default_factory, compare, repr)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(bare: type[T]) -> type[T]:
    """A class of records that never change."""
    return _made(bare, frozen=True)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def late_record(bare: type[T]) -> type[T]:
    """The same, of which some fields may be read when they are first looked at; see `late`."""
    return _made(bare, frozen=True, bases=(_Late,))


@dataclass_transform(field_specifiers=(field,))
def open_record(bare: type[T]) -> type[T]:
    """A class of records whose fields may be set again."""
    return _made(bare, frozen=False)


def _made(bare: type[T], frozen: bool, bases: tuple[type, ...] = ()) -> type[T]:
    space = dict(bare.__dict__)
    names = tuple(space.get("__annotations__", ()))
    given = {name: _field(space.pop(name)) for name in names if name in space}
    for own in ("__dict__", "__weakref__"):  # of the bare class alone
        space.pop(own, None)
    made = dict(_FROZEN if frozen else _OPEN)
    made["__slots__"] = made["__match_args__"] = names
    made["__qualname__"] = bare.__qualname__
    made["_given"] = given
    made["_compared"] = _values(tuple(name for name in names if name not in given or given[name].compare))
    cls: Any = type(bare.__name__, bases or bare.__bases__, made | space)
    cls.__init__ = _init(cls, names, given)
    return cls  # type: ignore[no-any-return]


def _field(default: object) -> Field:
    return default if isinstance(default, Field) else Field(default, None, True, True)


def _init(cls: type, names: tuple[str, ...], given: Mapping[str, Field]) -> Callable[..., None]:
    setters = tuple(getattr(cls, name).__set__ for name in names)
    count = len(names)
    defaults = tuple(given[name].default if name in given else _Missing for name in names)
    #: from here on every field has a default that is the same for all
    settled = next((at for at in range(count, 0, -1) if defaults[at - 1] is _Missing), 0)

    def __init__(self: object, *args: object, **named: object) -> None:
        if named or len(args) != count:
            if not named and settled <= len(args) < count:  # as most are made: the first ones told,
                args += defaults[len(args) :]
            elif named and names[len(args) :] == (*named,):  # or the last ones by name
                args += (*named.values(),)
            else:
                args = _completed(cls, names, given, args, named)
        for put, value in zip(setters, args):  # noqa: B905 (both have `count` items)
            put(self, value)

    return __init__


def _completed(
    cls: type, names: tuple[str, ...], given: Mapping[str, Field], args: tuple[object, ...], named: dict[str, object]
) -> tuple[object, ...]:
    """All values in order: those told by place, by name, and the defaults."""
    found = list(args)
    for name in names[len(args) :]:
        if name in named:
            found.append(named.pop(name))
        elif name in given and (given[name].factory or given[name].default is not _Missing):
            found.append(given[name].value())
        else:
            raise TypeError(f"{cls.__name__}() is missing {name!r}")
    if named:
        raise TypeError(f"{cls.__name__}() takes no {next(iter(named))!r}, or takes it only once")
    if len(found) > len(names):
        raise TypeError(f"{cls.__name__}() takes {len(names)} values, not {len(found)}")
    return tuple(found)


def _values(names: tuple[str, ...]) -> Callable[[object], Any]:
    """What reads these fields: one value alone, several as a tuple; records without fields are all the same."""
    return attrgetter(*(names or ("__class__",)))


def _equal(self: Any, other: object) -> Any:
    same_class: bool = other.__class__ is self.__class__
    if not same_class:
        return NotImplemented
    values = self._compared
    return self is other or values(self) == values(other)


def _hashed(self: Any) -> int:
    return hash((self.__class__, self._compared(self)))


def _shown(self: Any) -> str:
    given: Mapping[str, Field] = self._given
    names = (name for name in self.__match_args__ if name not in given or given[name].repr)
    return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def _reduced(self: Any) -> tuple[type, tuple[object, ...]]:
    """How it is copied and kept: its class, and all its values in order."""
    return self.__class__, tuple(getattr(self, name) for name in self.__match_args__)


def _refuse_set(self: object, name: str, value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: object, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Late:
    """What a record is whose fields may be read when they are first looked at."""

    __slots__ = ("_late",)

    _late: tuple[Callable[[str], object], dict[str, object]]

    def __getattr__(self, name: str) -> object:
        """Runs where a slot is empty: in a record made by `late`."""
        if name == "_late" or name not in vars(self.__class__)["__match_args__"]:
            raise AttributeError(f"{self.__class__.__name__!r} has no {name!r}", name=name, obj=self)
        load, known = self._late
        value = known.setdefault(name, load(name))  # two threads that read it at once get the same
        object.__setattr__(self, name, value)
        return value


def late(cls: type[T], load: Callable[[str], object], **known: object) -> T:
    """A record whose other fields are read by `load(name)`, each when it is first looked at."""
    made = cls.__new__(cls)
    for name, value in (*known.items(), ("_late", (load, {}))):
        object.__setattr__(made, name, value)
    return made


def names_of(thing: object) -> tuple[str, ...]:
    """The names of a record's fields; none for what is no record, or for a class."""
    cls = thing.__class__
    return cls.__dict__["__match_args__"] if "__dataclass_fields__" in cls.__dict__ else ()


def replace(old: T, **changes: object) -> T:
    """A copy of a record with other values in some fields."""
    names: tuple[str, ...] = vars(old.__class__)["__match_args__"]
    for name in names:
        if name not in changes:
            changes[name] = getattr(old, name)
    return old.__class__(**changes)


class _Fields:
    """`__dataclass_fields__`, made when the module of that name first asks for it."""

    def __get__(self, instance: object, owner: Any) -> Mapping[str, Any]:
        made = _dataclass_fields(owner.__match_args__, owner._given, owner.__annotations__)
        type.__setattr__(owner, "__dataclass_fields__", made)
        return made


def _dataclass_fields(names: Iterable[str], given: Mapping[str, Field], types: Mapping[str, Any]) -> dict[str, Any]:
    import dataclasses

    plain = Field(_Missing, None, True, True)
    specs: list[tuple[str, Any, Any]] = []
    for name in names:
        own = given.get(name, plain)
        told: dict[str, Any] = {"compare": own.compare, "repr": own.repr}
        if own.factory is not None:
            told["default_factory"] = own.factory
        elif own.default is not _Missing:
            told["default"] = own.default
        specs.append((name, types[name], dataclasses.field(**told)))
    # kw_only: the order of fields with and without defaults was settled by the class itself
    return {item.name: item for item in dataclasses.fields(dataclasses.make_dataclass("_", specs, kw_only=True))}


#: what the classes of records have in common
_OPEN: Mapping[str, Any] = {
    "__reduce__": _reduced, "__eq__": _equal, "__repr__": _shown, "__dataclass_fields__": _Fields()
}  # fmt: skip
_FROZEN: Mapping[str, Any] = {**_OPEN, "__hash__": _hashed, "__setattr__": _refuse_set, "__delattr__": _refuse_delete}

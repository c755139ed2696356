"""Types: what a value can be. A type is a set of possibilities, so that kinds which share members overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from referee.values import Bag, Deed

#: members that a message names before it stops
SHOWN = 8
_NOBODY: frozenset[str] = frozenset()

MembersOf = Callable[[str], Iterable[str] | None]  #: the members of an open kind, or None where nobody can know them


@dataclass(frozen=True, slots=True)
class Type:
    """The values an expression can have; a type without any possibility says that nothing is known yet."""

    number: bool = False
    flag: bool = False
    none: bool = False
    any: bool = False
    members: frozenset[str] = _NOBODY
    kinds: frozenset[str] = _NOBODY  #: open kinds: their members come with the state; records too
    deeds: frozenset[str] = _NOBODY  #: actions and procedures held as a value
    items: Type | None = None  #: of a list, set or pile
    shape: str = field(default="", compare=False)  #: list, set or pile
    keys: Type | None = None  #: of amounts
    name: str = field(default="", compare=False)  #: the kind or class that has exactly these members
    empty: bool = field(init=False, compare=False, repr=False)  #: whether nothing is known of it

    def __post_init__(self) -> None:
        names = self.members or self.kinds or self.deeds
        known = (
            self.number
            or self.flag
            or self.none
            or self.any
            or names
            or self.items is not None
            or self.keys is not None
        )
        object.__setattr__(self, "empty", not known)

    @property
    def vague(self) -> bool:
        """Whether nothing is known of it, or only that it is some collection."""
        return self.empty or self in (LISTS, list_of(NOTHING), Type(keys=NOTHING))

    @property
    def present(self) -> Type:
        """The same without none."""
        return replace(self, none=False) if self.none else self

    @property
    def words(self) -> str:
        """The type in plain words, for messages."""
        if self.any or self.empty:
            return "any value"
        parts = ["a number"] * self.number + ["yes or no"] * self.flag
        if self.name and (self.members or self.deeds or self.kinds):
            parts.append(f"{'an action' if self.deeds else 'a member'} of “{self.name}”")
        else:
            parts += [f"a member of “{kind}”" for kind in sorted(self.kinds)]
            parts += [
                _listed(names, what) for names, what in ((self.members, ""), (self.deeds, "the action ")) if names
            ]
        if self.items is not None:
            parts.append(f"a {self.shape or 'list'} of {_several(self.items)}")
        if self.keys is not None:
            parts.append(f"amounts by {_several(self.keys)}")
        return " or ".join(parts + ["none"] * self.none)

    def fits(self, value: object, members_of: MembersOf) -> bool:
        """Whether a value is of this type."""
        if self.any or self.empty:
            return True
        if value is None:
            return self.none
        if isinstance(value, bool):
            return self.flag
        if isinstance(value, int):
            return self.number or (self.shape == "pile" and value >= 0)  # a pile may be told by its number
        if isinstance(value, str):
            return (
                value in self.members
                or value in self.deeds
                or any(_holds(kind, value, members_of) for kind in self.kinds)
            )
        if isinstance(value, Deed):
            return value[0] in self.deeds
        if isinstance(value, Bag):
            return bool(self.kinds) or (self.keys is not None and all(self.keys.fits(key, members_of) for key in value))
        return (
            isinstance(value, tuple)
            and self.items is not None
            and all(self.items.fits(item, members_of) for item in value)
        )


def _holds(kind: str, value: str, members_of: MembersOf) -> bool:
    listed = members_of(kind)
    return listed is None or value in listed


def _listed(names: frozenset[str], what: str) -> str:
    shown = sorted(names)
    if len(shown) == 1:
        return f"{what}“{shown[0]}”"
    return f"one of {', '.join(shown[:SHOWN])}{', …' if len(shown) > SHOWN else ''}"


def _several(items: Type) -> str:
    if items.name:
        return f"“{items.name}”"
    return "anything" if items.any or items.empty else items.words


NOTHING = Type()
ANY = Type(any=True)
NUMBER = Type(number=True)
FLAG = Type(flag=True)
NONE = Type(none=True)
#: what a loop can go over
LISTS = Type(items=NOTHING, keys=NOTHING)


def list_of(items: Type, shape: str = "list") -> Type:
    """A list, set or pile of something."""
    return Type(items=items, shape=shape)


def joined(one: Type, other: Type) -> Type:
    """What is one or the other."""
    if one is other or other.empty:
        return one
    if one.empty:
        return other
    if one.any or other.any:
        return ANY
    if one == other:
        return one
    name = one.name if _covers(one, other) else other.name if _covers(other, one) else ""
    return Type(
        one.number or other.number,
        one.flag or other.flag,
        one.none or other.none,
        False,
        one.members | other.members,
        one.kinds | other.kinds,
        one.deeds | other.deeds,
        _both(one.items, other.items),
        one.shape or other.shape,
        _both(one.keys, other.keys),
        name,
    )


def join_all(types: Iterable[Type]) -> Type:
    """What is one of several."""
    found = NOTHING
    for type_ in types:
        found = joined(found, type_)
    return found


def _covers(one: Type, other: Type) -> bool:
    """Whether the names of one hold those of the other."""
    return bool(one.name) and other.members <= one.members and other.kinds <= one.kinds and other.deeds <= one.deeds


def _both(one: Type | None, other: Type | None) -> Type | None:
    if one is None or other is None:
        return one or other
    return joined(one, other)


def covers(one: Type, other: Type) -> bool:
    """Whether everything the other can be is also one of these."""
    return one.any or joined(one, other) == one


def meets(one: Type, other: Type) -> bool:
    """Whether some value can be both; what nothing is known of may be anything."""
    if one is other or one.any or other.any or one.empty or other.empty:
        return True
    return (
        (one.number and other.number)
        or (one.flag and other.flag)
        or (one.none and other.none)
        or not one.members.isdisjoint(other.members)
        or not one.kinds.isdisjoint(other.kinds)
        or not one.deeds.isdisjoint(other.deeds)
        or not one.deeds.isdisjoint(other.members)
        or not one.members.isdisjoint(other.deeds)
        or (one.items is not None and other.items is not None and meets(one.items, other.items))
        or (one.keys is not None and other.keys is not None and meets(one.keys, other.keys))
    )


def settled(type_: Type) -> Type:
    """Some collection of which more is known in one shape is of that shape."""
    if type_.items is None or type_.keys is None or type_.items.empty == type_.keys.empty:
        return type_
    return replace(type_, items=None) if type_.items.empty else replace(type_, keys=None)


def element_of(type_: Type) -> Type:
    """What a loop over it meets: the items of a list, the keys of amounts."""
    if type_.any:
        return ANY
    return _both(type_.items, type_.keys) or NOTHING

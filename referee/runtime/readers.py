"""The functions by which written code reads facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.values import MISSING, Bag

if TYPE_CHECKING:
    from referee.evaluation.context import Context


def reader_of(name: str, keys: int, field: bool) -> Callable[..., object]:
    """The function that reads a fact; what is missing is looked into by the context."""
    if field:

        def read_field(x: Context, a: object) -> object:
            if isinstance(a, Bag):
                return a.get(name)
            try:
                return x.facts[name][a]
            except KeyError:
                return x.lack(name, (a,))

        return read_field
    if keys == 0:

        def read(x: Context) -> object:
            try:
                return x.facts[name]
            except KeyError:
                return x.lack(name, ())

        return read
    if keys == 1:

        def read_one(x: Context, a: object) -> object:
            try:
                return x.facts[name][a]
            except KeyError:
                return x.lack(name, (a,))

        return read_one
    if keys == 2:

        def read_two(x: Context, a: object, b: object) -> object:
            try:
                return x.facts[name][a][b]
            except KeyError:
                return x.lack(name, (a, b))

        return read_two

    def read_many(x: Context, *at: object) -> object:
        found: object = x.facts.get(name, MISSING)
        for key in at:
            if not isinstance(found, dict):
                return x.lack(name, at)
            found = found.get(key, MISSING)
        return x.lack(name, at) if found is MISSING else found

    return read_many


def noting_reader_of(name: str, keys: int, field: bool) -> Callable[..., object]:
    """The function that reads a fact for an explanation: what is read, and what is assumed, is noted."""
    if keys == 0:

        def read(x: Context) -> object:
            found = x.facts.get(name, MISSING)
            x.seen[name, ()] = None
            return x.lack(name, (), noting=True) if found is MISSING else found

        return read
    if keys == 1 and not field:

        def read_one(x: Context, a: object) -> object:
            held, at = x.facts.get(name), (a,)
            found = MISSING if held is None else held.get(a, MISSING)
            x.seen[name, at] = None
            return x.lack(name, at, noting=True) if found is MISSING else found

        return read_one

    def read_many(x: Context, *at: object) -> object:
        if field and isinstance(at[0], Bag):
            return at[0].get(name)
        found = x.told(name, at)
        x.seen[name, at] = None
        return x.lack(name, at, noting=True) if found is MISSING else found

    return read_many

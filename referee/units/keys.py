"""Keys of units that have no name: what is written and the names it sees, as a digest."""

from __future__ import annotations

try:
    from _blake2 import blake2b  # what hashlib has, without the tenth of a second that importing all of it may take
except ImportError:
    from hashlib import blake2b

from referee.evaluation.scope import Scope

_PLAIN = (str, int, bool, type(None))


def key_of(tree: object, scope: Scope) -> str:
    """The key of an expression or of steps in a scope."""
    seen = sorted(scope.slots.items()), sorted(scope.lets), sorted(scope.sorts.items())
    return blake2b(repr((_written(tree), seen)).encode(), digest_size=12).hexdigest()


def _written(thing: object) -> object:
    """A tree as nested tuples: the same for equal trees, however they were made."""
    kind = thing.__class__
    if kind in _PLAIN:
        return thing
    if kind is tuple:
        return tuple([_written(part) for part in thing])  # type: ignore[attr-defined]
    names: tuple[str, ...] = kind.__match_args__  # type: ignore[attr-defined]
    return (kind.__name__, *[_written(getattr(thing, name)) for name in names])

"""Walking the resolved tree."""

from __future__ import annotations

from collections.abc import Iterator

from grammar.base.records import names_of
from referee.resolved.tree import nodes as r

_LEAVES = (r.Const, r.Local, r.Inner, r.Members, r.ReadingOf)


def parts_of(node: r.Expr | r.Over) -> Iterator[r.Expr]:
    """The expressions directly inside one."""
    for name in names_of(node):
        value = getattr(node, name)
        if isinstance(value, tuple):
            for item in value:
                inner = item[1] if isinstance(item, tuple) else item
                if not isinstance(inner, str):
                    yield inner
        elif isinstance(value, r.Over):
            yield from parts_of(value)
        elif value is not None and not isinstance(value, str | int | bool | r.Inner):
            yield value


def walk(node: r.Expr) -> Iterator[r.Expr]:
    """The expression and everything inside it."""
    yield node
    if not isinstance(node, _LEAVES):
        for part in parts_of(node):
            yield from walk(part)

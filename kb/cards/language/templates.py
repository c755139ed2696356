"""Rule text with holes: parsed once when a game is read, then filled by putting nodes into its tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Union

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.base.records import replace, types_of
from grammar.rules.parse import parse_rules
from grammar.rules.unparse import expression as shown

_HOLE = re.compile(r"\{([a-z_]+)\}")
#: a hole for a word of the language, where no name can stand: such a text is parsed once for each word
ROUND, ROUNDINGS = "round", ("up", "down")

#: what a hole is filled with; several nodes stand side by side in a list, none at all leave it empty
Filling = Union[n.Expr, tuple[n.Expr, ...]]
Holes = Mapping[str, Filling]
Tree = TypeVar("Tree")
Grown = TypeVar("Grown", covariant=True)


class _Shapes(dict[type, tuple[tuple[str, bool], ...]]):
    """Class -> its fields that may hold holes, and whether only something that can be named may stand there; a leaf has none."""

    def __missing__(self, cls: type) -> tuple[tuple[str, bool], ...]:
        self[cls] = tuple((name, "Ref" in type_ or "Place" in type_) for name, type_ in types_of(cls).items())
        return self[cls]


_SHAPES = _Shapes()


class MisfitError(Exception):
    """What fills a hole cannot stand there."""


@dataclass(frozen=True, slots=True)
class Template(Generic[Grown]):
    """A tree in which holes are names in braces, such as no text can write them."""

    tree: Grown
    holes: frozenset[str] = frozenset()
    down: Grown | None = None  #: the same tree with the other rounding, where that is a hole

    def fill(self, holes: Holes) -> Grown:
        """The tree with its holes filled; a hole that nothing is given for stays, also in what fills another."""
        if not self.holes:
            return self.tree
        tree = self.down if self.down is not None and holes.get(ROUND) == n.Name("down") else self.tree
        return filled(tree, holes)


def filled(tree: Tree, holes: Holes) -> Tree:
    """A tree with its holes filled."""
    found: Tree = _filled(tree, holes, 2)
    return found


def open_holes(tree: object) -> Iterator[str]:
    """The holes of a tree that nothing was given for."""
    left: list[object] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, str):
            if node[:1] == "{":
                yield node[1:-1]
        elif isinstance(node, tuple):
            left += node[::-1]
        else:
            left += [getattr(node, name) for name, _ in _SHAPES[type(node)][::-1]]


# ---- filling -------------------------------------------------------------------------------------------------------


def _filled(tree: Any, holes: Holes, depth: int) -> Any:
    """`depth`: what fills a hole may have holes of its own."""
    if isinstance(tree, str):
        return _named(tree, holes) if tree[:1] == "{" else tree
    if isinstance(tree, tuple):
        return _several(tree, holes, depth)
    if isinstance(tree, n.Name):
        found = _hole(tree, holes, depth)
        if isinstance(found, tuple):
            raise MisfitError(
                f"{tree.id} stands for one thing here, not for {', '.join(map(shown, found)) or 'nothing'}"
            )
        return found
    changed: dict[str, Any] = {}
    for name, named in _SHAPES[type(tree)]:
        old = getattr(tree, name)
        new = _filled(old, holes, depth)
        if new is not old:
            if named:
                _must_be_named(new)
            changed[name] = new
    return _joined(replace(tree, **changed)) if changed else tree


def _hole(name: n.Name, holes: Holes, depth: int) -> Filling:
    if name.id[:1] != "{":
        return name
    found = holes.get(name.id[1:-1])
    if found is None:
        return name
    if depth < 2 or isinstance(found, n.Name):
        return found
    return _several(found, holes, depth - 1) if isinstance(found, tuple) else _filled(found, holes, depth - 1)


def _several(items: tuple[Any, ...], holes: Holes, depth: int) -> tuple[Any, ...]:
    """A sequence; what is several takes the places of its hole."""
    made: list[Any] = []
    same = True
    for item in items:
        new = _hole(item, holes, depth) if isinstance(item, n.Name) else _filled(item, holes, depth)
        same = same and new is item
        if isinstance(item, n.Name) and isinstance(new, tuple):
            made += new
        else:
            made.append(new)
    return items if same else tuple(made)


def _named(text: str, holes: Holes) -> str:
    """A hole where the language wants a name."""
    found = holes.get(text[1:-1])
    if found is None:
        return text
    if not isinstance(found, n.Name):
        what = ", ".join(map(shown, found)) if isinstance(found, tuple) else shown(found)
        raise MisfitError(f"{text} must be a name here, not {what or 'nothing'}")
    return found.id


def _must_be_named(found: object) -> None:
    for item in found if isinstance(found, tuple) else (found,):
        if not isinstance(item, n.Name | n.Call | n.Nowhere):
            raise MisfitError(f"{shown(item)} is no fact and no place")


def _joined(node: Any) -> Any:
    """`a and b` in the hole of `{x} and c` is one conjunction, as it would be read."""
    if isinstance(node, n.And | n.Or) and any(type(part) is type(node) for part in node.parts):
        return type(node)(
            tuple(inner for part in node.parts for inner in (part.parts if type(part) is type(node) else (part,)))
        )
    return node


# ---- parsing -------------------------------------------------------------------------------------------------------


def statements(text: str) -> Template[tuple[n.Statement, ...]]:
    """Statements of the rule language; raises SyntaxProblemError."""
    return _template(text, "", _statements)


def clauses(text: str) -> Template[tuple[n.Clause, ...]]:
    """The clauses of an action."""
    return _template(text, "rule a ", _clauses) if text.strip() else Template(())


def expression(text: str) -> Template[n.Expr]:
    """One expression."""
    return _template(text, "rule a requires ", _expression)


def parameter(text: str) -> Template[n.Param]:
    """A parameter: `x: ship = none`."""
    return _template(text, "event a(", _parameter, ")")


def type_of(text: str) -> Template[n.Type]:
    """A type."""
    return _template(text, "event a(b: ", _type, ")")


def _template(text: str, before: str, take: Any, behind: str = "") -> Template[Any]:
    mark = "hole_"
    while mark in text:
        mark += "_"
    names = frozenset(_HOLE.findall(text))
    words = ROUNDINGS if ROUND in names else ("",)
    trees = []
    for word in words:
        written = _HOLE.sub(lambda found: word if found[1] == ROUND else mark + found[1], text)  # noqa: B023
        try:
            found = take(parse_rules(f"{before}{written}{behind}"))
        except SyntaxProblemError as error:  # told as it was written
            message = re.sub(rf"{mark}([a-z_]+)", r"{\1}", error.message)
            raise SyntaxProblemError(error.line, error.column, message, error.cure) from None
        trees.append(_unmarked(found, mark) if names else found)
    return Template(trees[0], names, *trees[1:])


def _unmarked(tree: Any, mark: str) -> Any:
    """Names that mark holes become what no text can write."""
    if isinstance(tree, str):
        return "{" + tree.removeprefix(mark) + "}" if tree.startswith(mark) else tree
    if isinstance(tree, tuple):
        return tuple(_unmarked(item, mark) for item in tree)
    inner = {name: _unmarked(getattr(tree, name), mark) for name, _ in _SHAPES[type(tree)]}
    return replace(tree, **inner) if inner else tree


def _statements(found: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
    return found


def _clauses(found: tuple[n.Statement, ...]) -> tuple[n.Clause, ...]:
    if len(found) == 1 and isinstance(found[0], n.Rule):
        return found[0].clauses
    raise SyntaxProblemError(
        1, 1, "only clauses of an action can stand here", "Write “requires”, “cost”, “effect” and so on."
    )


def _expression(found: tuple[n.Statement, ...]) -> n.Expr:
    only = _clauses(found)
    if len(only) == 1 and isinstance(only[0], n.Requires) and only[0].when is None and not only[0].overrides:
        return only[0].body
    raise SyntaxProblemError(1, 1, "one expression must stand here", "Write a value or a test, and nothing behind it.")


def _parameter(found: tuple[n.Statement, ...]) -> n.Param:
    if len(found) == 1 and isinstance(found[0], n.Event) and len(found[0].params) == 1:
        return found[0].params[0]
    raise SyntaxProblemError(1, 1, "one parameter must stand here", "Write a name, a colon and a type.")


def _type(found: tuple[n.Statement, ...]) -> n.Type:
    type_ = _parameter(found).type
    assert type_ is not None
    return type_

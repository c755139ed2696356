"""The lines of a derivation, and what they are put together of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from grammar import nodes as n
from referee.answers import Derivation
from referee.values import SILENT, Unknown


class Line(Struct):
    """One figure: what it is, the sum it is, and the figures in that sum."""

    text: str
    shown: str
    sum: str = ""
    paragraph: str = ""
    parts: list[Line] = field(default_factory=list)
    turned: bool = False  #: whether it says the contrary of what is not so

    def told(self) -> Derivation:
        """As it is told in an answer."""
        parts: list[Line] = []
        for part in self.parts:  # what only says again what the line above says is left out
            parts += part.parts if (part.text, part.shown) == (self.text, self.shown) else [part]
        alike: dict[tuple[str, str], Line] = {}  # what several paragraphs say is told once, by the one that tells most
        for part in parts:
            known = alike.setdefault((part.text, part.shown), part)
            alike[part.text, part.shown] = part if len(part.parts) > len(known.parts) else known
        parts = list(alike.values())
        return Derivation(self.text, self.shown, self.sum, self.paragraph, [part.told() for part in parts])


def children(expr: object) -> Iterator[n.Expr]:
    """The expressions directly inside one without a variable of its own."""
    for name in ("test", "left", "right", "members", "body", "low", "high"):
        inner = getattr(expr, name, None)
        if inner is not None:
            yield inner
    for name in ("parts", "items"):
        yield from getattr(expr, name, ())


def added(shown: Iterable[str]) -> str:
    """Figures added up; what is less than nothing is taken away."""
    return " + ".join(shown).replace("+ −", "− ")


def within(expr: n.Expr) -> Iterator[n.Expr]:
    """An expression and all that stands in it, save under a variable of its own."""
    yield expr
    for inner in children(expr):
        yield from within(inner)


def are_known(values: tuple[object, ...]) -> bool:
    """Whether none of these is open or silent."""
    return not any(isinstance(value, Unknown) or value is SILENT for value in values)


def is_figure(value: object) -> bool:
    """Whether a value is a number, told or not: nothing else is a sum."""
    if isinstance(value, Unknown):
        return all(type(option) is int for option in value.options or ())
    return type(value) is int

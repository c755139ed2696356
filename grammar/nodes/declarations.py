"""Declarations and values: what a state is made of, how paragraphs add up."""

from __future__ import annotations

from grammar.base.records import record
from grammar.nodes.conduct import Place
from grammar.nodes.expressions import Expr, Ref
from grammar.nodes.place import At, at_field
from grammar.nodes.types import Param, Type


@record
class Kind:
    """A finite domain. `shape`: kind, scale, roles, open (members come with the state), rows (of table `source`)."""

    name: str
    shape: str
    members: tuple[str, ...] = ()
    source: str = ""
    fields: tuple[Param, ...] = ()
    at: At = at_field()


@record
class Hiding:
    """`hidden from others|all|v [when e]`: from whom a fact is hidden, and when; `v` is whoever looks."""

    viewer: str  #: others, all, or the name of whoever looks
    when: Expr | None = None
    at: At = at_field()


@record
class Fact:
    """An elementary piece of state."""

    name: str
    keys: tuple[tuple[str, str], ...]  #: (variable or "", kind)
    type: Type
    derived: bool = False
    hidden: Hiding | None = None
    fixed: bool = False
    clamped: bool = False
    assumed: Expr | None = None
    scope: str = ""
    reset: Expr | None = None
    at: At = at_field()


@record
class Purse:
    """A named place made of places, drained in order."""

    name: str
    keys: tuple[tuple[str, str], ...]
    places: tuple[Place, ...]
    when: Expr | None
    at: At = at_field()


@record
class Always:
    """What holds in every legal state."""

    body: Expr
    when: Expr | None
    at: At = at_field()


@record
class Start:
    """A value at the start of the game."""

    target: Ref
    value: Expr
    when: Expr | None
    at: At = at_field()


@record
class Define:
    """One value; `mode` is define, holds (any of) or adds (sum of); `asked`: players ask for it, no rule reads it."""

    mode: str
    name: str
    params: tuple[Param, ...]
    value: Expr
    when: Expr | None = None
    overrides: tuple[str, ...] = ()
    asked: bool = False
    at: At = at_field()


@record
class Cell:
    """A cell of a table's key: any, value, range or from."""

    mode: str
    value: Expr | None = None
    low: int = 0
    high: int = 0


@record
class Row:
    """A row of a table."""

    cells: tuple[Cell, ...]
    values: tuple[Expr, ...]
    at: At = at_field()


@record
class Table:
    """A finite function; the first row that fits counts."""

    name: str
    params: tuple[Param, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    asked: bool = False
    at: At = at_field()

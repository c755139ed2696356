"""Types and parameters."""

from __future__ import annotations

from grammar.base.records import record
from grammar.nodes.expressions import Expr


@record
class TypeName:
    """A kind, scale or action class, perhaps `or none`."""

    name: str
    optional: bool = False


@record
class TypeRange:
    """`0..10`."""

    low: int
    high: Expr


@record
class TypeFlag:
    """`flag`."""


@record
class TypeNumber:
    """`number`: a whole number without bounds."""


@record
class TypeMany:
    """`list of K`, `set of K`, `amounts by K`, `pile of K`, perhaps `sized a..b`."""

    shape: str
    kind: str
    least: Expr | None = None
    most: Expr | None = None


@record
class TypeEnum:
    """`one of [a, b]`."""

    members: tuple[str, ...]


Type = TypeName | TypeRange | TypeFlag | TypeNumber | TypeMany | TypeEnum


@record
class Param:
    """A parameter with its type and default; `aloud`: what it is everybody hears, whatever they may not see."""

    name: str
    type: Type | None = None
    default: Expr | None = None
    aloud: bool = False

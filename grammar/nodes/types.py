"""Types and parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from grammar.nodes.expressions import Expr


@dataclass(frozen=True, slots=True)
class TypeName:
    """A kind, scale or action class, perhaps `or none`."""

    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class TypeRange:
    """`0..10`."""

    low: int
    high: Expr


@dataclass(frozen=True, slots=True)
class TypeFlag:
    """`flag`."""


@dataclass(frozen=True, slots=True)
class TypeNumber:
    """`number`: a whole number without bounds."""


@dataclass(frozen=True, slots=True)
class TypeMany:
    """`list of K`, `set of K`, `amounts by K`, `pile of K`, perhaps `sized a..b`."""

    shape: str
    kind: str
    least: Expr | None = None
    most: Expr | None = None


@dataclass(frozen=True, slots=True)
class TypeEnum:
    """`one of [a, b]`."""

    members: tuple[str, ...]


Type = Union[TypeName, TypeRange, TypeFlag, TypeNumber, TypeMany, TypeEnum]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter with its type and default."""

    name: str
    type: Type | None = None
    default: Expr | None = None

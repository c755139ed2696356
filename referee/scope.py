"""Local names of a clause: their slots, and values computed when first read."""

from __future__ import annotations

from referee.compiler.compiler import Formula as Closure
from referee.compiler.runtime import Lazy
from referee.resolved.scope import Scope

#: slots an evaluation may use: parameters, lets and the variables of nested quantifiers
SLOTS = 40

__all__ = ["SLOTS", "Closure", "Lazy", "Scope"]

"""Local names of a clause: their slots, and values computed when first read."""

from __future__ import annotations

from referee.compiler.formula import Formula as Closure
from referee.compiler.runtime import Lazy
from referee.resolved.scope import Scope

__all__ = ["Closure", "Lazy", "Scope"]

"""Which cards a step takes, where what it names says so."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.writes import looked_into
from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.types import Type


def cards_in(kinds: Kinds, what: n.Expr) -> Type | None:
    """What lies in the pile that is put, or of which one card is, where that is said."""
    what = looked_into(what)
    name = what.id if isinstance(what, n.Name) else what.name if isinstance(what, n.Call) else ""
    type_ = kinds.fact(name) if name in kinds.program.facts else None
    return type_.items if type_ is not None and type_.shape == "pile" else None

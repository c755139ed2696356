"""Cases that are alike: whose undecided checks hang on the same facts, whatever was supposed of others to decide the rest.

A check that is decided stays so whatever more is supposed: of independent checks each is split once, not once for every way in which the
others may be decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.values import Leaf, Unknown

if TYPE_CHECKING:
    from referee.verdict.inquiry import Look

#: what is judged beside the checks of the rules
BESIDE = frozenset(("course", "limit", "actor"))


def likeness(look: Look, split: Mapping[Leaf, object]) -> object:
    """What a case is known by; None where something may count that is not noted: a guard, a price, a reading."""
    ctx = look.ctx
    if ctx.hanging is None or ctx.touched:
        return None
    open_, read, decided = set[Leaf](), set[Leaf](), []
    undecided = []
    for result in look.results:
        check = result.check
        known = ctx.judged.get((check, result.element))
        if known is None or known[0] is not result:
            if check.kind in BESIDE and result.status == "pass":
                continue
            return None
        if result.status != "unknown":
            decided.append(known)
            continue
        if check.guard is not None or check.lifts:
            return None
        undecided.append((id(check), result.element))
        _, page, leaves, _ = known
        open_.update(leaves)
        read.update(page[3], page[2], leaves)
    for _, page, leaves, _ in decided:
        if not (open_.isdisjoint(page[3]) and open_.isdisjoint(page[2]) and open_.isdisjoint(leaves)):
            return None
    supposed = [(leaf, _part(value)) for leaf, value in split.items() if leaf in read]
    cuts = [(leaf, ctx.cuts.get(leaf)) for leaf in ctx.leaves if leaf in open_]
    return frozenset(undecided), frozenset(supposed), tuple(cuts)


def _part(value: object) -> object:
    """A part of what a fact can be, comparable."""
    return ("?", value.low, value.high, value.options) if isinstance(value, Unknown) else (type(value), value)

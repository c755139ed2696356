"""The figures a check compared, taken where it was judged: what there was, what was asked for, what was paid before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from grammar import nodes as n
from referee.runtime.functions import STUMBLES
from referee.values import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.evaluation.context import Context
    from referee.units.clauses import Check
    from referee.units.formula import Compiles, Formula

#: what a ban on a comparison asks for
OPPOSITE = {">=": "<", "<=": ">", ">": "<=", "<": ">=", "is": "is not", "is not": "is"}
ORDERED = frozenset((">=", "<=", ">", "<"))


class Figures(Struct, frozen=True):
    """What is asked for: that `left` stand so to `right`; of a price `left` is there, and `paid` was paid of it before."""

    left: object
    op: str
    right: object
    paid: object = 0
    of: n.Expr | None = None  #: what was compared, where it is not a price
    to: n.Expr | None = None  #: and with what


class Compared(Struct, frozen=True):
    """One comparison of a check, compiled; `op` is what it asks for."""

    op: str
    node: n.Compare
    left: Formula
    right: Formula
    whole: bool  #: whether the check asks for nothing else

    def figures(self, ctx: Context, env: list[object]) -> Figures:
        """What is compared in one case."""
        left, right = _figure(self.left, ctx, env), _figure(self.right, ctx, env)
        return Figures(left, self.op, right, of=self.node.left, to=self.node.right)


def compared(compiler: Compiles, check: Check) -> tuple[Compared, ...]:
    """The comparisons of which a check is made: all of a demand must hold, none of a ban."""
    if check.compared is None:
        whole, scope = _whole(check), check.scope
        check.compared = tuple(
            Compared(op, part, compiler.formula(part.left, scope), compiler.formula(part.right, scope), part is whole)
            for op, part in _comparisons(check)
        )
    return check.compared


def comparisons(compiler: Compiles, check: Check, failed: bool) -> tuple[Compared, ...]:
    """Those of which figures may be told: of a check that fails all, of one that holds the only one there is."""
    found = check.compared
    if found is None:
        found = compared(compiler, check)
    return found if failed or (len(found) == 1 and found[0].whole) else ()


def told(found: tuple[Compared, ...], ctx: Context, env: list[object], failed: bool) -> Figures | None:
    """The comparison that failed, or the one that holds, unless it rests on what nobody told; on a page of its own."""
    for each in found:
        figures = each.figures(ctx, env)
        if _fails(figures) if failed else not ctx.assumed:
            return figures
    return None


def _whole(check: Check) -> n.Expr | None:
    """What a check asks for or bans, as it is written."""
    if check.kind not in ("requires", "forbidden", "applies", "after"):
        return None
    node = check.node
    whole: n.Expr | None = getattr(node, "when" if check.kind in ("forbidden", "applies") else "body", None)
    return whole


def _comparisons(check: Check) -> Iterator[tuple[str, n.Compare]]:
    whole, banned = _whole(check), check.kind == "forbidden"
    joint = n.Or if banned else n.And
    for part in whole.parts if isinstance(whole, joint) else (whole,):
        if isinstance(part, n.Not):
            part, turned = part.body, not banned
        else:
            turned = banned
        if isinstance(part, n.Compare) and part.op in OPPOSITE:
            yield OPPOSITE[part.op] if turned else part.op, part


def _fails(figures: Figures) -> bool:
    left, op, right = figures.left, figures.op, figures.right
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return False
    if op in ORDERED:
        if not isinstance(left, int) or not isinstance(right, int):
            return False
        return not {">=": left >= right, "<=": left <= right, ">": left > right, "<": left < right}[op]
    return (left == right) != (op == "is")


def _figure(formula: Formula, ctx: Context, env: list[object]) -> object:
    """One side, as it was worked out when it was judged, or by open code where that cannot be."""
    if not ctx.careful and Unknown not in map(type, env):
        try:
            return formula.noted(ctx, list(env))
        except STUMBLES:
            pass
    return formula.open(ctx, list(env))

"""What the condition of a choice says of single members: so that not every set and split must be tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grammar import nodes as n
from kb.rules.reads import names_in
from referee.evaluation.context import ref_parts
from referee.units.choices import Limits, OfMember

if TYPE_CHECKING:
    from referee.evaluation.interface import Evaluates
    from referee.evaluation.scope import Scope
    from referee.units.formula import Compiles


@dataclass(frozen=True, slots=True)
class LimitsReader:
    """Reads the condition of one choice; what it says otherwise is left to trying."""

    compiler: Compiles
    scope: Scope
    name: str  #: what is chosen

    def of(self, body: n.Expr | None) -> Limits:
        """What must hold of every member of a set, at most how much may fall on a key, and among what one must be."""
        elements, tops, within = [], [], []
        for part in _conjuncts(body):
            if isinstance(part, n.Quantified) and part.mode == "every" and part.body is not None:
                if part.members == n.Name(self.name) and self._is_free(part.body):
                    elements.append(self._of_member(part.var, part.body))
                elif (top := self._top(part)) is not None:
                    tops.append(top)
            elif (
                isinstance(part, n.Member)
                and part.left == n.Name(self.name)
                and not part.negated
                and self._is_free(part.members)
            ):
                within.append(self.compiler.formula(part.members, self.scope))
        return Limits(tuple(elements), tuple(tops), tuple(within), self._pile(body))

    def _pile(self, body: n.Expr | None) -> tuple[str, tuple[Evaluates, ...]] | None:
        """`chosen in PILE` and nothing else."""
        if not isinstance(body, n.Member) or body.left != n.Name(self.name) or body.negated:
            return None
        if not isinstance(body.members, n.Ref) or not self._is_free(body.members):
            return None
        name, keys = ref_parts(body.members)
        fact = self.compiler.program.facts.get(name)
        if fact is None or not (isinstance(fact.node.type, n.TypeMany) and fact.node.type.shape == "pile"):
            return None
        return name, tuple(self.compiler.formula(key, self.scope) for key in keys)

    def _top(self, part: n.Quantified) -> OfMember | None:
        """`every k in KIND has chosen(k) <= e`."""
        body, kind = part.body, part.members
        if (
            not isinstance(body, n.Compare)
            or body.op != "<="
            or not isinstance(kind, n.Name)
            or not self._is_free(body.right)
        ):
            return None
        if body.left != n.Call(self.name, (n.Name(part.var),), ()) or kind.id not in self.compiler.program.kinds:
            return None
        return self._of_member(part.var, body.right, kind.id)

    def _of_member(self, var: str, expr: n.Expr, kind: str = "") -> OfMember:
        inner = self.scope.child(var)
        return OfMember(inner.slots[var], self.compiler.formula(expr, inner), kind)

    def _is_free(self, expr: n.Expr) -> bool:
        """Whether it does not hang on what is chosen."""
        return self.name not in names_in(expr)


def _conjuncts(expr: n.Expr | None) -> tuple[n.Expr, ...]:
    if expr is None:
        return ()
    return tuple(inner for part in expr.parts for inner in _conjuncts(part)) if isinstance(expr, n.And) else (expr,)

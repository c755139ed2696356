"""The figures of a check in words: what it needs and what there is, or what is allowed at most."""

from __future__ import annotations

from grammar import nodes as n
from referee import answers as a
from referee.explanation.phrases import phrase
from referee.explanation.wording import Wording
from referee.rules.code import Code
from referee.units.figures import ORDERED, Figures
from referee.values import SILENT, Unknown, thaw

#: how many definitions deep a stock is looked for
_DEEPEST = 3


class Numbers:
    """Tells figures of one game in one language."""

    def __init__(self, code: Code, words: Wording) -> None:
        self.program, self.words, self.lang = code.program, words, words.lang

    def said(self, figures: Figures | None, bound: bool = False) -> str:
        """The figures that were compared: “needs 5, has 3”; `bound`: the sentence beside them tells what is needed."""
        if figures is None:
            return ""
        if any(side is None or side is SILENT or isinstance(side, Unknown) for side in (figures.left, figures.right)):
            return ""  # there is no figure to tell
        if _are_idle(figures):
            return ""
        left, right = self.words.said_of(figures.left), self.words.said_of(figures.right)
        if figures.op not in ORDERED:
            told = isinstance(figures.left, bool) or figures.left == figures.right  # the sentence tells it already
            if figures.op == "is" and type(figures.left) is int and type(figures.right) is int and not told:
                return phrase("figures.exactly", self.lang, right, left)
            told = told or isinstance(figures.of, n.Name | n.Number)
            return "" if told else phrase("figures.is", self.lang, left)
        if bound and figures.paid == 0 and isinstance(figures.to, n.Number):
            return phrase("figures.is", self.lang, left)
        if figures.paid != 0:
            return phrase("figures.paid", self.lang, right, self.words.said_of(figures.paid), left)
        if figures.op == "<=" and self._is_stock(figures.to):
            return phrase("figures.<= has", self.lang, right, left)
        return phrase(f"figures.{figures.op}", self.lang, right, left)

    def _is_stock(self, expr: n.Expr | None, depth: int = 0) -> bool:
        """Whether a bound is what somebody has, a fact of the game or what is left of one, and not a limit that a rule sets."""
        if isinstance(expr, n.Arithmetic):
            if expr.op == "+":
                return self._is_stock(expr.left, depth) and self._is_stock(expr.right, depth)
            return expr.op == "-" and self._is_stock(expr.left, depth)
        if isinstance(expr, n.Total):
            return expr.op == "sum" and self._is_stock(expr.value, depth)
        if isinstance(expr, n.Choice):
            return self._is_stock(expr.then, depth) or self._is_stock(expr.other, depth)
        if isinstance(expr, n.Count) and expr.body is None:
            return self._is_stock(expr.members, depth)
        if isinstance(expr, n.Call) and expr.name == "size":
            return self._is_stock(expr.args[0], depth)
        if not isinstance(expr, n.Name | n.Call) or depth == _DEEPEST:
            return False
        name = expr.id if isinstance(expr, n.Name) else expr.name
        info = self.program.values.get(name)
        if info is None:
            return name in self.program.facts
        return info.mode != "holds" and any(self._is_stock(each.node.value, depth + 1) for each in info.clauses)


def _are_idle(figures: Figures) -> bool:
    """Whether the sentence beside them says it all: that there is none where some is wanted, or some where none is allowed."""
    to = figures.to.value if isinstance(figures.to, n.Number) else None
    if (figures.op, figures.left, figures.right) in ((">=", 0, 1), (">", 0, 0)):
        return True
    return figures.op in ("<=", "<") and to == (0 if figures.op == "<=" else 1) and figures.left != 0


def comparison(figures: Figures | None) -> a.Comparison | None:
    """The same as data."""
    if figures is None:
        return None
    left, right, paid = figures.left, figures.right, figures.paid
    return a.Comparison(
        left if type(left) is int else thaw(left),
        figures.op,
        right if type(right) is int else thaw(right),
        paid if type(paid) is int else thaw(paid),
    )

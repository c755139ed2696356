"""The sort of an expression. The compiler writes plainer code where it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.resolved.tree import nodes as r
from referee.resolved.tree.sorts import AMOUNTS, ANY, DEED, FLAG, LIST, NAME, NUMBER

#: sorts of the language's functions whatever their arguments are
_BUILTINS = {
    "size": NUMBER,
    "how_many": NUMBER,
    "seen": FLAG,
    "over": FLAG,
    "different": LIST,
    "clockwise_from": LIST,
    "clockwise_after": LIST,
}


class Sorts:
    """Sorts of expressions in one game; `values` gives the sort of a defined name."""

    def __init__(self, facts: Mapping[str, str], values: Callable[[str], str]) -> None:
        self._facts = facts
        self._values = values

    def of(self, expr: r.Expr, slots: Mapping[int, str]) -> str:
        """The sort of an expression, given the sorts of its frame's slots."""
        match expr:
            case r.Const(value):
                return FLAG if isinstance(value, bool) else NUMBER if isinstance(value, int) else NAME if value else ANY
            case r.Local(slot):
                return slots.get(slot, ANY)
            case r.FactAt(name, _, field):
                return ANY if field else self._facts.get(name, ANY)
            case r.ValueAt(name):
                return self._values(name)
            case (
                r.Not()
                | r.And()
                | r.Or()
                | r.Equal()
                | r.Order()
                | r.Beside()
                | r.Within()
                | r.Among()
                | r.Quantified()
                | r.Possible()
            ):
                return FLAG
            case r.Count():
                return NUMBER
            case r.Members() | r.Span() | r.Those() | r.Best() | r.Reach() | r.ListOf():
                return LIST
            case r.ReadingOf():
                return NAME
            case r.Amounts():
                return AMOUNTS
            case r.DeedOf():
                return DEED
            case r.BuiltinCall(name):
                return _BUILTINS.get(name, ANY)
            case r.Arithmetic(op, left, right):
                both = (self.of(left, slots), self.of(right, slots))
                return NUMBER if op != "+" or both == (NUMBER, NUMBER) else ANY
            case r.Total(op, value):
                return NUMBER if op == "sum" or self.of(value, slots) == NUMBER else ANY
            case r.Fold(op, parts):
                return NUMBER if len(parts) > 1 and all(self.of(part, slots) == NUMBER for part in parts) else ANY
            case r.Choice(_, then, other):
                first, second = self.of(then, slots), self.of(other, slots)
                return first if first == second else ANY
            case r.Before(body) | r.Supposing(_, _, body):
                return self.of(body, slots)
        return ANY

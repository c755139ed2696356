"""What an expression names, replaced by what it is in one state: said of a thing itself, not of “the one that is asked for”. For reading only."""

from __future__ import annotations

from grammar import nodes as n
from referee.evaluation.builtins import BUILTINS
from referee.evaluation.scope import Scope
from referee.explanation.attempts import Value


class Settling:
    """Fills in the keys of what is looked up, where they are known; what is compared keeps its name."""

    def __init__(self, value: Value, scope: Scope, env: list[object]) -> None:
        self._value, self._scope, self._env = value, scope, env

    def __call__(self, expr: n.Expr) -> n.Expr:
        """The expression with its keys filled in; a condition that their values alone decide is a truth."""
        if isinstance(expr, n.Call):
            filled = self if expr.name in BUILTINS else self._key  # what is measured or counted is no key
            return n.Call(expr.name, tuple(filled(arg) for arg in expr.args), expr.named, expr.at)
        if isinstance(expr, n.Arithmetic):
            return n.Arithmetic(expr.op, self(expr.left), self(expr.right))
        if isinstance(expr, n.Compare):
            return self._compared(expr)
        if isinstance(expr, n.Not):
            body = self(expr.body)
            return n.Truth(not body.value) if isinstance(body, n.Truth) else n.Not(body)
        if isinstance(expr, n.And | n.Or):
            return self._joined(expr)
        return expr

    def _key(self, arg: n.Expr) -> n.Expr:
        """A key as the value it has; what is none, or is not known, keeps its name."""
        if not isinstance(arg, n.Name | n.Call):
            return self(arg) if isinstance(arg, n.Arithmetic) else arg
        found = self._value(arg, self._scope, self._env)
        if type(found) is int:
            return n.Number(found)
        return n.Name(found) if type(found) is str and found != "?" else self(arg)

    def _compared(self, expr: n.Compare) -> n.Expr:
        left, right = self(expr.left), self(expr.right)
        if (
            expr.op == "is" and self._is_local(expr.left) and isinstance(right, n.Name)
        ):  # the key is the one meant, or is not
            return n.Truth(self._value(expr, self._scope, self._env) is True)
        return n.Compare(expr.op, left, right)

    def _joined(self, expr: n.And | n.Or) -> n.Expr:
        decides = isinstance(expr, n.Or)  # one true part makes an “or” true, one false part an “and” false
        parts = [self(part) for part in expr.parts]
        if any(isinstance(part, n.Truth) and part.value is decides for part in parts):
            return n.Truth(decides)
        left = tuple(part for part in parts if not isinstance(part, n.Truth))
        if len(left) < 2:
            return left[0] if left else n.Truth(not decides)
        return type(expr)(left)

    def _is_local(self, expr: n.Expr) -> bool:
        return isinstance(expr, n.Name) and expr.id in self._scope.slots

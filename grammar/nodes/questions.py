"""Questions and cases."""

from __future__ import annotations

from grammar.base.records import record
from grammar.nodes.expressions import Call, Expr, Ref
from grammar.nodes.place import At, at_field


@record
class Doing:
    """`action(x) by r answers [a, b]`."""

    call: Call
    by: str
    answers: tuple[Expr, ...]


@record
class Asking:
    """A question: a value or an action, perhaps by somebody, perhaps after some doings."""

    body: Expr
    by: str
    after: tuple[Doing, ...]


@record
class Given:
    """One told fact; `kind` set: a new individual of that kind."""

    target: Ref
    value: Expr | None
    kind: str = ""
    at: At = at_field()


@record
class Expected:
    """What a case expects: a verdict word, or a value (perhaps an interval)."""

    verdict: str
    value: Expr | None
    high: Expr | None
    needs: tuple[Ref, ...]


@record
class Case:
    """An executable example."""

    title: str
    given: tuple[Given, ...]
    asking: Asking | None
    expected: Expected | None
    doings: tuple[Doing, ...]
    then: tuple[Given, ...]
    moves: tuple[str, str, Call] | None
    because: tuple[str, ...]
    at: At = at_field()

"""Expressions."""

from __future__ import annotations

from grammar.base.records import record
from grammar.nodes.place import At, at_field


@record
class Number:
    """A whole number."""

    value: int


@record
class Truth:
    """`yes` or `no`."""

    value: bool


@record
class Nothing:
    """`none`: known to be empty."""


@record
class Name:
    """A bare name: a variable, a member, a kind, or a fact or value without keys."""

    id: str
    at: At = at_field()


@record
class Call:
    """`f of x` or `f(x, y)`: a look-up; also an action or procedure with its arguments."""

    name: str
    args: tuple[Expr, ...]
    named: tuple[tuple[str, Expr], ...] = ()
    at: At = at_field()


@record
class Not:
    """`not e`."""

    body: Expr


@record
class And:
    """`a and b …`."""

    parts: tuple[Expr, ...]


@record
class Or:
    """`a or b …`."""

    parts: tuple[Expr, ...]


@record
class Compare:
    """`a is b`, `a is not b`, `a >= b`, `a beside b` …; `op` is one of is, is not, >=, <=, >, <, beside."""

    op: str
    left: Expr
    right: Expr


@record
class Member:
    """`a in S` or `a not in S`."""

    left: Expr
    members: Expr
    negated: bool = False


@record
class Range:
    """`a..b`."""

    low: Expr
    high: Expr


@record
class Quantified:
    """`some x in S with e`, `every x in S has e`, `at least n x in S with e`."""

    mode: str  #: some, every, at least
    var: str
    members: Expr
    body: Expr
    least: Expr | None = None


@record
class Arithmetic:
    """`a + b`, `a - b`, `a * b`, `a / b up`, `a / b down`; `op` is +, -, *, up or down."""

    op: str
    left: Expr
    right: Expr


@record
class Minus:
    """`-e`."""

    body: Expr


@record
class Count:
    """`count(x in S with e)`."""

    var: str
    members: Expr
    body: Expr | None


@record
class Total:
    """`sum(e for x in S with g)`, also min and max."""

    op: str
    value: Expr
    var: str
    members: Expr
    body: Expr | None


@record
class Fold:
    """`min(a, b)`, `max(a, b)`, `sum(a, b)`."""

    op: str
    parts: tuple[Expr, ...]


@record
class Those:
    """`those(x in S with e)`: a list in the order of S."""

    var: str
    members: Expr
    body: Expr | None


@record
class Pick:
    """`first(x in S with e by v)` or `last(…)`: a member or none."""

    mode: str
    var: str
    members: Expr
    body: Expr | None
    by: Expr | None


@record
class Best:
    """`best(x in S with e by v, w)`: the list of those tied at the top."""

    var: str
    members: Expr
    body: Expr | None
    by: tuple[Expr, ...]


@record
class Reach:
    """`reach(a by links for x with e)`: what can be reached from a through members with e."""

    start: Expr
    links: str
    var: str
    body: Expr


@record
class Before:
    """`before(e)`: e in the state before the action."""

    body: Expr


@record
class Possible:
    """`possible(a by r)`: whether r can do a at all, with whatever arguments are left out."""

    deed: Expr
    by: Expr
    own: bool = (
        False  #: as somebody does it by themselves, not as an effect does it: what is said of its classes counts too
    )


@record
class Supposing:
    """`supposing(d by r, e)`: e in the state after d, which is not done."""

    deed: Expr
    by: Expr | None
    body: Expr


@record
class Choice:
    """`if c then a else b end`."""

    test: Expr
    then: Expr
    other: Expr


@record
class ListOf:
    """`[a, b]`."""

    items: tuple[Expr, ...]


@record
class Amounts:
    """`{a: 1, b: 2}`: amounts by key, or a record."""

    pairs: tuple[tuple[str, Expr], ...]


Expr = (
    Number | Truth | Nothing | Name | Call | Not | And | Or | Compare | Member | Range | Quantified | Arithmetic
    | Minus | Count | Total | Fold | Those | Pick | Best | Reach | Before | Possible | Supposing | Choice | ListOf | Amounts
)  # fmt: skip
Ref = Name | Call

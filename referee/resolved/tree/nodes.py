"""The resolved tree of expressions: every name is bound to what it is; nothing below looks a name up again."""

from __future__ import annotations

from typing import Union

from grammar.base.records import record


@record
class Const:
    """A value written out: a number, yes or no, none, a member."""

    value: int | bool | str | None


@record
class Local:
    """A slot of the frame: a parameter, an element of `each`, a local of a body; `let` slots are worked out when first read."""

    slot: int
    name: str
    let: bool = False


@record
class Inner:
    """The variable of a quantifier, count, sum or choice around it."""

    index: int  #: unique within one expression
    name: str


@record
class FactAt:
    """An elementary fact at its keys."""

    name: str
    keys: tuple[Expr, ...]
    field: bool = False  #: a field of a record kind: the key may be a record written out


@record
class ValueAt:
    """A defined value, a derived fact or a table's column at its arguments."""

    name: str
    args: tuple[Expr, ...]


@record
class Members:
    """The members of a kind."""

    kind: str


@record
class ReadingOf:
    """The reading of a dispute that counts."""

    dispute: str


@record
class BuiltinCall:
    """A function of the language."""

    name: str
    args: tuple[Expr, ...]


@record
class DeedOf:
    """An action or procedure with its arguments, held as a value."""

    name: str
    args: tuple[tuple[str, Expr], ...]


@record
class LookUp:
    """A local that holds amounts, a record or a list, at a key."""

    holder: Expr
    key: Expr


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
class Equal:
    """`a is b`, `a is not b`."""

    left: Expr
    right: Expr
    negated: bool = False


@record
class Order:
    """`a >= b` and its kin; `op` is >=, <=, > or <."""

    op: str
    left: Expr
    right: Expr


@record
class Beside:
    """`a beside b`: neighbours on a scale."""

    left: Expr
    right: Expr


@record
class Within:
    """`a in low..high`."""

    left: Expr
    low: Expr
    high: Expr
    negated: bool = False


@record
class Among:
    """`a in S`; `kind` is set where S is a kind."""

    left: Expr
    items: Expr
    kind: str = ""
    negated: bool = False


@record
class Span:
    """`low..high` as a list."""

    low: Expr
    high: Expr


@record
class Over:
    """What a loop goes over, under which variable, and which of it counts."""

    var: Inner
    items: Expr
    kind: str  #: set where the items are the members of a kind
    test: Expr | None


@record
class Quantified:
    """`some`, `every`, `at least n`: `over.test` is what must hold."""

    mode: str
    over: Over
    least: Expr | None


@record
class Arithmetic:
    """`op` is +, -, *, up or down (division, rounded)."""

    op: str
    left: Expr
    right: Expr


@record
class Count:
    """`count(x in S with e)`."""

    over: Over


@record
class Total:
    """`sum(e for x in S with g)`, also min and max."""

    op: str
    value: Expr
    over: Over


@record
class Fold:
    """`min(a, b)`, `max(a, b)`, `sum(a, b)`."""

    op: str
    parts: tuple[Expr, ...]


@record
class Those:
    """`those(x in S with e)`."""

    over: Over


@record
class Pick:
    """`first(…)` or `last(…)`."""

    mode: str
    over: Over
    by: Expr | None


@record
class Best:
    """`best(x in S with e by v, w)`."""

    over: Over
    by: tuple[Expr, ...]


@record
class Reach:
    """`reach(a by links for x with e)`; `following` is what follows the member in `var`."""

    start: Expr
    following: Expr
    var: Inner
    test: Expr


@record
class Before:
    """`before(e)`."""

    body: Expr


@record
class Possible:
    """`possible(a by r)`."""

    deed: Expr
    by: Expr
    own: bool = False


@record
class Supposing:
    """`supposing(d by r, e)`."""

    deed: Expr
    by: Expr
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
    """`{a: 1, b: 2}`."""

    pairs: tuple[tuple[str, Expr], ...]


Expr = Union[
    Const, Local, Inner, FactAt, ValueAt, Members, ReadingOf, BuiltinCall, DeedOf, LookUp, Not, And, Or, Equal, Order, Beside,
    Within, Among, Span, Quantified, Arithmetic, Count, Total, Fold, Those, Pick, Best, Reach, Before, Possible, Supposing,
    Choice, ListOf, Amounts,
]  # fmt: skip

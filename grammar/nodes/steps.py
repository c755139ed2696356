"""Steps of effects and procedures, and what triggers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar.base.records import record
from grammar.nodes.conduct import Answered, Let, Place
from grammar.nodes.expressions import Call, Expr, Ref
from grammar.nodes.place import At, at_field
from grammar.nodes.types import Param, Type

if TYPE_CHECKING:
    from grammar.nodes.course import Statement


@record
class Assign:
    """`set r = e`, `raise r by e`, `lower r by e`; `op` is set, raise or lower."""

    op: str
    target: Ref
    value: Expr
    at: At = at_field()


@record
class Move:
    """`move [up to] n from a to b`."""

    amount: Expr
    source: tuple[Place, ...]
    target: tuple[Place, ...]
    up_to: bool = False
    at: At = at_field()


@record
class Pay:
    """`pay n from a to b [or do p(x)]`: mandatory; `p` runs while short."""

    amount: Expr
    source: tuple[Place, ...]
    target: tuple[Place, ...]
    rescue: Call | None = None
    at: At = at_field()


@record
class Put:
    """`put x [from pile] on|under|into pile`, `put x [from pile] into pile at n`."""

    what: Expr
    where: str
    pile: Ref
    source: Ref | None = None  #: without one from wherever the card lies
    place: Expr | None = None  #: from the top, which is 1
    at: At = at_field()


@record
class Draw:
    """`draw n from pile to pile [or do p(x)]`: fewer if there are fewer; `p` runs once when short, then the rest is drawn."""

    amount: Expr
    source: Ref
    target: Ref
    rescue: Call | None = None
    at: At = at_field()


@record
class Shuffle:
    """`shuffle pile`."""

    pile: Ref
    at: At = at_field()


@record
class Disclose:
    """`disclose [n from] fact to r`: what lies there now is seen by r from now on."""

    amount: Expr | None  #: cards from the top; without it all
    fact: Ref
    to: Expr
    at: At = at_field()


@record
class Do:
    """`do action(x)`, `do action(x) by r` or `do procedure(x)`, or a variable that holds a call."""

    call: Call
    by: Expr | None = None
    at: At = at_field()


@record
class If:
    """`if c then … else … end`."""

    test: Expr
    then: tuple[Step, ...]
    other: tuple[Step, ...]
    at: At = at_field()


@record
class For:
    """`for x in S with e by v [down]: … end`: membership is fixed first, the body reads the live state."""

    var: str
    members: Expr
    body: Expr | None
    by: Expr | None
    down: bool
    steps: tuple[Step, ...]
    at: At = at_field()


@record
class Repeat:
    """`repeat up to n while e: … end`."""

    most: Expr
    test: Expr | None
    steps: tuple[Step, ...]
    at: At = at_field()


@record
class Choose:
    """`choose x: T by r with e otherwise d`; `chance`: `random x: T with e weighted w`."""

    target: Ref
    type: Type
    by: Expr | None
    body: Expr | None
    otherwise: Expr | None = None
    chance: bool = False
    weight: Expr | None = None
    at: At = at_field()


@record
class ChooseEach:
    """`secretly choose f of r: T by each r in S with e otherwise d`: all from one state, revealed together."""

    target: Ref
    type: Type
    var: str
    members: Expr
    body: Expr | None = None
    otherwise: Expr | None = None
    at: At = at_field()


@record
class Offer:
    """`offer a(x) or b to r`: r may do one of these actions or classes now, out of turn; `oblige r to …`: must, if it can be done."""

    calls: tuple[Call, ...]
    to: Expr
    must: bool = False
    at: At = at_field()


@record
class Emit:
    """`emit event(x)`."""

    call: Call
    at: At = at_field()


@record
class Pass:
    """`nothing`."""

    at: At = at_field()


@record
class Cancel:
    """`cancel`: the deed that is being answered is not done."""

    at: At = at_field()


@record
class GameOver:
    """`game over`."""

    at: At = at_field()


Step = (
    Assign | Move | Pay | Put | Draw | Shuffle | Disclose | Do | If | For | Repeat | Choose | ChooseEach | Offer | Emit | Let
    | Pass | Cancel | GameOver | Answered
)  # fmt: skip


@record
class Procedure:
    """A named list of steps."""

    name: str
    params: tuple[Param, ...]
    measure: Expr | None
    steps: tuple[Step, ...]
    at: At = at_field()


@record
class Event:
    """A happening that triggers may name."""

    name: str
    params: tuple[Param, ...]
    at: At = at_field()


@record
class Trigger:
    """`on event(x) when g: … end`; `mode` is on, later, instead."""

    mode: str
    name: str
    vars: tuple[str, ...]
    when: Expr | None
    steps: tuple[Step, ...]
    at: At = at_field()


@record
class ChangeTrigger:
    """`on change|raise|lower of f of x when g: … end`."""

    mode: str
    target: Ref
    when: Expr | None
    steps: tuple[Step, ...]
    later: bool = False
    at: At = at_field()


@record
class Whenever:
    """`whenever [each x in S with] e: … end`: at checkpoints, until it no longer holds."""

    var: str
    members: Expr | None
    body: Expr
    steps: tuple[Step, ...]
    at: At = at_field()


@record
class Lifts:
    """`lifts #p when g`: switches the clauses of a paragraph off."""

    targets: tuple[str, ...]
    when: Expr | None
    at: At = at_field()


@record
class While:
    """`while g: statements end`: every statement inside holds only then."""

    test: Expr
    statements: tuple[Statement, ...]
    at: At = at_field()


@record
class Decide:
    """`decide x as o by r in p when e: by v, w` or `…: v`: what r chooses where the rules choose for it.

    `target`: a fact with names for its keys, a local of the body `home`, or an action with names for its arguments."""

    target: Ref
    option: str | None
    who: str
    home: str | None
    when: Expr | None
    by: tuple[Expr, ...]
    value: Expr | None
    at: At = at_field()


@record
class Ends:
    """`ends when e`: watched after every change."""

    when: Expr
    at: At = at_field()

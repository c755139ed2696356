"""Actions and their clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar.base.records import record
from grammar.nodes.expressions import Call, Expr, Name
from grammar.nodes.place import At, at_field
from grammar.nodes.types import Param

if TYPE_CHECKING:
    from grammar.nodes.steps import Step


@record
class Nowhere:
    """`nowhere`: the bank, the box, oblivion: never empty, never full."""


Place = Name | Call | Nowhere


@record
class Applies:
    """`applies when e`: otherwise the action is no matter here."""

    when: Expr
    at: At = at_field()


@record
class Requires:
    """`requires e`; `after`: on the state after the whole action."""

    body: Expr
    when: Expr | None = None
    overrides: tuple[str, ...] = ()
    after: bool = False
    at: At = at_field()


@record
class Forbidden:
    """`forbidden when e`."""

    when: Expr | None
    overrides: tuple[str, ...] = ()
    at: At = at_field()


@record
class Allowed:
    """`allowed when e overrides #p`."""

    when: Expr | None
    overrides: tuple[str, ...] = ()
    at: At = at_field()


@record
class Cost:
    """`cost n from a then b to c`: being able to pay is required; never borrows."""

    amount: Expr
    source: tuple[Place, ...]
    target: tuple[Place, ...]
    when: Expr | None = None
    at: At = at_field()


#: the slot of what is done as soon as a deed is declared, whether others let it be done or not
ONCE = "once"


@record
class Effect:
    """`effect [at slot] step`; at `ONCE` before others answer; `last`: after everything else."""

    step: Step
    slot: str = ""
    last: bool = False
    at: At = at_field()


@record
class Let:
    """`let x = e`, in an action or a body."""

    name: str
    value: Expr
    at: At = at_field()


@record
class Each:
    """`each x in S with e: clauses end`."""

    var: str
    members: Expr
    body: Expr | None
    clauses: tuple[Clause, ...]
    at: At = at_field()


@record
class Option:
    """`option name: clauses end`: a flag parameter whose clauses count when it is yes."""

    name: str
    clauses: tuple[Clause, ...]
    at: At = at_field()


@record
class Limit:
    """`limit n each scope per x`."""

    most: Expr
    scope: str
    per: tuple[str, ...] = ()
    at: At = at_field()


@record
class Slots:
    """`slots a, b`: the order in which effects of several paragraphs run."""

    names: tuple[str, ...]
    at: At = at_field()


@record
class Anytime:
    """`playable anytime`: in no step of the course."""

    at: At = at_field()


@record
class Answered:
    """`answered by first p in S: a or b`: before it is done others may answer; `followed by …`: after it.

    `order` is first (in turn, until one answers), each (in turn, all of them) or any (all at once, until one answers)."""

    order: str
    var: str
    members: Expr
    body: Expr | None
    when: Expr | None
    calls: tuple[Call, ...]
    otherwise: Step | None = None
    after: bool = False
    must: bool = False  #: whoever is asked, and can, has to answer
    at: At = at_field()


Clause = (
    Applies | Requires | Forbidden | Allowed | Cost | Effect | Let | Each | Option | Limit | Slots | Anytime | Answered
)


@record
class Action:
    """Something one may do. `card`: its source is a card."""

    name: str
    params: tuple[Param, ...]
    actor: str
    kind: str  #: kind of the actor, "" when `among` is given
    among: Expr | None
    classes: tuple[str, ...]
    clauses: tuple[Clause, ...]
    card: bool = False
    at: At = at_field()


@record
class ActionClass:
    """Clauses shared by a class of actions; also a type."""

    name: str
    clauses: tuple[Clause, ...]
    at: At = at_field()


@record
class Rule:
    """Clauses added to an action or class from another paragraph."""

    name: str
    clauses: tuple[Clause, ...]
    at: At = at_field()

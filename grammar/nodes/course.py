"""The course of play and disputes."""

from __future__ import annotations

from grammar.base.records import record
from grammar.nodes.conduct import Action, ActionClass, Rule
from grammar.nodes.declarations import Always, Define, Fact, Kind, Purse, Start, Table
from grammar.nodes.expressions import Call, Expr
from grammar.nodes.place import At, at_field
from grammar.nodes.steps import (
    ChangeTrigger,
    Decide,
    Ends,
    Event,
    Lifts,
    Procedure,
    Trigger,
    Whenever,
    While,
)


@record
class Turns:
    """`each x in S with e [cycle]`: whose turns a step or phase consists of."""

    var: str
    members: Expr
    body: Expr | None
    cycle: bool = False


@record
class Phase:
    """A part of the course of play; with `turns` each one goes through all that is in it before the next."""

    name: str
    parent: str
    after: str
    when: Expr | None
    cycle: Expr | None
    turns: Turns | None = None
    at: At = at_field()


@record
class Quota:
    """`must 1..2 a or b`: how many actions of these names or classes a turn takes, `most` None: any number; `home`: the
    paragraph that adds it."""

    must: bool
    least: int
    most: int | None
    names: tuple[str, ...]
    home: str = ""


@record
class CourseStep:
    """A step: either `do procedure`, or somebody acts."""

    name: str
    phase: str
    after: str
    when: Expr | None
    turns: Turns | None
    call: Call | None
    who: Expr | None
    quotas: tuple[Quota, ...]
    at: At = at_field()


@record
class MoreQuotas:
    """`step turns may 1 a`: what the turns of a step take besides, said by another paragraph."""

    name: str
    quotas: tuple[Quota, ...]
    at: At = at_field()


@record
class Reading:
    """One side of a dispute."""

    name: str
    default: bool
    slip: bool
    places: tuple[str, ...]


@record
class Dispute:
    """`dispute`, `gap` or `weak`: readings between which the sources do not decide."""

    strength: str
    name: str
    readings: tuple[Reading, ...]
    at: At = at_field()


Statement = (
    Kind | Fact | Purse | Always | Start | Define | Table | Action | ActionClass | Rule | Procedure | Event | Trigger
    | ChangeTrigger | Whenever | Lifts | While | Ends | Decide | Phase | CourseStep | MoreQuotas | Dispute
)  # fmt: skip

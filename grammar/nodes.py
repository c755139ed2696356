"""The tree of the rule language: one frozen record per construct of rules.lark, each with its place (line, column)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

At = tuple[int, int]
NOWHERE_AT: At = (0, 0)


def _at() -> At:
    return field(default=NOWHERE_AT, compare=False, repr=False)  # type: ignore[no-any-return]


# ---- expressions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Truth:
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing:
    """`none`: known to be empty."""


@dataclass(frozen=True, slots=True)
class Name:
    """A bare name: a variable, a member, a kind, or a fact or value without keys."""

    id: str
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Call:
    """`f of x` or `f(x, y)`: a look-up; also an action or procedure with its arguments."""

    name: str
    args: tuple[Expr, ...]
    named: tuple[tuple[str, Expr], ...] = ()
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Not:
    """`not e`."""

    body: Expr


@dataclass(frozen=True, slots=True)
class And:
    """`a and b …`."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """`a or b …`."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """`a is b`, `a is not b`, `a >= b`, `a beside b` …; `op` is one of is, is not, >=, <=, >, <, beside."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Member:
    """`a in S` or `a not in S`."""

    left: Expr
    members: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """`a..b`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Quantified:
    """`some x in S with e`, `every x in S has e`, `at least n x in S with e`."""

    mode: str  #: some, every, at least
    var: str
    members: Expr
    body: Expr
    least: Expr | None = None


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`a + b`, `a - b`, `a * b`, `a / b up`, `a / b down`; `op` is +, -, *, up or down."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Minus:
    """`-e`."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Count:
    """`count(x in S with e)`."""

    var: str
    members: Expr
    body: Expr | None


@dataclass(frozen=True, slots=True)
class Total:
    """`sum(e for x in S with g)`, also min and max."""

    op: str
    value: Expr
    var: str
    members: Expr
    body: Expr | None


@dataclass(frozen=True, slots=True)
class Fold:
    """`min(a, b)`, `max(a, b)`, `sum(a, b)`."""

    op: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Those:
    """`those(x in S with e)`: a list in the order of S."""

    var: str
    members: Expr
    body: Expr | None


@dataclass(frozen=True, slots=True)
class Pick:
    """`first(x in S with e by v)` or `last(…)`: a member or none."""

    mode: str
    var: str
    members: Expr
    body: Expr | None
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Best:
    """`best(x in S with e by v, w)`: the list of those tied at the top."""

    var: str
    members: Expr
    body: Expr | None
    by: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """`reach(a by links for x with e)`: what can be reached from a through members with e."""

    start: Expr
    links: str
    var: str
    body: Expr


@dataclass(frozen=True, slots=True)
class Before:
    """`before(e)`: e in the state before the action."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Choice:
    """`if c then a else b end`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Amounts:
    """`{a: 1, b: 2}`: amounts by key, or a record."""

    pairs: tuple[tuple[str, Expr], ...]


Expr = Union[
    Number, Truth, Nothing, Name, Call, Not, And, Or, Compare, Member, Range, Quantified, Arithmetic, Minus, Count, Total,
    Fold, Those, Pick, Best, Reach, Before, Choice, ListOf, Amounts,
]  # fmt: skip
Ref = Union[Name, Call]


# ---- types -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName:
    """A kind, scale or action class, perhaps `or none`."""

    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class TypeRange:
    """`0..10`."""

    low: int
    high: Expr


@dataclass(frozen=True, slots=True)
class TypeFlag:
    """`flag`."""


@dataclass(frozen=True, slots=True)
class TypeNumber:
    """`number`: a whole number without bounds."""


@dataclass(frozen=True, slots=True)
class TypeMany:
    """`list of K`, `set of K`, `amounts by K`, `pile of K`, perhaps `sized a..b`."""

    shape: str
    kind: str
    least: Expr | None = None
    most: Expr | None = None


@dataclass(frozen=True, slots=True)
class TypeEnum:
    """`one of [a, b]`."""

    members: tuple[str, ...]


Type = Union[TypeName, TypeRange, TypeFlag, TypeNumber, TypeMany, TypeEnum]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter with its type and default."""

    name: str
    type: Type | None = None
    default: Expr | None = None


# ---- declarations ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kind:
    """A finite domain. `shape`: kind, scale, roles, open (members come with the state), rows (of table `source`)."""

    name: str
    shape: str
    members: tuple[str, ...] = ()
    source: str = ""
    fields: tuple[Param, ...] = ()
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Fact:
    """An elementary piece of state."""

    name: str
    keys: tuple[tuple[str, str], ...]  #: (variable or "", kind)
    type: Type
    derived: bool = False
    hidden: str = ""  #: "", others, all
    fixed: bool = False
    clamped: bool = False
    assumed: Expr | None = None
    scope: str = ""
    reset: Expr | None = None
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Purse:
    """A named place made of places, drained in order."""

    name: str
    keys: tuple[tuple[str, str], ...]
    places: tuple[Place, ...]
    when: Expr | None
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Always:
    """What holds in every legal state."""

    body: Expr
    when: Expr | None
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Start:
    """A value at the start of the game."""

    target: Ref
    value: Expr
    when: Expr | None
    at: At = _at()


# ---- values ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Define:
    """One value; `mode` is define, holds (any of) or adds (sum of)."""

    mode: str
    name: str
    params: tuple[Param, ...]
    value: Expr
    when: Expr | None = None
    overrides: tuple[str, ...] = ()
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table's key: any, value, range or from."""

    mode: str
    value: Expr | None = None
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    cells: tuple[Cell, ...]
    values: tuple[Expr, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Table:
    """A finite function; the first row that fits counts."""

    name: str
    params: tuple[Param, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    at: At = _at()


# ---- conduct -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nowhere:
    """`nowhere`: the bank, the box, oblivion: never empty, never full."""


Place = Union[Name, Call, Nowhere]


@dataclass(frozen=True, slots=True)
class Applies:
    """`applies when e`: otherwise the action is no matter here."""

    when: Expr
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Requires:
    """`requires e`; `after`: on the state after the whole action."""

    body: Expr
    when: Expr | None = None
    overrides: tuple[str, ...] = ()
    after: bool = False
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Forbidden:
    """`forbidden when e`."""

    when: Expr | None
    overrides: tuple[str, ...] = ()
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Allowed:
    """`allowed when e overrides #p`."""

    when: Expr | None
    overrides: tuple[str, ...] = ()
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Cost:
    """`cost n from a then b to c`: being able to pay is required; never borrows."""

    amount: Expr
    source: tuple[Place, ...]
    target: tuple[Place, ...]
    when: Expr | None = None
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Effect:
    """`effect [at slot] step`; `last`: after everything else."""

    step: Step
    slot: str = ""
    last: bool = False
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Let:
    """`let x = e`, in an action or a body."""

    name: str
    value: Expr
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Each:
    """`each x in S with e: clauses end`."""

    var: str
    members: Expr
    body: Expr | None
    clauses: tuple[Clause, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Option:
    """`option name: clauses end`: a flag parameter whose clauses count when it is yes."""

    name: str
    clauses: tuple[Clause, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Limit:
    """`limit n each scope per x`."""

    most: Expr
    scope: str
    per: tuple[str, ...] = ()
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Slots:
    """`slots a, b`: the order in which effects of several paragraphs run."""

    names: tuple[str, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Anytime:
    """`playable anytime`: in no step of the course."""

    at: At = _at()


Clause = Union[
    Applies, Requires, Forbidden, Allowed, Cost, Effect, Let, Each, Option, Limit, Slots, Anytime
]  # fmt: skip


@dataclass(frozen=True, slots=True)
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
    at: At = _at()


@dataclass(frozen=True, slots=True)
class ActionClass:
    """Clauses shared by a class of actions; also a type."""

    name: str
    clauses: tuple[Clause, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Rule:
    """Clauses added to an action or class from another paragraph."""

    name: str
    clauses: tuple[Clause, ...]
    at: At = _at()


# ---- steps of effects and procedures ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    """`set r = e`, `raise r by e`, `lower r by e`; `op` is set, raise or lower."""

    op: str
    target: Ref
    value: Expr
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Move:
    """`move [up to] n from a to b`."""

    amount: Expr
    source: tuple[Place, ...]
    target: tuple[Place, ...]
    up_to: bool = False
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Pay:
    """`pay n from a to b [or do p(x)]`: mandatory; `p` runs while short."""

    amount: Expr
    source: tuple[Place, ...]
    target: tuple[Place, ...]
    rescue: Call | None = None
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Put:
    """`put x on|under|into pile`."""

    what: Expr
    where: str
    pile: Ref
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw n from pile to pile`."""

    amount: Expr
    source: Ref
    target: Ref
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle pile`."""

    pile: Ref
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Do:
    """`do action(x)` or `do procedure(x)`, or a variable that holds a call."""

    call: Call
    at: At = _at()


@dataclass(frozen=True, slots=True)
class If:
    """`if c then … else … end`."""

    test: Expr
    then: tuple[Step, ...]
    other: tuple[Step, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class For:
    """`for x in S with e by v [down]: … end`: membership is fixed first, the body reads the live state."""

    var: str
    members: Expr
    body: Expr | None
    by: Expr | None
    down: bool
    steps: tuple[Step, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat up to n while e: … end`."""

    most: Expr
    test: Expr | None
    steps: tuple[Step, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose x: T by r with e otherwise d`; `chance`: `random x: T with e`."""

    target: Ref
    type: Type
    by: Expr | None
    body: Expr | None
    otherwise: Expr | None = None
    chance: bool = False
    at: At = _at()


@dataclass(frozen=True, slots=True)
class ChooseEach:
    """`secretly choose f of r: T by each r in S`: all from one state, revealed together."""

    target: Ref
    type: Type
    var: str
    members: Expr
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Offer:
    """`offer action(x) to r`: r may do it now, out of turn."""

    call: Call
    to: Expr
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Emit:
    """`emit event(x)`."""

    call: Call
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Pass:
    """`nothing`."""

    at: At = _at()


@dataclass(frozen=True, slots=True)
class GameOver:
    """`game over`."""

    at: At = _at()


Step = Union[
    Assign, Move, Pay, Put, Draw, Shuffle, Do, If, For, Repeat, Choose, ChooseEach, Offer, Emit, Let, Pass, GameOver
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Procedure:
    """A named list of steps."""

    name: str
    params: tuple[Param, ...]
    measure: Expr | None
    steps: tuple[Step, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Event:
    """A happening that triggers may name."""

    name: str
    params: tuple[Param, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Trigger:
    """`on event(x) when g: … end`; `mode` is on, later, instead."""

    mode: str
    name: str
    vars: tuple[str, ...]
    when: Expr | None
    steps: tuple[Step, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class ChangeTrigger:
    """`on change|raise|lower of f of x when g: … end`."""

    mode: str
    target: Ref
    when: Expr | None
    steps: tuple[Step, ...]
    later: bool = False
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Whenever:
    """`whenever [each x in S with] e: … end`: at checkpoints, until it no longer holds."""

    var: str
    members: Expr | None
    body: Expr
    steps: tuple[Step, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Lifts:
    """`lifts #p when g`: switches the clauses of a paragraph off."""

    targets: tuple[str, ...]
    when: Expr | None
    at: At = _at()


@dataclass(frozen=True, slots=True)
class While:
    """`while g: statements end`: every statement inside holds only then."""

    test: Expr
    statements: tuple[Statement, ...]
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Ends:
    """`ends when e`: watched after every change."""

    when: Expr
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Secret:
    """`secret pile: unseen, untold, unshown, count_truthful`: what may be known and said of it."""

    name: str
    bans: tuple[str, ...]
    at: At = _at()


# ---- course, disputes --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the course of play."""

    name: str
    parent: str
    after: str
    when: Expr | None
    cycle: Expr | None
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Turns:
    """`each x in S with e [cycle]`: whose turns a step consists of."""

    var: str
    members: Expr
    body: Expr | None
    cycle: bool


@dataclass(frozen=True, slots=True)
class Quota:
    """`must 1..2 a or b`: how many actions of these names or classes a turn takes."""

    must: bool
    least: int
    most: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
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
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Reading:
    """One side of a dispute."""

    name: str
    default: bool
    slip: bool
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """`dispute`, `gap` or `weak`: readings between which the sources do not decide."""

    strength: str
    name: str
    readings: tuple[Reading, ...]
    at: At = _at()


Statement = Union[
    Kind, Fact, Purse, Always, Start, Define, Table, Action, ActionClass, Rule, Procedure, Event, Trigger, ChangeTrigger,
    Whenever, Lifts, While, Ends, Secret, Phase, CourseStep, Dispute,
]  # fmt: skip


# ---- questions and cases -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doing:
    """`action(x) by r answers [a, b]`."""

    call: Call
    by: str
    answers: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Asking:
    """A question: a value or an action, perhaps by somebody, perhaps after some doings."""

    body: Expr
    by: str
    after: tuple[Doing, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """One told fact; `kind` set: a new individual of that kind."""

    target: Ref
    value: Expr | None
    kind: str = ""
    at: At = _at()


@dataclass(frozen=True, slots=True)
class Expected:
    """What a case expects: a verdict word, or a value (perhaps an interval)."""

    verdict: str
    value: Expr | None
    high: Expr | None
    needs: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
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
    at: At = _at()

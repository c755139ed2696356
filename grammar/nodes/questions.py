"""Questions and cases."""

from __future__ import annotations

from grammar.base.answers import BY
from grammar.base.records import record
from grammar.nodes.expressions import Call, Expr, Name, Ref
from grammar.nodes.place import At, at_field


@record
class Doing:
    """`action(x) by r answers [a, b]`."""

    call: Call
    by: str
    answers: tuple[Expr, ...]


@record
class Asking:
    """A question: a value or an action, perhaps by somebody, perhaps after some doings; `during`: while the last waits for answers;
    `seen_by`: what lies on the table was told by nobody, and this role looks at it."""

    body: Expr
    by: str
    after: tuple[Doing, ...]
    during: bool = False
    seen_by: str = ""


def answer_of(deed: Ref, who: str) -> Call:
    """`challenge by p`: an answer to what several are asked, with whose it is as an argument."""
    args, named = (deed.args, deed.named) if isinstance(deed, Call) else ((), ())
    name = deed.name if isinstance(deed, Call) else deed.id
    return Call(name, args, (*named, (BY, Name(who))), at=deed.at)


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
    """An executable example: what is told, what is asked, done or listed, what is expected and which paragraphs decide."""

    title: str
    given: tuple[Given, ...]
    asking: Asking | None
    expected: Expected | None
    doings: tuple[Doing, ...]
    then: tuple[Given, ...]
    moves: tuple[str, str, Call] | None
    because: tuple[str, ...]
    by: str = ""  #: from what it was worked out, where the case itself says so
    at: At = at_field()


@record
class But:
    """`but "…" given f = 2; expect …`: the case above with these facts told otherwise; what is left out is as there."""

    title: str
    given: tuple[Given, ...]
    expected: Expected | None
    then: tuple[Given, ...]
    listed: tuple[str, Call] | None  #: "includes" or "excludes" and a move, where moves are listed
    because: tuple[str, ...]
    by: str = ""
    at: At = at_field()


@record
class Situation:
    """`situation "…" given …`: facts that cases below start from by its name."""

    title: str
    starts: tuple[str, ...]  #: other situations it starts from
    given: tuple[Given, ...]
    at: At = at_field()


@record
class WrittenCase:
    """A case as it stands in a file: the situations it starts from, and what differs from it or is asked besides."""

    starts: tuple[str, ...]
    case: Case
    buts: tuple[But, ...] = ()
    also: tuple[Case, ...] = ()  #: further questions about the same facts; never beside `buts`

    @property
    def at(self) -> At:
        """Where it begins."""
        return self.case.at

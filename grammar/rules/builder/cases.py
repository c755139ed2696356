"""Reductions -> nodes: questions, told facts, cases."""

from __future__ import annotations

from typing import TypeAlias

from grammar import nodes as n
from grammar.base.records import replace
from grammar.base.tokens import Kids
from grammar.rules.builder.parts import place_of, text_of

#: what a case asks, does or lists, what it expects and why: asking, expected, doings, then, moves, because
Query: TypeAlias = tuple[
    n.Asking | None,
    n.Expected | None,
    tuple[n.Doing, ...],
    tuple[n.Given, ...],
    tuple[str, str, n.Call] | None,
    tuple[str, ...],
]


def _title(token: str | None) -> str:
    """A title without its quotes; none where it is left out."""
    return str(token)[1:-1] if token is not None else ""


def _case(title: str, by: str | None, given: tuple[n.Given, ...], query: Query, at: n.At) -> n.Case:
    asking, expected, doings, then, moves, because = query
    return n.Case(_title(title), given, asking, expected, doings, then, moves, because, text_of(by), at=at)


def _but(
    kids: Kids,
    expected: n.Expected | None = None,
    then: tuple[n.Given, ...] = (),
    listed: tuple[str, n.Call] | None = None,
) -> n.But:
    title, by, given, at = kids[0]
    return n.But(title, given, expected, then, listed, kids[2] or (), by, at=at)


class BuildCases:
    """Builds questions and cases."""

    # ---- whole texts
    def question(self, kids: Kids) -> n.Asking:
        asking: n.Asking = kids[0]
        return asking

    def cases(self, kids: Kids) -> tuple[n.Situation | n.WrittenCase, ...]:
        return tuple(kids)

    def facts(self, kids: Kids) -> tuple[n.Given, ...]:
        return tuple(kids)

    # ---- questions
    def asking(self, kids: Kids) -> n.Asking:
        body, by, word, *after = kids
        done = tuple([kid for kid in after if kid is not None])
        return n.Asking(body, text_of(by), done, text_of(word) == "during")

    def doing(self, kids: Kids) -> n.Doing:
        call, by, answers = kids
        return n.Doing(call, text_of(by), answers or ())

    def answers(self, kids: Kids) -> tuple[n.Expr, ...]:
        return tuple([kid for kid in kids if kid is not None])

    def answer_by(self, kids: Kids) -> n.Call:
        return n.answer_of(kids[0], str(kids[1]))

    # ---- cases
    def situation(self, kids: Kids) -> n.Situation:
        title, (starts, given) = kids
        return n.Situation(_title(title), starts, given, at=place_of(kids))

    def told(self, kids: Kids) -> tuple[tuple[str, ...], tuple[n.Given, ...]]:
        starts = tuple(_title(kid) for kid in kids if isinstance(kid, str))
        return starts, tuple(kid for kid in kids if isinstance(kid, n.Given))

    def worked_out(self, kids: Kids) -> str:
        return str(kids[0])

    def case(self, kids: Kids) -> n.WrittenCase:
        title, by, told, (query, buts, also) = kids
        starts, given = told or ((), ())
        return n.WrittenCase(starts, _case(title, by, given, query, place_of(kids)), buts, also)

    def also(self, kids: Kids) -> n.Case:
        title, by, query = kids
        return _case(title, by, (), query, place_of(kids))

    def ask_query(self, kids: Kids) -> tuple[Query, tuple[n.But, ...], tuple[n.Case, ...]]:
        query, *others = kids
        return (
            query,
            tuple(kid for kid in others if isinstance(kid, n.But)),
            tuple(kid for kid in others if isinstance(kid, n.Case)),
        )

    do_query = moves_query = ask_query

    def ask_case(self, kids: Kids) -> Query:
        asking, seen_by, expected, because = kids
        return (replace(asking, seen_by=text_of(seen_by)), expected, (), (), None, because or ())

    def do_case(self, kids: Kids) -> Query:
        *doings, then, because = kids
        return (None, None, tuple(doings), then, None, because or ())

    def moves_case(self, kids: Kids) -> Query:
        role, (mode, call), because = kids
        return (None, None, (), (), (str(role), mode, call), because or ())

    def outcomes(self, kids: Kids) -> tuple[n.Given, ...]:
        return tuple(kids)

    def listed(self, kids: Kids) -> tuple[str, n.Call]:
        return str(kids[0]), kids[1]

    def otherwise(self, kids: Kids) -> tuple[str, str, tuple[n.Given, ...], n.At]:
        _, title, by, *given = kids
        return _title(title), text_of(by), tuple(given), place_of(kids)

    def but_ask(self, kids: Kids) -> n.But:
        return _but(kids, expected=kids[1])

    def but_do(self, kids: Kids) -> n.But:
        return _but(kids, then=kids[1])

    def but_moves(self, kids: Kids) -> n.But:
        return _but(kids, listed=kids[1])

    # ---- what is expected and told
    def verdict(self, kids: Kids) -> n.Expected:
        word, default, *needs = kids
        return n.Expected(str(word), default, None, tuple(kid for kid in needs if kid is not None))

    def needed(self, kids: Kids) -> n.Ref:
        ref: n.Ref = kids[0]
        return ref

    def value(self, kids: Kids) -> n.Expected:
        return n.Expected("", kids[0], kids[1], ())

    def refs(self, kids: Kids) -> tuple[str, ...]:
        return tuple(str(kid)[1:] for kid in kids)

    def given(self, kids: Kids) -> n.Given:
        return kids[0]  # type: ignore[no-any-return]

    def given_value(self, kids: Kids) -> n.Given:
        return n.Given(kids[0], kids[1], at=place_of(kids))

    def given_flag(self, kids: Kids) -> n.Given:
        if isinstance(kids[0], n.Given):
            return kids[0]
        return n.Given(kids[0], n.Truth(True), at=place_of(kids))

    def given_not(self, kids: Kids) -> n.Given:
        return n.Given(kids[0], n.Truth(False), at=place_of(kids))

    def given_member(self, kids: Kids) -> n.Given:
        return n.Given(n.Name(str(kids[0])), None, str(kids[1]), at=place_of(kids))

"""Reductions of expressions -> nodes."""

from __future__ import annotations

from grammar import nodes as n
from grammar.base.corollaries import DUTY
from grammar.base.tokens import Kids


class BuildExpressions:
    """One method per rule of an expression."""

    def some(self, kids: Kids) -> n.Quantified:
        return n.Quantified("some", str(kids[0]), kids[1], kids[2])

    def every(self, kids: Kids) -> n.Quantified:
        return n.Quantified("every", str(kids[0]), kids[1], kids[2])

    def at_least(self, kids: Kids) -> n.Quantified:
        return n.Quantified("at least", str(kids[1]), kids[2], kids[3], kids[0])

    def or_(self, kids: Kids) -> n.Or:
        return n.Or(tuple(kids))

    def and_(self, kids: Kids) -> n.And:
        return n.And(tuple(kids))

    def not_(self, kids: Kids) -> n.Not:
        return n.Not(kids[0])

    def is_(self, kids: Kids) -> n.Compare:
        return n.Compare("is", kids[0], kids[1])

    def is_not(self, kids: Kids) -> n.Compare:
        return n.Compare("is not", kids[0], kids[1])

    def compare(self, kids: Kids) -> n.Compare:
        return n.Compare(str(kids[1]), kids[0], kids[2])

    def beside(self, kids: Kids) -> n.Compare:
        return n.Compare("beside", kids[0], kids[1])

    def member(self, kids: Kids) -> n.Member:
        return n.Member(kids[0], kids[1])

    def not_member(self, kids: Kids) -> n.Member:
        return n.Member(kids[0], kids[1], negated=True)

    def range(self, kids: Kids) -> n.Range:
        return n.Range(kids[0], kids[1])

    def add(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic("+", kids[0], kids[1])

    def subtract(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic("-", kids[0], kids[1])

    def multiply(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic("*", kids[0], kids[1])

    def divide(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic(str(kids[2]), kids[0], kids[1])

    def minus(self, kids: Kids) -> n.Expr:
        return n.Number(-kids[0].value) if isinstance(kids[0], n.Number) else n.Minus(kids[0])

    def number(self, kids: Kids) -> n.Number:
        return n.Number(int(kids[0]))

    def none(self, kids: Kids) -> n.Nothing:
        return n.Nothing()

    def yes(self, kids: Kids) -> n.Truth:
        return n.Truth(True)

    def no(self, kids: Kids) -> n.Truth:
        return n.Truth(False)

    def count(self, kids: Kids) -> n.Count:
        return n.Count(str(kids[0]), kids[1], kids[2])

    def total(self, kids: Kids) -> n.Total:
        return n.Total(str(kids[0]), kids[1], str(kids[2]), kids[3], kids[4])

    def fold(self, kids: Kids) -> n.Fold:
        return n.Fold(str(kids[0]), tuple(kids[1:]))

    def those(self, kids: Kids) -> n.Those:
        return n.Those(str(kids[0]), kids[1], kids[2])

    def first(self, kids: Kids) -> n.Pick:
        return n.Pick("first", str(kids[0]), kids[1], kids[2], kids[3])

    def last(self, kids: Kids) -> n.Pick:
        return n.Pick("last", str(kids[0]), kids[1], kids[2], kids[3])

    def best(self, kids: Kids) -> n.Best:
        return n.Best(str(kids[0]), kids[1], kids[2], tuple(kids[3:]))

    def reach(self, kids: Kids) -> n.Reach:
        return n.Reach(kids[0], str(kids[1]), str(kids[2]), kids[3])

    def before(self, kids: Kids) -> n.Before:
        return n.Before(kids[0])

    def possible(self, kids: Kids) -> n.Possible:
        return n.Possible(kids[0], kids[1])

    def duty(self, kids: Kids) -> n.Ref:
        ref, by = kids
        name = n.corollary(DUTY, ref.id if isinstance(ref, n.Name) else ref.name)
        args = () if isinstance(ref, n.Name) else ref.args
        return (
            n.Name(name, at=ref.at)
            if by is None and not args
            else n.Call(name, (*filter(None, [by]), *args), at=ref.at)
        )

    def supposing(self, kids: Kids) -> n.Supposing:
        return n.Supposing(kids[0], kids[1], kids[2])

    def choice(self, kids: Kids) -> n.Choice:
        return n.Choice(kids[0], kids[1], kids[2])

    def list_(self, kids: Kids) -> n.ListOf:
        return n.ListOf(tuple([kid for kid in kids if kid is not None]))

    def amounts(self, kids: Kids) -> n.Amounts:
        return n.Amounts(tuple([kid for kid in kids if kid is not None]))

    def pair(self, kids: Kids) -> tuple[str, n.Expr]:
        return (str(kids[0]), kids[1])

    def name(self, kids: Kids) -> n.Name:
        word = kids[0]
        return n.Name(str(word), (word.line, word.column))

    def of(self, kids: Kids) -> n.Call:
        return n.Call(str(kids[0]), (kids[1],), at=(kids[0].line, kids[0].column))

    def corollary(self, kids: Kids) -> n.Ref:
        ref, at = kids[1], (kids[0].line, kids[0].column)
        if isinstance(ref, n.Name):
            return n.Name(n.corollary(str(kids[0]), ref.id), at=at)
        return n.Call(n.corollary(str(kids[0]), ref.name), ref.args, ref.named, at=at)

    def named(self, kids: Kids) -> tuple[str, n.Expr]:
        return (str(kids[0]), kids[1])

    def call(self, kids: Kids) -> n.Call:
        word, *given = kids
        named = tuple([kid for kid in given if isinstance(kid, tuple)])
        args = tuple([kid for kid in given if kid is not None and not isinstance(kid, tuple)])
        return n.Call(str(word), args, named, (word.line, word.column))

    invoke = call

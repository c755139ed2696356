"""Where a clause only passes on to others: it says of every case what they say of each, so what they say of this one decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.evaluation.scope import Scope
from referee.values import SILENT, Unknown
from referee.verdict.grounds import Spoken, speaking
from referee.verdict.voices import PLAIN, voices

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.rules.code import Code
    from referee.units.runner import Voice

#: what is written out: a figure, as a row of a table has it
WRITTEN = n.Number | n.Truth | n.Nothing
#: how deep definitions are followed, and how many members are looked at
DEEPEST, MOST = 4, 24

Each = tuple[Scope, list[object]]


def passed_on(code: Code, ctx: Context, spoken: Spoken) -> Iterator[str]:
    """The paragraphs that decide this case instead of the clause that speaks of all."""
    node = spoken.cited.node
    expr = node.when if node.mode == "holds" else node.value
    if isinstance(expr, n.Best):
        yield from _separating(code, ctx, expr, spoken)
    elif isinstance(expr, n.Those | n.Total):
        yield from _alike(code, ctx, expr, spoken)
    for ref in _references(expr, spoken.scope):
        yield from _figure(code, ctx, ref, spoken)


def _references(expr: n.Expr | None, scope: Scope) -> list[n.Ref]:
    """What an expression looks up and does no more with than to take it so many times, or to hold what is asked about against it."""
    if isinstance(expr, n.Name | n.Call):
        return [expr]
    if isinstance(expr, n.Compare):
        sides = (expr.left, expr.right)
        asked = [side for side in sides if isinstance(side, n.Name) and side.id in scope.slots]
        return [side for side in sides if isinstance(side, n.Name | n.Call) and side not in asked] if asked else []
    if isinstance(expr, n.Arithmetic) and isinstance(expr.left, n.Number):
        return _references(expr.right, scope)
    return _references(expr.left, scope) if isinstance(expr, n.Arithmetic) and isinstance(expr.right, n.Number) else []


def _figure(code: Code, ctx: Context, ref: n.Ref, spoken: Spoken) -> Iterator[str]:
    """The paragraph that writes out the figure of this case, among others that do so of other cases."""
    scope, env = spoken.scope, spoken.env
    for _ in range(DEEPEST):
        name, given = (ref.id, ()) if isinstance(ref, n.Name) else (ref.name, ref.args)
        info = code.program.values.get(name)
        if name in scope.slots or name in ctx.facts or info is None or info.mode != "define":
            return
        args = tuple(code.formula(arg, scope)(ctx, list(env)) for arg in given)
        if not code.has_value(name, len(given)) or any(isinstance(arg, Unknown) or arg is SILENT for arg in args):
            return
        speaks = speaking(code, ctx, info, args)
        if len(speaks) != 1:
            return
        one, node = speaks[0], speaks[0].cited.node
        if node.when is not None and isinstance(node.value, WRITTEN):
            yield one.cited.paragraph
            return
        if not isinstance(node.value, n.Name | n.Call):
            return
        ref, scope, env = node.value, one.scope, one.env


def _separating(code: Code, ctx: Context, expr: n.Best, spoken: Spoken) -> Iterator[str]:
    """Of several things by which the best are found those that leave out somebody whom those before left in, the last first."""
    left = list(_each(code, ctx, n.Those(expr.var, expr.members, expr.body), spoken))
    found: list[str] = []
    for criterion in expr.by if len(expr.by) > 1 else ():
        if len(left) < 2:
            break
        figures = [code.formula(criterion, scope)(ctx, list(env)) for scope, env in left]
        if any(type(figure) is not int for figure in figures):
            return
        best = max(figure for figure in figures if type(figure) is int)
        kept = [each for each, figure in zip(left, figures, strict=True) if figure == best]
        if len(kept) < len(left):
            found[:0] = [voice.paragraph for voice in _heard(code, ctx, criterion, kept[0])][:1]
        left = kept
    yield from found


def _alike(code: Code, ctx: Context, expr: n.Those | n.Total, spoken: Spoken) -> Iterator[str]:
    """By what those are in who are in, or nobody is; by what nothing comes of any in a sum that is nothing. What speaks of fewest is first."""
    whole = n.Those(expr.var, expr.members, None if isinstance(expr, n.Those) else expr.body)
    body = expr.body if isinstance(expr, n.Those) else expr.value
    if body is None:
        return
    every = list(_each(code, ctx, whole, spoken))[:MOST]
    values = [code.formula(body, scope)(ctx, list(env)) for scope, env in every]
    if isinstance(expr, n.Total):
        if any(value != 0 for value in values):
            return
        telling = every
    else:
        telling = [each for each, value in zip(every, values, strict=True) if value is True] or every
        if len(telling) > 1 and telling is not every:
            return
    speaks = Counter(
        voice.paragraph
        for each in telling
        for voice in [v for v in _heard(code, ctx, body, each) if v.weight > PLAIN][:1]
    )
    few = isinstance(
        expr, n.Those
    )  # what keeps one out says more than what keeps all out; a sum is nothing by what stops most
    yield from sorted(speaks, key=lambda paragraph: speaks[paragraph] if few else -speaks[paragraph])


def _heard(code: Code, ctx: Context, expr: n.Expr, each: Each) -> list[Voice]:
    scope, env = each
    return voices(code, ctx, expr, scope, env)


def _each(code: Code, ctx: Context, expr: n.Those, spoken: Spoken) -> Iterator[Each]:
    """Every member of a list, as scope and locals of what is said of it."""
    members = code.formula(expr, spoken.scope)(ctx, list(spoken.env))
    inner = spoken.scope.child(expr.var)
    for member in members if isinstance(members, tuple) else ():
        one = [*spoken.env, *([None] * (inner.frame.size - len(spoken.env)))]
        one[inner.slots[expr.var]] = member
        yield inner, one

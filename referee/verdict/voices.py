"""Which paragraphs speak in an expression at one moment, and how narrowly each speaks of the case: what is special decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.base.records import names_of
from kb.rules.program import ValueInfo
from kb.rules.reads import reads_of
from referee.errors import NeedFact, RefereeError
from referee.evaluation.scope import Scope
from referee.units.formula import Formula
from referee.units.runner import Voice
from referee.values import SILENT, Unknown
from referee.verdict.grounds import Spoken, adding, speaking, standing

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.evaluation.interface import Evaluates
    from referee.rules.code import Code

#: how narrowly a paragraph speaks: of every case, of cases like this one, of this one instead of what counts otherwise
PLAIN, NARROW, SPECIAL = 0, 1, 2
#: how deep definitions are followed, and how many names
DEEPEST, LONGEST = 4, 40
#: what is written out: a choice that comes to it stops what would be reckoned otherwise
_WRITTEN = n.Number | n.Truth | n.Nothing
#: expressions with their own variable: what they look at is many cases, not one
OVER = n.Count | n.Quantified | n.Those | n.Pick | n.Best | n.Reach | n.Total


class Listener:
    """Listens in a run for the paragraphs that speak of what somebody asks for."""

    def __init__(self, code: Code, body: object) -> None:
        self.code = code
        self.watched = frozenset(reads_of(code.program, body))
        self._known: dict[frozenset[str], bool] = {}

    def concerns(self, names: frozenset[str]) -> bool:
        """Whether these are, or may bring about a change of, a fact behind it."""
        found = self._known.get(names)
        if found is None:
            found = self._known[names] = not self.watched.isdisjoint(self.code.stages.writes.reached(set(names)))
        return found

    def heard(self, ctx: Context, formula: Evaluates, e: list[object]) -> list[Voice]:
        """The paragraphs that speak in a formula, in its order; nothing where that cannot be told."""
        return voices(self.code, ctx, formula.written, formula.scope, e) if isinstance(formula, Formula) else []


def voices(code: Code, ctx: Context, expr: n.Expr, scope: Scope, env: list[object]) -> list[Voice]:
    """The paragraphs that speak in an expression, in its order; nothing where that cannot be told."""
    book, leaves, cuts = ctx.open_book(), dict(ctx.leaves), dict(ctx.cuts)
    try:
        return list(_Hearing(code, ctx).voices(expr, scope, env, 0))
    except (RefereeError, NeedFact):
        return []
    finally:
        ctx.tear_out(book)
        ctx.leaves, ctx.cuts = leaves, cuts


def special(voices: Iterable[Voice]) -> list[str]:
    """The paragraphs that count instead of something else."""
    return [voice.paragraph for voice in voices if voice.weight == SPECIAL]


class _Hearing:
    """One expression at one moment."""

    def __init__(self, code: Code, ctx: Context) -> None:
        self.code, self.ctx = code, ctx
        self._left = LONGEST
        self._exceptions = standing(code).exceptions
        self._undecided = {
            cited.paragraph for cited in code.program.disputes.values()
        }  # what is left open is no exception

    def voices(self, expr: n.Expr, scope: Scope, env: list[object], depth: int) -> Iterator[Voice]:
        """What speaks in an expression; of `and` and `or` the parts that settle it, of a choice what makes it and what is taken."""
        if isinstance(expr, n.Name | n.Call):
            yield from self._reference(expr, scope, env, depth)
        elif isinstance(expr, n.And | n.Or):
            settles = isinstance(expr, n.Or)
            settling = [part for part in expr.parts if self._value(part, scope, env) is settles]
            for part in settling[:1] or expr.parts:
                yield from self.voices(part, scope, env, depth)
        elif isinstance(expr, n.Choice):
            test = self._value(expr.test, scope, env)
            taken, left = (expr.then, expr.other) if test is True else (expr.other, expr.then)
            stops = isinstance(taken, _WRITTEN) and not isinstance(left, _WRITTEN)
            for voice in self.voices(expr.test, scope, env, depth):
                weight = SPECIAL if stops and voice.weight == NARROW and voice.depth == depth else voice.weight
                yield Voice(voice.paragraph, voice.name, weight, voice.depth)
            if isinstance(test, bool):
                yield from self.voices(taken, scope, env, depth)
        elif not isinstance(expr, OVER):
            for inner in children(expr):
                yield from self.voices(inner, scope, env, depth)

    def _reference(self, ref: n.Ref, scope: Scope, env: list[object], depth: int) -> Iterator[Voice]:
        name, given = (ref.id, ()) if isinstance(ref, n.Name) else (ref.name, ref.args)
        if name in scope.slots or self._left <= 0:
            return
        info = self.code.program.values.get(name)
        if info is None or not self.code.has_value(name, len(given)):
            for arg in given:
                yield from self.voices(arg, scope, env, depth)
            return
        args = tuple(self._value(arg, scope, env) for arg in given)
        if name in self.ctx.facts or any(isinstance(arg, Unknown) or arg is SILENT for arg in args):
            return
        self._left -= 1
        yield from self._defined(info, args, depth)
        for arg in given:
            yield from self.voices(arg, scope, env, depth + 1)

    def _defined(self, info: ValueInfo, args: tuple[object, ...], depth: int) -> Iterator[Voice]:
        """The clauses of a definition that speak."""
        spoken = speaking(self.code, self.ctx, info, args)
        if info.mode == "holds":
            spoken = spoken[:1]
        elif info.mode == "adds":
            spoken = adding(self.code, self.ctx, spoken)
        for each in spoken:
            node = each.cited.node
            said = node.when if info.mode == "holds" else node.value
            weight = PLAIN if node.when is None else NARROW
            if each.cited.paragraph in self._undecided:
                weight = PLAIN
            elif (
                node.overrides
                or each.cited.paragraph in self._exceptions
                or (depth == 0 and said is not None and self._is_cut(said, each))
            ):
                weight = SPECIAL
            yield Voice(each.cited.paragraph, info.name, weight, depth)
            if said is not None and depth < DEEPEST:
                yield from self.voices(said, each.scope, each.env, depth + 1)

    def _is_cut(self, expr: n.Expr, spoken: Spoken) -> bool:
        """Whether a limit holds back what an expression would come to: of `min` and `max` the longer part is what it would be."""
        if not isinstance(expr, n.Fold) or expr.op not in ("min", "max") or len(expr.parts) != 2:
            return False
        reckoned = max(expr.parts, key=_length)
        return self._value(reckoned, spoken.scope, spoken.env) != self._value(expr, spoken.scope, spoken.env)

    def _value(self, expr: n.Expr, scope: Scope, env: list[object]) -> object:
        return self.code.formula(expr, scope)(self.ctx, list(env))


def _length(expr: object) -> int:
    """How much an expression names."""
    if isinstance(expr, tuple):
        return sum(map(_length, expr))
    return 1 + sum(_length(getattr(expr, name)) for name in names_of(expr))


def children(expr: object) -> Iterator[n.Expr]:
    """The expressions directly inside one without a variable of its own."""
    for name in ("left", "right", "members", "body", "low", "high"):
        inner = getattr(expr, name, None)
        if inner is not None:
            yield inner
    for name in ("parts", "items"):
        yield from getattr(expr, name, ())

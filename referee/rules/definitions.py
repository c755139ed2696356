"""How paragraphs add up to a value: one value (define), any of (holds), sum of (adds), tables.

Several live definitions that differ are settled by `overrides`, then by the rank of their sources; what is left is a
dispute between the paragraphs themselves.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from grammar import nodes as n
from kb.rules.program import Cited, ValueInfo
from referee.compiler.compiler import Compiler
from referee.evaluation import kleene
from referee.evaluation.context import Context
from referee.evaluation.rank import cite_all, cite_by_rank
from referee.evaluation.scope import Scope
from referee.units.formula import Formula
from referee.values import MAYBE, SILENT, UNKNOWN, Unknown, join

Evaluate = Callable[[Context, tuple[object, ...]], object]


class LiveClause(Struct):
    """A compiled clause of a definition."""

    paragraph: str
    guard: Formula | None
    value: Formula
    overrides: frozenset[str]
    rank: int
    lifters: list[Formula | None]  #: the guards of what lifts it
    about: Formula | None = None  #: of `holds`: the part of the guard that says which members the clause speaks of


Lifters = Callable[[str], list[Formula | None]]


def compile_value(compiler: Compiler, info: ValueInfo, lifters: Lifters) -> Evaluate:
    """The evaluator of a defined name."""
    clauses = [_compile_clause(compiler, cited, lifters) for cited in info.clauses]
    mode = {"define": _define, "holds": _holds, "adds": _adds}[info.mode]
    return mode(info.name, clauses)


def _compile_clause(compiler: Compiler, cited: Cited, lifters: Lifters) -> LiveClause:
    node: n.Define = cited.node
    scope = Scope(tuple(p.name for p in node.params))
    return LiveClause(
        cited.paragraph,
        compiler.maybe(node.when, scope),
        compiler.formula(node.value, scope),
        frozenset(node.overrides),
        cited.rank,
        lifters(cited.paragraph),
        compiler.maybe(compiler.about(node), scope),
    )


def _is_live(ctx: Context, clause: LiveClause, env: list[object]) -> object:
    """True, False or unknown: whether the clause speaks here."""
    live: object = True if clause.guard is None else clause.guard.open(ctx, env)
    if live is False or live is SILENT:
        return False
    for lifter in clause.lifters:
        lifts = True if lifter is None else lifter.open(ctx, [])
        if lifts is True:
            return False
        if lifts is not False:
            live = MAYBE
    return live


def _define(name: str, clauses: list[LiveClause]) -> Evaluate:
    if len(clauses) == 1 and clauses[0].guard is None and not clauses[0].lifters:
        only = clauses[0]

        def plain(ctx: Context, args: tuple[object, ...]) -> object:
            ctx.cites[only.paragraph] = None
            return only.value.open(ctx, list(args))

        return plain

    any_override = any(clause.overrides for clause in clauses)

    def evaluate(ctx: Context, args: tuple[object, ...]) -> object:
        env = list(args)
        sure: list[LiveClause] = []
        maybe: list[LiveClause] = []
        for clause in clauses:
            live = _is_live(ctx, clause, env)
            if live is True:
                sure.append(clause)
            elif live is not False:
                maybe.append(clause)
        beaten = {target for clause in sure for target in clause.overrides} if any_override else ()
        if beaten:
            sure = [c for c in sure if c.paragraph not in beaten or c.paragraph in c.overrides]
            maybe = [c for c in maybe if c.paragraph not in beaten]
        if not maybe:
            return _settle(ctx, name, sure, env)
        outcomes = []
        for extra in [None, *maybe]:  # each doubtful clause alone, and none of them
            chosen = sure if extra is None else [c for c in sure if c.paragraph not in extra.overrides] + [extra]
            if chosen:
                outcomes.append(_settle(ctx, name, chosen, env))
        if not outcomes:
            return SILENT
        if not sure:
            # none of the doubtful ones may apply: then the rules are silent, which is not one of the values
            if name in ctx.code.facts:
                return UNKNOWN  # a fact of which no rule speaks can be told: then it is anything
            value = join(outcomes)
            return value if isinstance(value, Unknown) else Unknown(options=(value,))
        return join(outcomes)

    return evaluate


def _settle(ctx: Context, name: str, live: list[LiveClause], env: list[object]) -> object:
    """The value of the live clauses: equal, outranked, or contested between their paragraphs."""
    if not live:
        return SILENT
    if len(live) == 1:
        only = live[0]
        if only.paragraph:
            ctx.cites[only.paragraph] = None
        return only.value.open(ctx, env)
    values = [clause.value.open(ctx, list(env)) for clause in live]
    spoken = [(clause.rank, clause.paragraph) for clause in live]
    first = values[0]
    if all(_same(value, first) for value in values[1:]):
        cite_all(ctx, spoken)
        return first
    cite_by_rank(ctx, spoken)
    top = max(clause.rank for clause in live)
    ranked = [(clause, value) for clause, value in zip(live, values, strict=True) if clause.rank == top]
    if all(_same(value, ranked[0][1]) for _, value in ranked[1:]):
        return ranked[0][1]
    if any(isinstance(value, Unknown) for _, value in ranked):
        return join(value for _, value in ranked)
    paragraphs = tuple(clause.paragraph for clause, _ in ranked)
    chosen = ctx.reading(ctx.code.contest(name, paragraphs))
    return next((value for clause, value in ranked if clause.paragraph == chosen), ranked[0][1])


def _same(a: object, b: object) -> bool:
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return a is b
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def _holds(name: str, clauses: list[LiveClause]) -> Evaluate:
    overriding = [clause for clause in clauses if clause.overrides]

    def evaluate(ctx: Context, args: tuple[object, ...]) -> object:
        env = list(args)
        result: object = False
        beaten: set[str] = set()
        for clause in overriding:
            if _is_live(ctx, clause, env) is True:
                beaten |= clause.overrides
        for clause in clauses:
            if clause.paragraph in beaten:
                continue
            live = _is_live(ctx, clause, env)
            if live is True:
                ctx.cite(clause.paragraph)
                return True
            if live is not False:
                result = MAYBE
        # a clause about other members could not have said yes; where none is about these, the whole list is the reason
        possible = [c for c in clauses if c.about is None or c.about.open(ctx, env) is not False]
        for clause in possible or clauses:
            ctx.cite(clause.paragraph)
        return result

    return evaluate


def _adds(name: str, clauses: list[LiveClause]) -> Evaluate:
    def evaluate(ctx: Context, args: tuple[object, ...]) -> object:
        env = list(args)
        total: object = 0
        states = [(_is_live(ctx, clause, env), clause) for clause in clauses]
        beaten = {t for live, clause in states if live is True for t in clause.overrides}
        for live, clause in states:
            if live is False or clause.paragraph in beaten:
                continue
            value = clause.value.open(ctx, env)
            if live is not True:
                value = join((0, value))
            elif value != 0:
                ctx.cite(clause.paragraph)
            total = kleene.add(total, value)
        return total

    return evaluate


def compile_table(compiler: Compiler, cited: Cited, column: int) -> Evaluate:
    """The evaluator of one column of a table: the first row that fits counts."""
    node: n.Table = cited.node
    empty = Scope()
    rows = []
    for row in node.rows:
        cells = [(cell.mode, _cell_value(cell), cell.low, cell.high) for cell in row.cells]
        rows.append((cells, compiler.formula(row.values[column], empty)))
    paragraph = cited.paragraph
    exact: dict[tuple[object, ...], Formula] = {}
    if all(cell[0] == "value" for cells, _ in rows for cell in cells):
        for cells, formula in rows:
            exact.setdefault(tuple(cell[1] for cell in cells), formula)

    def evaluate(ctx: Context, args: tuple[object, ...]) -> object:
        ctx.cites[paragraph] = None
        if exact:
            found = exact.get(args)
            if found is not None:
                return found(ctx, [None] * 2)
        outcomes: list[object] = []
        for cells, formula in rows:
            fit: object = True
            for cell, arg in zip(cells, args, strict=False):
                one = _fit(ctx, cell, arg)
                if one is False:
                    fit = False
                    break
                if one is not True:
                    fit = MAYBE
            if fit is False:
                continue
            outcomes.append(formula(ctx, [None] * 2))
            if fit is True:
                return join(outcomes) if len(outcomes) > 1 else outcomes[0]
        if not outcomes and None in args:
            return None  # a look-up at none is none, unless a row speaks of it
        if not outcomes:
            return UNKNOWN if any(isinstance(a, Unknown) for a in args) else SILENT
        return join(outcomes) if len(outcomes) > 1 or not any(isinstance(a, Unknown) for a in args) else outcomes[0]

    return evaluate


def _cell_value(cell: n.Cell) -> object:
    value = cell.value
    if isinstance(value, n.Name):
        return value.id
    if isinstance(value, n.Number | n.Truth):
        return value.value
    return None


def _fit(ctx: Context, cell: tuple[str, object, int, int], arg: object) -> object:
    mode, value, low, high = cell
    if mode == "any":
        return True
    if mode == "value":
        return kleene.equal(ctx, arg, value)
    above = kleene.at_least(ctx, arg, low)
    if mode == "from" or above is False:
        return above
    below = kleene.at_least(ctx, high, arg)
    if below is False:
        return False
    return True if above is True and below is True else MAYBE

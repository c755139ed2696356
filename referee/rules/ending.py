"""What has ended a game, and what would end it by what is only taken for granted."""

from __future__ import annotations

from kb.rules.corollaries import ended_by_step
from referee.compiler.compiler import Compiler
from referee.evaluation.context import Context
from referee.evaluation.scope import Scope


def ended_by(compiler: Compiler, ctx: Context) -> tuple[str, ...]:
    """What has ended the game, first, then what else may end it."""
    found = [(cited, compiler.formula(cited.node.when, Scope())) for cited in compiler.program.ends]
    found.sort(key=lambda each: each[1].now(ctx, []) is not True)
    by_itself = bool(found) and found[0][1].now(ctx, []) is True
    steps = [cited.paragraph for cited in (() if by_itself else ended_by_step(compiler.program))]
    return tuple(dict.fromkeys([*steps, *(cited.paragraph for cited, _ in found)]))


def perhaps_over(compiler: Compiler, ctx: Context) -> str:
    """The paragraph by which the game would be over with what is taken for granted, which ends nothing by itself; or nothing."""
    if ctx.state.over:
        return ""
    ends = [(cited, compiler.formula(cited.node.when, Scope())) for cited in compiler.program.ends]
    told = [each for each in ends if not ctx.state.facts.keys().isdisjoint(compiler.names_read(each[1]))]
    if not told:
        return ""
    looking = Context(ctx.code, ctx.state, readings=ctx.readings, split=ctx.split, unseen=ctx.unseen)
    looking.careful = ctx.careful
    return next((cited.paragraph for cited, formula in told if formula.now(looking, []) is True), "")

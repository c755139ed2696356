"""Looking ahead: whether something can be done at all, and what would be so if it were. Nothing is done."""

from __future__ import annotations

from referee.errors import BudgetError, NeedFact, RefereeError
from referee.evaluation.context import DEEPEST, Context
from referee.rules.code import Code, code_behind
from referee.runs.listing import OFFERED, Listing
from referee.runs.run import Run
from referee.runtime.functions import learn
from referee.units.deed import GameEnded
from referee.values import MAYBE, Deed, Unknown

#: values worked out inside each other that one look ahead counts for
FURTHER = 40


def possible(ctx: Context, deed: object, by: object, own: bool = False) -> object:
    """Whether there is a legal way to do it; not `own`: as when an effect does it, the clauses of its classes do not count."""
    if isinstance(deed, Unknown) or isinstance(by, Unknown):
        return MAYBE
    if deed is None or by is None:
        return False
    name, args = _parts(deed)
    key = ("possible", name, args, by, own)
    found: object = ctx.lists.get(key)
    if found is None:
        found = ctx.lists[key] = _possible(ctx, name, dict(args), str(by), nested=not own)
    return found


def _possible(ctx: Context, name: str, given: dict[str, object], by: str, *, nested: bool) -> object:
    code, inner = code_behind(ctx), _beside(ctx, name)
    action = code.action(name)
    listing = Listing(inner, action, by, dict(given), nested=nested, work=OFFERED)
    if next(listing.calls(), None) is not None:
        return True
    if inner.leaves:  # what was found missing may let it be done
        maybe = Listing(inner, action, by, dict(given), nested=nested, exact=False, work=OFFERED, doubtful=True)
        listing.cut = next(maybe.calls(), None) is not None
    if not listing.cut:
        return False
    learn(ctx, inner)
    return MAYBE


def supposed(ctx: Context, deed: object, by: object) -> Context | None:
    """The state behind a deed; what cannot be done changes nothing, and what must be chosen or drawn in it nobody knows."""
    if isinstance(deed, Unknown) or isinstance(by, Unknown):
        return None
    if deed is None:
        return ctx
    key = ("supposed", *_parts(deed), by)
    if key not in ctx.lists:
        ctx.lists[key] = _supposed(ctx, *_parts(deed), None if by is None else str(by))
    found: Context | None = ctx.lists[key]
    return found


def _supposed(ctx: Context, name: str, args: tuple[tuple[str, object], ...], by: str | None) -> Context | None:
    code = code_behind(ctx)
    run = Run(code, ctx.state, readings=ctx.readings, split=ctx.split, unseen=ctx.unseen, explains=False)
    run.ctx.inherit(ctx)
    run.ctx.before, run.ctx.depth, run.ctx.careful = ctx.before, _deeper(ctx, name), ctx.careful
    if name in code.program.procedures:
        going = run.procedure(name, tuple(value for _, value in args))
    else:
        going = run.perform(name, dict(args), by or ctx.actor, nested=True)
    try:
        choice = run.go(going)
    except GameEnded:
        return run.ctx
    except NeedFact as need:
        ctx.leaves.update(run.ctx.leaves)
        _ask_for(ctx, code, need)
        return None
    except BudgetError:
        raise
    except RefereeError:  # it is illegal, or cannot be carried out
        return ctx
    return run.ctx if choice is None else None


def _ask_for(ctx: Context, code: Code, need: NeedFact) -> None:
    """What was missing on the way is missing here."""
    name, keys = need.leaf
    if name in code.facts:
        ctx.fact(name, keys)


def _beside(ctx: Context, name: str) -> Context:
    """The same state, in which somebody else acts."""
    made = Context(ctx.code, ctx.state, readings=ctx.readings, split=ctx.split, unseen=ctx.unseen)
    made.inherit(ctx)
    made.before, made.depth, made.careful = ctx.before, _deeper(ctx, name), ctx.careful
    return made


def _deeper(ctx: Context, name: str) -> int:
    """How deep it is worked out there; what looks ahead at itself comes to no end."""
    if ctx.depth + FURTHER > DEEPEST:
        raise BudgetError(name)
    return ctx.depth + FURTHER


def _parts(deed: object) -> tuple[str, tuple[tuple[str, object], ...]]:
    """An action or procedure with its arguments; a bare name has none."""
    return (str(deed[0]), tuple(deed[1])) if isinstance(deed, Deed) else (str(deed), ())

"""Told values that are made of a changed fact: computed anew, carried along with it, or no longer known."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.evaluation import kleene
from referee.evaluation.raw import Raw, moved
from referee.rules.code import Code
from referee.units.runner import Runs
from referee.values import MISSING, UNKNOWN, Leaf, Unknown


class Making(Struct, frozen=True):
    """A told value, and what could be computed of it before the change."""

    name: str
    keys: tuple[object, ...]
    told: object
    computed: object


def told_of(run: Runs, code: Code, name: str, keys: tuple[object, ...]) -> list[Making]:
    """The told values whose computation reads this fact; a value the run itself has set is not among them."""
    told = [
        (derived, leaf, run.ctx.told(derived, leaf))
        for derived in code.happenings.readers(name)
        if derived in run.draft.facts and derived not in run.set_here
        for leaf in _leaves(run.draft.facts[derived], len(code.program.values[derived].params))
    ]
    for derived, leaf, _ in told:
        run.drop(derived, leaf)
    made = [(derived, leaf) for derived, leaf, _ in told if _reads(run, code, derived, leaf, (name, keys))]
    for derived, leaf, value in told:
        if (derived, leaf) not in made:  # what only might have read it still counts for the others
            run.store(derived, leaf, value)
    computed = {(derived, leaf): code.lookup.evaluator(derived)(Raw(run.ctx), leaf) for derived, leaf in made}
    found = [
        Making(derived, leaf, value, computed[(derived, leaf)])
        for derived, leaf, value in told
        if (derived, leaf) in computed
    ]
    for making in found:
        run.store(making.name, making.keys, making.told)
    return found


def _reads(run: Runs, code: Code, derived: str, leaf: tuple[object, ...], fact: Leaf) -> bool:
    """Whether this computation reads the fact, as it was told or as it was computed till now."""
    ctx = Raw(run.ctx)
    code.lookup.evaluator(derived)(ctx, leaf)
    return fact in ctx.seen or fact in ctx.worked_out()


def renew(run: Runs, code: Code, makings: list[Making]) -> None:
    """After the change: a sum or count follows it, and what cannot be computed has to be told again."""
    for making in makings:
        run.drop(making.name, making.keys)
    unsure = []
    raws = [Raw(run.ctx) for _ in makings]
    found = [code.lookup.evaluator(m.name)(raw, m.keys) for m, raw in zip(makings, raws, strict=True)]  # none is told
    for making, raw, now in zip(makings, raws, found, strict=True):
        step = moved(making.computed, now)
        if step and (
            isinstance(making.told, int) or (isinstance(making.told, Unknown) and making.told.options is None)
        ):
            run.store(making.name, making.keys, kleene.add(making.told, step))
        elif _is_outcome(code, making.name) and (raw.assumed or isinstance(now, Unknown)):
            run.store(making.name, making.keys, making.told)
        elif run.doubts:
            run.store(making.name, making.keys, _open(run, code, making, run.doubts))
        else:
            unsure.append(making)
    for making in unsure:
        leaf = (making.name, making.keys)
        code.value(run.ctx, *leaf)
        if leaf in run.ctx.assumed:  # what was told is still better than what is assumed
            del run.ctx.assumed[leaf]
            run.store(*leaf, making.told)
        elif run.loose:
            _part_by_part(run, code, leaf)


def _is_outcome(code: Code, name: str) -> bool:
    """Whether what is told is no fact of the table but what a rule comes to: then it is told of what happens, and counts till
    the facts say it themselves."""
    return name not in code.facts


def _part_by_part(run: Runs, code: Code, leaf: Leaf) -> None:
    """What was told no longer counts: what is missing of its parts is what to ask for, not itself again."""
    ctx = Raw(run.ctx)
    now = code.lookup.evaluator(leaf[0])(ctx, leaf[1])
    fact = code.facts.get(leaf[0])
    if isinstance(now, Unknown) and fact is not None:
        domain = fact.domain(run.ctx, leaf[1])
        low, high = domain.bounds()
        least, most = now.bounds()
        low = least if low is None else low if least is None else max(low, least)
        high = most if high is None else high if most is None else min(high, most)
        run.store(*leaf, Unknown(low, high, domain.options, behind=tuple(ctx.leaves)))


def leave_open(run: Runs, code: Code, name: str, behind: tuple[Leaf, ...]) -> None:
    """Nobody knows any more what a fact is: nor what is told of what it makes up."""
    for derived in code.happenings.readers(name):
        if derived not in run.draft.facts or derived in run.set_here:
            continue
        for leaf in list(_leaves(run.draft.facts[derived], len(code.program.values[derived].params))):
            told = run.ctx.told(derived, leaf)
            run.drop(derived, leaf)
            ctx = Raw(run.ctx)
            code.lookup.evaluator(derived)(ctx, leaf)
            if not _is_outcome(code, derived) and any(seen == name for seen, _ in (*ctx.seen, *ctx.worked_out())):
                told = _open(run, code, Making(derived, leaf, told, None), behind)
            run.store(derived, leaf, told)


def counted_on(
    run: Runs, code: Code, pile: Leaf, more: tuple[object, ...], fewer: tuple[object, ...] = ()
) -> list[Making]:
    """The told numbers that count the cards of a pile that nobody told, as they are once cards have come to it or left it."""
    name, keys = pile
    told = [
        (derived, leaf, run.ctx.told(derived, leaf))
        for derived in code.happenings.readers(name)
        if derived in run.draft.facts and derived not in run.set_here
        for leaf in _leaves(run.draft.facts[derived], len(code.program.values[derived].params))
    ]
    held = run.ctx.told(name, keys)
    for derived, leaf, _ in told:
        run.drop(derived, leaf)
    made: list[list[object]] = []
    for cards in (fewer, more):
        run.store(name, keys, Unknown(0, None, leaf=pile, sure=cards))
        made.append([code.lookup.evaluator(derived)(Raw(run.ctx), leaf) for derived, leaf, _ in told])
    if held is MISSING:
        run.drop(name, keys)
    else:
        run.store(name, keys, held)
    found = []
    for (derived, leaf, value), before, after in zip(told, *made, strict=True):
        run.store(derived, leaf, value)
        step = moved(before, after)
        if step is not None and isinstance(value, int) and not isinstance(value, bool):
            found.append(Making(derived, leaf, value + step, None))
    return found


def _open(run: Runs, code: Code, making: Making, behind: tuple[Leaf, ...]) -> Unknown:
    """Whatever it may be, with what that hangs on."""
    fact = code.facts.get(making.name)
    domain = UNKNOWN if fact is None else fact.domain(run.ctx, making.keys)
    return Unknown(domain.low, domain.high, domain.options, behind=behind)


def _leaves(node: object, depth: int) -> Iterator[tuple[object, ...]]:
    """The keys of everything told of one name."""
    if depth == 0:
        yield ()
    elif isinstance(node, dict):
        for key, inner in node.items():
            yield from ((key, *rest) for rest in _leaves(inner, depth - 1))

"""Told values that are made of a changed fact: computed anew, carried along with it, or no longer known."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.evaluation import kleene
from referee.evaluation.context import Context
from referee.evaluation.difference import Difference
from referee.evaluation.raw import Raw, moved
from referee.rules.code import Code
from referee.units.draft import Draft
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
    told = _taken_out(run, code, name)
    made = [(derived, leaf) for derived, leaf, _ in told if _reads(run, code, derived, leaf, (name, keys))]
    for derived, leaf, value in told:
        if (derived, leaf) not in made:  # what only might have read it still counts for the others
            run.store(derived, leaf, value)
    computed = {(derived, leaf): code.lookup.evaluator(derived)(_raw(run, code), leaf) for derived, leaf in made}
    found = [
        Making(derived, leaf, value, computed[(derived, leaf)])
        for derived, leaf, value in told
        if (derived, leaf) in computed
    ]
    for making in found:
        run.store(making.name, making.keys, making.told)
    return found


def _taken_out(run: Runs, code: Code, name: str) -> list[tuple[str, tuple[object, ...], object]]:
    """The told values that may be made of a fact, none of which is told for a while: each is worked out without the others."""
    told = [
        (derived, leaf, run.ctx.told(derived, leaf))
        for derived in code.happenings.readers(name)
        if derived in run.draft.facts and derived not in run.set_here
        for leaf in _leaves(run.draft.facts[derived], len(code.program.values[derived].params))
    ]
    for derived, leaf, _ in told:
        run.drop(derived, leaf)
    return told


def _reads(run: Runs, code: Code, derived: str, leaf: tuple[object, ...], fact: Leaf) -> bool:
    """Whether this computation reads the fact, as it was told or as it was computed till now."""
    ctx = _raw(run, code)
    code.lookup.evaluator(derived)(ctx, leaf)
    return fact in ctx.seen or fact in ctx.worked_out()


def _raw(run: Runs, code: Code) -> Raw:
    """The state computed from its facts; what a case supposes of a value it is told to be, and moves with what is done."""
    raw = Raw(run.ctx)
    raw.split = {leaf: value for leaf, value in raw.split.items() if leaf[0] not in code.computed}
    return raw


def renew(run: Runs, code: Code, makings: list[Making], fact: Leaf, old: object) -> None:
    """After the change: a sum or count follows it, and what cannot be computed has to be told again; `old`: what was told of the fact."""
    for making in makings:
        run.drop(making.name, making.keys)
    readers = code.happenings.readers  # what is made of another told value follows it
    makings = sorted(makings, key=lambda each: sum(each.name in readers(other.name) for other in makings))
    unsure = []
    raws = [_raw(run, code) for _ in makings]
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
        elif run.loose and (parted := _parted(run, code, making, makings, fact, old)) is not None:
            run.store(making.name, making.keys, parted)
        elif run.loose and (granted := _granted(run, code, making, fact, old)) is not None:
            run.store(making.name, making.keys, granted)
        else:
            unsure.append(making)
    for making in unsure:
        leaf = (making.name, making.keys)
        if _is_assumed(run, code, making):
            run.store(*leaf, making.told)
        elif run.loose:
            _part_by_part(run, code, leaf)


def _is_assumed(run: Runs, code: Code, making: Making) -> bool:
    """Whether something is taken for granted of a value where nobody tells it: then what was told still says more."""
    ctx = run.ctx
    book, leaves = ctx.open_book(), dict(ctx.leaves)
    code.value(ctx, making.name, making.keys)
    found = (making.name, making.keys) in ctx.assumed
    ctx.tear_out(book)
    ctx.leaves = leaves
    return found


def _parted(run: Runs, code: Code, making: Making, makings: list[Making], fact: Leaf, old: object) -> object:
    """A told number moved by the parts of it that read the changed fact; None where that cannot be told."""
    told = making.told
    if type(told) is not int and not (isinstance(told, Unknown) and told.options is None and told.behind):
        return None
    after, before, changed = Draft(run.draft), Draft(run.draft), {fact}
    for each in makings:
        if making.name in code.happenings.readers(each.name) and run.ctx.told(each.name, each.keys) is not MISSING:
            before.store(each.name, each.keys, each.told)
            changed.add((each.name, each.keys))
        else:  # itself, and what is made of it
            after.drop(each.name, each.keys)
            before.drop(each.name, each.keys)
    if old is MISSING:
        before.drop(*fact)
    else:
        before.store(*fact, old)
    split = _raw(run, code).split
    then, now = (Context(code, held, readings=run.ctx.readings, split=split) for held in (before, after))
    then.missing = now.missing = run.ctx.missing
    difference = Difference(code, changed, then, now, lambda paragraph: bool(code.lookup.lifters(paragraph)))
    landing = difference.landing(making.name, making.keys, told)
    if landing is not None and not (isinstance(landing, Unknown) and _is_assumed(run, code, making)):
        return landing
    step = difference.of(making.name, making.keys)
    if step is None:
        return None
    new = kleene.add(told, step)
    if not isinstance(new, Unknown):
        return new
    if _is_assumed(run, code, making):
        return None
    behind = [leaf for each in (told, step) if isinstance(each, Unknown) for leaf in each.behind]
    return _held(run, code, making, new, tuple(dict.fromkeys(behind))) if behind else None


def _granted(run: Runs, code: Code, making: Making, fact: Leaf, old: object) -> int | None:
    """A told number moved as far as its parts move by what is taken for granted of them; None where that does not tell."""
    if type(making.told) is not int:
        return None
    after, before = Draft(run.draft), Draft(run.draft)
    for draft in (after, before):
        draft.drop(making.name, making.keys)
    if old is MISSING:
        before.drop(*fact)
    else:
        before.store(*fact, old)
    split, found = _raw(run, code).split, []
    for held in (before, after):
        ctx = Context(code, held, readings=run.ctx.readings, split=split, unseen=run.ctx.unseen)
        ctx.begun, ctx.missing, ctx.careful = run.ctx.begun, run.ctx.missing, True
        found.append(code.lookup.evaluator(making.name)(ctx, making.keys))
        run.ctx.assumed.update(ctx.assumed)
    then, now = found
    return making.told + now - then if type(then) is int and type(now) is int else None


def _held(run: Runs, code: Code, making: Making, found: Unknown, behind: tuple[Leaf, ...]) -> Unknown:
    """An unknown number within what the value can be at all."""
    low, high = found.bounds()
    least, most = _open(run, code, making, ()).bounds()
    low = least if low is None else low if least is None else max(low, least)
    high = most if high is None else high if most is None else min(high, most)
    return Unknown(low, high, behind=behind)


def _is_outcome(code: Code, name: str) -> bool:
    """Whether what is told is no fact of the table but what a rule comes to: then it is told of what happens, and counts till
    the facts say it themselves."""
    return name not in code.facts


def _part_by_part(run: Runs, code: Code, leaf: Leaf) -> None:
    """What was told no longer counts: what is missing of its parts is what to ask for, not itself again."""
    ctx = _raw(run, code)
    now = code.lookup.evaluator(leaf[0])(ctx, leaf[1])
    fact = code.facts.get(leaf[0])
    if isinstance(now, Unknown) and fact is not None:
        held = _held(run, code, Making(leaf[0], leaf[1], None, None), now, tuple(ctx.leaves))
        run.store(*leaf, Unknown(held.low, held.high, fact.domain(run.ctx, leaf[1]).options, behind=held.behind))


def leave_open(run: Runs, code: Code, name: str, behind: tuple[Leaf, ...]) -> None:
    """Nobody knows any more what a fact is: nor what is told of what it makes up."""
    for derived in code.happenings.readers(name):
        if derived not in run.draft.facts or derived in run.set_here:
            continue
        for leaf in list(_leaves(run.draft.facts[derived], len(code.program.values[derived].params))):
            told = run.ctx.told(derived, leaf)
            run.drop(derived, leaf)
            ctx = _raw(run, code)
            code.lookup.evaluator(derived)(ctx, leaf)
            if not _is_outcome(code, derived) and any(seen == name for seen, _ in (*ctx.seen, *ctx.worked_out())):
                told = _open(run, code, Making(derived, leaf, told, None), behind)
            run.store(derived, leaf, told)


def counted_on(
    run: Runs, code: Code, pile: Leaf, more: tuple[object, ...], fewer: tuple[object, ...] = ()
) -> list[Making]:
    """The told numbers that count the cards of a pile that nobody told, as they are once cards have come to it or left it."""
    name, keys = pile
    told, held = _taken_out(run, code, name), run.ctx.told(name, keys)
    made: list[list[object]] = []
    for cards in (fewer, more):
        run.store(name, keys, Unknown(0, None, leaf=pile, sure=cards))
        made.append([code.lookup.evaluator(derived)(_raw(run, code), leaf) for derived, leaf, _ in told])
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

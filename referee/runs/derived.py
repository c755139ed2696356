"""Told values that are made of a changed fact: computed anew, carried along with it, or no longer known."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.evaluation.context import Context
from referee.rules.code import Code
from referee.units.runner import Runs
from referee.values import Leaf, Unknown


class Making(Struct, frozen=True):
    """A told value, and what could be computed of it before the change."""

    name: str
    keys: tuple[object, ...]
    told: object
    computed: object


class Raw(Context):
    """Computes from the facts alone: what cannot be computed keeps the range its parts leave it."""

    __slots__ = ()
    raw = True

    def __init__(self, run: Runs) -> None:
        super().__init__(run.ctx.code, run.draft, readings=run.ctx.readings, split=run.ctx.split)
        self.careful = True
        self.via, self.actor = run.ctx.via, run.ctx.actor


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
    computed = {(derived, leaf): code.lookup.evaluator(derived)(Raw(run), leaf) for derived, leaf in made}
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
    ctx = Raw(run)
    code.lookup.evaluator(derived)(ctx, leaf)
    return fact in ctx.seen or fact in ctx.kept


def renew(run: Runs, code: Code, makings: list[Making]) -> None:
    """After the change: a sum or count follows it, and what cannot be computed has to be told again."""
    for making in makings:
        run.drop(making.name, making.keys)
    unsure = []
    for making in makings:
        step = _step(making.computed, code.lookup.evaluator(making.name)(Raw(run), making.keys))
        if step is not None and isinstance(making.told, int):
            run.store(making.name, making.keys, making.told + step)
        else:
            unsure.append(making)
    for making in unsure:
        leaf = (making.name, making.keys)
        code.value(run.ctx, *leaf)
        if leaf in run.ctx.assumed:  # what was told is still better than what is assumed
            del run.ctx.assumed[leaf]
            run.store(*leaf, making.told)


def _step(before: object, after: object) -> int | None:
    """How far a number moves: both its ends move alike. What was told may count more than the facts that are known."""
    (low, high), (new_low, new_high) = _bounds(before), _bounds(after)
    if low is None or high is None or new_low is None or new_high is None or new_low - low != new_high - high:
        return None
    return new_low - low or None


def _bounds(value: object) -> tuple[int | None, int | None]:
    if isinstance(value, Unknown):
        return value.bounds()
    return (value, value) if isinstance(value, int) and not isinstance(value, bool) else (None, None)


def _leaves(node: object, depth: int) -> Iterator[tuple[object, ...]]:
    """The keys of everything told of one name."""
    if depth == 0:
        yield ()
    elif isinstance(node, dict):
        for key, inner in node.items():
            yield from ((key, *rest) for rest in _leaves(inner, depth - 1))

"""Where things are: single facts, purses made of several, and nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grammar import nodes as n
from referee.errors import Untold
from referee.evaluation import kleene
from referee.evaluation.context import Context, ref_parts
from referee.evaluation.interface import PlaceRules
from referee.evaluation.scope import Scope
from referee.runtime.functions import sure
from referee.units.formula import Compiles, Formula
from referee.values import SILENT, Unknown


class PlaceCode(Struct):
    """A compiled place: a fact or purse with its key closures; no name is nowhere."""

    name: str
    keys: list[Formula]


class PurseCode(Struct, frozen=True):
    """A compiled purse: when it counts, and the places it is made of."""

    guard: Formula | None
    places: list[PlaceCode]


def compile_purse(compiler: Compiles, node: n.Purse) -> PurseCode:
    """A purse; what stands for its keys is numbered where it has no name."""
    scope = Scope(tuple(var or f"key{i}" for i, (var, _) in enumerate(node.keys)))
    return PurseCode(compiler.maybe(node.when, scope), compile_places(compiler, node.places, scope))


def compile_places(compiler: Compiles, places: tuple[n.Place, ...], scope: Scope) -> list[PlaceCode]:
    """A cascade of places."""
    compiled = []
    for place in places:
        if isinstance(place, n.Nowhere):
            compiled.append(PlaceCode("", []))
        else:
            name, keys = ref_parts(place)
            compiled.append(PlaceCode(name, [compiler.formula(key, scope) for key in keys]))
    return compiled


PlaceKey = tuple[str, tuple[object, ...]]


def resolve(ctx: Context, env: list[object], places: Sequence[PlaceRules]) -> list[PlaceKey | None] | None:
    """The facts behind a cascade, purses opened; None stands for nowhere. None as a whole: not known which."""
    found: list[PlaceKey | None] = []
    for place in places:
        if not place.name:
            found.append(None)
            continue
        keys = tuple(key.open(ctx, env) for key in place.keys)
        if any(isinstance(key, Unknown) or key is SILENT for key in keys):
            return None
        inner = _open_purse(ctx, place.name, keys)
        if inner is None:
            return None
        found.extend(inner)
    return found


def _open_purse(ctx: Context, name: str, keys: tuple[object, ...]) -> list[PlaceKey | None] | None:
    purses = ctx.code.program.purses.get(name)
    if purses is None:
        return [(name, keys)]
    for cited in purses:
        purse, env = ctx.code.purse(cited), list(keys)
        live = True if purse.guard is None else purse.guard.now(ctx, env)
        if live is True:
            ctx.cite(cited.paragraph)
            return resolve(ctx, env, purse.places)
        if live is not False:
            return None
    return []


def open_places(ctx: Context, places: list[PlaceKey | None]) -> list[PlaceKey | None] | None:
    """Purses opened; None as a whole where it is not known which."""
    found: list[PlaceKey | None] = []
    for place in places:
        inner = [place] if place is None or place[0] not in ctx.code.program.purses else _open_purse(ctx, *place)
        if inner is None:
            return None
        found.extend(inner)
    return found


def told_places(ctx: Context, places: list[PlaceKey | None]) -> list[PlaceKey | None]:
    """The facts behind a cascade whose keys are known, purses opened by plain code."""
    found: list[PlaceKey | None] = []
    for place in places:
        purses = None if place is None else ctx.code.program.purses.get(place[0])
        if place is None or purses is None:
            found.append(place)
            continue
        for cited in purses:
            purse, env = ctx.code.purse(cited), list(place[1])
            if purse.guard is None or sure(purse.guard.told(ctx, env)):
                inner = [
                    None if not part.name else (part.name, tuple(key.told(ctx, env) for key in part.keys))
                    for part in purse.places
                ]
                found.extend(told_places(ctx, inner))
                break
    return found


def told_amount(ctx: Context, name: str, keys: tuple[object, ...]) -> int:
    """How much lies in one place, by plain code."""
    value = ctx.code.amount(ctx, name, keys)
    if type(value) is int:
        return value
    if isinstance(value, tuple):
        return len(value)
    if value is None:
        return 0
    raise Untold


def afford(ctx: Context, amount: int, places: list[PlaceKey | None], spent: dict[PlaceKey, int]) -> bool:
    """Whether an amount can be paid on top of what was paid before from the same places, by plain code."""
    known = told_places(ctx, places)
    total = already = 0
    for place in known:
        if place is None:
            return True
        total += told_amount(ctx, *place)
        already += spent.get(place, 0)
    if known and known[0] is not None:
        spent[known[0]] = spent.get(known[0], 0) + amount
    return bool(total >= amount + already)


def available(ctx: Context, env: list[object], places: Sequence[PlaceRules]) -> tuple[list[PlaceKey] | None, object]:
    """The places behind a source and how much lies there in all; no places when the source is never empty."""
    resolved = resolve(ctx, env, places)
    if resolved is None:
        return [], Unknown(0, None)
    if any(place is None for place in resolved):
        return None, 0
    total: object = 0
    known: list[PlaceKey] = []
    for place in resolved:
        assert place is not None
        known.append(place)
        value = ctx.code.value(ctx, place[0], place[1])
        if isinstance(value, tuple):
            value = len(value)
        elif isinstance(value, Unknown) and value.options is None and value.low is None:
            value = Unknown(0, value.high, None, value.leaf, value.shift)
        total = kleene.add(total, value) if value is not None else total
    return known, total

"""What was worked out of a name before: in this evaluation, where a run began, or where nothing is told at all."""

from __future__ import annotations

from typing import cast

from referee.evaluation.context import Context
from referee.evaluation.notebook import Page as NotedPage
from referee.evaluation.past import Kept
from referee.rules.definitions import Evaluate
from referee.rules.facts import FactCode
from referee.values import Leaf, Page

#: a value that no state changes, and what it cites
Sure = tuple[object, dict[str, None]]


class Named:
    """A fact, definition or table column, as open code finds it."""

    __slots__ = (
        "blank",
        "evaluate",
        "info",
        "is_elementary",
        "is_fact",
        "is_fixed",
        "noted",
        "reads",
        "sure",
        "sure_noted",
        "told",
        "watched",
    )

    def __init__(self, name: str, info: FactCode | None, is_fixed: bool) -> None:
        self.info = info
        self.is_fixed = is_fixed  #: whether no state, moment or reading changes it
        self.is_fact = info is not None
        self.is_elementary = info is not None and not info.node.derived
        self.told, self.noted = f"v_{name}", f"n_{name}"
        self.evaluate: Evaluate | None = None  #: its open code, written when first wanted
        self.reads: frozenset[str] | None = None
        #: arguments -> what no state changes, with what it cites; by code that notes nothing, without
        self.sure = Page()
        self.sure_noted = Page()
        self.watched: frozenset[str] | None = None  #: what its open code hangs on, looked up once
        #: arguments -> what open code works out where nothing of all that is known: the same in every state;
        #: for each way in which it may be noted
        self.blank: tuple[Page, Page, Page, Page] | None = None


def copied(ctx: Context, found: Kept) -> object:
    """What was worked out before, with all it relied on noted here."""
    value, (cites, touched, assumed, seen), leaves, cuts = found
    if cites:
        ctx.cites.update(cites)
    if touched:
        ctx.touched.update(touched)
    if assumed:
        ctx.assumed.update(assumed)
    if seen:
        ctx.seen.update(seen)
    if leaves:
        ctx.leaves.update(leaves)
    if cuts:
        for leaf, cut in cuts.items():
            ctx.cuts.setdefault(leaf, cut)
    return value


def as_begun(ctx: Context, key: Leaf, named: Named) -> Kept | None:
    """What a name came to where a run began, if that is the same here."""
    ground = ctx.ground
    return ground.value(key) if ground is not None and not ctx.explains and _is_as_begun(ctx, named) else None


def blank_value(ctx: Context, key: Leaf, named: Named) -> Kept | None:
    """What a name comes to where nothing is told, if somebody has worked it out; then it is remembered here too."""
    assert named.blank is not None
    found: Kept | None = named.blank[_manner(ctx)].get(key[1])  # type: ignore[assignment]
    if found is not None:
        ctx.kept.setdefault(key[0], {})[key[1]] = found
    return found


def _manner(ctx: Context) -> int:
    """How it is noted what a value relies on: by open code alone or not, and what is assumed here or where a run began."""
    return ctx.careful + 2 * (ctx.begun is not None and ctx.begun is not ctx.state)


def remember_blank(ctx: Context, key: Leaf, named: Named) -> None:
    """The same of what plain code has worked out by what is assumed, where it notes what it relies on."""
    noted = ctx.noted.get(key[0]) if ctx.explains else None
    known = None if noted is None else noted.get(key[1])
    if known is not None:
        _keep_blank(ctx, key, named, cast("Kept", (*cast("tuple[object, NotedPage]", known), {}, {})))


def _keep_blank(ctx: Context, key: Leaf, named: Named, found: Kept) -> None:
    """Remembers for all questions what hangs on no reading."""
    if not found[1][1]:
        assert named.blank is not None
        named.blank[_manner(ctx)][key[1]] = found


def remember(ctx: Context, key: Leaf, named: Named, found: Kept) -> None:
    """What a run works out of the state in which it began, the next one that begins there need not work out."""
    ctx.kept.setdefault(key[0], {})[key[1]] = found
    if (ctx.explains or ctx.careful) and not ctx.bounding and ctx.blanks.get(key[0]):
        _keep_blank(ctx, key, named, found)
    ground = ctx.ground
    if ground is not None and _is_as_begun(ctx, named) and not ground.differs(found):
        ground.ctx.kept.setdefault(key[0], {})[key[1]] = found


def _is_as_begun(ctx: Context, named: Named) -> bool:
    """Whether a run has written nothing yet that a name hangs on."""
    return named.watched is not None and named.watched.isdisjoint(ctx.written)

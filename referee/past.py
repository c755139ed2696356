"""What a case takes over from the one it was made from: whatever has not read what is different in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.clauses import Check, Judged
    from referee.context import Context, Kept, Page, Weighed
    from referee.values import Leaf, Unknown


class Past:
    """An evaluation, and the facts and readings in which another one differs from it.

    Where facts that were known are others, all of it must have been explained: plain code notes what it reads only then.
    Where facts that were unknown are supposed, any will do: plain code has read none of them."""

    __slots__ = ("arguments", "ctx", "disputes", "leaves")

    def __init__(self, ctx: Context, leaves: tuple[Leaf, ...] = (), disputes: tuple[str, ...] = ()) -> None:
        self.ctx = ctx
        self.leaves = leaves
        self.disputes = disputes
        #: the parameters that are others; who reads them is known beforehand
        self.arguments = [name.partition(".")[2] for name, _ in leaves if "." in name]

    def value(self, key: Leaf) -> Kept | None:
        """What a name came to, if it is the same now."""
        ctx = self.ctx
        found = ctx.kept.get(key)
        if found is None:
            noted = ctx.noted.get(key[0])
            known = None if noted is None else noted.get(key[1])
            if known is not None:
                found = (*known, {}, {})  # type: ignore[misc]
            elif ctx.past is not None:
                found = ctx.past.value(key)
        return None if found is None or self._counts(found[1], found[2]) else found

    def check(self, action: Judged, check: Check, element: object) -> Weighed | None:
        """What a check came to, if it is the same now."""
        if self.arguments and not action.hangs_on(check).isdisjoint(self.arguments):
            return None
        ctx = self.ctx
        found = ctx.judged.get((check, element))
        if found is None and ctx.past is not None:
            found = ctx.past.check(action, check, element)
        return None if found is None or self._counts(found[1], found[2]) else found

    def _counts(self, page: Page, leaves: dict[Leaf, Unknown]) -> bool:
        """Whether what is different was read."""
        seen, assumed = page[3], page[2]
        for leaf in self.leaves:
            if leaf in seen or leaf in assumed or leaf in leaves:
                return True
        return any(dispute in page[1] for dispute in self.disputes)

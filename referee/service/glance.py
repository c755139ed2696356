"""Some legal calls of several actions at one position: what was worked out for one serves the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import answers as a
from referee.errors import BudgetError, RefereeError
from referee.evaluation.context import Context
from referee.values import thaw

if TYPE_CHECKING:
    from referee.service.position import Position


class Glance:
    """Some legal calls of several actions: what was worked out for one serves the next."""

    __slots__ = ("_ctx", "_position", "_role")

    def __init__(self, position: Position, role: str) -> None:
        self._position, self._role = position, role
        self._ctx: Context | None = None

    def calls(self, action: str, most: int) -> list[dict[str, a.Value]]:
        """Arguments of one action that pass its checks; they are not tried out, so some may still be refused."""
        from referee.play.moves import FLAT, calls_of

        with self._position._opened() as (code, situation):
            ctx = self._ctx or Context(code, situation.state, readings=situation.rulings)
            self._ctx = None  # what broke off in the middle serves nobody
            ctx.actor = self._role
            try:
                found = [
                    thaw(args)
                    for args in calls_of(ctx, action, self._role, {}, exact=False, most=most, deep=False, work=FLAT)
                ]
            except BudgetError:
                raise
            except RefereeError:
                return []
            self._ctx = ctx
            return found

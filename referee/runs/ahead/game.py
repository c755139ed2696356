"""A game made executable, with what looks ahead in it."""

from __future__ import annotations

from kb.library import Game
from referee.evaluation.context import Context
from referee.rules.code import Code
from referee.units.store import NOWHERE, Store


class Ahead:
    """Looks ahead where the rules ask for it; what tries deeds out is loaded only then."""

    def possible(self, ctx: Context, deed: object, by: object, own: bool = False) -> object:
        """Whether somebody can do something at all."""
        from referee.runs.ahead.foresight import possible  # most games never look ahead

        return possible(ctx, deed, by, own)

    def supposed(self, ctx: Context, deed: object, by: object) -> Context | None:
        """The state behind a deed."""
        from referee.runs.ahead.foresight import supposed

        return supposed(ctx, deed, by)


def code_of(game: Game, store: Store = NOWHERE, kin: Code | None = None) -> Code:
    """The executable form of a game; with a store, what was compiled before comes from there."""
    return Code(game.program, game.ranks(), store, kin, Ahead())

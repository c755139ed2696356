"""What a run reads: values that must be known now, or else be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from referee.errors import NeedFact
from referee.evaluation.context import Context
from referee.evaluation.interface import Evaluates
from referee.values import UNSEEN, Bag, Heap, Unknown

if TYPE_CHECKING:
    from referee.rules.code import Code


class Reading:
    """The reading half of a run."""

    code: Code
    ctx: Context

    def known(self, formula: Evaluates, e: list[object]) -> object:
        """A value that must be known now."""
        value = self._now(formula, e)
        if type(value) is Unknown:
            self.need(value)
        return value

    def decided(self, formula: Evaluates, e: list[object]) -> bool:
        """A condition that must be decided now; what no rule speaks of does not hold."""
        value = self._now(formula, e)
        if value is True or value is False:
            return value is True
        if isinstance(value, Unknown):
            self.need(value)
        return False

    def found(self, formula: Evaluates, e: list[object]) -> object:
        """A value that may stay unknown."""
        return self._now(formula, e)

    def _now(self, formula: Evaluates, e: list[object]) -> object:
        """A value as it is; a local may be a card that nobody has seen, of which plain code knows nothing."""
        return formula.open(self.ctx, e) if UNSEEN in e else formula.now(self.ctx, e)

    def need(self, value: Unknown) -> None:
        """An unknown must be told first: the leaf it came from is asked for."""
        raise NeedFact(value.leaf or next(reversed(self.ctx.leaves), ("?", ())))

    def items(self, value: object) -> tuple[object, ...] | list[object]:
        """What a loop goes over."""
        if isinstance(value, int | Heap):  # a pile of which not all is known
            return self.ctx.turns(value.cards() if isinstance(value, Heap) else self.ctx.unseen_cards(value))
        found = tuple(value) if isinstance(value, Bag) else cast("tuple[object, ...]", value or ())
        return self.ctx.turns(found)

    def ordered(self, keyed: list[tuple[object, object]], down: bool) -> list[object]:
        """Items by their keys."""
        return [item for _, item in sorted(keyed, key=lambda pair: cast(int, pair[0]), reverse=down)]

    def times(self, most: object) -> range:
        """How often something is repeated."""
        return self.ctx.turns(range(cast(int, most)))

    def some(self, amount: object) -> bool:
        """Whether there is anything to move."""
        return isinstance(amount, int) and amount > 0

    def read(self, name: str, keys: tuple[object, ...]) -> object:
        """The present value of a fact or value, known or not."""
        return self.code.lookup.now(self.ctx, name, keys)

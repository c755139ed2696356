"""Moving amounts and cards between places: drained in order, filled up to their bounds, conserved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.errors import NeedFact, RuleFaultError
from referee.places import PlaceCode, PlaceKey, resolve
from referee.values import Unknown

if TYPE_CHECKING:
    from referee.code import Code
    from referee.run import Run


class Mover:
    """Transfers for one program."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def _resolved(self, run: Run, places: list[PlaceCode], env: list[Any]) -> list[PlaceKey | None]:
        found = resolve(run.ctx, env, places)
        if found is None:
            leaf = next(reversed(run.ctx.leaves), None)
            raise NeedFact(leaf if leaf is not None else ("?", ()))
        return found

    def total(self, run: Run, source: list[PlaceCode], env: list[Any]) -> int | None:
        """What lies in a source; None when it is never empty."""
        amount = 0
        for place in self._resolved(run, source, env):
            if place is None:
                return None
            amount += self._known(run, place)
        return amount

    def _known(self, run: Run, place: PlaceKey) -> int:
        value = run.read(*place)
        if isinstance(value, Unknown):
            raise NeedFact(value.leaf or place)
        if isinstance(value, tuple):
            return len(value)
        return int(value or 0)

    def transfer(
        self, run: Run, amount: Any, source: list[PlaceCode], target: list[PlaceCode], env: list[Any], paragraph: str,
        *, up_to: bool = False,
    ) -> None:  # fmt: skip
        """Takes from the sources in order and puts into the targets in order."""
        if not isinstance(amount, int) or amount <= 0:
            return
        sources, targets = self._resolved(run, source, env), self._resolved(run, target, env)
        if any(p is not None and p[0] in self.code.piles for p in sources):
            self._transfer_cards(run, amount, sources, targets, paragraph, up_to)
            return
        left = amount
        taken: list[tuple[PlaceKey, int]] = []
        for place in sources:
            if place is None:
                left = 0
                break
            part = min(left, self._known(run, place))
            if part > 0:
                taken.append((place, part))
                left -= part
            if left == 0:
                break
        if left and not up_to:
            raise RuleFaultError(f"{amount} are to be taken, but {amount - left} are there", paragraph)
        moved = amount - left
        for place, part in taken:
            run.write(place[0], place[1], self._known(run, place) - part, paragraph)
        self._fill(run, moved, targets, paragraph)

    def _fill(self, run: Run, amount: int, targets: list[PlaceKey | None], paragraph: str) -> None:
        for place in targets:
            if amount == 0 or place is None:
                return
            value = run.read(*place)
            if isinstance(value, Unknown):
                raise NeedFact(value.leaf or place)
            top = run.capacity(*place)
            info = self.code.facts.get(place[0])
            room = amount if top is None else max(0, top - int(value or 0))
            part = min(amount, room)
            if part:
                run.write(place[0], place[1], int(value or 0) + part, paragraph)
                amount -= part
            if amount and info is not None and info.clamped and place is targets[-1]:
                return
        if amount:
            raise RuleFaultError(f"there is no room for {amount} more", paragraph)

    # ---- cards -----------------------------------------------------------------------------------------------------

    def pile(self, run: Run, name: str, keys: tuple[Any, ...]) -> tuple[Any, ...]:
        """The cards of a pile; a pile told only by its number holds unseen cards."""
        value = run.read(name, keys)
        if isinstance(value, Unknown):
            raise NeedFact(value.leaf or (name, keys))
        if isinstance(value, int):
            return ("?",) * value
        return tuple(value or ())

    def draw(self, run: Run, amount: Any, source: PlaceKey, target: PlaceKey, paragraph: str) -> None:
        """Takes cards from the top of one pile to another; fewer if there are fewer."""
        cards = self.pile(run, *source)[: max(0, amount)]
        if cards:
            run.write(source[0], source[1], self.pile(run, *source)[len(cards) :], paragraph)
            run.write(target[0], target[1], self.pile(run, *target) + cards, paragraph)

    def _transfer_cards(
        self,
        run: Run,
        amount: int,
        sources: list[PlaceKey | None],
        targets: list[PlaceKey | None],
        paragraph: str,
        up_to: bool,
    ) -> None:
        """Cards by number: the last ones of a hand unless the rule names them."""
        left = amount
        for place in sources:
            if place is None or left == 0:
                break
            cards = self.pile(run, *place)
            part = cards[-left:] if left < len(cards) else cards
            run.write(place[0], place[1], cards[: len(cards) - len(part)], paragraph)
            left -= len(part)
            for target in targets:
                if target is not None:
                    run.write(target[0], target[1], part + self.pile(run, *target), paragraph)
                    break
        if left and not up_to:
            raise RuleFaultError(f"{amount} cards are to be taken, but {amount - left} are there", paragraph)

    def put(
        self, run: Run, cards: tuple[Any, ...], where: str, name: str, keys: tuple[Any, ...], paragraph: str
    ) -> None:
        """Puts cards on, under or into a pile, taking them from wherever they lie."""
        for card in cards:
            if card != "?":
                self._take_out(run, card, paragraph)
        held = self.pile(run, name, keys)
        run.write(name, keys, held + cards if where == "under" else cards + held, paragraph)

    def _take_out(self, run: Run, card: Any, paragraph: str) -> None:
        for pile in self.code.piles:
            for keys in run.code.all_keys(run.ctx, run.code.facts[pile]):
                held = run.ctx.told(pile, keys)
                if isinstance(held, tuple) and card in held:
                    rest = list(held)
                    rest.remove(card)
                    run.write(pile, keys, tuple(rest), paragraph)
                    return

"""What to ask first where an answer hangs on several facts."""

from __future__ import annotations

from collections.abc import Callable

from referee.values import Leaf
from referee.verdict.split import Exploration


def best_question(exploration: Exploration, askable: Callable[[Leaf], bool]) -> list[Leaf]:
    """The leaves that matter, the one whose answer leaves the fewest open cases first."""
    cells = list(exploration.cells())
    order = [leaf for leaf in exploration.matters() if askable(leaf)]

    def still_open(leaf: Leaf) -> int:
        groups: dict[str, list[object]] = {}
        for assumed, cell in cells:
            if leaf in assumed:
                groups.setdefault(repr(assumed[leaf]), []).append(cell.key)
        free = [cell.key for assumed, cell in cells if leaf not in assumed]
        total = 0
        for keys in groups.values():
            keys = keys + free
            if len(set(map(repr, keys))) > 1:
                total += len(keys)
        return total if groups else len(cells) * 2

    return sorted(order, key=lambda leaf: (still_open(leaf), order.index(leaf)))

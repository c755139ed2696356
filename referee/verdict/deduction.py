"""What a told count says of its parts: a fact that it leaves no choice is known, and of any other what it cannot be is left out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from referee.budget import meter
from referee.values import Leaf, Unknown
from referee.verdict.parts import FEW

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.rules.code import Code
    from referee.units.clauses import Result
    from referee.verdict.coherence import Coherence

#: facts of one name that are held against what is told of them
MOST = 160


class Deduction:
    """What is concluded of single facts from told values that are made of them."""

    def __init__(self) -> None:
        self.known: dict[Leaf, object] = {}  #: a fact -> what it must be, or all that it can be
        self._looked_at: set[str] = set()

    def conclude(self, coherence: Coherence, leaves: Iterable[Leaf]) -> bool:
        """Holds the facts of these names against what is told; whether anything new is known."""
        before = len(self.known)
        for name in dict.fromkeys(name for name, _ in leaves if name not in self._looked_at):
            self._looked_at.add(name)
            for whole, leaf, domain in islice(coherence.pressed(name), MOST):
                if meter().is_low():
                    return False
                self._hold(coherence, whole, leaf, domain)
        return len(self.known) > before

    def _hold(self, coherence: Coherence, whole: Leaf, leaf: Leaf, domain: Unknown) -> None:
        """Leaves out what a fact cannot be by a told value."""
        options = domain.options
        if leaf in self.known or options is None or not 1 < len(options) <= FEW:
            return
        kept = tuple(each for each in options if not coherence.denies(whole, leaf, each))
        if kept and len(kept) < len(options):
            self.known[leaf] = kept[0] if len(kept) == 1 else Unknown(options=kept, leaf=leaf)


def taken_wrongly(code: Code, ctx: Context, results: list[Result]) -> frozenset[Leaf]:
    """Of what refuses a deed, what is only taken for granted: whoever says that it is done says that it was otherwise. Nothing, where
    a check fails whatever is taken for granted."""
    facts = code.facts
    found: set[Leaf] = set()
    for result in results:
        if result.status == "fail":
            assumed = [leaf for leaf in result.seen if leaf in ctx.assumed and leaf[0] in facts]
            mine = [leaf for leaf in assumed if not facts[leaf[0]].node.fixed]
            if not mine:
                return frozenset()
            found.update(mine)
    return frozenset(found)

"""The assumptions an answer hangs on: those without which it could be another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.values import Leaf, Unknown
from referee.verdict.supposition import Supposing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.verdict.inquiry import Inquiry, Look

#: assumptions, and other values of each, that are tried to see whether they matter
MOST = 40
FEW = 4
#: so many are first looked at together
TOGETHER = 8


def telling(inquiry: Inquiry, look: Look, chosen: Mapping[Leaf, object]) -> dict[Leaf, object]:
    """The assumptions worth telling; `chosen`: the choices of the case that is shown."""
    facts = inquiry.code.facts
    leaves = [leaf for leaf in _concerned(look) if leaf[0] in facts]
    if not leaves:
        return {}
    leaves.sort(key=lambda leaf: not facts[leaf[0]].node.derived)  # a whole before its parts
    glance = _Glance(inquiry, look)
    found: dict[Leaf, object] = {}
    for leaf in glance.doubtful(leaves[:MOST]):
        taken = look.ctx.assumed[leaf]
        if look.ctx.meter.is_low():
            found[leaf] = taken  # not tried any more: it may matter, so it is told
            continue
        for other in _others(inquiry, leaf, taken):
            if glance.shows_nothing(leaf, other):
                continue
            supposed = inquiry.evaluate({**chosen, leaf: other}, inquiry.rulings)
            if not _alike(supposed.value, look.value):
                found[leaf] = taken
                break
    return found


def _concerned(look: Look) -> list[Leaf]:
    """The assumptions that can matter: a no stands as long as one check fails that does not read them."""
    assumed = list(look.ctx.assumed)
    failed = [result for result in look.results if result.status == "fail"]
    if look.value is not False or not failed:
        return assumed
    read = set(failed[0].seen).intersection(*(result.seen for result in failed[1:]))
    return [leaf for leaf in assumed if leaf in read]


def _others(inquiry: Inquiry, leaf: Leaf, taken: object) -> list[object]:
    """Some other values of a fact: its options, or its ends."""
    domain = inquiry.code.facts[leaf[0]].domain(inquiry.context({}, inquiry.rulings), leaf[1])
    if domain.options is not None:
        others: list[object] = list(domain.options)
    else:
        low, high = domain.bounds()
        others = [end for end in (low, high if high is not None else _well_above(taken)) if end is not None]
    return [other for other in others[:FEW] if other != taken or isinstance(other, bool) != isinstance(taken, bool)]


class _Glance:
    """The checks that read an assumption, looked at alone: where none of them changes, nothing does."""

    def __init__(self, inquiry: Inquiry, look: Look) -> None:
        self.results = look.results
        self.beside = look.ctx.beside
        self.supposing = Supposing(inquiry)
        # a value is not made of checks; prices paid from one purse hang together
        self.checked = inquiry.question.action is not None and not inquiry.question.after
        self.apart = len([result for result in look.results if result.check.cost is not None]) < 2

    def doubtful(self, leaves: list[Leaf]) -> list[Leaf]:
        """Those that may matter: what stays when nothing is assumed of many facts hangs on none of them."""
        if not self.checked or len(leaves) < TOGETHER:
            return leaves
        plain = [leaf for leaf in leaves if self._is_plain(leaf)]
        suspects = set(self._suspects(plain))
        return [leaf for leaf in leaves if leaf in suspects or leaf not in plain]

    def shows_nothing(self, leaf: Leaf, other: object) -> bool:
        """Whether it is certain that the answer stays."""
        if not self.checked or not self._is_plain(leaf):
            return False
        with self.supposing.that(leaf, other):
            return self._stays((leaf,))

    def _is_plain(self, leaf: Leaf) -> bool:
        """Whether it is read by checks alone, each of which can be looked at by itself."""
        if leaf in self.beside:
            return False
        reading = (result for result in self.results if leaf in result.seen)
        return all(result.action and (self.apart or result.check.cost is None) for result in reading)

    def _suspects(self, leaves: Sequence[Leaf]) -> list[Leaf]:
        """Halves that matter are halved again."""
        if not leaves:
            return []
        with self.supposing.nothing_of(leaves):
            if self._stays(leaves):
                return []
        if len(leaves) <= TOGETHER // 2:
            return list(leaves)
        half = len(leaves) // 2
        return self._suspects(leaves[:half]) + self._suspects(leaves[half:])

    def _stays(self, leaves: Sequence[Leaf]) -> bool:
        """Whether every check that reads one of them comes to what it came to."""
        return all(
            self.supposing.status(result) == result.status
            for result in self.results
            if any(leaf in result.seen for leaf in leaves)
        )


def _well_above(taken: object) -> int | None:
    """A number clearly above the one taken for granted, for what has no upper end; a pile counts by its cards."""
    size = len(taken) if isinstance(taken, tuple) else taken
    return size + 10 if isinstance(size, int) and not isinstance(size, bool) else None


def _alike(a: object, b: object) -> bool:
    """The same value, or just as little known."""
    if isinstance(a, Unknown) and isinstance(b, Unknown):
        return (a.bounds(), a.options) == (b.bounds(), b.options)
    return bool(a == b)

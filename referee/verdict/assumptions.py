"""The assumptions an answer hangs on: those without which it could be another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import RuleFaultError
from referee.values import MAYBE, MISSING, SILENT, Leaf, Unknown
from referee.verdict.split import Dropped, Evaluation
from referee.verdict.supposition import Supposing, made_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from referee.units.clauses import Result
    from referee.verdict.inquiry import Inquiry, Look

#: assumptions, and other values of each, that are tried to see whether they matter
MOST = 40
FEW = 4
#: how often more is assumed, once what was assumed is open
LAYERS = 3
#: values to try from which on it is looked first whether any matters
PAIR = 2
#: assumptions that are looked at one by one once it is known that some of them matter
APIECE = 8


def telling(inquiry: Inquiry, look: Look, chosen: Mapping[Leaf, object]) -> dict[Leaf, object]:
    """The assumptions worth telling; `chosen`: the choices of the case that is shown."""
    facts = inquiry.code.facts
    leaves = [leaf for leaf in _concerned(look) if leaf[0] in facts]
    if not leaves:
        return {}
    last: frozenset[Leaf] = frozenset()
    if not inquiry.question.after:  # who plays without a part of the game need not be told that it is not in play
        leaves = [leaf for leaf in leaves if not facts[leaf[0]].apart]
    else:
        hanging, last = inquiry.hanging_on(frozenset(leaves), chosen, look.value)
        # what the answer reads and was only so much more or less than assumed: what nobody knows of the steps hides it
        grown = {(change.fact, change.keys) for change in look.changes if change.grown}
        hanging |= grown.intersection(look.ctx.seen)
        # a story stops at the first thing that nobody knows: what is read of what may be done behind it counts all the same
        read = {leaf for result in look.results for leaf in result.seen}
        leaves = [leaf for leaf in leaves if leaf in hanging or leaf in read]
    leaves.sort(key=lambda leaf: not facts[leaf[0]].node.derived)  # a whole before its parts
    leaves = leaves[:MOST]
    decisive = _Trials(inquiry, look, chosen).decisive(leaves)
    found = {leaf: look.ctx.assumed[leaf] for leaf in leaves if leaf in decisive}
    found = _without_parts(inquiry, look, chosen, found)
    if inquiry.question.after and last.isdisjoint(found) and len(last) <= APIECE:
        more = _together(inquiry, look, chosen, found, last)
        found.update({} if len(more) == 1 and all(_is_tried(inquiry, look, leaf) for leaf in more) else more)
    elif not look.results and not inquiry.question.after:  # a value is not made of checks
        found.update(_together(inquiry, look, chosen, found))
    return {leaf: value for leaf, value in found.items() if not facts[leaf[0]].apart}


def _is_tried(inquiry: Inquiry, look: Look, leaf: Leaf) -> bool:
    """Whether all that a fact can be was tried, so that nothing hangs on it alone."""
    options = inquiry.code.facts[leaf[0]].domain(look.ctx, leaf[1]).options
    return options is not None and len(options) <= FEW


def by_other_readings(inquiry: Inquiry, look: Look, disputes: Iterable[str]) -> dict[Leaf, object]:
    """What is assumed of a value by another reading alone, by which it would be another where that is not so."""
    code, found = inquiry.code, dict[Leaf, object]()
    for dispute, reading in [(each, reading) for each in disputes for reading in code.readings(each)[1:]]:
        other = inquiry.under(dispute, reading).ctx.assumed
        for leaf in [leaf for leaf in other if leaf not in look.ctx.assumed and leaf not in found][:FEW]:
            if leaf[0] not in code.facts or code.facts[leaf[0]].apart:
                continue
            seen, inquiry.unseen = inquiry.unseen, inquiry.unseen | {leaf}
            try:
                case = inquiry.evaluate({}, {**inquiry.rulings, dispute: reading})
            finally:
                inquiry.unseen = seen
            if isinstance(case.value, Unknown):
                found[leaf] = other[leaf]
    return found


def _without_parts(
    inquiry: Inquiry, look: Look, chosen: Mapping[Leaf, object], found: dict[Leaf, object]
) -> dict[Leaf, object]:
    """Without what matters only by way of a whole that is told as assumed itself: nobody holds a card, yet it is taken that somebody does."""
    facts, readers = inquiry.code.facts, inquiry.code.happenings.readers
    wholes = {leaf: value for leaf, value in found.items() if facts[leaf[0]].node.derived}
    held = {leaf[0] for leaf in wholes}
    trials = _Trials(inquiry, look, {**chosen, **wholes})
    supposing = Supposing(inquiry) if wholes else None
    return {
        leaf: value
        for leaf, value in found.items()
        if supposing is None
        or leaf in wholes
        or held.isdisjoint(readers(leaf[0]))
        or trials.decides(leaf, _others(supposing, leaf, value))
    }


class _Trials:
    """Assumptions tried each by itself, whether the answer were another: by a glance at the checks that read it, else in full."""

    def __init__(self, inquiry: Inquiry, look: Look, chosen: Mapping[Leaf, object]) -> None:
        self.inquiry, self.look, self.chosen = inquiry, look, chosen

    def decisive(self, leaves: list[Leaf]) -> set[Leaf]:
        """Those without which it could be another; what is not tried any more may matter, so it is told."""
        glance, meter = _Glance(self.inquiry, self.look, leaves), self.look.ctx.meter
        found: set[Leaf] = set()
        unclear: dict[Leaf, list[object]] = {}
        for leaf in leaves:
            if meter.is_low():
                found.add(leaf)
                continue
            others = _others(glance.supposing, leaf, self.look.ctx.assumed[leaf])
            if len(others) > PAIR and glance.is_idle(leaf):
                continue
            for other in others:
                value = glance.verdict(leaf, other)
                if value is MISSING:
                    unclear.setdefault(leaf, []).append(other)
                elif self._is_another(value):
                    found.add(leaf)
                    break
        return found | self._among({leaf: others for leaf, others in unclear.items() if leaf not in found})

    def _among(self, left: dict[Leaf, list[object]]) -> set[Leaf]:
        """Those of some that a glance cannot tell of. Where the answer stands while all of them are open it hangs on none, else it is
        looked for in what it waits for and in the rest, in either half, or in each of a few."""
        if not left or self.look.ctx.meter.is_low():
            return set(left)
        if sum(map(len, left.values())) > PAIR:
            case = self._opened(list(left))
            if case is not None and self._stands(case, left):
                return set()
            if case is not None and len(left) > 1 and not isinstance(self.look.value, Unknown):
                awaited = [leaf for leaf in left if leaf in case.leaves]
                if 0 < len(awaited) < len(left):
                    parts = [awaited, [leaf for leaf in left if leaf not in awaited]]
                elif len(left) <= APIECE:
                    parts = [[leaf] for leaf in left]
                else:
                    half = len(left) // 2
                    parts = [list(left)[:half], list(left)[half:]]
                return set().union(*(self._among({leaf: left[leaf] for leaf in part}) for part in parts))
        return {leaf for leaf, others in left.items() if self.decides(leaf, others)}

    def _stands(self, case: Evaluation, opened: Iterable[Leaf]) -> bool:
        """Whether the answer is the same while these are open; one that is not known is so for reasons that none of these is."""
        value = case.value
        if isinstance(value, Dropped) or not _alike(value, self.look.value):
            return False
        if not isinstance(value, Unknown):
            return True
        return case.hanging is not None and case.hanging.keys().isdisjoint(opened)

    def _opened(self, leaves: list[Leaf]) -> Evaluation | None:
        """The case in which these are not assumed, nor what is made of them; None where it cannot be carried out."""
        facts, inquiry = self.inquiry.code.facts, self.inquiry
        opened = {leaf: facts[leaf[0]].domain(self.look.ctx, leaf[1]) for leaf in leaves}
        inquiry.opened = made_of(inquiry.code, leaves)
        try:
            return inquiry.evaluate({**self.chosen, **opened}, inquiry.rulings, inquiry.differing(*leaves))
        except RuleFaultError:
            return None
        finally:
            inquiry.opened = frozenset()

    def decides(self, leaf: Leaf, others: list[object]) -> bool:
        """What is not tried any more may matter."""
        if self.look.ctx.meter.is_low():
            return True
        return any(self._is_another(self._where(leaf, other)) for other in others)

    def _where(self, leaf: Leaf, other: object) -> object:
        """The answer where it is another; where an end of what it can be leaves no room for what is done, where it is the next one."""
        value = _supposed(self.inquiry, {**self.chosen, leaf: other}, leaf)
        taken = self.look.ctx.assumed.get(leaf)
        if isinstance(value, Dropped) and type(other) is int and type(taken) is int and abs(other - taken) > 1:
            near = taken + (1 if other > taken else -1)
            value = _supposed(self.inquiry, {**self.chosen, leaf: near}, leaf)
        return value

    def _is_another(self, value: object) -> bool:
        return not isinstance(value, Dropped) and not _alike(value, self.look.value)


def _together(
    inquiry: Inquiry,
    look: Look,
    chosen: Mapping[Leaf, object],
    alone: Mapping[Leaf, object],
    among: frozenset[Leaf] | None = None,
) -> dict[Leaf, object]:
    """The assumptions on which it hangs only together, those aside on which it hangs `alone`: where all are open, and what is assumed then, the answer is another; `among`: it is known which those can be.

    Told are as few of them as that takes, and whatever is assumed alike of others by the same name."""
    taken: dict[Leaf, object] = {}
    opened: dict[Leaf, object] = {}
    assumed, ctx = look.ctx.assumed, look.ctx
    for _ in range(LAYERS):
        more = {
            leaf: value
            for leaf, value in assumed.items()
            if leaf not in taken
            and leaf not in alone
            and (among is None or leaf in among)
            and _may_differ(inquiry, leaf)
        }
        if not more or len(taken) + len(more) > MOST or ctx.meter.is_low():
            return {}
        taken.update(more)
        opened.update({leaf: inquiry.code.facts[leaf[0]].domain(ctx, leaf[1]) for leaf in more})
        case = _opened(inquiry, {**chosen, **opened})
        if case is None:
            return {}
        if not _alike(case.value, look.value):
            break
        assumed, ctx = case.ctx.assumed, case.ctx
    else:
        return {}
    needed = dict(opened)
    for leaf in opened:
        if ctx.meter.is_low():
            break
        rest = {other: domain for other, domain in needed.items() if other != leaf}
        case = _opened(inquiry, {**chosen, **rest})
        if case is not None and not _alike(case.value, look.value):
            needed = rest
    if among is not None and len(needed) < PAIR:
        return {}  # by itself it was tried already
    named = {leaf[0] for leaf in needed}
    return {leaf: value for leaf, value in taken.items() if leaf[0] in named}


def _opened(inquiry: Inquiry, split: Mapping[Leaf, object]) -> Look | None:
    """A case in which some facts are known to be unknown; None where it cannot be carried out."""
    try:
        return inquiry.look(split, inquiry.rulings, explains=False)
    except RuleFaultError:
        return None


def _may_differ(inquiry: Inquiry, leaf: Leaf) -> bool:
    """Whether another value of it is worth a thought: a setting of the table is told once for all."""
    fact = inquiry.code.facts.get(leaf[0])
    return fact is not None and not fact.node.fixed


def _supposed(inquiry: Inquiry, split: Mapping[Leaf, object], leaf: Leaf) -> object:
    """The answer in a supposed case; where it cannot be carried out at all, no answer is the same."""
    try:
        return inquiry.evaluate(split, inquiry.rulings, inquiry.differing(leaf)).value
    except RuleFaultError:
        return MISSING


def _concerned(look: Look) -> list[Leaf]:
    """The assumptions that can matter: a no stands as long as one check fails that does not read them."""
    assumed = list(look.ctx.assumed)
    failed = [result for result in look.results if result.status == "fail"]
    if look.value is not False or not failed:
        return assumed
    read = set(failed[0].seen).intersection(*(result.seen for result in failed[1:]))
    return [leaf for leaf in assumed if leaf in read]


def _others(supposing: Supposing, leaf: Leaf, taken: object) -> list[object]:
    """Some other values of a fact: its options, or its ends."""
    domain = supposing.code.facts[leaf[0]].domain(supposing.ctx, leaf[1])
    if domain.options is not None:
        others: list[object] = list(domain.options)
    elif isinstance(taken, tuple) and leaf[0] not in supposing.code.piles:  # only a pile can be told by its number
        others = [()]
    else:
        low, high = domain.bounds()
        others = [end for end in (low, high if high is not None else _well_above(taken)) if end is not None]
    return [other for other in others[:FEW] if other != taken or isinstance(other, bool) != isinstance(taken, bool)]


class _Glance:
    """The checks that read an assumption, looked at alone: where none of them changes, nothing does."""

    def __init__(self, inquiry: Inquiry, look: Look, leaves: list[Leaf]) -> None:
        wanted = set(leaves)
        self.results = look.results
        self.value = look.value
        self.reading: dict[Leaf, list[Result]] = {}  #: leaf -> the checks that read it
        for result in look.results:
            for leaf in wanted.intersection(result.seen):
                self.reading.setdefault(leaf, []).append(result)
        self.beside = look.ctx.beside
        #: whether there is no such case of the action at all
        self.void = "applies" in [result.check.kind for result in look.results if result.status == "not_applicable"]
        self.supposing = Supposing(inquiry)
        # a value is not made of checks; prices paid from one purse hang together
        deed = inquiry.question.action
        self.checked = deed is not None and not inquiry.question.after
        self.tried = deed is not None and inquiry.code.action(deed.name).needs_trial
        self.apart = len([result for result in look.results if result.check.cost is not None]) < 2

    def is_idle(self, leaf: Leaf) -> bool:
        """Whether the checks that read an assumption come to what they do while nobody knows it: then no other value changes them."""
        results = self.reading.get(leaf, ())
        if not self.checked or not self._is_plain(leaf) or any(result.status == "unknown" for result in results):
            return False
        with self.supposing.opened(leaf):
            return all(self.supposing.status(result) == result.status for result in results)

    def verdict(self, leaf: Leaf, other: object) -> object:
        """The answer where a fact is another; MISSING where the checks that read it cannot tell."""
        if not self.checked or not self._is_plain(leaf):
            return MISSING
        changed: dict[int, str] = {}
        with self.supposing.that(leaf, other):
            for result in self.reading.get(leaf, ()):
                status = self.supposing.status(result)
                if status != result.status:
                    changed[id(result)] = status
                    if result.check.kind == "applies":
                        return MISSING  # what comes after it may be otherwise too
        if not changed:
            return self.value
        statuses = [changed.get(id(result), result.status) for result in self.results]
        if "fail" in statuses:
            return False
        if self.void:
            return MISSING
        value = MAYBE if "unknown" in statuses else SILENT if "silent" in statuses else True
        # what was carried out is carried out alike: it has not read the fact
        return MISSING if value is True and self.tried and self.value is not True else value

    def _is_plain(self, leaf: Leaf) -> bool:
        """Whether it is read by checks alone, each of which can be looked at by itself."""
        if leaf in self.beside:
            return False
        for result in self.reading.get(leaf, ()):
            if not result.action or not (self.apart or result.check.cost is None):
                return False
        return True


def _well_above(taken: object) -> int | None:
    """A number clearly above the one taken for granted, for what has no upper end; a pile counts by its cards."""
    size = len(taken) if isinstance(taken, tuple) else taken
    return size + 10 if isinstance(size, int) and not isinstance(size, bool) else None


def _alike(a: object, b: object) -> bool:
    """The same value, or just as little known."""
    if isinstance(a, Unknown) and isinstance(b, Unknown):
        return (a.bounds(), a.options) == (b.bounds(), b.options)
    return bool(a == b)

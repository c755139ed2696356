"""The bounded case split: what an answer is over everything that was not said.

Kleene evaluation comes first. Where it leaves an unknown, the leaves it names are split, numbers at the thresholds that
read them, until each case is known. Readings of disputes are tried at every known case, with a budget of their own:
the defaults, each single deviation, then the product if it is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from msgspec import Struct, field

from referee.budget import meter
from referee.evaluation.past import Past, Worked
from referee.values import SILENT, Leaf, Unknown, join
from referee.verdict.parts import meet, parts_of, same

#: evaluations for the facts of one question
FACT_BUDGET = 256
#: the same once it is known to come out one way or another: what is left is to find what to ask for first; where arguments
#: are missing, these
MIXED, ASKING = 160, 96
#: steps of the meter for the cases of a question that lacks arguments: these are asked for first, whatever more cases would say
ASKED = 7_000
#: names worked out for one question: where each evaluation is costly there are fewer of them
WORK_BUDGET = 3_000
#: the same where deeds are carried out in every case: a run works out far more than a verdict
STORY_BUDGET = 12_000
#: evaluations for the readings of one case
READING_BUDGET = 48
#: cases that all hang on something no split can settle, before it is taken that all do
STUCK = 12
#: evaluations from which on it is looked whether cases are alike
MANY = 8
#: leaves of which each is tried, to see which of them settles something
TRIED = 2

Readings = Mapping[str, str]
#: disputes with a reading that is not the default, in the order they were met
Changed = tuple[tuple[str, str], ...]
#: what makes two cases the same
Key = tuple[object, ...]
#: of a case that no other reading changes
NOWHERE: frozenset[object] = frozenset()


class Dropped:
    """A case that cannot be: what was told to be done is refused in it, or cannot be carried out."""

    __slots__ = ("refused",)

    def __init__(self, *, refused: bool) -> None:
        self.refused = refused

    def __repr__(self) -> str:
        return "refused" if self.refused else "impossible"


#: what is told to be done is refused; it cannot be carried out
REFUSED, IMPOSSIBLE = Dropped(refused=True), Dropped(refused=False)


class Evaluation(Struct):
    """One evaluation: its value, what was missing and what was consulted."""

    value: object
    leaves: dict[Leaf, Unknown]
    cuts: dict[Leaf, int]
    touched: dict[str, None]
    work: int = 0  #: names it had to work out
    ctx: Worked | None = None  #: all that was worked out, for cases that differ in little
    hanging: Mapping[Leaf, None] | None = None  #: all that the undecided checks have read, where that is known
    #: what of the facts that a case supposes its undecided checks hang on, where that is known: cases that agree in it grow alike
    likeness: Callable[[Mapping[Leaf, object]], object] | None = None

    def to_split(self) -> list[tuple[Leaf, Unknown]]:
        """What is missing, in the order it was met; what no undecided check has read comes last, for it may not matter."""
        leaves, hanging = list(self.leaves.items()), self.hanging
        return leaves if hanging is None else sorted(leaves, key=lambda item: item[0] not in hanging)

    def differing(self, *leaves: Leaf, disputes: tuple[str, ...] = ()) -> Past | None:
        """What a case takes over that differs in these."""
        return None if self.ctx is None else Past(self.ctx, leaves, disputes)


#: a leaf, and what it comes to in each of its parts
Cases = tuple[Leaf, list[tuple[object, Evaluation]]]
Evaluate = Callable[[Mapping[Leaf, object], Readings, Past | None], Evaluation]


class Cell(Struct):
    """A case: the value by the default readings, and where other readings lead."""

    value: object
    deviations: tuple[tuple[Changed, object], ...] = ()
    open: bool = False
    known: Key | None = None  #: its key, once that was asked

    @property
    def key(self) -> Key:
        """What makes two cases the same."""
        if self.known is None:
            self.known = ("open", repr(self.value)) if self.open else self._closed_key()
        return self.known

    def _closed_key(self) -> Key:
        elsewhere = [d for d in self.deviations if d[1] != self.value]
        return type(self.value).__name__, self.value, frozenset(elsewhere) if elsewhere else NOWHERE

    def differing(self) -> list[tuple[Changed, object]]:
        """The deviations that lead elsewhere."""
        said = [(readings, False if value is REFUSED else value) for readings, value in self.deviations]
        return [
            (readings, value) for readings, value in said if value is not IMPOSSIBLE and not same(value, self.value)
        ]


class Fork(Struct):
    """A split of one leaf: (value or narrower unknown, subtree) for each part."""

    leaf: Leaf
    parts: tuple[tuple[object, Tree], ...]
    known: Key | None = None  #: its key, once that was asked

    @property
    def key(self) -> Key:
        """Structural identity, for merging equal subtrees."""
        if self.known is None:
            self.known = ("fork", self.leaf, tuple([(repr(value), child.key) for value, child in self.parts]))
        return self.known


Tree = Cell | Fork


class Exploration(Struct):
    """The tree of cases and what was needed to grow it."""

    tree: Tree
    complete: bool = True
    evaluations: int = 0
    stuck: int = 0  #: cases that hang on something no split can settle
    decided: int = 0
    outcomes: set[Key] = field(default_factory=set)  #: what the decided cases come to
    work: int = 0
    leaves: dict[Leaf, Unknown] = field(default_factory=dict)
    touched: dict[str, None] = field(default_factory=dict)
    known: list[Leaf] | None = None  #: the leaves that matter, once that was asked

    def cells(self) -> Iterator[tuple[dict[Leaf, object], Cell]]:
        """Every case with what it assumes."""
        yield from _cells(self.tree, {})

    def matters(self) -> list[Leaf]:
        """The leaves the answer really depends on, in reading order; worked out once the tree is grown."""
        if self.known is None:
            self.known = self._matters()
        return self.known

    def _matters(self) -> list[Leaf]:
        found: dict[Leaf, None] = {}
        for assumed, cell in self.cells():
            found.update(dict.fromkeys(assumed))
            if cell.open:
                found.update(dict.fromkeys(self.leaves))
        ordered = [leaf for leaf in self.leaves if leaf in found]
        ordered += [leaf for leaf in found if leaf not in self.leaves]
        if not self.complete:
            return ordered
        cells = [(assumed, cell.key) for assumed, cell in self.cells()]
        return [leaf for leaf in ordered if self._decides(leaf, cells)]

    def _decides(self, leaf: Leaf, cells: list[tuple[dict[Leaf, object], Key]]) -> bool:
        """Whether two cases that differ in this leaf alone come out differently: the order of splitting must not show."""
        for index, (one, key) in enumerate(cells):
            for other, other_key in cells[index + 1 :]:
                if key != other_key and all(meet(one[x], other[x]) for x in one if x in other and x != leaf):
                    return True
        return False


def explore(
    evaluate: Evaluate,
    first: Evaluation,
    rulings: Readings,
    readings_of: Callable[[str], tuple[str, ...]],
    is_weak: Callable[[str], bool],
    budget: int = FACT_BUDGET,
    work: int = WORK_BUDGET,
) -> Exploration:
    """Splits until every case is known, or the budget ends; `first`: what it comes to when nothing is split."""
    if not isinstance(first.value, Unknown) and all(d in rulings or is_weak(d) for d in first.touched):
        return Exploration(
            Cell(first.value), evaluations=1, decided=1, work=first.work, leaves=first.leaves, touched=first.touched
        )
    splitting = _Splitting(evaluate, rulings, readings_of, is_weak, budget, work)
    splitting.asking = any("." in name for name, _ in first.leaves)
    result = splitting.result
    result.tree = splitting.grow({}, 0, splitting.count(first))
    return result


def _cells(tree: Tree, assumed: dict[Leaf, object]) -> Iterator[tuple[dict[Leaf, object], Cell]]:
    if isinstance(tree, Cell):
        yield assumed, tree
    else:
        for value, child in tree.parts:
            yield from _cells(child, {**assumed, tree.leaf: value})


class _Splitting:
    """One question being split."""

    def __init__(
        self,
        evaluate: Evaluate,
        rulings: Readings,
        readings_of: Callable[[str], tuple[str, ...]],
        is_weak: Callable[[str], bool],
        budget: int,
        work: int,
    ) -> None:
        self._evaluate, self._rulings = evaluate, rulings
        self._readings_of, self._is_weak = readings_of, is_weak
        self._budget, self._work = budget, work
        self.asking = False  #: whether arguments are missing
        self._begun = meter().spare
        self._dearest = 0  # steps that a case has taken at most
        self.result = Exploration(Cell(SILENT))
        self._grown: dict[object, Tree] = {}  #: what cases that are alike grow to

    def run(self, split: Mapping[Leaf, object], readings: Readings, past: Past | None) -> Evaluation:
        """One more case."""
        before = meter().spare
        found = self.count(self._evaluate(split, readings, past))
        self._dearest = max(self._dearest, before - meter().spare)
        return found

    def count(self, found: Evaluation) -> Evaluation:
        """Notes what a case took, and what it found missing."""
        result = self.result
        result.evaluations += 1
        result.work += found.work
        for dispute in found.touched:
            result.touched.setdefault(dispute, None)
        for leaf, domain in found.leaves.items():
            result.leaves.setdefault(leaf, domain)
        return found

    def grow(self, split: dict[Leaf, object], depth: int, found: Evaluation) -> Tree:
        """What a case comes to."""
        result = self.result
        if isinstance(found.value, Unknown):
            return self._open(split, depth, found)
        result.decided += 1
        result.outcomes.add((type(found.value), found.value))
        if result.evaluations >= self._budget:  # what other readings lead to is not known then
            result.complete = False
            return Cell(found.value)
        read = _otherwise(self.run, split, self._rulings, found, self._readings_of, self._is_weak)
        deviations = []
        for changed, other in read:
            deviations.append((changed, other.value))
            if isinstance(other.value, Unknown):  # it needs another fact: what the rest says is seen when that is split
                tree = self._branch(other, split, depth, found)
                if not isinstance(tree, Cell) or not tree.open:
                    return tree
                break  # what another reading needs may be beyond any split: the default still stands
        deviations += [(changed, other.value) for changed, other in read]
        return Cell(found.value, tuple(deviations))

    def _open(self, split: dict[Leaf, object], depth: int, found: Evaluation) -> Tree:
        """A case that is not known: as the one that is alike, where there was one."""
        result = self.result
        result.stuck += _hangs(found)
        if found.likeness is None or result.evaluations < MANY:
            return self._branch(found, split, depth, found)
        like = found.likeness(split)
        if like is None:
            return self._branch(found, split, depth, found)
        tree = self._grown.get(like)
        if tree is None:
            tree = self._branch(found, split, depth, found)
            if result.complete:
                self._grown[like] = tree
        return tree

    def _fertile(self, found: Evaluation, split: dict[Leaf, object], here: Evaluation) -> Cases | None:
        """The leaf to split and its cases: of few the first that settles something, for the others may not matter then."""
        parted = [(leaf, parts_of(domain, found.cuts.get(leaf))) for leaf, domain in found.to_split()]
        leaves = [(leaf, parts) for leaf, parts in parted if len(parts) > 1]
        hanging = found.hanging
        if hanging is not None:  # what no undecided check has read may not matter: it is none of the few
            leaves = [(leaf, parts) for leaf, parts in leaves if leaf in hanging] or leaves
        first: Cases | None = None
        for leaf, parts in leaves:
            if len(parts) * self._dearest > meter().spare // 2:
                break  # it is better to say on what it depends than to say nothing
            past = here.differing(leaf)
            cases = [(part, self.run({**split, leaf: part}, self._rulings, past)) for part in parts]
            if len(leaves) > TRIED or any(not isinstance(case.value, Unknown) for _, case in cases):
                return leaf, cases
            first = first or (leaf, cases)
        return first

    def _branch(self, found: Evaluation, split: dict[Leaf, object], depth: int, here: Evaluation) -> Tree:
        result, budget = self.result, self._budget
        hopeless = not result.decided and result.stuck >= STUCK
        most = min(budget, ASKING if self.asking else MIXED) if len(result.outcomes) > 1 else budget
        spent = result.evaluations >= most or result.work >= self._work or meter().is_low()
        spent = spent or (self.asking and self._begun - meter().spare > ASKED)
        if spent or depth > 12 or hopeless:
            result.complete = False
            return Cell(found.value, open=True)
        chosen = self._fertile(found, split, here)
        if chosen is None:
            result.complete = False
            return Cell(found.value, open=True)
        leaf, cases = chosen
        if here is not found and any(case.value is IMPOSSIBLE for _, case in cases):
            return Cell(found.value, open=True)  # what another reading leaves open is known by the usual one
        children = tuple([(part, self.grow({**split, leaf: part}, depth + 1, case)) for part, case in cases])
        return _reduced(leaf, _possible(children))


def _otherwise(
    run: Evaluate,
    split: Mapping[Leaf, object],
    rulings: Readings,
    found: Evaluation,
    readings_of: Callable[[str], tuple[str, ...]],
    is_weak: Callable[[str], bool],
) -> Iterator[tuple[Changed, Evaluation]]:
    """The case under other readings: each alone, then together if they are few."""
    tried: dict[Changed, Evaluation] = {(): found}

    def deviate(changed: Changed) -> Evaluation:
        """The last on top of the rest: where it was not consulted it changes nothing."""
        before, dispute = tried[changed[:-1]], changed[-1][0]
        other = before
        if dispute in before.touched:
            other = run(split, {**rulings, **dict(changed)}, before.differing(disputes=(dispute,)))
        tried[changed] = other
        return other

    queue = [d for d in found.touched if d not in rulings and not is_weak(d)]
    seen: list[str] = []
    while queue:
        dispute = queue.pop(0)
        seen.append(dispute)
        for reading in readings_of(dispute)[1:]:
            other = deviate(((dispute, reading),))
            yield ((dispute, reading),), other
            queue += [d for d in other.touched if d not in rulings and not is_weak(d) and d not in seen + queue]
    combinations = 1
    for dispute in seen:
        combinations *= len(readings_of(dispute))
    if len(seen) > 1 and combinations <= READING_BUDGET:
        for choice in product(*(readings_of(d) for d in seen)):
            changed = tuple((d, r) for d, r in zip(seen, choice, strict=True) if r != readings_of(d)[0])
            if len(changed) > 1:
                yield changed, deviate(changed)


def _hangs(found: Evaluation) -> int:
    """How much an open case hangs on what no split can settle: most on a missing argument, for that is to be told first."""
    beyond = [leaf for leaf, domain in found.leaves.items() if not parts_of(domain, found.cuts.get(leaf))]
    return STUCK // 2 if any("." in leaf[0] for leaf in beyond) else bool(beyond)


def _possible(parts: tuple[tuple[object, Tree], ...]) -> tuple[tuple[object, Tree], ...]:
    """The cases that can be; where none can, those in which what is told to be done is refused."""
    found = [(part, child, child.value if isinstance(child, Cell) else None) for part, child in parts]
    kept = tuple((part, child) for part, child, value in found if not isinstance(value, Dropped))
    return kept or tuple((part, child) for part, child, value in found if value is REFUSED) or parts


def _reduced(leaf: Leaf, parts: tuple[tuple[object, Tree], ...]) -> Tree:
    """A split whose parts are all the same is no split; equal neighbours are merged."""
    first = parts[0][1].key
    if all(child.key == first for _, child in parts):
        return parts[0][1]
    merged: list[tuple[object, Tree]] = []
    for value, child in parts:
        same = next((i for i, (_, c) in enumerate(merged) if c.key == child.key), None)
        if same is None:
            merged.append((value, child))
        else:
            merged[same] = (join((merged[same][0], value)), merged[same][1])
    return Fork(leaf, tuple(merged))

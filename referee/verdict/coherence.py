"""Whether a case agrees with what is told: a told value that could be computed rules out whatever it could not be computed from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.budget import meter
from referee.evaluation.context import Context
from referee.evaluation.raw import Raw
from referee.state import State
from referee.values import MISSING, SILENT, Leaf, Unknown
from referee.verdict.supposition import put

if TYPE_CHECKING:
    from referee.rules.code import Code

Readings = Mapping[str, str]
#: the part of what is left that holding all facts of one name against one told value may take
DEAR = 2


class Coherence:
    """The told values of a state that could be computed, each held against its parts."""

    def __init__(self, code: Code, state: State, rulings: Readings) -> None:
        self._code, self._state, self._rulings = code, state, rulings
        told = code.computed.intersection(state.facts)
        self._told = {name: state.facts[name] for name in told if name in code.program.values}
        self._without: dict[Leaf, State] = {}
        self._wholes: dict[str, list[tuple[Leaf, object]]] = {}  # a fact -> the told values that may be made of it
        self._at_odds: dict[Leaf, bool] = {}  # told values that what is told or assumed contradicts anyway
        #: a told value, and what a case supposes of its parts -> what they make it, by the readings that were consulted
        self._worked_out: dict[object, list[tuple[dict[str, str | None], object]]] = {}
        self.excluded = False  #: whether a case was ruled out
        self._contested = False  # whether other readings are looked at: what one leaves open another may know

    def _breaks_law(self, split: Mapping[Leaf, object], readings: Readings) -> bool:
        """Whether what a case supposes of somebody or something cannot be, by what always holds of each."""
        members = self._code.program.members
        for kind, formula, reads in self._code.laws:
            named = {key for (name, keys), _ in split.items() if name in reads for key in keys if key in members[kind]}
            for key in sorted(named):
                ctx = Context(self._code, self._state, readings=readings, split=split)
                if formula.open(ctx, [key]) is False:
                    return True
        return False

    @property
    def binds(self) -> bool:
        """Whether anything is told that could be computed."""
        return bool(self._told)

    def pressed(self, name: str) -> Iterator[tuple[Leaf, Leaf, Unknown]]:
        """The facts of one name that are missing for a told value and that it leaves no room: each with that value and what it can be.

        A number between what its parts make it at least and at most says nothing of any one of them."""
        for whole, told in self._made_of(name):
            ctx, spare = Raw(Context(self._code, self._bare(whole), readings=self._rulings)), meter().spare
            found = self._code.lookup.evaluator(whole[0])(ctx, whole[1])
            taken = spare - meter().spare
            if isinstance(found, Unknown) and (type(told) is not int or told in found.bounds()):
                leaves = [(leaf, domain) for leaf, domain in ctx.leaves.items() if leaf[0] == name and leaf != whole]
                if taken * sum(len(domain.options or ()) for _, domain in leaves) <= meter().spare // DEAR:
                    yield from ((whole, leaf, domain) for leaf, domain in leaves)

    def denies(self, whole: Leaf, leaf: Leaf, value: object) -> bool:
        """Whether a fact cannot be this by what is told of one value, whatever else may be so."""
        told = Context(self._code, self._state).told(*whole)
        return self._denied(whole, told, {leaf: value}, self._rulings)

    def excludes(self, split: Mapping[Leaf, object], readings: Readings) -> bool:
        """Whether what a case supposes cannot be, by what is told."""
        self._contested = self._contested or readings != self._rulings
        if split and self._breaks_law(split, readings):
            self.excluded = True
            return True
        if not split or not (self._told or self._contested):
            return False
        told = {leaf: value for name in {name for name, _ in split} for leaf, value in self._made_of(name)}
        found = any(
            leaf not in split
            and self._denied(leaf, value, split, readings)
            and not self._is_at_odds(leaf, value, readings)
            for leaf, value in told.items()
        ) or (self._contested and self._is_known_otherwise(split, readings))
        self.excluded = self.excluded or found
        return found

    def at_odds(self, name: str) -> set[Leaf]:
        """The told values made of a fact that the rest of what is told contradicts."""
        return {leaf for leaf, value in self._made_of(name) if self._is_at_odds(leaf, value, self._rulings)}

    def _is_known_otherwise(self, split: Mapping[Leaf, object], readings: Readings) -> bool:
        """Whether by these readings a supposed value is known to be another, whatever else the case supposes."""
        for leaf, value in split.items():
            if leaf[0] in self._code.program.values and not isinstance(value, Unknown):
                ctx = Raw(Context(self._code, self._state, readings=readings))
                known = self._code.lookup.evaluator(leaf[0])(ctx, leaf[1])
                if ctx.touched and known is not SILENT and not isinstance(known, Unknown) and known != value:
                    return True
        return False

    def _made_of(self, name: str) -> list[tuple[Leaf, object]]:
        """The told values whose computation may read a fact."""
        found = self._wholes.get(name)
        if found is None:
            ctx = Context(self._code, self._state)
            depths = {each: len(self._code.program.values[each].params) for each in self._told}
            derived = [each for each in self._code.happenings.readers(name) if each in depths]
            leaves = [(each, keys) for each in derived for keys in _keys(self._told[each], depths[each])]
            found = self._wholes[name] = [(leaf, ctx.told(*leaf)) for leaf in leaves]
        return found

    def _is_at_odds(self, leaf: Leaf, told: object, readings: Readings) -> bool:
        if leaf not in self._at_odds:
            self._at_odds[leaf] = self._denied(leaf, told, {}, readings)
        return self._at_odds[leaf]

    def _denied(self, leaf: Leaf, told: object, split: Mapping[Leaf, object], readings: Readings) -> bool:
        """Whether the parts of a value make it another one."""
        computed = self._computed(leaf, split, readings)
        if isinstance(told, Unknown) or computed is SILENT:
            return False
        if not isinstance(computed, Unknown):
            return bool(computed != told)
        low, high = computed.bounds()
        if computed.options is not None:
            return told not in computed.options
        return isinstance(told, int) and ((low is not None and told < low) or (high is not None and told > high))

    def _computed(self, leaf: Leaf, split: Mapping[Leaf, object], readings: Readings) -> object:
        """What its parts make it; once for all cases that agree in what it is made of, and in the readings that were consulted."""
        readers = self._code.happenings.readers
        parts = tuple([(at, repr(value)) for at, value in split.items() if leaf[0] in readers(at[0])])
        known = self._worked_out.setdefault((leaf, parts), [])
        for consulted, value in known:
            if all(readings.get(dispute) == reading for dispute, reading in consulted.items()):
                return value
        ctx = Raw(Context(self._code, self._bare(leaf), readings=readings, split=split))
        value = self._code.lookup.evaluator(leaf[0])(ctx, leaf[1])
        known.append(({dispute: readings.get(dispute) for dispute in ctx.touched}, value))
        return value

    def _bare(self, leaf: Leaf) -> State:
        """The state without what is told of this value."""
        if leaf not in self._without:
            facts = dict(self._state.facts)
            put(facts, leaf, MISSING)
            self._without[leaf] = replace(self._state, facts=facts)
        return self._without[leaf]


def _keys(node: object, depth: int) -> Iterator[tuple[object, ...]]:
    """The keys of everything told of one name."""
    if depth == 0:
        yield ()
    elif isinstance(node, dict):
        for key, inner in node.items():
            yield from ((key, *rest) for rest in _keys(inner, depth - 1))

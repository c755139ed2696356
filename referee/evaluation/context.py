"""One evaluation: the state it reads, what it found missing, and what it relied on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from grammar import nodes as n
from referee.answers import Value
from referee.budget import PAGE, meter
from referee.errors import BudgetError, Untold
from referee.evaluation.domains import cards_in
from referee.evaluation.interface import FactRules, Rules
from referee.evaluation.notebook import Notebook, Page
from referee.evaluation.past import Past, Trial, Values, Weighed
from referee.state import Held
from referee.values import MISSING, UNKNOWN, Leaf, Silent, Unknown

#: how deep values may be worked out inside each other
DEEPEST = 180
#: what is read of the moment, not of the state
_MOMENT = ("@via", "@doing", "@before")


class Context(Notebook):
    """Reads facts for the compiled rules and keeps the books: leaves, cites, readings, assumptions."""

    __slots__ = (
        "_first", "actor", "baffled", "bare", "before", "begun", "blanks", "bounding", "careful", "code",
        "cuts", "depth", "doing", "ends", "explains", "facts", "fixed", "fixed_noted", "ground", "guessed",
        "guessing", "hanging", "judged", "kept", "leaves", "lets", "lists", "lying", "memo", "meter", "missing",
        "noted", "opened", "order", "origin", "overrides", "past", "readings", "renewed", "split", "state", "stumbled", "tracking", "trial",
        "unassumed", "unseen", "untold", "veils", "via", "work", "written",
    )  # fmt: skip
    raw: ClassVar[bool] = False  #: whether a derived fact that cannot be computed keeps the range of its parts

    def __init__(
        self,
        code: Rules,
        state: Held,
        *,
        readings: Mapping[str, str] | None = None,
        split: Mapping[Leaf, object] | None = None,
        unseen: frozenset[Leaf] = frozenset(),
        explains: bool = False,
    ) -> None:
        self.code = code
        self.state = state
        self._first: Context | None = None
        self.bounding: set[Leaf] = set()  #: facts whose bounds are being worked out
        self.facts = state.facts
        self.order = code.program.order
        self.readings = dict(readings or {})  #: dispute -> reading that counts in this evaluation
        self.split = dict(split or {})  #: leaf -> value or narrower Unknown assumed by the case split
        #: told, but not to the one who asks: these are unknown, and nothing is assumed of them
        self.unseen = unseen or state.unseen
        self.veils: tuple[frozenset[Leaf], frozenset[str]] | None = None  #: facts of which some are not seen, by these
        self.leaves: dict[Leaf, Unknown] = {}
        self.missing: dict[Leaf, Unknown] = {}  #: the same, as they are first met
        self.cuts: dict[Leaf, int] = {}
        self.ends: dict[Leaf, int] = {}  #: piles of which an unseen card was read -> at which end: 0 on top, -1 below
        self.cites: dict[str, None] = {}
        self.touched: dict[str, None] = {}  #: disputes that were consulted
        self.assumed: dict[Leaf, object] = {}
        self.opened = frozenset[str]()  #: derived facts of which nothing is assumed: what they are made of is open
        self.overrides = self.is_told(code.computed)  #: whether values that could be computed are told
        self.explains = explains  #: whether citations, assumptions and facts are noted
        self.bare = False  #: whether nobody is told what a run refuses, and why
        #: open code only: effects left unknowns in the state, or all that is relied on is to be noted
        self.careful = False
        self.memo: dict[str, dict[object, object]] = {}  #: name -> arguments -> value, of plain code
        #: the same, of values no state changes: only a value that is told and is no fact does
        apart = self.overrides and self.is_told(code.defined)
        self.fixed: dict[str, dict[object, object]] = {} if apart else code.fixed
        self.fixed_noted: dict[str, dict[object, object]] = {} if apart else code.fixed_noted
        self.noted: dict[str, dict[object, object]] = {}  #: the same, of explained code, with its page of the notebook
        self.stumbled: set[tuple[str, tuple[object, ...]]] = set()  #: values that plain code cannot work out here
        self.seen: dict[Leaf, None] = {}  #: facts that were read where that is noted
        self.kept: Values = {}  #: the same, of open code, with what it relied on
        self.blanks: dict[str, bool] = {}  #: names -> whether nothing is known of all that they hang on
        self.lists: dict[object, Value] = {}  #: what `moves` has listed once for this state
        self.lying: set[object] | None = None  #: cards that are told to lie in a pile
        self.beside: dict[Leaf, None] = {}  #: facts that were read beside the checks: by what these go over, by a trial
        self.judged: dict[tuple[object, object], Weighed] = {}  #: check and element -> what it came to
        self.hanging: dict[Leaf, None] | None = None  #: all that the undecided checks have read, where that is known
        self.past: Past | None = None  #: what was worked out before, and what is different now
        #: of a run: the state where it began, and what has been written since, which is all that differs from it
        self.ground: Past | None = None
        self.written: set[str] = set()
        self.trial: Trial | None = None  #: the run by which it was tried out
        self.lets: dict[tuple[str | None, int], Page] = {}  #: what the `let`s of an action relied on
        self.meter = meter()  #: of the whole request
        self.guessing = False  #: whether plain code takes what is assumed of derived facts, and notes nothing
        self.guessed = False  #: whether it has
        self.tracking = False  #: whether it is noted what plain code reads for open code
        self.baffled = False  #: whether plain code could not tell the verdict
        self.depth = 0
        self.work = 0  #: names that open code had to work out
        self.untold: set[str] = set()  #: facts that are known to be missing: what reads them is left to open code
        self.via = None if state.window is None else state.window.name or None  #: in the middle of a deed: through it
        self.actor: str | None = None
        self.doing: str | None = None  #: the action being judged or done
        self.before: Context | None = None
        self.begun: Held | None = None  #: the state before all that is done in a run: what is assumed is assumed of it
        #: the state before all that was done, where a run goes on without what is missing
        self.origin: Context | None = None
        self.renewed: set[str] = set()  #: what the rules may have changed by themselves since the last deed
        self.unassumed: Callable[[], Held | None] | None = None  #: the state behind deeds where nothing is assumed

    def inherit(self, other: Context) -> None:
        """Takes over what was worked out of the same state: what is new counts for both, and each forgets for itself what it writes."""
        self.via, self.actor, self.doing = other.via, other.actor, other.doing
        self.memo, self.stumbled = dict(other.memo), set(other.stumbled)

    # ---- facts -----------------------------------------------------------------------------------------------------

    def told(self, name: str, keys: tuple[object, ...]) -> Value:
        """The told value, or MISSING."""
        node = self.facts.get(name, MISSING)
        for key in keys:
            if node is MISSING or node is None:
                return MISSING
            node = node.get(key, MISSING)
        return node

    def is_told(self, names: frozenset[str]) -> bool:
        """Whether any of these is told, or supposed by the case."""
        if not self.facts.keys().isdisjoint(names):
            return True
        return bool(self.split) and not names.isdisjoint([leaf[0] for leaf in self.split])

    def veiled(self) -> frozenset[str]:
        """The facts of which something is told, but not to the one who asks."""
        if self.veils is None or self.veils[0] is not self.unseen:
            self.veils = self.unseen, frozenset([leaf[0] for leaf in self.unseen])
        return self.veils[1]

    def fact(self, name: str, keys: tuple[object, ...]) -> Value:
        """A fact's value; an unknown leaf is noted."""
        node = self.facts.get(name, MISSING)
        if node is not MISSING:
            for key in keys:
                if node is MISSING or node is None:
                    node = MISSING
                    break
                node = node.get(key, MISSING)
            if node is not MISSING:
                self.seen[name, keys] = None
                if type(node) is Unknown:
                    self.trace(node)
                return node
        return self.lacking(name, keys)

    def lacking(self, name: str, keys: tuple[object, ...]) -> Value:
        """A fact that open code does not find told: supposed by the case, assumed, or unknown, which is noted."""
        leaf = (name, keys)
        self.seen[leaf] = None
        if self.split and leaf in self.split:
            value = self.split[leaf]
            if type(value) is Unknown:
                self.leaves[leaf] = value
            return value
        info = self.code.facts[name]
        if info.assumed is not None and leaf not in self.unseen:
            value = info.given
            if value is MISSING:
                value = self._from_first(info.assumed.open, keys)
                if name in self.code.piles and isinstance(value, tuple):
                    value = tuple(card for card in value if not self.lies_in_a_pile(card))
                if isinstance(value, Unknown | Silent):  # nothing can be assumed here: the fact is asked for
                    return self._missing(info, leaf)
            if info.is_aloud(self):
                self.assumed[leaf] = value
            return value
        found = self.leaves.get(leaf)
        if found is not None:
            return found
        found = self.missing.get(leaf)
        if found is None:
            return self._missing(info, leaf)
        self.leaves[leaf] = found
        return found

    def _from_first(self, assumption: Callable[[Context, list[object]], object], keys: tuple[object, ...]) -> Value:
        """What is assumed at some keys, of the state before a run; the disputes it consults are consulted here too."""
        first = self.at_first()
        value = assumption(first, list(keys))
        if first is not self:
            self.touched.update(first.touched)
        return value

    def at_first(self) -> Context:
        """The state of which something is assumed: that before a run, for what it does is known."""
        if self.begun is None or self.begun is self.state:
            return self
        if self._first is None:
            self._first = Context(self.code, self.begun, readings=self.readings, split=self.split, unseen=self.unseen)
            self._first.missing, self._first.actor = self.missing, self.actor
            self._first.opened = self.opened
        return self._first

    def _missing(self, info: FactRules, leaf: Leaf) -> Unknown:
        """A fact nobody told, with all it can be; the same object wherever it is read."""
        found = self.leaves.get(leaf)
        if found is None:
            found = self.missing.get(leaf)
        if found is None:
            if info.steady:
                found = self.missing[leaf] = info.untold(self, leaf)
            else:
                domain = info.domain(self, leaf[1])
                found = Unknown(domain.low, domain.high, domain.options, leaf)
        self.leaves[leaf] = found
        return found

    # ---- plain code ------------------------------------------------------------------------------------------------

    def lack(self, name: str, keys: tuple[object, ...], *, noting: bool = False) -> Value:
        """A fact that plain code does not find told: supposed by the case, or assumed; otherwise it gives up."""
        info = self.code.facts[name]
        leaf = (name, keys)
        if self.split:
            value = self.split.get(leaf, MISSING)
            if value is not MISSING:
                if type(value) is Unknown:
                    self.untold.add(name)
                    raise Untold
                return value
        value = info.given
        if value is not MISSING and None not in keys and "?" not in keys and leaf not in self.unseen:
            if noting and info.is_aloud(self):
                self.assumed[leaf] = value
            return value
        known = self.memo.get(info.mark)
        if known is not None and not noting and not self.unseen:
            value = known.get(keys, MISSING)
            if value is not MISSING:
                return value
        if None in keys:
            if info.plain:
                raise Untold
            return None  # whatever belongs to nobody is nothing
        if info.assumed is None or leaf in self.unseen or "?" in keys:
            self.untold.add(name)
            raise Untold
        if known is None:
            self.code.watch_assumption(name)
            known = self.memo[info.mark] = {}
        elif keys in known and not noting:
            return known[keys]
        value = self._from_first(info.assumed.noted if noting else info.assumed.told, keys)
        if name in self.code.piles and isinstance(value, tuple):
            value = tuple(card for card in value if not self.lies_in_a_pile(card))
        known[keys] = value
        if noting and info.is_aloud(self):
            self.assumed[leaf] = value
        return value

    def guess(self, name: str, keys: tuple[object, ...]) -> Value:
        """A derived fact that plain code cannot work out, as open code finds it; gives up where that is not known."""
        self.guessed = True
        self.stumbled.add((name, keys))
        value = self.code.value(self, name, keys)
        if isinstance(value, Unknown | Silent):
            raise Untold
        return value

    def override(self, name: str, keys: tuple[object, ...]) -> Value:
        """A value that could be computed but was told, or is supposed by the case."""
        if name in self.facts:
            value = self.told(name, keys)
        elif self.split:
            value = self.split.get((name, keys), MISSING)
        else:
            return MISSING
        if type(value) is Unknown:
            raise Untold
        return value

    def whole(self, kind: str) -> tuple[str, ...]:
        """The members of an open kind, all of them."""
        if not self.is_complete(kind):
            raise Untold
        return self.members(kind)

    def lacks_members(self, kind: str) -> bool:
        """Whether a kind has members nobody told; then they are asked for."""
        if self.is_complete(kind):
            return False
        self.unknown(("members", (kind,)), UNKNOWN)
        return True

    def forget(self, name: str) -> None:
        """A fact has changed: what was worked out from it no longer counts."""
        self.past = None
        self.written.add(name)
        if self.blanks:
            self.blanks.clear()
        if self.stumbled:
            self.stumbled.clear()
        if self.lists and name not in _MOMENT:
            self.lists = {}
        self.lying = None
        memo, noted, kept = self.memo, self.noted, self.kept
        if memo or noted or kept:
            found = self.code.dependents.get(name)
            if found:
                for value in memo.keys() & found:  # which goes over the fewer of them
                    del memo[value]
                for value in noted.keys() & found:
                    del noted[value]
                for value in kept.keys() & found:
                    del kept[value]

    def worked_out(self) -> Iterator[Leaf]:
        """What open code has worked out of the state as it is."""
        return ((name, args) for name, values in self.kept.items() for args in values)

    # ---- the state -------------------------------------------------------------------------------------------------

    def lies_in_a_pile(self, card: object) -> bool:
        """Whether a card of which there is one is told to lie in some pile: then it lies in no other."""
        if card in self.code.all_members:  # a member of a listed kind may stand for several copies
            return False
        if self.lying is None:
            self.lying = {held for name in self.code.piles for held in cards_in(self.facts.get(name))}
        return card in self.lying

    def trace(self, value: Unknown) -> None:
        """An effect left an unknown behind: the leaf it came from is what to ask for."""
        for leaf in value.origins():
            if leaf in self.leaves:
                continue
            narrowed = self.split.get(leaf)
            info = self.code.facts.get(leaf[0])
            if isinstance(narrowed, Unknown):
                self.leaves[leaf] = narrowed
            elif info is not None:
                domain = info.domain(self, leaf[1])
                self.leaves[leaf] = Unknown(domain.low, domain.high, domain.options, leaf)
            elif leaf in self.missing:  # an argument that was left out, a choice
                self.leaves[leaf] = self.missing[leaf]

    def unknown(self, leaf: Leaf, domain: Unknown) -> Unknown:
        """Notes an unknown leaf and returns it with its domain."""
        found = self.leaves.get(leaf)
        if found is None:
            found = self.leaves[leaf] = Unknown(domain.low, domain.high, domain.options, leaf)
        return found

    def narrow(self, value: Unknown, cut: int) -> None:
        """Remembers where a comparison would cut the leaf behind an unknown number."""
        if value.leaf is not None and value.leaf not in self.cuts:
            self.cuts[value.leaf] = cut - value.shift

    # ---- readings --------------------------------------------------------------------------------------------------

    def reading(self, dispute: str) -> str:
        """The reading of a dispute that counts here; consulting it is noted."""
        self.touched[dispute] = None
        found = self.readings.get(dispute)
        if found is None:
            found = self.readings[dispute] = self.code.default_reading(dispute)
        return found

    # ---- members of kinds ------------------------------------------------------------------------------------------

    def members(self, kind: str) -> tuple[str, ...]:
        """The members of a kind; those of an open kind come with the state."""
        found = self.code.program.members.get(kind)
        if found is not None:
            return found
        return self.state.members.get(kind, ())

    def is_complete(self, kind: str) -> bool:
        """Whether all members of a kind are known."""
        if kind in self.code.program.members:
            return True
        return kind in self.state.members and kind not in self.state.incomplete

    # ---- bookkeeping -----------------------------------------------------------------------------------------------

    def spend(self, name: str) -> None:
        """Counts one evaluation that is remembered with its page."""
        meter_ = self.meter
        meter_.left -= PAGE
        if meter_.left < 0 or self.depth > DEEPEST:
            self.account(name)

    def account(self, name: str) -> None:
        """What was counted is too much, or to be taken from what is left in all."""
        if self.depth > DEEPEST:
            raise BudgetError(name)
        self.meter.look()


def ref_parts(ref: n.Ref) -> tuple[str, tuple[n.Expr, ...]]:
    """A reference as name and key expressions."""
    return (ref.id, ()) if isinstance(ref, n.Name) else (ref.name, ref.args)

"""One evaluation: the state it reads, what it found missing, and what it relied on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from grammar import nodes as n
from referee.errors import BudgetError
from referee.values import UNKNOWN, Leaf, Silent, Unknown

if TYPE_CHECKING:
    from referee.code import Code

MISSING: Any = object()
State = dict[str, Any]
#: where a state notes the hidden facts that the asker told: what one tells one may see
TOLD = "@told"

#: evaluations of names within one question, before it is called a runaway
BUDGET = 400_000
DEEPEST = 180


class Context:
    """Reads facts for the compiled rules and keeps the books: leaves, cites, readings, assumptions."""

    __slots__ = (
        "actor", "answers", "assumed", "before", "budget", "cites", "code", "cuts", "depth", "doing", "leaves", "lists", "memo", "new_members",
        "readings", "split", "state", "strict", "touched", "via", "viewer",
    )  # fmt: skip
    raw: ClassVar[bool] = False  #: whether a derived fact that cannot be computed keeps the range of its parts

    def __init__(
        self,
        code: Code,
        state: State,
        *,
        readings: Mapping[str, str] | None = None,
        split: Mapping[Leaf, Any] | None = None,
        viewer: str | None = None,
        strict: bool = False,
    ) -> None:
        self.code = code
        self.state = state
        self.readings = dict(readings or {})  #: dispute -> reading that counts in this evaluation
        self.split = dict(split or {})  #: leaf -> value or narrower Unknown assumed by the case split
        self.viewer = viewer
        self.strict = strict  #: an unknown leaf is raised at once (effects), not passed on
        self.leaves: dict[Leaf, Unknown] = {}
        self.cuts: dict[Leaf, int] = {}
        self.cites: dict[str, None] = {}
        self.touched: dict[str, None] = {}  #: disputes that were consulted
        self.assumed: dict[Leaf, Any] = {}
        self.memo: dict[tuple[str, tuple[Any, ...]], tuple[Any, ...]] = {}
        self.lists: dict[Any, Any] = {}  #: what `moves` has listed once for this state
        self.budget = BUDGET
        self.depth = 0
        self.via: str | None = None
        self.actor: str | None = None
        self.doing: str | None = None  #: the action being judged or done
        self.before: Context | None = None

    # ---- facts -----------------------------------------------------------------------------------------------------

    def told(self, name: str, keys: tuple[Any, ...]) -> Any:
        """The told value, or MISSING."""
        node = self.state.get(name, MISSING)
        for key in keys:
            if node is MISSING or node is None:
                return MISSING
            node = node.get(key, MISSING)
        return node

    def fact(self, name: str, keys: tuple[Any, ...]) -> Any:
        """A fact's value; an unknown leaf is noted."""
        node = self.state.get(name, MISSING)
        for key in keys:
            if node is MISSING or node is None:
                node = MISSING
                break
            node = node.get(key, MISSING)
        info = self.code.facts[name]
        if node is not MISSING and not (info.hidden and self.viewer is not None and self.hides(info, keys)):
            if type(node) is Unknown:
                self.trace(node)
            return node
        leaf = (name, keys)
        if leaf in self.split:
            value = self.split[leaf]
            if isinstance(value, Unknown):
                self.leaves[leaf] = value
            return value
        if node is MISSING and info.assumed is not None:
            value = info.assumed(self, [*keys, *([None] * 40)])
            if name in self.code.piles and isinstance(value, tuple):
                value = tuple(card for card in value if not self.lies_in_a_pile(card))
            if isinstance(value, Unknown | Silent):  # nothing can be assumed here: the fact is asked for
                return self.unknown(leaf, info.domain(self, keys))
            if not info.node.scope:  # what resets by itself is bookkeeping, not an assumption worth telling
                self.assumed[leaf] = value
            return value
        return self.unknown(leaf, info.domain(self, keys))

    def lies_in_a_pile(self, card: Any) -> bool:
        """Whether a card of which there is one is told to lie in some pile: then it lies in no other."""
        if card in self.code.all_members:  # a member of a listed kind may stand for several copies
            return False
        for name in self.code.piles:
            info = self.code.facts[name]
            for keys in self.code.all_keys(self, info):
                held = self.told(name, keys)
                seen = not (info.hidden and self.viewer is not None and self.hides(info, keys))
                if seen and isinstance(held, tuple) and card in held:
                    return True
        return False

    def trace(self, value: Unknown) -> None:
        """An effect left an unknown behind: the leaf it came from is what to ask for."""
        leaf = value.leaf
        if leaf is not None and leaf not in self.leaves:
            narrowed = self.split.get(leaf)
            info = self.code.facts.get(leaf[0])
            if isinstance(narrowed, Unknown):
                self.leaves[leaf] = narrowed
            elif info is not None:
                domain = info.domain(self, leaf[1])
                self.leaves[leaf] = Unknown(domain.low, domain.high, domain.options, leaf)

    def hides(self, info: Any, keys: tuple[Any, ...]) -> bool:
        """Whether the viewer may not see this fact."""
        if (info.name, keys) in self.state.get(TOLD, ()):
            return False
        if info.hidden == "all":
            return True
        return bool(keys) and keys[0] != self.viewer

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

    def members(self, kind: str) -> tuple[Any, ...]:
        """The members of a kind; those of an open kind come with the state."""
        found = self.code.program.members.get(kind)
        if found is not None:
            return found
        listed = self.state.get("members", {}).get(kind)
        return tuple(listed) if listed is not None else ()

    def is_complete(self, kind: str) -> bool:
        """Whether all members of a kind are known."""
        if kind in self.code.program.members:
            return True
        return kind in self.state.get("members", {}) and kind not in self.state.get("incomplete", ())

    # ---- bookkeeping -----------------------------------------------------------------------------------------------

    def spend(self, name: str) -> None:
        """Counts one evaluation."""
        self.budget -= 1
        if self.budget < 0 or self.depth > DEEPEST:
            raise BudgetError(name)

    def cite(self, paragraph: str) -> None:
        """Notes a paragraph that was relied on."""
        if paragraph:
            self.cites[paragraph] = None

    def fork(self, state: State) -> Context:
        """The same question on another state."""
        other = Context(self.code, state, readings=self.readings, split=self.split, viewer=self.viewer)
        other.strict, other.via, other.actor, other.before = self.strict, self.via, self.actor, self.before
        other.touched, other.assumed, other.leaves, other.cuts = self.touched, self.assumed, self.leaves, self.cuts
        other.cites, other.readings = self.cites, self.readings
        return other


def unknown_of(low: int | None, high: int | None) -> Unknown:
    """An unknown number within bounds."""
    return Unknown(low, high) if low is not None or high is not None else UNKNOWN


def ref_parts(ref: n.Ref) -> tuple[str, tuple[n.Expr, ...]]:
    """A reference as name and key expressions."""
    return (ref.id, ()) if isinstance(ref, n.Name) else (ref.name, ref.args)

"""Cards that only ever go from pile to pile: how many there are stays the same from one deed to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grammar import nodes as n
from kb.rules.program import Program
from kb.rules.reads import found_in
from referee.errors import SpokenError
from referee.evaluation.context import ref_parts
from referee.state import State
from referee.values import Heap


class LostCardError(SpokenError):
    """Cards that lay in a pile and lie in none any more."""

    key = "lost"

    def __init__(self, cards: Counter[str]) -> None:
        shown = ", ".join(card if count == 1 else f"{count} {card}" for card, count in sorted(cards.items()))
        super().__init__(shown)


class Piles:
    """Watches the states of one game."""

    def __init__(self, program: Program) -> None:
        self._piles = conserved(program)
        self._before: Counter[str] | None = None

    def __call__(self, state: State) -> None:
        """Looks at the next state; a deed that is not done yet has changed nothing."""
        if state.pending is not None:
            return
        held = Counter(card for name in self._piles for card in _cards(state.facts.get(name)))
        before, self._before = self._before, held
        if before is not None and (lost := before - held):
            raise LostCardError(lost)


def conserved(program: Program) -> tuple[str, ...]:
    """The piles whose cards no rule but `put`, `draw`, `shuffle` and a start touches, with all other piles of their kind."""
    kinds = {name: node.kind for name, node in _piles(program)}
    free = {kinds[name] for name in _assigned(program) if name in kinds}
    return tuple(name for name, kind in kinds.items() if kind not in free)


def _piles(program: Program) -> Iterator[tuple[str, n.TypeMany]]:
    for name, cited in program.facts.items():
        kind = cited.node.type
        if isinstance(kind, n.TypeMany) and kind.shape == "pile":
            yield name, kind


def _assigned(program: Program) -> Iterator[str]:
    """The facts that rules set, choose or let go back by themselves."""
    yield from (name for name, cited in program.facts.items() if cited.node.scope)
    statements = [
        *(cited for name, cited in program.procedures.items() if name != "setup"), *program.whenevers, *program.steps.values(),
        *(cited for listed in (program.triggers, program.change_triggers) for group in listed.values() for cited in group),
        *(cited for info in (*program.actions.values(), *program.classes.values()) for cited in info.clauses),
    ]  # fmt: skip
    for cited in statements:
        for kind in (n.Assign, n.Choose, n.ChooseEach):
            for step in found_in(cited.node, kind):
                assert isinstance(step, n.Assign | n.Choose | n.ChooseEach)
                yield ref_parts(step.target)[0]


def _cards(held: object) -> Iterator[str]:
    """The cards told of a pile, at whatever keys; one of which only the number is told holds none that is known."""
    if isinstance(held, Heap):
        yield from held.cards()
    elif isinstance(held, dict):
        for inner in held.values():
            yield from _cards(inner)
    elif isinstance(held, tuple | list):
        yield from (str(card) for card in held)

"""Cards that nobody has seen: what can still lie in a pile, and what came up when it is turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from typing import cast

from grammar import nodes as n
from kb.rules.program import Program
from referee.errors import WrongValueError
from referee.evaluation.context import Context, ref_parts
from referee.evaluation.domains import fits
from referee.evaluation.interface import Evaluates
from referee.notation import literal, tell_text
from referee.runs.decisions import answer_to
from referee.units.choices import Choice
from referee.units.places import PlaceKey
from referee.units.runner import Going, Runs
from referee.values import UNSEEN, Heap, Unknown, freeze

Cards = tuple[object, ...]
#: the cards of a pile in their order, what it holds, or how many
Pile = Cards | Heap | int


def size_of(pile: Pile) -> int:
    """How many cards lie in it."""
    return pile if isinstance(pile, int) else len(pile.cards()) if isinstance(pile, Heap) else len(pile)


def cards_of(pile: Pile) -> Cards:
    """The cards in their order, unseen where that is not known."""
    return pile if isinstance(pile, tuple) else (UNSEEN,) * size_of(pile)


def asked(run: Runs, pile: PlaceKey, paragraph: str, gone: Sequence[object] = ()) -> Generator[Choice, object, object]:
    """What came up of a pile: told by who turns it; `gone`: what was taken before by the same statement."""
    name, keys = pile
    ctx = run.ctx
    kind = kind_of(ctx.code.program, name)
    type_ = n.TypeName(kind)
    options = tuple(possible(ctx, pile, gone))
    hidden = (name,) if ctx.code.facts[name].hidden else ()
    choice = Choice("chance", name, keys, None, type_, paragraph, lambda: iter(options), rests_on=hidden)
    card = freeze((yield from answer_to(run, choice, always=not options)))
    if (options and card not in options) or not fits(ctx, type_, card):
        wanted = f"one of {', '.join(map(literal, options))}" if options else f"one {kind}"
        raise WrongValueError(f"What came up of {tell_text(pile)}", card, wanted)
    return card


def kind_of(program: Program, pile: str) -> str:
    """Of what the cards of a pile are."""
    type_ = program.facts[pile].node.type
    return type_.kind if isinstance(type_, n.TypeMany) else ""


def possible(ctx: Context, pile: PlaceKey, gone: Sequence[object] = ()) -> Iterator[object]:
    """The cards that can lie unseen in a pile: what it is known to hold, or else all that are not known to lie elsewhere."""
    name, keys = pile
    held = ctx.told(name, keys)
    if isinstance(held, Heap):
        yield from Counter(held.cards()) - Counter(map(str, gone))
        return
    program = ctx.code.program
    kind = kind_of(program, name)
    copies = copies_of(program, kind)
    seen = Counter(map(str, (*gone, *_faces(ctx, kind))))
    members = ctx.members(kind)
    if copies is not None:
        left = [card for card in members if seen[card] < copies[card]]
    else:
        left = [card for card in members if kind in program.members or not ctx.lies_in_a_pile(card)]
    yield from left or members


def _faces(ctx: Context, kind: str) -> Iterator[object]:
    """The cards of a kind that are known to lie in piles."""
    for name in ctx.code.piles:
        if kind_of(ctx.code.program, name) == kind:
            for keys in ctx.code.facts[name].all_keys(ctx):
                held = ctx.told(name, keys)
                if isinstance(held, tuple | Heap):
                    yield from held.cards() if isinstance(held, Heap) else held


def copies_of(program: Program, kind: str) -> Counter[str] | None:
    """How often each card of a kind is there, where the `start` lines write out all piles of it; None where they do not."""
    found: Counter[str] = Counter()
    for name, starts in program.starts.items():
        if name not in program.facts or kind_of(program, name) != kind:
            continue
        for cited in starts:
            value = cited.node.value
            if cited.node.when is not None or not isinstance(value, n.ListOf):
                return None
            if value.items and ref_parts(cited.node.target)[1]:
                return None  # one line for several piles
            cards = [item.id for item in value.items if isinstance(item, n.Name)]
            if len(cards) != len(value.items):
                return None
            found.update(cards)
    return found or None


def turn_up(run: Runs, formula: Evaluates, e: list[object], paragraph: str) -> Going:
    """Cards that nobody has seen are told, one after another, as long as a value hangs on them."""
    ctx = run.ctx
    while True:
        before, ctx.leaves = ctx.leaves, {}
        value = formula.open(ctx, e) if UNSEEN in e else formula.now(ctx, e)
        pile = _unseen_pile(run) if isinstance(value, Unknown) or value == UNSEEN else None
        ctx.leaves = before | ctx.leaves
        if pile is None:
            return
        card = yield from asked(run, pile, paragraph)
        held = list(cards_of(cast("Pile", run.read(*pile))))
        end = ctx.ends.get(pile, 0)
        held[end if end < len(held) and held[end] == UNSEEN else held.index(UNSEEN)] = card
        yield from run.change(*pile, tuple(held), paragraph)


def is_covered(value: object) -> bool:
    """Whether a value is a card of a pile whose order nobody knows."""
    return isinstance(value, Unknown) and value.options is not None and value.leaf is None


def _unseen_pile(run: Runs) -> PlaceKey | None:
    """The pile of which an unseen card was read last, among what is missing."""
    for leaf in [*reversed(run.ctx.leaves)]:
        if leaf[0] in run.ctx.code.piles:
            held = run.read(*leaf)
            if isinstance(held, Heap) or (type(held) is int and held) or (isinstance(held, tuple) and UNSEEN in held):
                return leaf
    return None

"""The conditions of a card as expressions of the rule language."""

from __future__ import annotations

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.lowering.pieces import any_of
from kb.cards.lowering.scene import CardFault, fill, one
from kb.cards.lowering.things import Things


def condition(things: Things, when: t.Condition, at: t.At) -> n.Expr:
    """A condition as an expression."""
    if isinstance(when, t.Flags):
        return any_of(things.said("FLAG", word, "is", at).tree for word in when.words)
    if isinstance(when, t.Has):
        outer = things.scene.actor
        things.scene.actor = _one_named(things, when.who, at)
        try:
            return n.Compare(">=", things.count(when.what, had=True), _least(things, when.what))
        finally:
            things.scene.actor = outer
    if isinstance(when, t.There):
        return n.Compare(">=", things.count(when.what), _least(things, when.what))
    if isinstance(when, t.Reaches):
        noun = isinstance(when.what, t.Thing) and isinstance(when.what.head, t.Noun)
        found = things.count(when.what, had=True) if noun else things.value(when.what).number
        return n.Compare(">=", one(found or (), at), things.amount(when.least, at))
    if isinstance(when, t.Relates):
        x = things.scene.refer(None, when.who.word, when.who.at).expr
        holes = {"x": x, "y": things.owner(when.what), "me": things.scene.actor}
        return fill(things.said("REL", when.word, "test", at), holes, at)
    if isinstance(when, t.IsSo):
        test = things.said(when.kind.upper(), when.word, "test", at)
        return fill(test, {"x": _one_named(things, when.what, at), "me": things.scene.actor}, at)
    raise CardFault(at, "“if you do” has nothing before it", "Write it after a sentence with “may”.")


def _one_named(things: Things, thing: t.NounPhrase, at: t.At) -> n.Expr:
    """The one a condition is about."""
    found = things.value(thing).expr
    if not found:
        raise CardFault(
            at, f"“{things.english.thing(thing)}” names no single one", "A condition is about one of them: name it."
        )
    return one(found, at)


def _least(things: Things, thing: t.NounPhrase) -> n.Expr:
    head = thing.head if isinstance(thing, t.Thing) else None
    quant = head.quant if isinstance(head, t.Noun) else None
    if (
        isinstance(head, t.Noun)
        and quant is not None
        and quant.kind in ("at_least", "amount")
        and quant.amount is not None
    ):
        return things.amount(quant.amount, head.at)
    return n.Number(1)

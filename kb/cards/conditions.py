"""The conditions of a card as expressions of the rule language."""

from __future__ import annotations

from typing import Any

from grammar.cards import tree as t
from kb.cards.scene import CardFault, fill
from kb.cards.things import Things


def condition(things: Things, when: t.Condition, at: t.At) -> str:
    """A condition as an expression."""
    if isinstance(when, t.Flags):
        return "(" + " or ".join(things.said("FLAG", word, "is", at) for word in when.words) + ")"
    if isinstance(when, t.Has):
        outer = things.scene.actor
        things.scene.actor = _one_named(things, when.who, at)
        try:
            return f"{things.count(when.what, had=True)} >= {_least(things, when.what)}"
        finally:
            things.scene.actor = outer
    if isinstance(when, t.There):
        return f"{things.count(when.what)} >= {_least(things, when.what)}"
    if isinstance(when, t.Reaches):
        noun = isinstance(when.what, t.Thing) and isinstance(when.what.head, t.Noun)
        return f"{things.count(when.what, had=True) if noun else things.value(when.what).number} >= {things.amount(when.least, at)}"
    if isinstance(when, t.Relates):
        x = things.refer(None, when.who.word, when.who.at).expr
        return fill(things.said("REL", when.word, "test", at), {"x": x, "y": things.owner(when.what), "me": things.scene.actor})
    if isinstance(when, t.IsSo):
        test = things.said(when.kind.upper(), when.word, "test", at)
        return fill(test, {"x": _one_named(things, when.what, at), "me": things.scene.actor})
    raise CardFault(at, "“if you do” has nothing before it", "Write it after a sentence with “may”.")


def _one_named(things: Things, thing: t.NounPhrase, at: t.At) -> str:
    """The one a condition is about."""
    found = things.value(thing).expr
    if not found:
        raise CardFault(at, f"“{things.english.thing(thing)}” names no single one", "A condition is about one of them: name it.")
    return found


def _least(things: Things, thing: t.NounPhrase) -> str:
    head: Any = thing.head if isinstance(thing, t.Thing) else None
    quant = head.quant if isinstance(head, t.Noun) else None
    if quant is not None and quant.kind in ("at_least", "amount") and quant.amount is not None:
        return things.amount(quant.amount, head.at)
    return "1"

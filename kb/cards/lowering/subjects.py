"""Who or what acts in a sentence of a card."""

from __future__ import annotations

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.language.templates import Filling
from kb.cards.lowering.scene import CardFault, Value
from kb.cards.lowering.things import Things


def subjects_of(things: Things, subject: t.Subject, verbs: t.Verbs) -> tuple[Filling, ...]:
    """Who or what acts; a pronoun stands for a kind of thing that does such things."""
    frames = things.scene.words.frames.get(verbs.phrases[0].verb, ())
    kinds = {kind for frame in frames for kind in frame.text("subject").split("/")} - {"", "you", "other"}
    found: list[Filling] = []
    for item in subject.items:
        value = things.value(item, frozenset(kinds or {"role"}))
        head = item.head if isinstance(item, t.Thing) else None
        if not value.expr and isinstance(item, t.Thing) and isinstance(head, t.Noun):
            value.expr = _each(things, head, item.posts, value) or ()
        if not value.expr:
            at = getattr(head or item, "at", (1, 1))
            raise CardFault(at, "nobody is named here who could do it", "Name a player or a thing.")
        found.append(value.expr)
    return tuple(found)


def _each(things: Things, noun: t.Noun, posts: tuple[t.Post, ...], value: Value) -> n.Name | None:
    """“Each X” and “2 X each” as the one who acts."""
    type_ = things.vocabulary.said("NOUN", noun.word, "type")
    if not type_ or noun.quant is None:
        return None
    if noun.quant.kind in ("each", "all"):
        return things.each_of(noun, posts, value)
    return things.several(noun, posts, value) if isinstance(value.number, n.Number) else None

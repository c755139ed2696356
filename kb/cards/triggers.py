"""What a trigger of a card waits for, and what a card changes about a value: read from the frames and the vocabulary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grammar.cards import tree as t
from kb.cards.scene import CardFault, fill
from kb.cards.words import Frame

if TYPE_CHECKING:
    from kb.cards.sentences import Lowering

_ON = re.compile(r"([a-z_ ]+?)\s*(?:\((.*)\))?$")


def variables(on: str) -> tuple[str, dict[str, str]]:
    """`sail(x: ship, who)` -> what happens, and its variables with the types of those that are handed on."""
    found = _ON.match(on.strip())
    assert found is not None
    parts = [part.partition(":") for part in (found[2] or "").split(",") if part.strip()]
    return found[1], {name.strip(): type_.strip() for name, _, type_ in parts}


def trigger(asking: Lowering, heading: t.Heading) -> tuple[str, list[str]]:
    """`When another player sails a ship`: what happens in the rules, and what its variables must be."""
    assert heading.subject is not None and heading.when is not None
    if len(heading.when.phrases) != 1 or len(heading.subject.items) != 1:
        raise CardFault(heading.at, "a trigger waits for one thing done by one", "Write a heading for each of them.")
    phrase, who = heading.when.phrases[0], heading.subject.items[0]
    thing = phrase.objects.items[0] if phrase.objects is not None else None
    frame = _frame(asking, phrase, who, thing)
    tests: list[str] = []
    if thing is not None:
        tests += _tests(asking, thing, frame.text("thing"))
    if frame.text("doer"):
        tests += _tests(asking, who, frame.text("doer"))
    return frame.text("on"), tests


def _frame(asking: Lowering, phrase: t.Phrase, who: t.NounPhrase, thing: t.NounPhrase | None) -> Frame:
    frames = [frame for frame in asking.words.frames.get(phrase.verb, ()) if frame.text("on")]
    for frame in frames:
        fits_thing = bool(_kinds(asking, thing) & set(frame.obj)) if frame.obj else thing is None
        kinds = set(frame.text("subject").split("/")) - {""} or {"role"}
        if fits_thing and not phrase.mods and _kinds(asking, who) & kinds:
            return frame
    form = asking.words.vocabulary.entry("VERB", phrase.verb).forms[0]
    known = "; ".join(sorted({frame.shape for frame in frames}))
    cure = f"One can wait for: {known}." if known else "Give it a frame with “on” in frames.toml."
    raise CardFault(phrase.at, f"nothing tells when somebody does that: “{form}” has no such trigger", cure)


def _kinds(asking: Lowering, thing: t.NounPhrase | None) -> frozenset[str]:
    if isinstance(thing, t.Pronoun):
        return frozenset({"role", "player"}) if thing.word == "you" else frozenset()
    if not isinstance(thing, t.Thing):
        return frozenset()
    if isinstance(thing.head, t.Role):
        return frozenset({"role", *asking.words.vocabulary.said("ROLE", thing.head.roles[0], "kinds", ())})
    return asking.things.kinds(thing.head) if isinstance(thing.head, t.Noun) else frozenset()


def _tests(asking: Lowering, thing: t.NounPhrase, variable: str) -> list[str]:
    """What a variable of the trigger must be; it may be named later on."""
    kinds = _kinds(asking, thing)
    tests: list[str] = []
    if isinstance(thing, t.Pronoun):
        tests.append(f"{variable} is {asking.scene.you}")
    elif isinstance(thing, t.Thing) and isinstance(thing.head, t.Role):
        members = ", ".join(str(asking.words.vocabulary.said("ROLE", role, "is", role)) for role in thing.head.roles)
        tests.append(f"{variable} in [{members}]")
    elif isinstance(thing, t.Thing) and isinstance(thing.head, t.Noun):
        said = asking.words.vocabulary.said("NOUN", thing.head.word, "is")
        tests += [f"{variable} is {said}"] if said else asking.things.tests(thing.head, thing.posts, variable)
    asking.things.name(variable, kinds)
    return tests


def change(asking: Lowering, step: t.Holds, owner: str, at: t.At) -> str:
    """`your hand size is 2 larger`: the statement by which the vocabulary says so."""
    head = step.what.head if isinstance(step.what, t.Thing) else None
    if not isinstance(head, t.Noun) or not isinstance(step.what, t.Thing):
        raise CardFault(at, "only something that is named can change", "Name it by its noun.")
    if step.change == "becomes":
        said, missing = asking.words.vocabulary.said("ADJ", step.word, "holds"), f"adj.{step.word} a “holds”"
    else:
        said, missing = asking.words.vocabulary.said("NOUN", head.word, step.change), f"noun.{head.word} a “{step.change}”"
    if not said:
        form = asking.words.vocabulary.entry("NOUN", head.word).forms[0]
        raise CardFault(head.at, f"nothing says how a card changes “{form}” so", f"Give {missing} in the vocabulary.")
    amount = asking.things.amount(step.amount, at) if step.amount is not None else ""
    return fill(str(said), {"n": amount, "of": asking.things.owner_of(head, step.what.posts), "owner": owner, "card": asking.scene.card})

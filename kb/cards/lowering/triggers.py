"""What a trigger of a card waits for, and what a card changes about a value: read from the frames and the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.language.dictionary import VerbFrame
from kb.cards.language.meanings import Happening
from kb.cards.language.templates import Filling
from kb.cards.lowering.scene import CardFault, fill

if TYPE_CHECKING:
    from kb.cards.lowering.sentences import Lowering


def trigger(asking: Lowering, heading: t.Lead) -> tuple[Happening, list[n.Expr]]:
    """`When another player sails a ship`: what happens in the rules, and what its variables must be."""
    assert heading.subject is not None and heading.when is not None
    if len(heading.when.phrases) != 1 or len(heading.subject.items) != 1:
        raise CardFault(heading.at, "a trigger waits for one thing done by one", "Write a heading for each of them.")
    phrase, who = heading.when.phrases[0], heading.subject.items[0]
    thing = phrase.objects.items[0] if phrase.objects is not None else None
    frame, on = _frame(asking, phrase, who, thing)
    tests: list[n.Expr] = []
    if thing is not None:
        tests += _tests(asking, thing, n.Name(frame.text("thing")))
    if frame.text("doer"):
        tests += _tests(asking, who, n.Name(frame.text("doer")))
    return on, tests


def _frame(
    asking: Lowering, phrase: t.Phrase, who: t.NounPhrase, thing: t.NounPhrase | None
) -> tuple[VerbFrame, Happening]:
    frames = [(frame, frame.on) for frame in asking.words.frames.get(phrase.verb, ()) if frame.on is not None]
    for frame, on in frames:
        fits_thing = bool(_kinds(asking, thing) & set(frame.obj)) if frame.obj else thing is None
        kinds = set(frame.text("subject").split("/")) - {""} or {"role"}
        if fits_thing and not phrase.mods and _kinds(asking, who) & kinds:
            return frame, on
    form = asking.words.vocabulary.entry("VERB", phrase.verb).forms[0]
    known = "; ".join(sorted({frame.shape for frame, _ in frames}))
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


def _tests(asking: Lowering, thing: t.NounPhrase, variable: n.Name) -> list[n.Expr]:
    """What a variable of the trigger must be; it may be named later on."""
    kinds = _kinds(asking, thing)
    tests: list[n.Expr] = []
    if isinstance(thing, t.Pronoun):
        tests.append(n.Compare("is", variable, asking.scene.you))
    elif isinstance(thing, t.Thing) and isinstance(thing.head, t.Role):
        tests.append(n.Member(variable, n.ListOf(tuple(asking.words.role(role) for role in thing.head.roles))))
    elif isinstance(thing, t.Thing) and isinstance(thing.head, t.Noun):
        said = asking.things.meaning("NOUN", thing.head.word, "is")
        tests += (
            [n.Compare("is", variable, said.tree)]
            if said is not None
            else asking.things.tests(thing.head, thing.posts, variable)
        )
    asking.scene.mention(variable, kinds)
    return tests


def change(asking: Lowering, step: t.Holds, owner: n.Expr, at: t.At) -> tuple[n.Statement, ...]:
    """`your hand size is 2 larger`: the statements by which the vocabulary says so."""
    head = step.what.head if isinstance(step.what, t.Thing) else None
    if not isinstance(head, t.Noun) or not isinstance(step.what, t.Thing):
        raise CardFault(at, "only something that is named can change", "Name it by its noun.")
    if step.change == "becomes":
        key, missing = ("ADJ", step.word, "holds"), f"adj.{step.word} a “holds”"
    else:
        key, missing = ("NOUN", head.word, step.change), f"noun.{head.word} a “{step.change}”"
    said = asking.words.meanings.statements.get(key)
    if said is None:
        form = asking.words.vocabulary.entry("NOUN", head.word).forms[0]
        raise CardFault(head.at, f"nothing says how a card changes “{form}” so", f"Give {missing} in the vocabulary.")
    amount = asking.things.amount(step.amount, at) if step.amount is not None else ()
    whose = asking.things.owner_of(head, step.what.posts)
    holes: dict[str, Filling] = {"n": amount, "of": whose, "owner": owner, "card": n.Name(asking.scene.card)}
    return fill(said, holes, at)

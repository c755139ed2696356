"""A reading said back in full, in the asker's language: what is asked, by whom, and what is taken as told."""

from __future__ import annotations

from grammar import nodes as n
from grammar.rules.parse import parse_facts
from referee.explanation.phrases import phrase
from referee.explanation.said import as_sentence, joined
from referee.explanation.wording import Shape, Wording
from referee.understanding.intents import CHOSEN, FLAG, NUMBER, Intent
from referee.understanding.reading import Reading
from referee.understanding.told.unnamed import new_member
from referee.values import Bag

#: how a value is asked for
_SHAPES: dict[str, Shape] = {FLAG: "flag", NUMBER: "number"}


def said(reading: Reading, intent: Intent, words: Wording) -> str:
    """The question with its facts, as a sentence."""
    lang = words.lang
    named = {new_member(kind): kind for place in intent.places for kind in (place.open_kind, place.kind) if kind}
    args = {each.name: _value(each.text, named, words) for each in reading.arguments}
    told = [
        words.fact((fact.leaf[0], tuple(_called(key, named, words) for key in fact.leaf[1])), fact.value)
        for fact in reading.facts
    ]
    asked = _asked(reading, intent, args, words)
    if told:
        asked = phrase("understood.told", lang, asked, joined(told, phrase("and", lang)))
    return as_sentence(phrase("understood.question", lang, asked))


def _asked(reading: Reading, intent: Intent, args: dict[str, object], words: Wording) -> str:
    lang = words.lang
    if intent.sort != "value":
        deed = words.call(intent.name, args)
        if reading.actor is None:
            return phrase("understood.may_anybody", lang, deed)
        return phrase("understood.may", lang, words.said_of(reading.actor), deed)
    keys = tuple(args.get(place.name, "…") for place in intent.places)
    if reading.viewer is not None:
        seen = words.named_with(intent.name.partition(n.SIGN)[2], [words.said_of(key) for key in keys])
        return phrase("understood.sees", lang, words.said_of(reading.viewer), seen)
    if intent.name.startswith(CHOSEN) and intent.gives == FLAG:
        chosen = words.named_with(intent.name.removeprefix(CHOSEN), [words.said_of(key) for key in keys])
        return phrase("understood.chooses", lang, words.said_of(keys[0]), chosen)
    return words.question((reading.fact or intent.name, keys), _SHAPES.get(intent.gives, "choice")).rstrip("?")


def _called(key: object, named: dict[str, str], words: Wording) -> object:
    return (
        phrase("understood.kind", words.lang, words.name(named[key])) if isinstance(key, str) and key in named else key
    )


def _value(text: str, named: dict[str, str], words: Wording) -> object:
    """An argument as it was written, read back."""
    if text.isdecimal():
        return int(text)
    if text in named:
        return _called(text, named, words)
    if text.startswith(("[", "{")):
        value = parse_facts(f"x = {text}")[0].value
        if isinstance(value, n.ListOf):
            return tuple(_called(item.id, named, words) for item in value.items if isinstance(item, n.Name))
        if isinstance(value, n.Amounts):
            return Bag({key: item.value for key, item in value.pairs if isinstance(item, n.Number)})
    return text

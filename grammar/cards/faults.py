"""What is wrong with a card text, said at the word: what could stand there, and the nearest word that could."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from grammar.base.likeness import nearest
from grammar.base.tokens import Token
from grammar.cards.vocabulary import Vocabulary

#: classes of words as a writer would call them
PLAIN = {
    "NOUN": "a thing", "ROLE": "a player", "VERB": "an action word", "ADJ": "an adjective", "NUM": "a number", "MEASURE": "a measure",
    "FLAG": "a condition", "TAG": "a labelled clause", "LABEL": "a heading", "TIMING": "a time", "DURATION": "a duration",
    "DONE": "a participle", "REL": "a relation", "RELNUM": "a relation", "QUAL": "a qualifier", "KIND": "a kind of card",
    "STRING": "a title in double quotes", "PRON": "it", "_DOT": "a full stop", "_COMMA": "a comma", "_SEMI": "“;”", "_COLON": "“:”",
    "_AND_V": "“and”", "_OR_V": "“or”", "_AND_R": "“and”", "_OR_R": "“or”", "_ORELSE": "“; or”", "EACH": "“each”", "OTHER": "“other”",
    "$END": "the end",
}  # fmt: skip
#: the order in which expected classes are named
_FIRST = ("VERB", "NOUN", "ROLE", "NUM", "MEASURE", "FLAG", "TAG", "_DOT")


def expected_text(types: Iterable[str], words: dict[str, str]) -> str:
    """What could stand there, most telling first."""
    types = set(types)
    ordered = [kind for kind in _FIRST if kind in types] + sorted(types - set(_FIRST))
    names = list(dict.fromkeys(PLAIN.get(kind) or f"“{words.get(kind, kind.strip('_').lower())}”" for kind in ordered))
    return " or ".join(names[:6]) + (" …" if len(names) > 6 else "")


def unknown_word(token: Token, accepts: set[str], vocabulary: Vocabulary, words: dict[str, str]) -> tuple[str, str]:
    """The message and cure for a word nobody knows."""
    if token.lower() in vocabulary.money or unicodedata.category(token[0]) == "Sc":
        return f"“{token}” is not needed", "A bare number is money: write “5”."
    if not token[0].isalnum():
        return f"{str(token)!r} is no part of the card language", "Write words, numbers and . , ; : only."
    if english := vocabulary.translated(token):
        return f"“{token}” is not English", f"Write “{english}”; the other languages are printed from it."
    known = vocabulary.of_class(*accepts)
    near = nearest(token.lower(), {*known, *vocabulary.phrases})
    near.sort(key=lambda phrase: phrase not in known)
    cure = f"Expected {expected_text(accepts, words)}."
    return f"“{token}” is no word of {vocabulary.game}", f"Did you mean “{near[0]}”? {cure}" if near else cure


def known_mistake(before: list[Token], token: Token, accepts: set[str]) -> tuple[str, str] | None:
    """The message and cure of a frequent mistake at this token, if it is one."""
    last = before[-1].type if before else ""
    types = [item.type for item in before]
    sentence = types[len(types) - types[::-1].index("_DOT") :] if "_DOT" in types else types
    if token.type == "$END":
        return "the sentence is not closed before the end of the card", "Add “.”."
    if last == "_UPTO":
        return "“up to” needs a number or a measure", "Write “up to 3 …” or “any number of …”."
    if (last in ("_AND", "_AND_R") and token.type == "ROLE") or (
        token.type == "VERB" and sentence[-1:] == ["ROLE"] and {"_AND", "_AND_R"} & set(sentence)
    ):
        return "after “and” a new subject cannot start", "End the sentence, or write “; …” before the new subject."
    if (
        "_IF" in sentence
        and "_COMMA" not in sentence
        and token.type in ("VERB", "NOUN", "ROLE")
        and "_COMMA" in accepts
    ):
        return "the condition is not closed", "Put a comma after it: “If …, …”."
    if token.type == "_IF":
        return "a condition stands before what it is about", "Write it first: “If …, …”."
    if token.type == "_COMMA" or (last == "_COMMA" and token.type == "VERB"):
        return (
            "a comma does not join two actions",
            "Write “and …” (one bundle, all or nothing) or “, then …” (one after the other).",
        )
    if "_NEEDS" in sentence and token.type.startswith("_AND"):
        return "one “Needs” lists alternatives with “or”", "For both, write two lines, each with its own “Needs”."
    if "_CHOOSEONE" in sentence and token.type in ("_DOT", "_OR_V") and "_ORELSE" in accepts:
        return (
            "options of “choose one” are parted by “; or”",
            "Write “; or”; for two plain verbs drop “choose one:”.",
        )
    if token.type == "ROLE" and last in ("NOUN", "NUM", "DONE", "MEASURE"):
        return (
            f"“{before[-1].value.rstrip('*')}” and the player after it have no link",
            "Say “to”, “from” or “of” before it.",
        )
    return None

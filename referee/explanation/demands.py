"""What a check of the rules asks for, in words, and that it is not so."""

from __future__ import annotations

from grammar import nodes as n
from kb.model.entities import Word
from referee.explanation.phrases import phrase
from referee.explanation.said import Listed, as_sentence
from referee.explanation.sentences import Speaker
from referee.explanation.templates import Template
from referee.explanation.wording import PASSING, Wording
from referee.units.clauses import Check, Result

#: what a deed under way asks of an answer
_UNDER_WAY = frozenset(("asked", "answers", "offered", "waiting", "window"))


def is_of_window(failed: Result) -> bool:
    """Whether it fails by what a deed under way asks of an answer."""
    return failed.check.kind == "course" and failed.element in _UNDER_WAY


class Contraries:
    """That what was asked for is not so, where there are words for that: the game's own, or put together."""

    def __init__(self, words: Wording) -> None:
        self._words = words
        self._texts: dict[tuple[Check, bool], Template | None] = {}  #: the same for every case of a check

    def said(self, failed: Result, composed: bool) -> str:
        """A sentence, or nothing; `composed`: also where it is put together of what the rule says."""
        check = failed.check
        if (check, composed) in self._texts:
            text = self._texts[check, composed]
        else:
            text = self._of(check, composed)
            if check.kind not in PASSING:
                self._texts[check, composed] = text
        return "" if text is None else f"{as_sentence(text.filled(self._words.said_of, failed.env))}."

    def _of(self, check: Check, composed: bool) -> Template | None:
        words = self._words
        own = words.of_check(check)
        if own is not None and own.denied.get(words.lang):
            slots, denied = check.scope.slots, own.denied
            return words.template(
                lambda speaker: words.own(denied, {name: speaker.local(name) for name in slots}), check.scope
            )
        if own is None and check.kind == "cost" and composed:
            return words.template(lambda speaker: _affordable(speaker, words, check.node, False), check.scope)
        holds = check.kind == "forbidden"
        inner = getattr(check.node, "when" if holds or check.kind == "applies" else "body", None)
        while isinstance(inner, n.Not):
            inner, holds = inner.body, not holds
        if own is not None or inner is None or not words.has_contrary(inner, holds, composed):
            return None
        return words.template(lambda speaker: speaker.sentence(inner, holds=holds), check.scope)


def worded_check(speaker: Speaker, words: Wording, check: Check, own: Word | None) -> str:
    """What a check of the rules asks for: in the words the game has for it, else put together of its expressions."""
    node = check.node
    if own is not None:
        return words.own(own.text, {name: speaker.local(name) for name in check.scope.slots})
    if check.kind == "cost":
        return _affordable(speaker, words, node)
    if check.kind == "forbidden":
        return speaker.sentence(node.when, holds=False) if node.when is not None else phrase("never", words.lang)
    if check.kind == "applies":
        return speaker.sentence(node.when)
    return speaker.sentence(node.body) if hasattr(node, "body") else words.name(node.name)


def _affordable(speaker: Speaker, words: Wording, cost: n.Cost, holds: bool = True) -> str:
    """That there is enough to pay with, or is not."""
    sources = [place for place in cost.source if not isinstance(place, n.Nowhere)]
    amount, figure = speaker.said(cost.amount), isinstance(cost.amount, n.Number)
    if figure and len(sources) == 1:
        own = speaker.at_least(sources[0], amount) if holds else speaker.fewer(sources[0], cost.amount)
        if own:
            return own
    places = Listed([speaker.said(place) for place in sources], phrase("and", words.lang))
    if figure:
        return phrase(">=" if holds else "<", words.lang, places, amount)
    return phrase("affords" if holds else "affords not", words.lang, amount, places)

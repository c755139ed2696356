"""The words of a game for those who hold JSON: names, values and told facts as a player reads them, and as rules write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.rules.parse import parse_facts
from kb.languages.texts import spoken
from kb.library import Game
from referee.answers import Value
from referee.evaluation.context import ref_parts
from referee.explanation.headline import first_sentence, whole_text
from referee.explanation.words.phrases import phrase
from referee.explanation.words.said import fill
from referee.explanation.words.wording import Wording
from referee.notation import call_text, literal, tell_text
from referee.values import freeze

__all__ = ["Words", "call_text", "fact_text", "first_sentence", "literal", "phrase", "whole_text"]


class Words(Wording):
    """The wording of one game in one language; remembers the names it put together, since a page says the same few hundred."""

    def __init__(self, game: Game, lang: str) -> None:
        super().__init__(game, lang)
        self._names = lru_cache(maxsize=8192)(super().name)

    def name(self, identity: str, *args: Value) -> str:
        """An identifier with its keys."""
        if all(type(arg) is str for arg in args):  # numbers and truths may be equal and yet read differently
            return self._names(identity, *args)
        return super().name(identity, *args)

    def said(self, value: Value) -> str:
        """A JSON value in words."""
        return self.value(freeze(value))

    def named(self, identity: str, keys: Iterable[Value]) -> str:
        """An identifier with keys that came as JSON."""
        return self.name(identity, *(freeze(key) for key in keys))

    def called(self, action: str, args: Mapping[str, Value]) -> str:
        """An action with arguments that came as JSON."""
        return self.call(action, {name: freeze(value) for name, value in args.items()})

    def is_word(self, identity: str) -> bool:
        """Whether the game has a word of its own for it."""
        return identity in self.game.prose.words or identity in self.game.prose.terms

    def pattern(self, identity: str) -> str:
        """The phrase of a name with holes for its keys; empty when it has none."""
        word = self.game.prose.words.get(identity)
        return spoken(word.text, self.lang) if word is not None and word.text else ""

    def filled(self, pattern: str, keys: Iterable[Value]) -> str:
        """A phrase with its holes filled by keys that came as JSON."""
        return fill(pattern, [self.said_of(freeze(key)) for key in keys])

    def told(self, line: str) -> str:
        """A told fact as a player reads it, or as it was typed when it cannot be read."""
        try:
            givens = parse_facts(line)
        except (SyntaxProblemError, RecursionError):
            return line
        if len(givens) != 1 or givens[0].kind or givens[0].value is None:
            return line
        name, keys = ref_parts(givens[0].target)
        parts = [*keys, givens[0].value]
        if not all(isinstance(part, n.Name | n.Number | n.Truth | n.Nothing) for part in parts):
            return line
        *shown, value = [_plain(part) for part in parts]
        return f"{self.name(name, *shown)}: {self.value(value)}"


def _plain(part: n.Expr) -> Value:
    if isinstance(part, n.Name):
        return part.id
    return part.value if isinstance(part, n.Number | n.Truth) else None


def fact_text(name: str, keys: Iterable[Value]) -> str:
    """How a fact is written when it is told: `height of x`, `kept(x, y)`."""
    return tell_text((name, tuple(keys)))

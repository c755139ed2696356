"""The words of a game: their classes, their forms, and what stands behind them in the rule language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

#: the classes of words the grammar knows
CLASSES = (
    "KIND", "ROLE", "NOUN", "ADJ", "QUAL", "REL", "RELNUM", "DONE", "VERB", "MEASURE", "FLAG", "TIMING", "DURATION", "LABEL",
    "TAG",
)  # fmt: skip


class VocabularyError(Exception):
    """A vocabulary that cannot be used: which word, and why."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One word: its class, its name, its English forms (singular, plural or third person) and everything else said of it."""

    cls: str
    id: str
    forms: tuple[str, ...]
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The word as written in a vocabulary file: class and name."""
        return f"{self.cls.lower()}.{self.id}"


class Vocabulary:
    """All words of a game, by phrase and by name."""

    def __init__(
        self, game: str, entries: Iterable[Lexeme], function_words: Mapping[str, str], money: Iterable[str] = ()
    ) -> None:
        self.game = game
        self.money = frozenset(word.lower() for word in money)  #: signs and names of the money
        self.kinds: dict[str, str] = {}  #: phrase -> kind of card
        self.entries: dict[tuple[str, str], Lexeme] = {}
        self.phrases: dict[str, tuple[str, str]] = {}  #: phrase -> (class, name; `*` behind it: plural)
        for entry in entries:
            self.entries[entry.cls, entry.id] = entry
            for index, form in enumerate(entry.forms):
                self._add(entry, form.lower(), index > 0 and entry.cls == "NOUN", function_words)
        self.reach: dict[str, int] = {}  #: first word of a phrase -> how many words the longest such phrase has
        for phrase in (*self.phrases, *self.kinds, *function_words):
            first, *more = phrase.split(" ")
            self.reach[first] = max(self.reach.get(first, 0), 1 + len(more))

    def _add(self, entry: Lexeme, form: str, plural: bool, function_words: Mapping[str, str]) -> None:
        if form in function_words:
            message = f"“{form}” is a word of the card language itself. Choose another form."
            raise VocabularyError(entry.key, message)
        if entry.cls == "KIND":
            self.kinds[form] = entry.id
        known = self.phrases.get(form)
        if known is not None and {known[0], entry.cls} == {"KIND", "NOUN"}:  # a kind in a header, a thing in a sentence
            known = None if entry.cls == "NOUN" else (entry.cls, entry.id)
        if known is not None and (known[0], known[1].rstrip("*")) != (entry.cls, entry.id):
            message = f"“{form}” is already the {known[0].lower()} {known[1].rstrip('*')}. Choose another form."
            raise VocabularyError(entry.key, message)
        if known is None:
            self.phrases[form] = (entry.cls, entry.id + ("*" if plural else ""))

    def entry(self, cls: str, name: str) -> Lexeme:
        """A word by its class and name."""
        return self.entries[cls, name]

    def said(self, cls: str, name: str, what: str, default: Any = None) -> Any:
        """Something said of a word."""
        found = self.entries.get((cls, name))
        return default if found is None else found.data.get(what, default)

    def of_class(self, *classes: str) -> list[str]:
        """Every phrase of these classes."""
        found = [phrase for phrase, (cls, _) in self.phrases.items() if cls in classes]
        return [*self.kinds, *(phrase for phrase in found if phrase not in self.kinds)] if "KIND" in classes else found

    def translated(self, word: str) -> str:
        """The English form of a word of another language, empty when it is none."""
        for entry in self.entries.values():
            for lang in ("pl", "uk"):
                if word.lower() in str(entry.data.get(lang, "")).lower().split():
                    return entry.forms[0]
        return ""

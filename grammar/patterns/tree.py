"""A pattern as a tree."""

from __future__ import annotations

from grammar.base.records import record


@record
class Word:
    """A word, in whatever form it is typed."""

    text: str


@record
class Slot:
    """A place for something the game names, or for a number."""

    name: str


@record
class Choice:
    """One of several; an optional one may be left out."""

    ways: tuple[tuple[Item, ...], ...]
    optional: bool


Item = Word | Slot | Choice
Pattern = tuple[Item, ...]

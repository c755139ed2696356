"""What the last deed came to, in a line: what the game says of it, and the numbers in sight that it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kb.board.layout import Layout, Look
from kb.languages.texts import spoken
from referee.answers import Value
from referee.service import Words
from referee.state import State
from web.table.board.painter import Painter
from web.table.sight import UNSHOWN


@dataclass(frozen=True, slots=True)
class Gain:
    """How much a number of a role grew or shrank."""

    title: str
    look: Look | None
    label: str
    by: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The lines of a deed."""

    said: tuple[str, ...]
    gains: tuple[Gain, ...]
    assumed: tuple[str, ...] = ()  #: open piles on which a card came to lie that nobody has told


def outcome(
    layout: Layout, painter: Painter, words: Words, seen: State, changes: Iterable[Mapping[str, Any]]
) -> Outcome:
    """What a deed came to; `changes`: of all its entries, as they may be seen."""
    listed = list(changes)
    changed = {change["fact"] for change in listed}
    said = tuple(
        words.filled(spoken(report.text, words.lang), [seen.fact(name, *keys) for name, *keys in report.facts])
        for report in layout.reports
        if report.fact in changed
    )
    return Outcome(said, tuple(_gains(layout, painter, words, listed)), tuple(_assumed(painter, words, listed)))


def _assumed(painter: Painter, words: Words, changes: list[Mapping[str, Any]]) -> Iterable[str]:
    """Where everybody would see a card that was taken for played without anybody telling which one it is."""
    for change in changes:
        piles = [cards if isinstance(cards, list | tuple) else () for cards in (change.get("old"), change.get("new"))]
        if piles[1].count(UNSHOWN) > piles[0].count(UNSHOWN) and painter.is_open(change["fact"]):
            yield words.named(change["fact"], list(change["keys"]))


def _gains(layout: Layout, painter: Painter, words: Words, changes: list[Mapping[str, Any]]) -> Iterable[Gain]:
    names = [name for part in layout.headline for name in part.facts]
    grown: dict[tuple[str, tuple[str, ...]], int] = {}
    for change in changes:
        old, new = change.get("old"), change.get("new")
        numbers = type(old) is int and type(new) is int  # and no yes or no
        if change["fact"] in names and change["keys"] and numbers:
            leaf = (change["fact"], tuple(change["keys"]))
            grown[leaf] = grown.get(leaf, 0) + change["new"] - change["old"]
    for (name, keys), by in grown.items():
        if by:
            label = painter.label(name, keys)
            yield Gain(words.value(keys[0]), layout.looks.get(keys[0]), label, f"+{by}" if by > 0 else f"−{-by}")


def with_changes(facts: Mapping[str, Value], changes: Iterable[Mapping[str, Any]]) -> dict[str, Value]:
    """Facts as the changes of a deed have left them so far; what is not told of a change stays as it was."""
    found: dict[str, Any] = dict(facts)
    for change in changes:
        if "new" not in change:
            continue
        name, keys = change["fact"], [str(key) for key in change["keys"]]
        if not keys:
            found[name] = change["new"]
            continue
        level = found[name] = dict(found.get(name) or {})
        for key in keys[:-1]:
            level[key] = dict(level.get(key) or {})
            level = level[key]
        level[keys[-1]] = change["new"]
    return found

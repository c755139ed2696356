"""What the last deed came to, in a line: what the game says of it, and the numbers in sight that it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kb.board.layout import Layout, Look, Report
from kb.languages.texts import spoken
from referee.answers import Value
from referee.service import Position, Words
from web.table.board.painter import Painter
from web.table.sight import UNSHOWN


@dataclass(frozen=True, slots=True)
class Gain:
    """How much the numbers of a role grew or shrank."""

    title: str
    look: Look | None
    by: tuple[str, ...]  #: each with what it is called


@dataclass(frozen=True, slots=True)
class Outcome:
    """The lines of a deed."""

    said: tuple[str, ...]
    gains: tuple[Gain, ...]
    assumed: tuple[str, ...] = ()  #: open piles on which a card came to lie that nobody has told


def outcome(
    layout: Layout,
    painter: Painter,
    words: Words,
    position: Position,
    changes: Iterable[Mapping[str, Any]],
    earlier: Iterable[Mapping[str, Any]] = (),
) -> Outcome:
    """What a deed came to; the position: as it left the table; `changes`: of all its entries, as they may be seen, `earlier`: of the
    deed before it, of which only is told again what the game says."""
    listed = list(changes)
    both = [*earlier, *listed]
    changed = {change["fact"] for change in both}
    said = tuple(
        words.filled(spoken(report.text, words.lang), values)
        for report in layout.reports
        if report.fact in changed
        for values in _at_each(report, position, both)
    )
    return Outcome(said, tuple(_gains(layout, painter, words, listed)), tuple(_assumed(painter, words, listed)))


def _at_each(report: Report, position: Position, changes: list[Mapping[str, Any]]) -> list[list[Value]]:
    """What the facts of a report said at each change that it tells of: from now back to the beginning of the deed."""
    now = {(name, *keys): position.state.fact(name, *keys) for name, *keys in report.facts}
    assumed = position.worth([(name, tuple(keys)) for (name, *keys), value in now.items() if value is None])
    now |= {(name, *map(str, keys)): value for (name, keys), value in assumed.items()}
    found: list[list[Value]] = []
    for change in reversed(changes):
        leaf = (change["fact"], *map(str, change["keys"]))
        if change["fact"] == report.fact:
            found.insert(0, list(now.values()))
        if leaf in now and "old" in change:
            now[leaf] = change["old"]
    return found


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
    owned: dict[str, list[str]] = {}
    for (name, keys), by in sorted(grown.items(), key=lambda each: names.index(each[0][0])):
        if by:
            sign, many = "+" if by > 0 else "−", layout.amounts.get(name)
            said = words.filled(spoken(many, words.lang), [abs(by)]) if many else ""
            owned.setdefault(keys[0], []).append(
                f"{sign}{said}" if said else f"{painter.label(name, keys)} {sign}{abs(by)}"
            )
    for role in sorted(owned, key=list(layout.looks).index if owned.keys() <= layout.looks.keys() else None):
        yield Gain(words.value(role), layout.looks.get(role), tuple(owned[role]))


def with_former(facts: Mapping[str, Value], changes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The changes of a deed that is not over yet, each with what the fact said before it."""
    former: dict[tuple[str, ...], Any] = {}
    found = []
    for change in changes:
        leaf = (change["fact"], *map(str, change["keys"]))
        old = former[leaf] if leaf in former else _leaf(facts, leaf)
        found.append({"old": old, **change})
        former[leaf] = change.get("new")
    return found


def _leaf(facts: Mapping[str, Value], leaf: tuple[str, ...]) -> Any:
    value: Any = facts.get(leaf[0])
    for key in leaf[1:]:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


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

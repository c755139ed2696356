"""A table's log in words: who did what, what changed by which paragraph; only what the reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from referee.service import Words, phrase
from referee.state import GAME_OVER, State
from web.context import Here
from web.paragraphs import Link, Pages
from web.sight import Sight, names_in
from web.store import Entry


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One fact that changed."""

    label: str
    old: str
    new: str
    link: Link | None


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """One line of the log."""

    number: int
    kind: str
    who: str
    text: str
    link: Link | None
    changes: list[ShownChange]
    moment: int
    undone: bool


class Logbook:
    """Puts entries into words for one reader."""

    def __init__(self, now: Here, pages: Pages, words: Words, sight: Sight, open_state: State) -> None:
        self.now, self.pages, self.words, self.sight = now, pages, words, sight
        self._state = open_state

    @cached_property
    def _open(self) -> set[str]:
        """Every name that lies open."""
        return set(names_in(self._state.data()))

    def _may_name(self, value: Any, actor: str) -> bool:
        """Whether a value of somebody's move may be told; all that lies open is gathered only where it matters."""
        return self.sight.may_name(value, set(), actor) or self.sight.may_name(value, self._open, actor)

    def show(self, entry: Entry) -> ShownEntry:
        """An entry as its reader may see it."""
        changes = [self._change(c) for c in map(self.sight.change, entry.changes) if c is not None]
        who = self.words.value(entry.actor) if entry.actor else ""
        return ShownEntry(
            entry.number, entry.kind, who, self._text(entry), self._link(entry), changes, entry.moment, entry.undone
        )

    def happened(self, changes: Iterable[Mapping[str, Any]]) -> list[ShownChange]:
        """What a deed that waits for a choice has set so far, each fact as it stands now, as its reader may see it."""
        seen = [change for change in map(self.sight.change, changes) if change is not None]
        last = {(change["fact"], repr(change["keys"])): change for change in seen}
        return [replace(self._change(change), old="") for change in last.values()]

    def _change(self, change: dict[str, Any]) -> ShownChange:
        if change["fact"] == GAME_OVER:
            return ShownChange(self.now.t("table.over"), "", "", self.pages.link(change["paragraph"]))
        unknown = phrase("unknown", self.words.lang)
        return ShownChange(
            self.words.named(change["fact"], change["keys"]),
            self.words.said(change["old"]) if "old" in change else unknown,
            self.words.said(change["new"]) if "new" in change else unknown,
            self.pages.link(change["paragraph"]) if change["paragraph"] else None,
        )

    def _link(self, entry: Entry) -> Link | None:
        paragraph = ""
        names, disputes = self.sight.referee.names, self.sight.referee.game.program.disputes
        if entry.kind == "move" and entry.action in names:
            paragraph = names[entry.action].paragraph
        elif entry.kind == "answer":
            paragraph = str(entry.args.get("paragraph", ""))
        elif entry.kind == "ruling" and entry.action in disputes:
            paragraph = disputes[entry.action].paragraph
        return self.pages.link(paragraph) if paragraph else None

    def _text(self, entry: Entry) -> str:
        words, t = self.words, self.now.t
        if entry.kind == "move":
            if entry.action == "done":
                return t("table.log_done")
            shown = {
                key: value if self._may_name(value, entry.actor) else "?"
                for key, value in entry.args.items()
            }
            return words.called(entry.action, shown)
        if entry.kind == "answer":
            return self._answer(entry)
        if entry.kind == "ruling":
            reading = str(entry.args.get("reading", ""))
            title = words.name(entry.action)
            return t("table.log_ruling", dispute=title, reading=words.name(reading)) if reading else (
                t("table.log_unruled", dispute=title)
            )  # fmt: skip
        if entry.kind in ("keep", "drop"):
            return t(f"table.log_{entry.kind}", title=entry.args.get("title", ""))
        if entry.kind in ("undo", "redo"):
            return t(f"table.log_{entry.kind}", number=entry.args.get("entry", 0))
        return t(f"table.log_{entry.kind}")

    def _answer(self, entry: Entry) -> str:
        choice = entry.args
        label = self.words.named(str(choice.get("name", "")), choice.get("keys", ()))
        value = choice.get("value")
        secret = choice.get("kind") == "secret" or not self._may_name(value, entry.actor)
        if secret and entry.actor not in self.sight.roles:
            return self.now.t("table.log_secret", choice=label)
        return f"{label}: {self.words.said(value)}"

"""Back and forth: a deed with all that was chosen in it goes as one, or the last choice alone."""

from __future__ import annotations

from collections.abc import Sequence

from web.store.entries import STATEFUL, LogEntry
from web.store.tables import TableStore

#: newest entries among which the beginning of a deed is looked for
REACH = 40
#: what a table begins with: it stays
_FIRST = ("begin", "import")


#: what follows a deed without anybody doing it: what is chosen in it, and the turns that the rules play after it
_FOLLOWS = ("answer", "turn")


def last_deed(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries of the deed that counts last, from its beginning on, with what the rules have played since; what was chosen in
    setting up goes one by one."""
    deed: list[LogEntry] = []
    for entry in reversed(entries):
        if entry.kind not in STATEFUL or entry.undone:
            continue
        deed.insert(0, entry)
        if entry.kind not in _FOLLOWS:
            return _since_setting_up(deed[1:]) if entry.kind in _FIRST else deed
    return deed[-1:]


def _since_setting_up(entries: list[LogEntry]) -> list[LogEntry]:
    """The turns that the rules have played first of all, or the last choice before them."""
    turns = next((at for at, entry in enumerate(entries) if entry.kind == "turn"), len(entries))
    return entries[turns:] or entries[-1:]


def undo(store: TableStore, code: str, seen: int, *, whole: bool) -> None:
    """Takes the last deed back, or what was chosen last in it."""
    deed = last_deed(store.entries(code, most=REACH))
    for _ in deed if whole and deed else (None,):
        seen = store.undo(code, seen)


def redo(store: TableStore, code: str, seen: int) -> None:
    """Brings back what was taken back last, with all that was chosen in it."""
    seen = store.redo(code, seen)
    while _next_back(store.entries(code, most=REACH)) in _FOLLOWS:
        seen = store.redo(code, seen)


def _next_back(entries: Sequence[LogEntry]) -> str:
    """The kind of the entry that would be brought back next; nothing where there is none."""
    newest = max((entry.number for entry in entries if entry.kind in STATEFUL and not entry.undone), default=0)
    return next((entry.kind for entry in entries if entry.undone and entry.number > newest), "")

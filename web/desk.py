"""Everything a page of a table needs: the table, its rules, its state, and the eyes it is looked at with."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

from flask import current_app, request

from referee.service import Position
from referee.state import State
from web.context import here
from web.growing import OwnPages
from web.logbook import Logbook, ShownEntry
from web.options import stage_of
from web.playing import Play
from web.seats import Access, shown_code, store
from web.shelf import Shelf
from web.sight import Sight
from web.stages import Stages
from web.store import QUIET, Entry

#: options of a choice shown as buttons; more become a list
BUTTONS = 40


def shelf() -> Shelf:
    """The shelf of this app."""
    return cast(Shelf, current_app.extensions["paragraf-shelf"])


class Desk:
    """One request at one table."""

    def __init__(self, access: Access) -> None:
        self.access, self.table = access, access.table
        self.now = here()
        self.stored = State.read(store().state(self.table.code))
        texts = tuple(store().cards(self.table.code))
        self.volume, self.kept = shelf().grown(self.now.corpus.volume(self.table.game), texts)
        self.play = Play(self.volume, self.stored, self.table.edition, self.table.draws, self.now.lang)
        self.words = self.volume.words(self.now.lang)
        self.url = f"/t/{self.table.code}"
        self.pages = OwnPages(self.volume, self.now, f"{self.url}/cards")
        self.shown_code = shown_code(self.table.code)

    def opened(self) -> Position:
        """The state as the rules read it; afterwards it is known who plays and as whom this phone looks."""
        position, referee = self.play.position, self.volume.referee
        self.everyone = position.seated()
        self.mine = self.access.roles(self.everyone)
        self.secrets = any(fact.hidden == "others" for fact in referee.facts.values())
        self.role = self._role(self.stored.course.who if self.stored.course is not None else None)
        self.sight = Sight(referee, [self.role] if self.role else [])
        self.seen = self.sight.state(self.stored)
        return position

    def _role(self, who: str | None) -> str:
        """As whom this phone looks: the role asked for, or the only one that makes sense."""
        asked = request.values.get("as", "")
        if asked in self.mine:
            return asked
        if asked == "-":
            return ""
        if len(self.mine) == 1:
            return self.mine[0]
        return who if who in self.mine and not self.secrets else ""

    def role_link(self, role: str) -> str:
        """This table seen as a role."""
        return f"{self.url}?as={role or '-'}"

    @cached_property
    def logbook(self) -> Logbook:
        """The log in words; only after `opened`."""
        return Logbook(self.now, self.pages, self.words, self.sight, self.seen)

    def log(self, since: int = 0, most: int = 500) -> list[ShownEntry]:
        """The newest entries in words."""
        return [self.logbook.show(entry) for entry in store().entries(self.table.code, since, most)]

    def since(self, number: int) -> list[Entry]:
        """What changed the state after an entry."""
        return [e for e in store().entries(self.table.code, number) if e.kind not in QUIET]

    def common(self, position: Position) -> dict[str, Any]:
        """What every page of a table shows."""
        return {
            "volume": self.volume, "desk": self, "table": self.table, "access": self.access, "role": self.role,
            "stage": stage_of(position, Stages(self.volume, self.pages)),
            "roles": [(role, self.words.value(role)) for role in self.everyone],
        }  # fmt: skip

    def own_cards(self) -> list[dict[str, Any]]:
        """The table's own cards as they are shown; only after `opened`."""
        roles_of = self.volume.referee.roles_of
        return [
            {
                "kept": card, "id": card.paragraph, "title": card.title, "played": card.played(self.stored),
                "quote": self.pages.brief(card.paragraph) if card.paragraph else None,
                "copies": card.made.card.copies or 1 if card.made.card else 1,
                "of": [self.words.value(role) for role in roles_of(card.name)] if card.paragraph else [],
                "ours": bool(card.paragraph) and self.role in roles_of(card.name),
            }
            for card in self.kept
        ]  # fmt: skip

    def pending(self) -> dict[str, Any] | None:
        """The choice that must be made, with its options only for the one who makes it."""
        if self.stored.pending is None:
            return None
        choice = self.stored.pending.choice
        by = choice.by if isinstance(choice.by, str) else ""
        ours = self.access.writer and (by == self.role if by in self.everyone else True)
        options = [self._option(value, choice.kind) for value in choice.options] if ours else []
        return {
            "kind": choice.kind, "by": by, "by_title": self.words.value(by) if by else "", "ours": ours,
            "title": self.words.named(choice.name, choice.keys),
            "link": self.pages.link(choice.paragraph) if choice.paragraph else None,
            "happened": self.logbook.happened(self.stored.pending.happened), "options": options, "many": len(options) > BUTTONS, "can_look": by in self.mine,
        }  # fmt: skip

    def _option(self, value: Any, kind: str) -> tuple[str, Any]:
        if value is None and kind == "offer":
            return self.now.t("table.decline"), value
        return self.words.said(value), value

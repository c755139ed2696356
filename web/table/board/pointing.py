"""What is pointed at on a painted board: facts that have just changed, and the one that a question hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from web.table.board.painter import address_of

Leaf = tuple[str, tuple[str, ...]]
#: the place that is asked for, as an address points at it
ASKED = "asked"
#: facts that are marked at once
MARKED = 40


@dataclass(frozen=True, slots=True)
class Pointed:
    """The facts to point at: `moved` by the last deed; `asked` for by a question, with what it is called there."""

    moved: frozenset[Leaf] = frozenset()
    asked: Leaf | None = None
    label: str = ""

    def mark(self, html: str, facts: Iterable[str]) -> tuple[str, bool]:
        """A painted panel with its marks, and whether what is asked for is in it; `facts`: those that belong there."""
        for name, keys in self.moved:
            place = f' href="{address_of(name, keys)}"'
            html = html.replace(place, f" data-moved{place}")
        if self.asked is None or self.asked[0] not in facts:
            return html, False
        name, keys = self.asked
        place = f' href="{address_of(name, keys)}"'
        if place in html:
            return html.replace(place, f' id="{ASKED}" data-asked{place}', 1), True
        return self._gap(html, place, keys), True

    def _gap(self, html: str, place: str, keys: tuple[str, ...]) -> str:
        """Where nothing is told there is nothing drawn: an empty chip, on its card where it has one."""
        chip = (
            f'<p class="gap"><a class="fact" id="{ASKED}" data-asked{place}><span class="label">{escape(self.label)}</span>'
            '<strong class="figure">?</strong></a></p>'
        )
        for key in keys:
            for card in (f'<div class="sheet" id="s-{key}">', f'<div class="sheet down" id="s-{key}">'):
                if card in html:
                    return html.replace(card, card + chip, 1)
        return chip + html


def leaves_of(changes: Iterable[Mapping[str, Any]]) -> frozenset[Leaf]:
    """The facts that changes are about; none where so much has moved that marks would tell nobody where to look."""
    leaves = frozenset((change["fact"], tuple(map(str, change["keys"]))) for change in changes)
    return leaves if len(leaves) <= MARKED else frozenset()

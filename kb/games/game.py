"""A loaded game and the loaded corpus. Immutable; a reload builds a new one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grammar.base.late import late_record
from grammar.base.records import record
from kb.asking.entities import Asking
from kb.model.entities import GameProse, Paragraph
from kb.rules.program import Program

if TYPE_CHECKING:  # what reads cards is slow to import, and answering needs none of it
    from kb.board.layout import Layout
    from kb.board.making import Making
    from kb.cards.files import CardEntry
    from kb.cards.language.dictionary import CardWords
    from kb.model.problems import Problem


@late_record
class Game:
    """One game: its prose, its program and its cards."""

    prose: GameProse
    program: Program
    version: str
    problems: tuple[Problem, ...] = ()
    cards: tuple[CardEntry, ...] = ()
    card_words: CardWords | None = None
    asking: Asking = Asking()
    board: Layout | None = None  #: how the table is drawn; none where its author says nothing
    making: Making | None = None  #: what is settled when a table is made

    @property
    def id(self) -> str:
        """The name of its folder."""
        return self.prose.id

    def paragraph(self, identity: str) -> Paragraph | None:
        """A paragraph by its id."""
        return self.prose.paragraphs.get(identity)

    def ways(self) -> frozenset[str]:
        """The actions that are only one way of carrying out a card: nobody does them but through it."""
        cards = {entry.paragraph: entry.action for entry in self.cards}
        actions = self.program.actions.items()
        return frozenset(
            name for name, info in actions if cards.get(info.paragraph, name) != name and not info.node.classes
        )

    def ranks(self) -> dict[int, str]:
        """Which paragraph grants which rank."""
        return {source.rank: source.by for source in self.prose.sources.values() if source.by}


@record
class Library:
    """All games."""

    games: Mapping[str, Game]
    version: str

    @property
    def languages(self) -> tuple[str, ...]:
        """Every language that a game is written in."""
        return tuple(dict.fromkeys(lang for game in self.games.values() for lang in game.prose.languages))

    def game(self, identity: str) -> Game | None:
        """A game by its id."""
        return self.games.get(identity)

    def find_paragraph(self, identity: str) -> Paragraph | None:
        """A paragraph of any game."""
        for game in self.games.values():
            found = game.paragraph(identity)
            if found is not None:
                return found
        return None

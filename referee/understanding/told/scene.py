"""What is to be understood: the words, what they name, and who asks."""

from __future__ import annotations

from grammar.base.records import open_record
from referee.understanding.mentions import Mention
from referee.understanding.tokens import Typed, Word


@open_record
class Scene:
    """Who asks, and what is named."""

    typed: Typed
    mentions: list[Mention]
    asker: str | None
    roles: frozenset[str]
    somebody: str | None = None  #: who stands for somebody else

    @property
    def words(self) -> list[Word]:
        """The words of the question."""
        return self.typed.words

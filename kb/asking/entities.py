"""The wording of questions and facts, as an author wrote it down."""

from __future__ import annotations

from collections.abc import Mapping

from grammar.base.records import field, record
from grammar.patterns.tree import Pattern
from kb.model.entities import Place

#: the language of a wording that is the same in all of them: a printed mark
EVERY = "all"
#: what the name of a section or a paragraph begins with
PARAGRAPH = "#"


@record
class Phrases:
    """How one thing is worded: an action or value that is asked about, a member that is named, a fact that is told,
    or a text that is looked for."""

    id: str  #: a name of the rules, or a told fact with slots: `height of {x} = 0`
    ways: Mapping[str, tuple[Pattern, ...]]  #: language, or EVERY -> patterns
    place: Place

    @property
    def is_told(self) -> bool:
        """Whether it is a fact with its value."""
        return "=" in self.id

    @property
    def is_text(self) -> bool:
        """Whether it is a section or a paragraph: what players say who ask for it."""
        return self.id.startswith(PARAGRAPH)


@record
class Asking:
    """Everything a game says about how it is asked."""

    phrases: Mapping[str, Phrases] = field(default_factory=dict)
    same: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)  #: language -> words of one sense
    internal: tuple[str, ...] = ()  #: values nobody asks about: steps of a calculation
    internal_place: Place | None = None

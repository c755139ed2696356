"""The wording of questions and facts, as an author wrote it down."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grammar.base.records import field, record
from grammar.patterns.tree import Pattern
from kb.model.entities import Place

#: the language of a wording that is the same in all of them: a printed mark
EVERY = "all"
#: what the name of a section or a paragraph begins with
PARAGRAPH = "#"
#: `tell(truly: no)`, and each of what stands between the brackets
_BOUND = re.compile(r"(\w+)\((\w+: .+)\)")
_ARGUMENT = re.compile(r"(\w+): (\{[^}]*\}|\[[^\]]*\]|[^,]+)")


@record
class Phrases:
    """How one thing is worded: an action or value that is asked about, an argument of one, a member that is named, a fact that is told,
    or a text that is looked for."""

    id: str  #: a name of the rules, with an argument or without: `tell(truly: no)`; or a told fact with slots: `height of {x} = 0`
    ways: Mapping[str, tuple[Pattern, ...]]  #: language, or EVERY -> patterns
    place: Place

    @property
    def is_told(self) -> bool:
        """Whether it is a fact with its value."""
        return "=" in self.id

    @property
    def bound(self) -> tuple[str, tuple[tuple[str, str], ...]] | None:
        """Of an action or value with arguments: its name and those, each with what it is; None of anything else."""
        read = _BOUND.fullmatch(self.id)
        return (read[1], tuple(_ARGUMENT.findall(read[2]))) if read is not None and not self.is_told else None

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

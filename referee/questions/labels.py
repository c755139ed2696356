"""What things are called where they are shown, read back: a label or another printed mark stands for its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from grammar.rules.parse import keywords
from kb.library import Game

#: a label that would not be one word of a question among others
_LONGEST = 60


class Labels:
    """The labels of one game's members, roles and actions, in all of its languages."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def named(self, text: str) -> str:
        """The text with names where labels stood; what is a name already, or means several things, stays."""
        known = self._names
        return self._pattern.sub(lambda found: known[_folded(found[0])], text) if known else text

    @cached_property
    def _names(self) -> dict[str, str]:
        program = self._game.program
        names = dict.fromkeys([*(m for members in program.members.values() for m in members), *program.actions])
        taken = {*names, *program.facts, *program.values, *program.columns, *program.procedures, *program.kinds}
        taken |= {*program.disputes, *keywords()}
        found: dict[str, set[str]] = {}
        for name in names:
            for label in self._labels(name):
                if label not in taken and len(label) <= _LONGEST:
                    found.setdefault(_folded(label), set()).add(name)
        return {label: each for label, of in found.items() if (each := _meant(label, of))}

    def _labels(self, name: str) -> Iterator[str]:
        prose = self._game.prose
        if word := prose.words.get(name):
            yield from (text for text in (*word.text.values(), *word.alone.values()) if "{" not in text)
            yield from word.aliases
        if term := prose.terms.get(name):
            yield from term.names.values()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._names, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def _folded(label: str) -> str:
    return label.casefold()


def _meant(label: str, names: set[str]) -> str:
    """The one thing that is called so; of several the one whose name it is."""
    if len(names) == 1:
        return next(iter(names))
    own = label.replace(" ", "_")
    return own if own in names else ""

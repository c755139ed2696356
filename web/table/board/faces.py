"""Cards without names of their own, said by what is printed on them: nobody with a box knows them by a number of ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from kb.board.layout import Face, Layout, Look
from kb.languages.texts import spoken
from referee.answers import Value
from referee.service import Position, Referee, Words


class Faces:
    """What is printed on the cards of one game, in one language; each is worked out once."""

    def __init__(self, referee: Referee, words: Words, layout: Layout) -> None:
        members = referee.game.program.members
        self._face: dict[str, Face] = {each: face for face in layout.faces for each in members.get(face.kind, ())}
        self._words, self._looks = words, layout.looks
        self._nothing_told: Position | None = referee.position() if self._face else None
        self._said: dict[str, str] = {}

    def printed(self, member: Any) -> str:
        """What is printed on a card; nothing where it goes by its name."""
        if not isinstance(member, str) or member not in self._face or self._nothing_told is None:
            return ""
        if member not in self._said:
            face = self._face[member]
            leaves = [(name, (member,)) for name in face.shows]
            worth = self._nothing_told.worth(leaves)
            self._said[member] = (
                spoken(face.text, self._words.lang).format(*(self._shown(worth[leaf]) for leaf in leaves))
                if all(leaf in worth for leaf in leaves)
                else ""
            )
        return self._said[member]

    def _shown(self, value: Value) -> str:
        """A value in words; a member of a scale by its sign, where it has nothing but that."""
        look = self._looks.get(value) if isinstance(value, str) else None
        return look.sign if look is not None and look.sign and look == Look(sign=look.sign) else self._words.said(value)

    def called(self, member: str) -> str:
        """A card by its name and what is printed on it."""
        printed = self.printed(member)
        return f"{self._words.value(member)} ({printed})" if printed else self._words.value(member)

    def listed(self, members: Iterable[Any]) -> str:
        """Cards of a pile."""
        shown = list(members)
        if not any(each in self._face for each in shown if isinstance(each, str)):
            return self._words.said(shown)
        return "; ".join(self.called(each) if isinstance(each, str) else self._words.said(each) for each in shown)


_known: WeakKeyDictionary[Referee, dict[str, Faces]] = WeakKeyDictionary()


def faces_of(referee: Referee, words: Words, layout: Layout) -> Faces:
    """The faces of a game in a language; they go when the game goes."""
    known = _known.setdefault(referee, {})
    found = known.get(words.lang)
    if found is None:
        found = known[words.lang] = Faces(referee, words, layout)
    return found

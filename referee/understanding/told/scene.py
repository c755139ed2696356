"""What is to be understood: the words, what they name, and who asks."""

from __future__ import annotations

from grammar.base.records import open_record
from referee.understanding.mentions import Mention
from referee.understanding.tokens import Typed, Word

#: words between two things of one row, or before what they count
BEFORE = 3
#: words between people and what is said of them
FAR = 4


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


def of_the_subject(scene: Scene, places: list[int], other: Mention) -> bool:
    """Whether a part of a clause says what the asker has, who is its subject, as in *can I strike Ben with 2 coins*."""
    words = scene.words
    part = [word for word in words if word.part == words[places[0]].part]
    subject = any(word.me and word.clause == part[0].clause for word in words[: other.start])
    return subject and part[0].also and words[other.start].part < part[0].part


def follows(words: list[Word], one: Mention, other: Mention) -> bool:
    """Whether one thing stands behind another with nothing but small words between."""
    between = words[one.end : other.start]
    return other.start >= one.end and len(between) <= BEFORE and all(word.small for word in between)


def is_done_to_me(scene: Scene, places: list[int], used: set[int]) -> bool:
    """Whether somebody else does it to the one who asks, and does not suffer it: *Ben attacked me* says nothing of who attacks Ben."""
    behind = places[-1] + 1
    if not used or max(used) > places[0] or behind >= len(scene.words) or len(used) != 1:
        return False
    return scene.words[behind].self and not scene.words[behind].breaks


def broken(words: list[Word], places: list[int], at: int) -> bool:
    """Whether a clause begins between some words and another."""
    nearest = min(places, key=lambda place: abs(place - at))
    low, high = sorted((nearest, at))
    return any(words[each].breaks for each in range(low + 1, high + 1))


def parted(words: list[Word], places: list[int], at: int) -> bool:
    """The same, or something else is told from between them on: *bid 5 if he has passed*."""
    nearest = min(places, key=lambda place: abs(place - at))
    low, high = sorted((nearest, at))
    return any(words[each].breaks or words[each].joins for each in range(low + 1, high + 1))


def of_nobody(scene: Scene, places: list[int]) -> bool:
    """Whether it is said of none of all players who are alike, and so of no one of them: *nobody has passed*."""
    words, first = scene.words, places[0]
    if scene.somebody is None:
        return False  # *nobody is at work* says it of those whom one plays
    return any(word.nobody and word.clause == words[first].clause for word in words[max(0, first - BEFORE) : first + 1])


def alone(scene: Scene, number: Word) -> bool:
    """Whether a clause names nothing that its number could count: it speaks of what was named before."""
    named = {at for each in scene.mentions for at in each.words}
    clause = [word for word in scene.words if word.clause == number.clause]
    return all(word.small and word.at not in named for word in clause)


def of_anybody(scene: Scene, places: list[int]) -> bool:
    """Whether it is said of people of whom nobody says who they are: *a dead player*, *somebody who is dead*, *a player with 3 coins*."""
    words = scene.words
    first, last = places[0], places[-1]
    if last + 1 < len(words) and words[last + 1].anybody and words[last + 1].clause == words[last].clause:
        return not _is_number(words, last + 1)
    for at in range(first - 1, max(-1, first - 1 - FAR), -1):
        word = words[at]
        if word.clause != words[first].clause or word.me or not word.small:
            return False
        if word.anybody:
            return not _is_number(words, at)
    return False


def _is_number(words: list[Word], at: int) -> bool:
    """Whether it is counted: *2 players* says how many play."""
    return at > 0 and words[at - 1].number is not None

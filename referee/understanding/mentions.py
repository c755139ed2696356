"""Members of the game that are named in a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grammar.base.records import record
from referee.understanding.lexicon import Lexicon, Name
from referee.understanding.tokens import Word


@record
class Mention:
    """A member, and the words that name it."""

    member: str
    start: int
    end: int
    sure: float

    @property
    def words(self) -> range:
        """The words that name it."""
        return range(self.start, self.end)

    def away(self, words: Iterable[int]) -> int:
        """How many words lie between it and the nearest of some words."""
        return min((max(self.start - at, at - self.end + 1, 0) for at in words), default=99)


#: how sure it is that *somebody else* is just this one
_SOMEBODY = 0.5


#: how sure it is that *she* is whoever was named last
_NAMED = 0.9


def mentions_in(
    words: list[Word], lexicon: Lexicon, roles: frozenset[str] = frozenset(), somebody: str | None = None
) -> list[Mention]:
    """What is named, the longest name at each place; of members that are called alike all. `somebody`: who stands for somebody else,
    where all can do the same; *she* is whichever of the `roles` was named last before, if one was."""
    found: list[Mention] = []
    for at, word in enumerate(words):
        if word.other and somebody is not None:
            found.append(Mention(somebody, at, at + 1, _SOMEBODY))
        for key, sure in word.keys:
            for number in lexicon.names.get(key, ()):
                name = lexicon.called[number]
                fits = _fits(words, at, name, sure)
                if fits:
                    found.append(Mention(name.member, at, at + len(name.keys), fits))
    ends = {each.end for each in found}
    found = [each for each in found if not _is_letter(words, each) or _is_named(words, each, ends)]
    longest: dict[tuple[str, int, int], Mention] = {}
    for each in found:
        if not any(_inside(each, other) for other in found):
            known = longest.get((each.member, each.start, each.end))
            if known is None or known.sure < each.sure:
                longest[each.member, each.start, each.end] = each
    made = sorted(longest.values(), key=lambda each: (each.start, -each.end, -each.sure, each.member))
    return made if somebody is None else list(_meant(words, made, roles))


def _meant(words: list[Word], mentions: list[Mention], roles: frozenset[str]) -> Iterator[Mention]:
    """The same, where what stands for a person stands for whoever was named last."""
    last = ""
    for each in mentions:
        word = words[each.start]
        if each.member in roles and not word.other:
            last = each.member
        if word.other and word.pronoun and last:
            yield Mention(last, each.start, each.end, _NAMED)
        else:
            yield each


def _is_letter(words: list[Word], mention: Mention) -> bool:
    return mention.end - mention.start == 1 and len(words[mention.start].folded) == 1


def _is_named(words: list[Word], letter: Mention, ends: set[int]) -> bool:
    """A letter that names something is an upper-case one; a lower-case one where it ends a clause just behind a name."""
    word = words[letter.start]
    last = letter.end == len(words) or words[letter.end].breaks or words[letter.end].number is not None
    return word.text.isupper() or (last and letter.start in ends and word.number is None)


def _fits(words: list[Word], at: int, name: Name, sure: float) -> float:
    if at + len(name.keys) > len(words):
        return 0.0
    for word, keys in zip(words[at + 1 : at + len(name.keys)], name.keys[1:], strict=True):
        if word.breaks:
            return 0.0  # what a comma parts is no one name: *white 3, blue 2*
        best = max((found for key, found in word.keys if key in keys), default=0.0)
        if not best:
            return 0.0
        sure = min(sure, best)
    return sure


def _inside(each: Mention, other: Mention) -> bool:
    longer = other.end - other.start > each.end - each.start
    return longer and other.start <= each.start and each.end <= other.end and other.sure >= each.sure

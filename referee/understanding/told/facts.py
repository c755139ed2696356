"""Facts that a text tells: which wording, at which keys, with which value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee.notation import literal, tell_text
from referee.understanding.intents import FLAG, LIST, MEMBER, NUMBER, Place, Tellable
from referee.understanding.lexicon import Lexicon
from referee.understanding.matching import Said, said_by
from referee.understanding.mentions import Mention
from referee.understanding.phrases import PATTERN, Wording
from referee.understanding.reading import Fact
from referee.understanding.tokens import Word, speaks_of_duty
from referee.understanding.told.being import being
from referee.understanding.told.rows import going_on, in_a_row
from referee.understanding.told.scene import (
    BEFORE,
    Scene,
    alone,
    broken,
    follows,
    is_done_to_me,
    of_anybody,
    of_nobody,
    of_the_subject,
    parted,
)
from referee.understanding.told.turns import turns
from referee.understanding.told.unnamed import new_member, unnamed_key

#: how much of a wording must be said: of a name, of a sentence
_NAME, _SENTENCE = 0.6, 0.8
#: how much of that will do where words are misspelt, and what is least of all
_NEARLY = 0.85
_LEAST = _NAME * _NEARLY
#: words between a fact and its value or key
_NEAR, _FAR = 4, 12
#: words that may stand between a denial and what it denies, if nothing else is told between
_NO = 7
#: how sure a number is that stands in a clause of its own, and one that is said by *each*
_ELSEWHERE, _PLAINLY = 0.7, 0.96
#: how much less sure a fact is whose words stand in different clauses
_ACROSS = 0.75
#: members of a kind of which all may be told something at once
_MOST_OF_ALL = 8
#: how much less sure a fact is for each other word that stands between its own
_SPREAD = 0.03
#: how much less sure one is that stands beyond an *and*
_APART = 0.3


def facts_in(scene: Scene, lexicon: Lexicon) -> list[Fact]:
    """Everything that may be told, surest first; the same words may tell several things."""
    found: list[Fact] = []
    must = speaks_of_duty(scene.typed.text)
    parts: dict[int, list[Word]] = {}
    for word in scene.words:
        parts.setdefault(word.part, []).append(word)
    # the same word may tell one thing here and another there: each part is read by itself, then all of them together
    for words in (*parts.values(), scene.words) if len(parts) > 1 else (scene.words,):
        for number, said in said_by(words, lexicon.facts_by_key, kin=False).items():
            needed = lexicon.needed[number]
            much = 0.0
            for part, (_, sure) in said.items():
                if part in needed:
                    much += needed[part] * sure
            if much < _LEAST * lexicon.needed_totals[number]:
                continue  # most of them: no record is made of these
            wording = lexicon.facts[number]
            if speaks_of_duty(wording.text) and not must:
                continue  # that somebody must is told by no words that do not say so
            if (spoken := _spoken(wording, needed, said, lexicon)) is not None:
                places, main, cover = spoken
                if len({scene.words[at].clause for at in places}) > 1:
                    joined = any(scene.words[at].joins for at in range(places[0] + 1, places[-1] + 1))
                    if wording.source == PATTERN and (joined or not _in_order(needed, said)):
                        continue  # two words of a pattern, each of a sentence of its own
                    cover *= _ACROSS
                found += _told(scene, wording, lexicon.tellables[wording.of], places, main, cover)
    found += being(scene, lexicon)
    found += turns(scene, lexicon)
    for wording in lexicon.rows:
        found += in_a_row(scene, wording, lexicon.tellables[wording.of])
    found += [more for fact in found for more in going_on(scene, fact, lexicon.tellables[fact.leaf[0]])]
    best: dict[tuple[str, tuple[int, ...]], Fact] = {}
    for fact in found:
        known = best.get((fact.text, fact.words))
        if known is None or known.sure < fact.sure:
            best[fact.text, fact.words] = fact
    return sorted(best.values(), key=lambda fact: (-fact.sure, fact.text))


def _spoken(
    wording: Wording, weights: dict[int, float], said: Said, lexicon: Lexicon
) -> tuple[list[int], int, float] | None:
    """Where a wording is said, where the word of it that tells most, and how much of it; None where it is too little or too far apart."""
    needed = [*weights]
    if not any(part in said for part in needed):
        return None  # what may all be left out says nothing
    cover = sum(weights[part] * said[part][1] for part in needed if part in said) / sum(weights.values())
    own, flag = wording.source == PATTERN, lexicon.tellables[wording.of].value.shape == FLAG
    least = 0.99 if own else _SENTENCE if flag else _NAME
    heaviest = max(needed, key=lambda part: weights[part])
    if cover < least * _NEARLY or heaviest not in said or (own and any(part not in said for part in needed)):
        return None
    places = sorted({said[part][0] for part in needed if part in said})
    return (places, said[heaviest][0], cover) if places[-1] - places[0] <= 2 * len(wording.parts) + 4 else None


def _in_order(needed: dict[int, float], said: Said) -> bool:
    """Whether the parts of a wording are said in its order."""
    at = [said[part][0] for part in sorted(needed) if part in said]
    return at == sorted(at)


def _told(scene: Scene, wording: Wording, fact: Tellable, places: list[int], main: int, cover: float) -> Iterator[Fact]:
    keys = _keys(scene, wording, fact, places)
    if keys is None:
        return
    bound, used = keys
    if is_done_to_me(scene, places, used):
        return
    cover *= 1 - _SPREAD * (places[-1] - places[0] + 1 - len(places))
    for value, at, sure in _values(scene, wording, fact, places, main, used):
        own = 1.1 if wording.source == PATTERN else 1.0
        words = tuple(sorted({*places, *at, *used}))
        of_all = any(len(each) > 1 for each in bound)
        for each in product(*bound):
            leaf = (wording.of, each)
            text = f"{tell_text(leaf)} = {_written(value)}"
            yield Fact(leaf, value, text, words, cover * sure * own, tuple(places), of_all)


def _written(value: object) -> str:
    return value if isinstance(value, str) else literal(value)


def _values(
    scene: Scene, wording: Wording, fact: Tellable, places: list[int], main: int, used: set[int]
) -> Iterator[tuple[object, tuple[int, ...], float]]:
    """The values that the words may give it, with the words that do."""
    place = fact.value
    denied = _denied(scene.words, places)
    slot = wording.value.startswith("{")
    if wording.denies and not denied:
        return
    if place.shape == FLAG:
        told = wording.value != "no"
        yield (told if wording.denies or not denied else not told), (), 0.9 if denied and not wording.denies else 1.0
    elif not slot:
        if not denied or wording.denies:
            yield int(wording.value) if wording.value.isdecimal() else wording.value, (), 1.0
    elif place.shape == NUMBER:
        yield from _numbers(scene, place, places, main, used)
    elif place.shape == LIST:
        yield from _contents(scene, wording, place, places, used)
    elif place.shape == MEMBER and not denied:
        named = (*scene.mentions, *_myself(scene, place, places))
        near = [each for each in named if each.member in place.members and not used.intersection(each.words)]
        for each in sorted(near, key=lambda each: (_elsewhere(scene, each, places), _away(scene, each, places)))[:1]:
            if each.away(places) <= _NEAR:
                yield each.member, tuple(each.words), each.sure * (1 - 0.08 * each.away(places))


def _myself(scene: Scene, place: Place, places: list[int]) -> Iterator[Mention]:
    """The one who asks as what a fact is: *I am the leader*; *my leader* says whose it is."""
    clauses = {scene.words[at].clause for at in places}
    if scene.asker is not None and place.members <= scene.roles:
        for word in scene.words:
            if word.me and word.clause in clauses and word.at != places[0] - 1:
                yield Mention(scene.asker, word.at, word.at + 1, 1.0)


def _elsewhere(scene: Scene, mention: Mention, places: list[int]) -> bool:
    """Whether something is named in another clause than some words."""
    return scene.words[mention.start].clause not in {scene.words[at].clause for at in places}


def _contents(
    scene: Scene, wording: Wording, place: Place, places: list[int], used: set[int]
) -> Iterator[tuple[object, tuple[int, ...], float]]:
    """What a pile or list holds: nothing; by an author's words also how many, or the members that are named."""
    words, part = scene.words, scene.words[places[0]].part
    near = range(max(0, places[0] - BEFORE), min(len(words), places[-1] + _NEAR))
    empty = [at for at in near if words[at].zero and words[at].part == part and at not in places]
    if empty:
        if not any(words[at].denied and not words[at].zero for at in range(max(0, empty[-1] - BEFORE), empty[-1])):
            yield (), (empty[-1],), 0.95
        return  # *not empty* says neither what there is nor how many
    if wording.source != PATTERN:
        return
    named = _named_in_a_row(scene, place, places, used)
    if used and [part.slot for part in wording.parts if part.slot][-1:] == ["value"]:
        # *Ada has a king and Ben has a queen*: what is named before Ben is not his
        named = [each for each in named if each.start > max(used)] or named
    if named:
        taken = {at for each in named for at in each.words}  # the number of one card does not count the next
        counted = [(each, _counting(words, each) if each.start - 1 not in taken else 0) for each in named]
        found = tuple(at for each, number in counted for at in (*each.words, *([each.start - 1] if number else [])))
        yield tuple(each.member for each, number in counted for _ in range(number or 1)), found, 1.0
    else:
        yield from _numbers(scene, Place("value", NUMBER, low=0), places, places[0], used)


def _named_in_a_row(scene: Scene, place: Place, places: list[int], used: set[int]) -> list[Mention]:
    """The members that are named beside some words, and those that follow them with nothing but small words between."""
    words, found = scene.words, list[Mention]()
    begins = {each.start for each in scene.mentions}
    for each in scene.mentions:
        if len(each.words) == 1 and words[each.start].number is not None and each.end in begins:
            continue  # *two fives*, where the faces of dice are called by numbers
        if found and each.start < found[-1].end:
            continue  # *white 3 blue 2*: no *3 blue* stands between
        if each.member not in place.members or used.intersection(each.words):
            continue
        if words[each.start].clause != words[places[0]].clause and not (found and follows(words, found[-1], each)):
            continue
        if each.away(places) <= _NEAR or (found and follows(words, found[-1], each)):
            found.append(each)
    return found


def _counting(words: list[Word], mention: Mention) -> int:
    """How many of something there are, by the number before it; 0 where there is none."""
    number = words[mention.start - 1].number if mention.start else None
    return number if number is not None and 0 < number <= _MOST_OF_ALL else 0


def _numbers(
    scene: Scene, place: Place, places: list[int], main: int, used: set[int]
) -> Iterator[tuple[object, tuple[int, ...], float]]:
    """`main`: the word that tells most, which the number is nearest to; `used`: those that say of what, a number beside them is not apart."""
    words = scene.words
    parts = {words[at].part for at in (*places, *used)}
    before = range(max(0, places[0] - BEFORE), places[0])
    zero = [at for at in before if words[at].zero and words[at].part == words[places[0]].part]
    if zero and not any(words[at].breaks for at in range(zero[-1] + 1, places[0] + 1)):
        if place.low is None or place.low <= 0:
            yield 0, (zero[-1],), 0.9
        return
    each = [at for at in before if words[at].each and words[at].part == words[places[0]].part and at >= places[0] - 2]
    if each and scene.typed.much and (place.low is None or place.low <= 1):
        yield 1, (each[-1],), _PLAINLY  # *how much for each loan*
    near = sorted(
        (
            (_steps(words, [*places, *used], word.at), word)
            for word in words
            if word.at not in used and _counts(words, word, place)  # *row 2* is no two of anything
        ),
        key=lambda found: (
            found[0] + 3 * broken(words, places, found[1].at) + 2 * (found[1].part not in parts),
            found[1].at,
        ),
    )
    for place_in_row, (away, word) in enumerate(near):
        number = word.number if word.number is not None else word.ordinal
        assert number is not None
        fits = (place.low is None or number >= place.low) and (place.high is None or number <= place.high)
        if not place_in_row and away <= _NEAR and fits and not parted(words, places, word.at):
            apart = word.part not in parts
            yield number, (word.at,), 1 - 0.1 * (away - 1) - (_APART if apart else 0)
        elif fits and alone(scene, word) and word.clause != words[places[0]].clause:
            yield number, (word.at,), _ELSEWHERE  # *steal 5 from one who has 3*


def _steps(words: list[Word], places: list[int], at: int) -> float:
    """How far something stands from the nearest of some words; those between that say nothing are half a step."""
    away, nearest = min([(abs(place - at), place) for place in places])
    if away > _FAR:
        return away
    low, high = (at, nearest) if at < nearest else (nearest, at)
    return away - 0.5 * [word.small for word in words[low + 1 : high]].count(True)


def _counts(words: list[Word], word: Word, place: Place) -> bool:
    """Whether it is a number that may stand for a value, and does not only say how many all of them are: *all three*.

    The place in a row stands for one where nothing is counted, but steps begin with the first: *the third level*; what comes
    first counts nothing."""
    if word.number is None:
        return (word.ordinal or 0) > 1 and (place.low or 0) > 0
    return not (word.at > 0 and words[word.at - 1].every)


def _denied(words: list[Word], places: list[int]) -> bool:
    for at in range(max(0, places[0] - _NO), places[-1] + 1):
        near = at >= places[0] - BEFORE and not any(words[each].breaks for each in range(at + 1, places[0] + 1))
        if words[at].denied and (near or words[at].part == words[places[0]].part):
            return True
    return False


def _keys(
    scene: Scene, wording: Wording, fact: Tellable, places: list[int]
) -> tuple[list[tuple[str, ...]], set[int]] | None:
    """What stands for each key, several where it is told of all, and the words that say it; None where one cannot be known."""
    found: list[tuple[str, ...]] = []
    used: set[int] = set()
    for at, place in enumerate(fact.keys):
        fixed = wording.keys[at] if at < len(wording.keys) else "{}"
        if not fixed.startswith("{"):
            if not _speaks_of(scene, fixed, places):
                return None
            found.append((fixed,))
            continue
        if place.shape != MEMBER:
            return None
        if place.open_kind and not place.members:
            found.append((new_member(place.open_kind),))
            continue
        if (unnamed := unnamed_key(scene, place)) is not None:
            found.append((unnamed,))
            continue
        if place.members <= scene.roles and of_nobody(scene, places):
            return None
        near = [each for each in scene.mentions if each.member in place.members and not used.intersection(each.words)]
        best = min(near, key=lambda each: (_away(scene, each, places) - each.sure, each.start), default=None)
        every = _every(scene, place, places)
        if every is not None and (best is None or _is_beyond(scene, best, places)):
            found.append(tuple(sorted(place.members)))
            used.update(_every_one(scene, every))
        elif place.members <= scene.roles and (best is None or _mine(scene, places, best)):
            if scene.asker is None or scene.asker not in place.members or of_anybody(scene, places):
                return None
            found.append((scene.asker,))
        elif best is None or best.away(places) > _FAR:
            return None
        else:
            several = _joined(scene, best, place) if len(fact.keys) == 1 else [best]
            found.append(tuple(dict.fromkeys(each.member for each in several)))
            used.update(at for each in several for at in each.words)
    return found, used


def _is_beyond(scene: Scene, mention: Mention, places: list[int]) -> bool:
    """Whether something is named too far from some words, or in another part of the sentence."""
    part = scene.words[mention.start].part
    return _away(scene, mention, places) > _NEAR or all(scene.words[at].part != part for at in places)


def _joined(scene: Scene, one: Mention, place: Place) -> list[Mention]:
    """What is named together with something: *Ada, Ben and Cleo*."""
    found = [one]
    for each in reversed([each for each in scene.mentions if each.end <= one.start and each.member in place.members]):
        between = scene.words[each.end : found[0].start]
        if len(between) > 1 or not (scene.words[found[0].start].breaks or all(word.also for word in between)):
            break
        if between or scene.words[found[0].start].breaks:
            found.insert(0, each)
    return found


def _speaks_of(scene: Scene, member: str, places: list[int]) -> bool:
    """Whether a fact may be told of a member: a role must ask or be named, and nobody else say *I* beside it."""
    if member not in scene.roles or scene.asker in (None, member):
        return True
    part = {scene.words[at].part for at in places}
    named = {scene.words[each.start].part for each in scene.mentions if each.member == member}
    return bool(named) and (bool(named & part) or not any(word.me and word.part in part for word in scene.words))


def _every(scene: Scene, place: Place, places: list[int]) -> int | None:
    """Where it is said that something is so of all of a kind, and not of what is one's own; None where it is not."""
    part = {scene.words[at].part for at in places}
    behind = scene.words[places[-1] + 1 : places[-1] + 2]
    part.update(word.part for word in behind if word.also)  # *my trust with every quarter*
    near = [word for word in scene.words if word.part in part]
    mine = scene.asker in place.members and any(word.me for word in near)
    if not 1 < len(place.members) <= _MOST_OF_ALL or mine:
        return None
    return next((word.at for word in near if word.every and word.at not in places), None)


def _every_one(scene: Scene, every: int) -> list[int]:
    """The words by which all of a kind are named: *all*, *every guild*, *all three guilds*."""
    behind = [word for word in scene.words[every + 1 : every + 1 + BEFORE] if word.number is None]
    if not behind or behind[0].small or behind[0].part != scene.words[every].part:
        return [every]
    return [every, behind[0].at]


def _mine(scene: Scene, places: list[int], other: Mention) -> bool:
    """Whether the one who asks is named nearer than somebody else."""
    me = [word.at for word in scene.words if word.me]
    if not me or scene.asker is None:
        return other.away(places) > _NEAR
    if of_the_subject(scene, places, other):
        return True
    near = min(abs(at - place) + (_NEAR if broken(scene.words, places, at) else 0) for at in me for place in places)
    return near < _away(scene, other, places)


def _away(scene: Scene, mention: Mention, places: list[int]) -> int:
    """How far something is named from some words; beyond the end of a clause it is farther."""
    return mention.away(places) + (_NEAR if broken(scene.words, places, mention.start) else 0)

"""How well wordings fit what was typed, and which paragraphs speak of it."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.base.records import open_record
from referee.understanding.lexicon import Lexicon
from referee.understanding.phrases import PATTERN, Wording
from referee.understanding.tokens import Typed, Word

#: part of a wording -> which word says it, and how sure that is
Said = dict[int, tuple[int, float]]
#: how much more the wording of an author counts
_OWN = 1.15
#: things that are looked at more closely
MOST = 24
#: what the texts of paragraphs add to finding those
_TEXTS = 3.0
#: how much a word counts there that stands where something is only told
_TOLD = 0.75
#: how much a word of the same sense counts there
_KIN = 0.3


@open_record
class Match:
    """A wording that fits in part."""

    wording: Wording
    weight: float  #: of the parts that are said
    cover: float  #: how much of what it needs is said
    words: frozenset[int]
    heard: frozenset[int]  #: the words that stand in any wording of the same thing

    @property
    def score(self) -> float:
        """How well it fits."""
        return self.weight * self.cover * (_OWN if self.wording.source == PATTERN else 1.0)


def said_by(words: Iterable[Word], by_key: dict[str, list[tuple[int, int]]], kin: bool) -> dict[int, Said]:
    """Of every wording that has one of some words: which parts are said where; of two places that say a part alike the first counts.

    `kin`: whether a word of the same sense will do."""
    found: dict[int, Said] = {}
    for word in words:
        for key, sure in (*word.keys, *word.kin) if kin else word.keys:
            for number, part in by_key.get(key, ()):
                said = found.get(number)
                if said is None:
                    found[number] = {part: (word.at, sure)}
                elif part not in said or said[part][1] < sure:
                    said[part] = (word.at, sure)
    return found


def matches(typed: Typed, lexicon: Lexicon) -> dict[str, Match]:
    """Name -> its wording that fits best."""
    best: dict[str, tuple[float, int, float, float, set[int]]] = {}
    heard: dict[str, set[int]] = {}
    totals, every = lexicon.totals, lexicon.amounts
    asked = sorted(typed.words, key=lambda word: word.at not in typed.asked)
    for number, said in said_by(asked, lexicon.questions_by_key, kin=True).items():
        total = totals[number]
        if not total:
            continue
        of, own, amounts = every[number]
        heard.setdefault(of, set()).update([at for at, _ in said.values()])
        weight = needed = 0.0
        used: set[int] = set()
        for part, (at, sure) in said.items():
            if at in used:
                continue  # one word says one part
            used.add(at)
            amount = amounts[part]
            if amount < 0:
                weight -= sure * amount
            else:
                weight += sure * amount
                needed += sure * amount
        if not needed:
            continue
        cover = min(1.0, needed / total)
        score = weight * cover * (_OWN if own else 1.0)
        if of not in best or score > best[of][0]:
            best[of] = score, number, weight, cover, used
    return {
        name: Match(lexicon.wordings[number], weight, cover, frozenset(used), frozenset(heard[name]))
        for name, (_, number, weight, cover, used) in best.items()
    }


def texts(typed: Typed, lexicon: Lexicon) -> dict[str, float]:
    """Paragraph -> how much it speaks of what was typed, from nothing to 1."""
    scores: dict[int, float] = {}
    for word in typed.words:
        if word.small:
            continue
        best: dict[int, float] = {}
        for key, sure in (*word.keys, *((key, sure * _KIN) for key, sure in word.kin)):
            for number, amount in lexicon.texts.get(key, ()):
                amount *= sure
                if amount > best.get(number, 0.0):
                    best[number] = amount
        share = 1.0 if word.at in typed.asked else _TOLD
        for number, amount in best.items():
            scores[number] = scores.get(number, 0.0) + amount * share
    most = max(scores.values(), default=1.0)
    return {lexicon.paragraphs[number]: score / most for number, score in scores.items()}


def likely(found: dict[str, Match], spoken: dict[str, float], lexicon: Lexicon) -> list[str]:
    """The things worth a closer look, best first."""
    scores = {name: match.score for name, match in found.items()}
    for name in scores:
        cited = lexicon.intents[name].paragraphs
        scores[name] += _TEXTS * max((spoken.get(paragraph, 0.0) for paragraph in cited[:6]), default=0.0)
    return sorted(scores, key=lambda name: (-scores[name], name))[:MOST]

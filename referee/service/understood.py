"""A question in somebody's own words: its readings, each answered like a formal question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, structs

from grammar.base.errors import SyntaxProblemError
from grammar.base.records import replace
from referee.answers import Answer, Record, Verdict
from referee.errors import RefereeError
from referee.understanding.how import how as how_read
from referee.understanding.intents import STARTS
from referee.understanding.said import said
from referee.understanding.understand import Understanding

if TYPE_CHECKING:
    from referee.service.referee import Referee
    from referee.service.told import Told
    from referee.understanding.intents import Intent
    from referee.understanding.reading import Reading

__all__ = ["Understood", "how_read", "opens", "understand"]

#: readings that are answered
MOST = 3
#: how likely the first must be, and how far ahead of the second, to be opened unasked
LIKELY, AHEAD = 0.8, 0.5
#: how likely where a word is left over
LIKELIER = 0.95
#: how much less likely a value is meant of which the rules say nothing
_SAYS_NOTHING = 0.3
#: and one that what was said does not settle, where another is settled
_LEFT_OPEN = 0.6
#: words that may be left over then
LEFT = 1


class Understood(Record, frozen=True):
    """One way to understand a question, and its answer."""

    question: Annotated[str, Meta(description="the formal question, as /ask takes it")]
    given: Annotated[str, Meta(description="the facts that the words tell, as /ask takes them")]
    said: Annotated[str, Meta(description="the reading in words")]
    score: Annotated[float, Meta(description="how likely it is what was meant, from 0 to 1")]
    left_over: Annotated[list[str], Meta(description="the words that were not understood")]
    answer: Annotated[Answer, Meta(description="what /ask answers to it")]


def understand(
    referee: Referee,
    understanding: Understanding,
    text: str,
    actor: str | None,
    told: Told,
    lang: str,
    least: float = 0.0,
) -> list[tuple[Reading, Understood]]:
    """At most three readings, best first, none less likely than `least`; one that cannot be asked is left out."""
    found: list[tuple[Reading, Understood]] = []
    words = referee.words(lang)
    named: dict[str, Reading] = {}  # the same readings without what is told of things that nobody names
    for reading in understanding.readings(text, actor):
        if len(found) >= MOST or reading.score < least:
            break
        answer = answered(referee, reading, actor, told, lang)
        if answer is None and reading.unnamed:  # not the same of all of them
            if not named:
                named = {each.intent: each for each in understanding.candidates(text, actor, unnamed=False)[1]}
            if (plain := named.get(reading.intent)) is None:
                continue
            plain.score = reading.score
            reading, answer = plain, answered(referee, plain, actor, told, lang)
        if answer is not None:
            intent = understanding.lexicon.intents[reading.intent]
            shown = said(reading, intent, words)
            left = list(reading.left_over)
            found.append(
                (reading, Understood(reading.question, reading.given, shown, round(reading.score, 3), left, answer))
            )
    # whoever asks for a value seldom means one of which the rules say nothing, if another is nearly as likely, and mostly says all it needs
    return sorted(
        found, key=lambda each: -each[1].score * _settled(understanding.lexicon.intents[each[0].intent], *each)
    )


def _settled(intent: Intent, reading: Reading, understood: Understood) -> float:
    """How much less likely a reading is meant that comes to no answer, or only to how a fact begins, of which no word speaks."""
    answer = understood.answer
    if _is_silent(answer):
        return _SAYS_NOTHING
    begins = reading.intent.startswith(STARTS) and not reading.fact and reading.parts["follows"]
    is_open = answer.verdict == Verdict.DEPENDS and intent.sort == "value"
    return _LEFT_OPEN if is_open or begins else 1.0


def _is_silent(answer: Answer) -> bool:
    return answer.verdict == Verdict.SILENT and not answer.checks


def suggested(referee: Referee, text: str, actor: str | None, lang: str, least: float) -> list[tuple[Reading, str]]:
    """What somebody who looks up a word may want to ask, each said in full; nothing is answered yet."""
    understanding, words = referee.understanding, referee.words(lang)
    likely = [reading for reading in understanding.readings(text, actor) if reading.score >= least]
    plain = [reading for reading in likely if not reading.left_over][:MOST]
    return [(reading, said(reading, understanding.lexicon.intents[reading.intent], words)) for reading in plain]


def answered(referee: Referee, reading: Reading, actor: str | None, told: Told, lang: str) -> Answer | None:
    """The answer to a reading; facts that the table knows better are left out, and None where it cannot be asked."""
    given = "; ".join(part for part in (told.given, reading.given) if part)
    try:
        return referee.ask(reading.question, actor, structs.replace(told, given=given), lang)
    except (RefereeError, SyntaxProblemError):
        return None


def no_anyway(
    referee: Referee, reading: Reading, understood: Understood, actor: str | None, told: Told, lang: str
) -> bool:
    """Whether it is refused for another reason than what the words tell: a no also without that."""
    if understood.answer.verdict != Verdict.NO or not reading.facts:
        return False
    bare = replace(reading, facts=())
    without = answered(referee, bare, actor, told, lang)
    return without is not None and without.verdict == Verdict.NO


def _too_much(left: list[str]) -> bool:
    """Whether too much was not understood; a number always is."""
    return len(left) > LEFT or any(word.isdecimal() for word in left)


def _is_only_assumed(answer: Answer) -> bool:
    """Whether it is refused for what nobody told, and what was only taken as usual."""
    assumed = {each.name for each in answer.assumed}
    return answer.verdict == Verdict.NO and any(remedy.name in assumed for remedy in answer.would_change)


def opens(readings: list[Understood]) -> bool:
    """Whether the first is so far ahead, and says so nearly all that was said, that it is opened unasked."""
    if not readings or readings[0].answer.verdict == Verdict.SILENT or _too_much(readings[0].left_over):
        return False
    if _is_only_assumed(readings[0].answer):
        return False
    second = readings[1].score if len(readings) > 1 else 0.0
    return readings[0].score >= (LIKELIER if readings[0].left_over else LIKELY) and readings[0].score - second >= AHEAD

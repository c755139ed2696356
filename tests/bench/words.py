"""Questions in somebody's own words, measured: read right, answered right, never a wrong answer opened unasked.

`python -m tests.bench.words` prints the figures, `--misses SET` what went wrong in a set that may be looked at, `--train` learns
the weights anew from all of these, `--set FILE` asks the questions of a file of the same form and prints nothing but figures,
`--unseen` asks all of them once more, each without the patterns of what it asks about and with weights learnt from the other questions.
"""

from __future__ import annotations

import gc
import json
import re
import statistics
import sys
import time
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from grammar.base.errors import SyntaxProblemError
from grammar.nodes import SIGN
from kb.library import Library, load_library
from referee.answers import Answer, Verdict
from referee.errors import RefereeError
from referee.service import Referee, Told, Understood, opens
from referee.understanding.reading import Reading
from tests.support.places import ROOT
from web.base.settings import cache_folder
from web.game.sentences import hits_for

#: further sets of the same format, each first run as it was written
SETS = Path(__file__).with_name("questions")
#: the questions that came with the task; a checkout may be without them
GIVEN = ROOT.parent / "shared" / "exam" / "questions-in-words.json"
#: keys written anew where the rules have changed since, each with its reason
MENDED = Path(__file__).with_name("mended.toml")
FIRST = 5
#: parts into which what is asked about is split, when it is measured what is read of things nothing was learnt from
PARTS = 5


#: what an entry may leave out
EMPTY: dict[str, object] = {"asker": None, "formal": "", "given": "", "expected": "", "paragraphs": [], "also": []}


#: `limit of strike`: what follows from a declaration, and of which
_COROLLARY = re.compile(r"^(start|order|limit|viewers) of (\w+).*$")


class Asked(NamedTuple):
    """A question as somebody typed it, and what it comes to."""

    id: str
    lang: str
    game: str
    kind: str
    asker: str | None
    question: str
    formal: str
    given: str
    expected: str
    paragraphs: list[str]
    also: list[str]

    @property
    def intent(self) -> str:
        """The name that is asked about."""
        name = self.formal.partition("(")[0].strip()
        return _COROLLARY.sub(rf"\1{SIGN}\2", name)


class Outcome(NamedTuple):
    """What came of one question."""

    asked: Asked
    reading: int | None  #: place of the right reading
    first: bool  #: right answer by the first reading
    reachable: bool  #: by one of three, or by one that goes on asking
    opened: bool
    wrong: bool  #: opened, definite and not right
    hit: int | None  #: place of a right paragraph
    readings: list[Understood]


def load(path: Path) -> list[Asked]:
    """A set of questions, each with the key that today's rules have for it."""
    mended = tomllib.loads(MENDED.read_text("utf-8"))
    entries = [{**EMPTY, **entry, **mended.get(entry["id"], {})} for entry in json.loads(path.read_text("utf-8"))]
    return [Asked(**{name: entry[name] for name in Asked._fields}) for entry in entries]


def part_of(intent: str) -> int:
    """In which part a thing that is asked about falls, the same in every run."""
    return zlib.crc32(intent.encode()) % PARTS


def sets() -> dict[str, list[Asked]]:
    """Every set that may be looked at, by name."""
    found = {"given": load(GIVEN)} if GIVEN.is_file() else {}
    return found | {path.stem: load(path) for path in sorted(SETS.glob("*.json"))}


@cache
def library() -> Library:
    return load_library(cache=cache_folder())


@cache
def referee_of(game: str) -> Referee:
    referee = Referee(library().games[game], cache_folder())
    referee.understanding.readings("?")
    return referee


def formal_answer(referee: Referee, question: str, asker: str | None, given: str, lang: str) -> Answer | None:
    try:
        return referee.ask(question, asker, Told(given), lang)
    except (RefereeError, SyntaxProblemError):
        return None


def is_right(answer: Answer, right: Answer | None, expected: str) -> bool:
    """Whether an answer is that of the formal question; where the rules have no such name any more, the one that was expected."""
    if right is not None:
        return (answer.verdict, answer.value) == (right.verdict, right.value)
    return expected in (str(answer.verdict), str(answer.value) if answer.verdict is Verdict.VALUE else "")


def goes_on(referee: Referee, asked: Asked, reading: Reading, answer: Answer, right: Answer | None) -> bool:
    """Whether the reading, told the rest when it asks, comes to the right answer."""
    if reading.intent != asked.intent or answer.verdict not in (Verdict.DEPENDS, Verdict.DISPUTED, Verdict.SILENT):
        return False
    wanted = {part.strip() for part in asked.given.split(";")}
    told = {fact.text for fact in reading.facts}
    leaves = {part.partition("=")[0].strip(): part for part in wanted}
    return all(leaves.get(fact.partition("=")[0].strip(), fact) == fact for fact in told) and right is not None


def measure(asked: Asked) -> Outcome:
    """One question put to the whole."""
    referee = referee_of(asked.game)
    found = referee.understand(asked.question, asked.asker, lang=asked.lang)
    readings = [each for _, each in found]
    opened = opens(readings)
    right = formal_answer(referee, asked.formal, asked.asker, asked.given, asked.lang) if asked.formal else None
    place = next((at for at, (reading, _) in enumerate(found) if reading.intent == asked.intent), None)
    first = bool(readings) and is_right(readings[0].answer, right, asked.expected)
    reachable = any(
        is_right(each.answer, right, asked.expected) or goes_on(referee, asked, reading, each.answer, right)
        for reading, each in found
    )
    definite = bool(readings) and readings[0].answer.verdict in (Verdict.YES, Verdict.NO, Verdict.VALUE)
    hits = hits_for(library(), cache_folder(), referee, asked.question, readings, asked.lang, 20)
    wanted = {*asked.paragraphs, *asked.also}
    hit = next((at for at, each in enumerate(hits) if each["id"] in wanted), None)
    return Outcome(asked, place, first, reachable, opened, opened and definite and not first, hit, readings)


def share(counted: Iterable[bool]) -> str:
    listed = list(counted)
    return f"{100 * sum(listed) / len(listed):5.1f} %" if listed else "    – "


def report(name: str, outcomes: list[Outcome]) -> None:
    formal = [each for each in outcomes if each.asked.formal]
    rest = [each for each in outcomes if not each.asked.formal]
    print(
        f"{name:12} {len(outcomes):4}  reading 1st {share(o.reading == 0 for o in formal)} of three {share(o.reading is not None for o in formal)}"
        f"  verdict 1st {share(o.first for o in formal)} three+ {share(o.reachable for o in formal)}"
        f"  opened {share(o.opened for o in outcomes)} wrong {share(o.wrong for o in outcomes)}"
        f"  rest in {FIRST} {share(o.hit is not None and o.hit < FIRST for o in rest)} all in {FIRST} {share(o.hit is not None and o.hit < FIRST for o in outcomes)}"
    )


def misses(outcomes: list[Outcome]) -> None:
    for each in outcomes:
        asked = each.asked
        if asked.formal and not each.first:
            print(
                f"\n{asked.id} {asked.asker}: {asked.question}\n   wanted {asked.formal} | {asked.given} -> {asked.expected}"
            )
        elif not asked.formal and (each.wrong or each.hit is None or each.hit >= FIRST):
            print(f"\n{asked.id}: {asked.question}\n   wanted {asked.paragraphs} {asked.also}, hit {each.hit}")
        else:
            continue
        for reading in each.readings:
            print(
                f"   {reading.score:.2f} {reading.question} | {reading.given} -> {reading.answer.verdict} {reading.answer.value} | left {reading.left_over}{' OPENED' if each.opened and reading is each.readings[0] else ''}"
            )


def milliseconds(questions: list[Asked]) -> tuple[float, float]:
    """CPU of the readings alone, once warm: the median and the worst."""
    taken = []
    gc.collect()
    gc.freeze()  # what the answers before have left is no work of a reading
    for asked in questions:
        understanding = referee_of(asked.game).understanding
        understanding.readings(asked.question, asked.asker)
        begun = time.process_time()
        for _ in range(3):
            understanding.readings(asked.question, asked.asker)
        taken.append((time.process_time() - begun) / 3 * 1000)
    return statistics.median(taken), max(taken)


def _series(asked: Asked) -> str:
    """What the name of a question begins with."""
    return asked.id.partition("-")[0]


def table(name: str, questions: list[Asked], looked_at: bool) -> None:
    """The figures of a set, whole and by its parts."""
    outcomes = [measure(asked) for asked in questions]
    report(name, outcomes)
    for parts in (_series, attrgetter("kind"), attrgetter("game"), attrgetter("lang")):
        names = sorted({parts(asked) for asked in questions})
        for part in names if 1 < len(names) <= PARTS else ():
            report(f"  {part[:10]}", [each for each in outcomes if parts(each.asked) == part])
    print(
        f"  kinds {dict(Counter(asked.kind for asked in questions))}, readings in %.1f ms, at worst %.1f ms of CPU"
        % milliseconds(questions)
    )
    keyless = [
        each.asked.id
        for each in outcomes
        if each.asked.formal
        and formal_answer(
            referee_of(each.asked.game), each.asked.formal, each.asked.asker, each.asked.given, each.asked.lang
        )
        is None
    ]
    if keyless:
        print(f"  the rules have no such question: {' '.join(keyless)}")
    if looked_at:
        misses(outcomes)


def main(arguments: list[str]) -> None:
    if "--set" in arguments:
        path = Path(arguments[arguments.index("--set") + 1])
        table(path.stem, load(path), "--misses" in arguments)
        return
    known = sets()
    if not known:
        print(f"There is no set of questions in {SETS.relative_to(ROOT)}, nor beside the checkout.")
        return
    if "--train" in arguments:
        from tests.bench.words_training import train

        train([asked for questions in known.values() for asked in questions])
        return
    if "--unseen" in arguments:
        from tests.bench.words_unseen import outcomes

        found = list(outcomes([asked for questions in known.values() for asked in questions]))
        report("unseen", found)
        for kind in sorted({each.asked.kind for each in found}):
            report(f"  {kind[:10]}", [each for each in found if each.asked.kind == kind])
        return
    wanted = arguments[arguments.index("--misses") + 1 :] if "--misses" in arguments else []
    for name, questions in known.items():
        if not wanted or name in wanted:
            table(name, questions, bool(wanted))


if __name__ == "__main__":
    main(sys.argv[1:])

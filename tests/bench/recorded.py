"""Mid-game states of random games, with what was done and asked in them: played once, kept in the cache folder as JSON."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from referee.answers import Value
from referee.check.player import play_game
from referee.errors import RefereeError
from referee.state import State
from tests.bench import served
from tests.bench.lines import Size
from tests.bench.served import Document, Referee
from tests.bench.soak import openings

#: raise it when what is recorded changes
FORM = 1
SEED = 11
#: the first share of a game is not its middle
OPENING = 0.1
#: other states a call is asked in until one refuses it
TRIED = 8


@dataclass(frozen=True, slots=True)
class Decision:
    """A state and what was done in it, with the answers it needed."""

    state: Document
    role: str
    action: str
    arguments: dict[str, Value]
    answers: list[Value]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question somebody asks in the state of a decision."""

    at: int
    role: str
    text: str
    verdict: str  #: what was answered when it was recorded


@dataclass(frozen=True, slots=True)
class Recording:
    """One game's decisions and questions."""

    decisions: list[Decision]
    questions: list[Asked]


class EnoughError(Exception):
    """As many decisions were seen as are wanted."""


class Recorder:
    """Looks at every state of one game and keeps those in which somebody decides."""

    def __init__(self, most: int | None) -> None:
        self.log: list[Any] = []
        self.most = most
        self.decisions: list[Decision] = []
        self.before: tuple[Document, int] | None = None

    def __call__(self, state: State) -> None:
        """Called with every state; the log tells what was done since the last one."""
        if state.pending is not None:
            return
        if self.before is not None:
            self._close(*self.before)
        if self.most is not None and len(self.decisions) >= self.most:
            raise EnoughError
        self.before = (state.data(), len(self.log))

    def _close(self, state: Document, since: int) -> None:
        """What was refused on the way stands in the log too: the last deed is the one that was done."""
        entries = self.log[since:]
        last = max(index for index, entry in enumerate(entries) if entry[0] != "answer")
        role, action, arguments = entries[last]
        answers = [served.document_of(value) for _, _, value in entries[last + 1 :]]
        self.decisions.append(Decision(state, role, action, served.document_of(arguments), answers))


def recorded(name: str, size: Size) -> Recording:
    """The recording of a game, from the cache folder if it is there."""
    kept = served.cache_folder() / f"bench-{name}-{_key(name, size)}.json.gz"
    if kept.exists():
        data = json.loads(gzip.decompress(kept.read_bytes()))
        return Recording(
            [Decision(**each) for each in data["decisions"]], [Asked(**each) for each in data["questions"]]
        )
    print(f"playing {name} to have states to look at …", flush=True)
    made = _record(served.opened(name), name, size)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(gzip.compress(json.dumps(asdict(made)).encode()))
    return made


def _key(name: str, size: Size) -> str:
    """Another corpus makes other games; another version of the code is to be measured on the same ones."""
    digest = hashlib.sha256(f"{FORM} {SEED} {size.questions} {size.players} {size.decisions}".encode())
    for path in sorted((served.corpus_folder() / name).rglob("*.md")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _record(game: Referee, name: str, size: Size) -> Recording:
    begun = list(openings(game.game, name).values())[: size.players]
    chosen: list[Decision] = []
    for number, given in enumerate(begun):
        recorder = Recorder(size.decisions)
        with suppress(EnoughError):
            play_game(served.code(game), given, SEED + number, after=recorder, log=recorder.log)
        share = size.questions * (number + 1) // len(begun) - len(chosen)
        chosen += _middle(_readable(game, recorder.decisions), share)
    return Recording(chosen, _questions(game, chosen))


def _readable(game: Referee, decisions: list[Decision]) -> list[Decision]:
    """Those whose state can be read back; the others are said, not silently left out."""
    found, faults = [], Counter[str]()
    for each in decisions:
        try:
            served.position(game, each.state)
        except RefereeError as error:
            faults[str(error)] += 1
        else:
            found.append(each)
    for fault, count in faults.items():
        print(f"left out, {count} states that cannot be read back: {fault}", flush=True)
    return found


def _middle(decisions: list[Decision], share: int) -> list[Decision]:
    """Some decisions, evenly spread over all but the opening."""
    later = decisions[int(len(decisions) * OPENING) :]
    return [later[len(later) * index // share] for index in range(min(share, len(later)))]


def _questions(game: Referee, decisions: list[Decision]) -> list[Asked]:
    """What was done asked where it was done, and the same asked where it is refused: as many of each as there can be."""
    rng = random.Random(SEED)
    positions = [served.position(game, decision.state) for decision in decisions]
    named = [(index, each) for index, each in enumerate(decisions) if each.action != "done"]
    rng.shuffle(named)
    found: list[Asked] = []
    wanted = len(decisions) // 2
    for index, each in named[:wanted]:
        text = served.question_text(each.action, each.arguments)
        found.append(Asked(index, each.role, text, served.whole_answer(positions[index], text, each.role).verdict))
    for _, each in reversed(named):
        if len(found) >= 2 * wanted:
            break
        text = served.question_text(each.action, each.arguments)
        for _ in range(TRIED):
            at = rng.randrange(len(decisions))
            verdict = served.whole_answer(positions[at], text, each.role).verdict
            if verdict == "no":
                found.append(Asked(at, each.role, text, verdict))
                break
    return found

"""A seeded player: whole games by random legal moves, the same again with the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from referee.answers import Choice, Value
from referee.errors import SpokenError
from referee.evaluation.context import Context
from referee.play.moves import calls_of
from referee.play.progress import Aftermath, answer_choice, apply_move, begin
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.units.deed import IllegalActionError
from referee.verdict.ask import ask

#: calls listed for one action
FEW, MANY = 20, 300
#: deeds after which a game counts as endless
LONGEST = 5_000
#: what is done: who, the action, its arguments; or "answer", what was asked, the answer
Done = tuple[object, str, object]


class StuckError(SpokenError):
    """Somebody must move and cannot."""

    key = "stuck"


class EndlessError(SpokenError):
    """A game that goes on and on."""

    key = "endless"


@dataclass(slots=True)
class Tally:
    """What was seen in games that were played."""

    looked: Counter[str] = field(default_factory=Counter)  #: action -> how often its legal calls were looked for
    possible: set[str] = field(default_factory=set)  #: actions that could be done at least once
    cited: set[str] = field(default_factory=set)  #: paragraphs that had a part in a deed

    def note(self, played: Aftermath) -> None:
        """A deed that was done."""
        self.possible.update(played.performed)
        self.cited.update(played.cites)
        if played.choice is not None:
            self.possible.update(
                each["do"] for each in played.choice.options if isinstance(each, dict) and "do" in each
            )


@dataclass(slots=True)
class Player:
    """Plays one game after another with one code."""

    code: Code
    rulings: Mapping[str, str] | None = None
    tally: Tally | None = None  #: where what was seen is noted, which takes longer
    log: list[Done] | None = None  #: where what was done is written
    beside: Callable[[Aftermath], None] | None = None  #: who sees what came of every deed

    def play(
        self, given: State, seed: int, most: int = LONGEST, after: Callable[[State], State | None] | None = None
    ) -> State:
        """Plays until the game is over; `after` sees every state, and may give another to go on from."""
        rng = random.Random(seed)
        played = begin(self.code, given, self.rulings, noting=self.tally is not None)
        for _ in range(most):
            if self.tally is not None:
                self.tally.note(played)
            if self.beside is not None:
                self.beside(played)
            state = played.state
            if after is not None:
                state = after(state) or state
                played = replace(played, state=state)
            if state.over:
                return state
            played = self._step(played, rng)
        raise EndlessError(most)

    def _step(self, played: Aftermath, rng: random.Random) -> Aftermath:
        state, code, noting = played.state, self.code, self.tally is not None
        if played.choice is not None:
            value = chance_answer(played.choice, rng)
            self._write("answer", played.choice.name, value)
            return answer_choice(code, state, value, self.rulings, noting=noting)
        assert (
            state.course is not None and state.course.who is not None
        )  # whoever is at no choice and no end is at a turn
        who = state.course.who
        ctx = Context(code, state, readings=self.rulings)
        names = _open_actions(code, ctx, who)
        if code.course.may_stop(state.course):
            names.append("done")
        rng.shuffle(names)  # the first of them that has a legal call: any action is as likely as if all were listed
        for most in (FEW, MANY):  # many only if the few that were listed left nothing to do
            for name in names:
                calls = [{}] if name == "done" else list(calls_of(ctx, name, who, {}, exact=False, most=most))
                if self.tally is not None:
                    self.tally.looked[name] += 1
                rng.shuffle(calls)
                for args in calls:
                    self._write(who, name, args)
                    try:
                        return apply_move(code, state, name, args, who, self.rulings, noting=noting)
                    except IllegalActionError:  # a check after the whole action may still refuse it
                        continue
        raise StuckError(who, state.course.step, self._refused(state, who, names))

    def _refused(self, state: State, who: str, names: list[str]) -> str:
        """Which paragraphs refuse each of the actions that would be due."""
        situation = Situation(state, dict(self.rulings or {}))
        found: list[str] = []
        for name in sorted(names):
            judged = ask(self.code, read_question(self.code, name, situation, who), situation, brief=True)
            said = dict.fromkeys(f"#{each.check.paragraph}" for each in judged.results if each.status == "fail")
            found.append(f"{name} ({', '.join(said) or '—'})")
        return "; ".join(found) or "—"

    def _write(self, who: object, what: str, how: object) -> None:
        if self.log is not None:
            self.log.append((who, what, how))


def play_game(
    code: Code, given: State, seed: int, *, rulings: dict[str, str] | None = None, most: int = LONGEST,
    after: Callable[[State], State | None] | None = None, log: list[Done] | None = None,
) -> State:  # fmt: skip
    """One game by chance: its last state."""
    return Player(code, rulings, log=log).play(given, seed, most, after)


def chance_answer(choice: Choice, rng: random.Random) -> Value:
    """An answer to a choice, by chance."""
    if choice.kind == "shuffle":
        cards = list(choice.options[0])
        rng.shuffle(cards)
        return cards
    if choice.weights:
        return rng.choices(choice.options, choice.weights)[0]
    return rng.choice(choice.options)


def _open_actions(code: Code, ctx: Context, who: str) -> list[str]:
    """The actions the course lets somebody do now, arguments aside."""
    found = []
    for name in code.program.actions:
        action = code.action(name)
        judged = code.course.judge(ctx, action, action.bind(ctx, {}, who))
        if judged and judged[0].status == "pass":
            found.append(name)
    return found

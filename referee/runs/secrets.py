"""Choices that several make at once and in secret: all from one state, revealed together."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import cast

from grammar.base.answers import BY, CHOSEN
from referee.errors import WrongValueError
from referee.runs.ahead.rulings import ruled
from referee.runs.decisions import answer_to
from referee.runs.options import Options
from referee.units.choices import Choice, EachChooseCode
from referee.units.runner import Going, Runs
from referee.values import MISSING, Unknown, freeze


def choose_each(run: Runs, code: EachChooseCode, e: list[object]) -> Going:
    """`secretly choose f of r: T by each r in S with e otherwise d`."""
    size = max(code.slot, code.tried) + 1
    if len(e) < size:
        e.extend([None] * (size - len(e)))
    found: dict[tuple[object, ...], object] = {}
    makers: list[Maker] = []
    for who in run.items(run.known(code.members, e)):
        maker = Maker(run, code, e, cast(str, who))
        if next(maker.options(), MISSING) is not MISSING:
            makers.append(maker)
        elif code.otherwise is not None:
            found[maker.keys] = run.known(code.otherwise, e)
    for maker in list(makers):
        value = yield from ruled(run, maker.choice())
        if value is MISSING and run.told_ahead is not None:
            value = run.told_ahead(maker.choice())
        if value is not MISSING:
            found[maker.keys] = maker.takes(freeze(value))
            makers.remove(maker)
    picked = _all_at_once(run, code, makers) if run.asks and len(makers) > 1 else _in_turn(run, code, makers)
    found.update((yield from picked))
    begun = len(run.changes)
    for keys, value in found.items():
        run.write(code.name, keys, value, code.paragraph)
    yield from run.settle(begun)


class Maker:
    """One of those who choose: what they may choose, and for which fact."""

    def __init__(self, run: Runs, code: EachChooseCode, e: list[object], who: str) -> None:
        self.run, self.code, self.e, self.who = run, code, e, who
        e[code.slot] = who
        self.keys = tuple([run.known(key, e) for key in code.keys])
        self._options = Options(run, code.type, code.span, e)

    def choice(self) -> Choice:
        """What they are asked."""
        code = self.code
        return Choice(
            "secret", code.name, self.keys, self.who, code.type, code.paragraph, self.options, rests_on=code.rests_on
        )

    def options(self) -> Iterator[object]:
        """What they may choose; others may be looked at in between."""
        self.e[self.code.slot] = self.who
        passing = self._options.that_pass(None if self.code.test is None else self._good)()
        while (option := next(passing, MISSING)) is not MISSING:
            yield option
            self.e[self.code.slot] = self.who

    def _good(self, candidate: object) -> bool:
        run, code, e = self.run, self.code, self.e
        assert code.test is not None
        test = code.test
        e[code.slot], e[code.tried] = self.who, candidate
        return run.trying(code.name, self.keys, candidate, lambda: run.decided(test, e))

    def takes(self, value: object) -> object:
        """What they chose, if they may."""
        self.e[self.code.slot] = self.who
        if isinstance(value, Unknown):
            self.run.ctx.careful = True
        elif not self._options.accept(value) or (self.code.test is not None and not self._good(value)):
            raise WrongValueError(f"“{self.code.name}”", value, self._options.wanted() + " that the rule allows here")
        return value


Picked = dict[tuple[object, ...], object]


def _in_turn(run: Runs, code: EachChooseCode, makers: list[Maker]) -> Generator[Choice, object, Picked]:
    """One after another, as a case or a question tells it."""
    picked: Picked = {}
    for maker in makers:
        picked[maker.keys] = maker.takes(freeze((yield from answer_to(run, maker.choice()))))
    return picked


def _all_at_once(run: Runs, code: EachChooseCode, makers: list[Maker]) -> Generator[Choice, object, Picked]:
    """Whoever is ready: an answer says whose it is; one that does not is that of the first who is still to choose."""
    picked: Picked = {}
    left: dict[str, Maker] = {}
    for maker in makers:
        look = maker.options()
        only, more = next(look), next(look, MISSING)
        if more is MISSING and not code.rests_on:
            picked[maker.keys] = only  # a choice of one is no choice
        else:
            left[maker.who] = maker

    def options() -> Iterator[object]:
        for maker in left.values():
            yield from ({CHOSEN: option, BY: maker.who} for option in maker.options())

    while left:
        choice = Choice(
            "secret", code.name, (), tuple(left), code.type, code.paragraph, options, rests_on=code.rests_on
        )
        answer: object = yield choice
        who, value = next(iter(left)), answer
        if isinstance(answer, Mapping) and BY in answer:
            who, value = answer[BY], answer.get(CHOSEN)
        if who not in left:
            raise WrongValueError("The answer", answer, f"one of those who are still to choose: {', '.join(left)}")
        picked[left[who].keys] = left[who].takes(freeze(value))
        del left[who]
    return picked

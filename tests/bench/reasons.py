"""How often the first citation is the paragraph a case names as deciding: `python -m tests.bench.reasons [--misses]`.

A *no* and a value are decided by something that can be found. A *yes* rests on every check that it passed: a case is about one
of them, which nobody can tell from the question; there it is counted whether the paragraph is among those that decide."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from kb.cases import cases_of
from referee.check.game import same_paragraphs
from referee.questions.question import read_sound_situation, resolve_question
from referee.verdict.ask import ask
from tests.support import games


@dataclass(frozen=True)
class Cited:
    """One case with a reason: what sort of question it asks, and where the reason stands in the answer."""

    game: str
    sort: str  #: no, value, after, yes, open
    title: str
    because: str
    cites: tuple[str, ...]
    deciding: int
    first: bool

    @property
    def decides(self) -> bool:
        """Whether it is among what decides."""
        return self.first or self.because in self.cites[: self.deciding]


def cited(game: str) -> Iterator[Cited]:
    """Every case of a game that asks something and names its reason."""
    code, same = games.code(game), same_paragraphs(games.game(game))
    for case in (placed.node for placed in cases_of(games.game(game))[0]):
        if case.asking is None or not case.because:
            continue
        situation = read_sound_situation(code, case.given)
        question = resolve_question(code, case.asking, situation, None)
        found = ask(code, question, situation, viewer=question.actor, brief=True)
        wanted = {case.because[0]} | same.get(case.because[0], frozenset())
        sort = "open" if found.verdict in ("depends", "disputed", "silent") else "value"
        if question.action is not None and sort == "value":
            sort = found.verdict
        elif question.after and sort == "value":
            sort = "after"
        first = bool(found.cites) and found.cites[0] in wanted
        yield Cited(game, sort, case.title, case.because[0], tuple(found.cites), found.deciding, first)


def main(arguments: list[str]) -> int:
    """Prints the shares, and what is missed if that is wanted."""
    every = [each for game in games.NAMES for each in cited(game)]
    for sort in ("no", "value", "after", "open", "yes"):
        found = [each for each in every if each.sort == sort]
        first, decides = sum(each.first for each in found), sum(each.decides for each in found)
        print(
            f"{sort:6} {len(found):5} cases, first in {first / len(found):.1%}, deciding in {decides / len(found):.1%}"
        )
    print(f"all    {len(every):5} cases, first in {sum(each.first for each in every) / len(every):.1%}")
    if "--misses" in arguments:
        for each in every:
            if not each.first:
                print(f"{each.game}, {each.sort}: {each.title}: #{each.because}, cited {' '.join(each.cites[:6])}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

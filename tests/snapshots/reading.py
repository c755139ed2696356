"""A hundred answers of each verdict in each language but English, for readers who go through them one by one.

`python -m tests.snapshots.reading FOLDER` writes a page for each verdict and language; the questions are the same every time the cases are.
`FOLDER 100 18` draws others, by another seed. Cases on which the rules are silent are few: what no rule lays down at the start makes up for them."""

from __future__ import annotations

import random
import sys
from collections.abc import Collection, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from grammar.rules.unparse_cases import asking, fact
from kb.cases import cases_of
from kb.languages.texts import languages
from tests.snapshots.lot import LONGEST, Drawn, sort_of
from tests.support import games
from web.cli.terminal.text import answer_text

SEED = 17
MANY = 100
SORTS = ("yes", "no", "value", "after", "depends", "disputed", "silent")
#: how many questions are made of the same cases, with more left untold each time, until there are enough of every sort
ROUNDS = 2


def _asked(lot: random.Random, leave: int) -> Iterator[Drawn]:
    """A question of each case in an order of chance, the games in turn, `leave` of the told facts left out."""
    pools = []
    for game in games.NAMES:
        pool = [(game, case.node) for case in cases_of(games.game(game))[0] if case.node.asking is not None]
        lot.shuffle(pool)
        pools.append(pool)
    for at in range(max(map(len, pools))):
        for game, case in (pool[at] for pool in pools if at < len(pool)):
            told = [fact(given) for given in case.given]
            for _ in range(min(leave, len(told) - 1)):
                told.pop(lot.randrange(len(told)))
            assert case.asking is not None
            found = Drawn(game, "after" if case.asking.after else "", asking(case.asking), "; ".join(told), "en")
            if len(found.given) <= LONGEST:
                yield found


def _starts(lot: random.Random) -> Iterator[Drawn]:
    """What each fact is at the start, the games in turn, for keys of chance: of many no rule says it."""
    pools = []
    for game in games.NAMES:
        program = games.game(game).program
        pool = []
        for name, cited in program.facts.items():
            keys = [lot.choice(program.members.get(kind) or ("3",)) for _, kind in cited.node.keys]
            pool.append(Drawn(game, "", f"start of {name}" + (f" of {', '.join(keys)}" if keys else ""), "", "en"))
        lot.shuffle(pool)
        pools.append(pool)
    for row in zip_longest(*pools):
        yield from (question for question in row if question is not None)


def draw(many: int = MANY, seed: int = SEED, sorts: tuple[str, ...] = SORTS) -> dict[str, list[Drawn]]:
    """`many` questions of every sort, fewer of what is too rare."""
    lot = random.Random(seed)
    found: dict[str, list[Drawn]] = {sort: [] for sort in sorts}
    seen: set[tuple[str, str, str]] = set()

    def take(questions: Iterable[Drawn], wanted: Collection[str]) -> None:
        for question in questions:
            if all(len(found[sort]) >= many for sort in wanted):
                return
            key = (question.game, question.ask, question.given)
            sort = sort_of(question, question.sort == "after") if key not in seen else ""
            seen.add(key)
            if sort in found and len(found[sort]) < many:
                found[sort].append(question)

    for leave in range(ROUNDS):
        take(_asked(lot, leave), [sort for sort in sorts if sort != "silent"])
    if "silent" in found:
        take(_starts(lot), ["silent"])
    return found


def page(sort: str, lang: str, questions: list[Drawn]) -> str:
    """The answers of one sort in one language, numbered."""
    parts = [f"# {lang}: {sort}"]
    for number, each in enumerate(questions, 1):
        told = f"\ngiven {each.given}" if each.given else ""
        asked = Drawn(each.game, sort, each.ask, each.given, lang)
        parts.append(f"## {number}. {each.game}: {each.ask}{told}\n\n{answer_text(asked.answer(), lang)}")
    return "\n\n".join(parts) + "\n"


def write(folder: Path, many: int = MANY, seed: int = SEED) -> int:
    """Writes every page; how many answers there are."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = draw(many, seed)
    read = [lang for lang in languages() if lang != "en"]
    for lang in read:
        for sort, questions in drawn.items():
            (folder / f"answers-{lang}-{sort}.md").write_text(page(sort, lang, questions), "utf-8")
    return sum(map(len, drawn.values())) * len(read)


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]), *map(int, sys.argv[2:]))} answers written")

"""Three hundred answers drawn by lot, to be read one by one: a question each, in one language, pages by game and by what came of it.

`python -m tests.snapshots.lot draw` draws the questions anew (they stand in lot.toml, so that a change of the cases does not change them),
`make snapshots` writes the pages."""

from __future__ import annotations

import random
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grammar.rules.unparse_cases import asking, fact
from kb.cases import cases_of
from referee.answers import Answer
from referee.errors import RefereeError
from referee.service import Told
from tests.snapshots.pages import HOME, referee
from tests.support import games
from web.cli.terminal.text import answer_text

DRAWN = HOME / "lot.toml"
PAGES = HOME / "lot"
SEED = 15
#: how many of each sort are drawn in a game; what is too rare is made up for by values
SHARES = {"no": 24, "yes": 18, "depends": 14, "value": 22, "after": 14, "disputed": 6, "silent": 2}
#: mostly English
LANGUAGES = ("en",) * 6 + ("pl", "uk")
#: letters of what is told: a question of a player is short
LONGEST = 400


@dataclass(frozen=True)
class Drawn:
    """A question that was drawn."""

    game: str
    sort: str
    ask: str
    given: str
    lang: str

    def answer(self) -> Answer:
        """What the referee says."""
        return referee(self.game).ask(self.ask, None, Told(self.given), self.lang)


def drawn() -> list[Drawn]:
    """Every question of the lot."""
    found = tomllib.loads(DRAWN.read_text("utf-8"))["question"]
    return [Drawn(each["game"], each["sort"], each["ask"], each["given"], each["lang"]) for each in found]


def draw() -> Iterator[Drawn]:
    """Questions of the cases by lot, every other one with a told fact left out: nobody tells everything."""
    lot = random.Random(SEED)
    for game in games.NAMES:
        pool = [case.node for case in cases_of(games.game(game))[0] if case.node.asking is not None]
        lot.shuffle(pool)
        left = dict(SHARES)
        for number, case in enumerate(pool):
            told = [fact(given) for given in case.given]
            if number % 2 and len(told) > 1:
                told.pop(lot.randrange(len(told)))
            assert case.asking is not None
            found = Drawn(game, "", asking(case.asking), "; ".join(told), lot.choice(LANGUAGES))
            sort = sort_of(found, bool(case.asking.after)) if len(found.given) <= LONGEST else ""
            if left.get(sort):
                left[sort] -= 1
                yield Drawn(game, sort, found.ask, found.given, found.lang)
            rare = sum(count for name, count in left.items() if name in ("silent", "disputed"))
            if number == len(pool) * 3 // 4:  # what did not come up by now is too rare
                left = {**left, "silent": 0, "disputed": 0, "value": left["value"] + rare}
            if not any(left.values()):
                break


def sort_of(question: Drawn, after: bool) -> str:
    """What came of a question; nothing where it cannot be asked."""
    try:
        verdict = str(question.answer().verdict)
    except RefereeError:
        return ""
    return "after" if after and verdict in ("value", "yes", "no") else verdict


def page(game: str, sort: str, questions: list[Drawn]) -> str:
    """The answers of one sort."""
    parts = [f"# {games.game(game).prose.title['en']}: {sort}"]
    for question in questions:
        told = f"\ngiven {question.given}" if question.given else ""
        answer = answer_text(question.answer(), question.lang)
        parts.append(f"## {question.ask}\n{told}\n\n```\n{answer}\n```".replace("\n\n\n", "\n\n"))
    return "\n\n".join(parts) + "\n"


def pages() -> Iterator[tuple[Path, str]]:
    """Every page and its text."""
    found: dict[tuple[str, str], list[Drawn]] = {}
    for question in drawn():
        found.setdefault((question.game, question.sort), []).append(question)
    for (game, sort), questions in found.items():
        yield PAGES / f"{game}-{sort}.md", page(game, sort, questions)


def write() -> int:
    """Writes every page; how many answers there are."""
    PAGES.mkdir(exist_ok=True)
    kept = dict(pages())
    for path in PAGES.glob("*.md"):
        if path not in kept:
            path.unlink()
    for path, text in kept.items():
        path.write_text(text, "utf-8")
    return len(drawn())


def _entry(each: Drawn) -> str:
    ask, given = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (each.ask, each.given))
    return f'[[question]]\ngame = "{each.game}"\nsort = "{each.sort}"\nask = "{ask}"\ngiven = "{given}"\nlang = "{each.lang}"\n'


if __name__ == "__main__":
    if sys.argv[1:] == ["draw"]:
        DRAWN.write_text("\n".join(map(_entry, draw())), "utf-8")
    print(f"{write()} answers written")

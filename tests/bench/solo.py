"""Whole games of one person against Automas, many of them: `python -m tests.bench.solo [N] [FIRST]`.

Plays N games (100 unless told): two to four at the table, each role a person in turn, the Automas in easy and in advanced mode,
with and without the other parts. Prints what came of them and fails if one did not end, if a piece or card was lost, or if a
deed of an Automa changed something without naming its paragraph."""

from __future__ import annotations

import sys
import time

from referee.check.player import Player
from referee.questions.telling import read_state
from tests.corpus.test_games_hegemony import Cited, Watch, solo
from tests.support import games

MOST = 6_000


def told(number: int) -> str:
    """What a game begins with, in a line."""
    facts = solo(number).facts
    modes = sorted(set(facts["mode_of"].values()))
    parts = ", other parts" if facts["crisis_module"] else ""
    return (
        f"game {number}: {facts['players']} players, {', '.join(sorted(facts['automa']))} as Automas, {modes[0]}{parts}"
    )


def main(arguments: list[str]) -> int:
    """Plays the games, and tells what came of them."""
    count, first = [*(int(each) for each in arguments), *[100, 0][len(arguments) :]]
    code = games.code("hegemony")
    ended = deeds = turns = cites = 0
    started = time.process_time()
    for number in range(first, first + count):
        given = solo(number)
        watch = Watch(given.facts["players"])
        cited = Cited(code, set(given.facts["automa"]), watch.log)
        player = Player(code, log=watch.log, beside=cited)
        try:
            player.play(read_state(code, given), number, MOST, watch)
            ended += 1
        except Exception as error:  # whatever it is, the games after it are played
            print(f"  {told(number)}, deed {len(watch.log)}: {type(error).__name__}: {error}", flush=True)
            print(f"    last: {watch.log[-3:]}", flush=True)
        deeds, turns, cites = deeds + len(watch.log), turns + cited.deeds, cites + cited.cites
        print(f"{told(number)}: {len(watch.log)} deeds, {cited.deeds} of Automas", flush=True)
    spent = time.process_time() - started
    print(
        f"{ended} of {count} games ended, {deeds} deeds, {turns} of Automas, all with their paragraphs ({cites}), {spent:.0f} s"
    )
    return 0 if ended == count else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Whole games by random legal moves, many of them: `python -m tests.bench.soak [GAME] [N] [FIRST]`.

Plays N games (20 unless told) with seeds from FIRST (0 unless told) for every number of players of every game, and one under
every other reading of every dispute and gap, prints what came of them, and fails if one did not end: a crash, a rule that
cannot be carried out, a player without a legal move, a state that breaks an `always`. Games against Automas: tests.bench.solo."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable

from kb.library import Game, corpus_folder, load_game
from referee.check.player import Done
from referee.check.trial import Fault, Trial, try_games
from referee.questions.telling import read_state
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from referee.state import State
from tests.corpus.test_games_hegemony import Watch
from tests.support.places import ROOT

GAMES = ("hegemony", "new_angeles", "nowa_reformacja")
#: games whose cards and fields are no part of the corpus: made-up ones stand in
DATA = ROOT / "tests" / "data" / "games"
MOST = 6_000
#: who looks at every state of a game, beside the game's own `always`
WATCHES = {"hegemony": Watch}


def openings(game: Game, name: str) -> dict[int, State]:
    """What a game is begun with, by number of players."""
    path = DATA / f"{name}.json"
    made_up = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    code = code_of(game)
    return {players: read_state(code, State.read({**made_up, "players": players})) for players in game.prose.players}


def watch(name: str) -> Callable[[State, list[Done]], Callable[[State], None]] | None:
    """Makes for each game of a name somebody who looks at its states."""
    if name not in WATCHES:
        return None

    def watched(given: State, log: list[Done]) -> Callable[[State], None]:
        made = WATCHES[name](given.facts["players"])
        made.log = log
        return made

    return watched


def attempt(
    game: Game, code: Code, given: State, seeds: Iterable[int], rulings: dict[str, str] | None = None
) -> tuple[Trial, list[Fault]]:
    """Plays a game for every seed; what came of them, and what went wrong."""
    openings = ((seed, given) for seed in seeds)
    trial = try_games(code, openings, rulings, most=MOST, noting=False, watch=watch(game.id))
    if trial.stopped:
        raise KeyboardInterrupt
    under = "".join(f", {dispute}={reading}" for dispute, reading in (rulings or {}).items())
    for fault in trial.faults:
        where = f"{game.id}, {fault.players} players, seed {fault.seed}{under}, deed {fault.deed}"
        print(f"  {where}: {fault.sort}: {fault.message}\n    last: {fault.last}", flush=True)
    return trial, trial.faults


def soak(name: str, count: int, first: int) -> list[Fault]:
    """Plays the games of one name; the failures."""
    game = load_game(corpus_folder() / name)
    code = code_of(game)
    failures: list[Fault] = []
    for players, given in openings(game, name).items():
        started = time.process_time()
        trial, faults = attempt(game, code, given, range(first, first + count))
        failures += faults
        print(
            f"{name}, {players} players: {trial.ended} of {count} games ended, {trial.deeds} deeds, {time.process_time() - started:.0f} s",
            flush=True,
        )
    return failures + other_readings(name, game, code)


def other_readings(name: str, game: Game, code: Code) -> list[Fault]:
    """One game under every other reading of every dispute, the players' number going round."""
    begun = openings(game, name)
    others = [(dispute, reading) for dispute in code.program.disputes for reading in code.readings(dispute)[1:]]
    faults: list[Fault] = []
    for number, (dispute, reading) in enumerate(others):
        given = begun[game.prose.players[number % len(begun)]]
        faults += attempt(game, code, given, [number], {dispute: reading})[1]
    # a reading by which the board says it cannot be played before somebody reads the board off
    stopped = [fault for fault in faults if fault.sort == "untold"]
    print(
        f"{name}, other readings: {len(others) - len(faults)} of {len(others)} games ended, {len(stopped)} wait for the board",
        flush=True,
    )
    return [fault for fault in faults if fault not in stopped]


def main(arguments: list[str]) -> int:
    """Soaks one game or all of them."""
    names = [a for a in arguments if not a.isdigit()] or [n for n in GAMES if (corpus_folder() / n).exists()]
    count, first, *_ = [*(int(a) for a in arguments if a.isdigit()), *([20, 0][sum(a.isdigit() for a in arguments) :])]
    failures = [failure for name in names for failure in soak(name, count, first)]
    print(f"{len(failures)} failures" if failures else "all games ended")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`play`: a game in the terminal, or many by chance."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from referee.service import Referee, Told, line
from web.author.progress import Progress
from web.author.session import Session
from web.author.verdicts import as_data, as_lines
from web.cli.main import Stopped
from web.cli.terminal.games import one_referee
from web.cli.terminal.options import answers, situation
from web.cli.terminal.spoken import Spoken
from web.cli.terminal.told import as_text, told_by


@click.command(cls=Spoken)
@click.argument("game", is_eager=True)
@click.option("--random", "count", type=click.IntRange(1), metavar="N")
@click.option("--players", type=click.IntRange(1))
@click.option("--seed", type=int, default=0, show_default=True)
@situation
@answers
def play(game: str, count: int | None, players: int | None, seed: int, lang: str, data: bool, **told: Any) -> None:
    """Plays; the exit code is 1 when a game by chance had a fault."""
    referee, given = one_referee(game), told_by(**told)
    if count is None:
        if data:
            raise click.UsageError(line("play.json", lang))
        _in_the_terminal(referee, given, players, seed, lang)
        return
    with Progress(referee.game.id) as progress:
        trial = referee.try_games(given, range(seed, seed + count), players, lambda played: progress(played, count))
    again = f"paragraf play {_named(game)} --random 1{_options(**told)}"
    click.echo(as_text(as_data(referee, trial)) if data else "\n".join(as_lines(referee, trial, again, lang)))
    referee.keep()
    if trial.stopped:
        raise Stopped(line("trial.played", lang, trial.played, count), lang)
    click.get_current_context().exit(1 if trial.faults else 0)


def _in_the_terminal(referee: Referee, told: Told, players: int | None, seed: int, lang: str) -> None:
    session = Session(referee, referee.opening(told, players), seed, lang)
    said, typed = session.begin(), ""
    prompt = "> " if sys.stdin.isatty() else ""
    click.echo("\n".join((*said, "", *session.help(), "")))
    try:
        while True:
            for shown in session.shown():
                click.echo(shown)
            typed = click.prompt("", prompt_suffix=prompt, show_default=False, default="").strip()
            if typed in ("quit", "q", "exit"):
                break
            for shown in session.take(typed) if typed else []:
                click.echo(shown)
    except (KeyboardInterrupt, EOFError, click.Abort):
        click.echo("")
    click.echo(line("play.ended", lang, session.deeds), err=True)


def _named(game: str) -> str:
    return shlex.quote(game)


def _options(given: tuple[str, ...], state_file: Path | None, rulings: tuple[str, ...], edition: str | None) -> str:
    """What was told, as it was typed."""
    pairs = [*(("--given", each) for each in given), *(("--ruling", each) for each in rulings)]
    pairs += [("--state", str(state_file))] if state_file is not None else []
    pairs += [("--edition", edition)] if edition else []
    return "".join(f" {name} {shlex.quote(value)}" for name, value in pairs)

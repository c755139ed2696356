"""`new` and `words`: the folder of a new game, and the words that are still missing in one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kb.author.beginning import BeginningError, begin_game, wish
from kb.author.stubs import StubError, add_stubs
from kb.library import load_game
from referee.service import line
from web.cli.main import Fault
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import in_corpus
from web.cli.terminal.spoken import Spoken, spoken_to


@click.command(cls=Spoken)
@click.argument("folder", metavar="GAME", type=click.Path(path_type=Path))
@click.option("--title")
@click.option("--players")
@click.option("--languages")
@click.option("--roles")
def new(folder: Path, title: str | None, players: str | None, languages: str | None, roles: str | None) -> None:
    """Makes it, and says how to go on."""
    folder = Path(folder.expanduser())
    try:
        if _asks():
            usual = wish(folder.name)
            title = title or click.prompt("Title", default=usual.title)
            players = players or click.prompt("Players", default=f"{usual.least}-{usual.most}" if not roles else "")
            languages = languages or click.prompt("Languages, the original first", default=",".join(usual.languages))
            roles = roles or click.prompt("Roles", default=",".join(wish(folder.name, players=players).roles))
        made = begin_game(folder, wish(folder.name, title or "", players or "", languages or "", roles or ""))
    except BeginningError as error:
        raise Fault(str(error)) from None
    for path in made:
        click.echo(str(path))
    told = line("author.next", spoken_to(), f"paragraf check {folder}", f"paragraf play {folder}")
    click.echo(f"\n{told}")


@click.command(cls=Spoken)
@click.argument("game")
@click.option("--all", "everything", is_flag=True)
@in_corpus
def words(game: str, everything: bool) -> None:
    """Adds, and says what."""
    folder = game_folder(game)
    try:
        added = add_stubs(folder, load_game(folder), everything=everything)
    except StubError as error:
        raise Fault(str(error)) from None
    for each in added:
        shown = f"{each.file}: [{each.entry}] {', '.join(each.keys)}"
        click.echo(shown if each.done else line("author.by_hand", spoken_to(), shown))
    click.echo(line("author.entries", spoken_to(), folder.name, sum(each.done for each in added)))


def _asks() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty()

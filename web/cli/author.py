"""`new` and `words`: the folder of a new game, and the words that are still missing in one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kb.author.beginning import BeginningError, begin_game, wish
from kb.author.stubs import StubError, add_stubs
from kb.library import load_game
from web.cli.main import Fault
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import in_corpus


@click.command(help="Make the folder of a new game, which checks clean and can be played: change it into yours.")
@click.argument("folder", metavar="GAME", type=click.Path(path_type=Path))
@click.option("--title", help="What it is called.")
@click.option("--players", help="How many play: 3, or 2-4.")
@click.option("--languages", help="In which languages it is written, the original first: en, or pl,uk.")
@click.option("--roles", help="Who plays: ada,ben,cleo.")
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
    click.echo(
        f"\nNext: paragraf check {folder}, paragraf play {folder}, then write rules/ anew; docs/tutorial.md shows how."
    )


@click.command(help="Add the words and terms that a game lacks to its files, as entries to fill in.")
@click.argument("game")
@click.option("--all", "everything", is_flag=True, help="For kinds, too.")
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
        click.echo(shown if each.done else f"{shown} (could not be put there: add it by hand)")
    click.echo(
        f'{folder.name}: {sum(each.done for each in added)} entries added or completed; fill in what stands in ""'
    )


def _asks() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty()

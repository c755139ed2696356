"""`stamp`: marks translations as up to date."""

from __future__ import annotations

import click

from kb.text.translations import stamp_game
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import in_corpus


@click.command(
    help="Mark new translations of a game as up to date; with --again also those named, after they were revised."
)
@click.argument("game")
@click.argument("texts", nargs=-1, metavar="[ID]...")
@click.option("--again", is_flag=True, help="The texts named were revised after the original changed.")
@in_corpus
def stamp(game: str, texts: tuple[str, ...], again: bool) -> None:
    """Stamps."""
    if again != bool(texts):
        raise click.UsageError("Name the revised texts after --again, for example: paragraf stamp GAME --again ID ID.")
    folder = game_folder(game)
    click.echo(f"{folder.name}: {stamp_game(folder, texts)} stamped")

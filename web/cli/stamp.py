"""`stamp`: marks translations as up to date."""

from __future__ import annotations

import click

from kb.games.folders import game_folders
from kb.library import corpus_folder
from kb.text.translations import stamp_game
from referee.errors import UnknownNameError


@click.command(
    help="Mark new translations of a game as up to date; with --again also those named, after they were revised."
)
@click.argument("game")
@click.argument("texts", nargs=-1, metavar="[ID]...")
@click.option("--again", is_flag=True, help="The texts named were revised after the English changed.")
def stamp(game: str, texts: tuple[str, ...], again: bool) -> None:
    """Stamps."""
    if again != bool(texts):
        raise click.UsageError("Name the revised texts after --again, for example: paragraf stamp GAME --again ID ID.")
    folders = {folder.name: folder for folder in game_folders(corpus_folder())}
    if game not in folders:
        raise UnknownNameError("game", game, folders)
    click.echo(f"{game}: {stamp_game(folders[game], texts)} stamped")

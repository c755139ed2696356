"""`stamp`: marks translations as up to date."""

from __future__ import annotations

import click

from kb.text.translations import stamp_game
from referee.service import line
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import in_corpus
from web.cli.terminal.spoken import Spoken, spoken_to


@click.command(cls=Spoken)
@click.argument("game")
@click.argument("texts", nargs=-1, metavar="[ID]...")
@click.option("--again", is_flag=True)
@in_corpus
def stamp(game: str, texts: tuple[str, ...], again: bool) -> None:
    """Stamps."""
    if again != bool(texts):
        raise click.UsageError(line("author.again", spoken_to()))
    folder = game_folder(game)
    click.echo(line("author.stamped", spoken_to(), folder.name, stamp_game(folder, texts)))

"""`card check`: cards of your own, what they mean or what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import click

from web.cards.meaning import cards_text, check_cards
from web.cli.terminal.games import one_game
from web.cli.terminal.options import as_json, in_corpus, tell
from web.cli.terminal.spoken import SpokenGroup


@click.group(cls=SpokenGroup)
def card() -> None:
    """Cards of your own."""


@card.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", required=True)
@in_corpus
@as_json
@click.pass_context
def check(ctx: click.Context, file: Path, game: str, data: bool) -> None:
    """Reads a file of cards; the exit code is 1 when one has a fault."""
    found = check_cards(one_game(game), file.read_text("utf-8", errors="replace"))
    tell(found, cards_text(found), data)
    ctx.exit(1 if any(item["errors"] for item in found) else 0)

"""`ask`, `moves` and `apply`: one question each to the referee of one game."""

from __future__ import annotations

from typing import Any

import click

from web.cli.terminal.answer import answered
from web.cli.terminal.games import one_referee
from web.cli.terminal.options import answers, situation, tell
from web.cli.terminal.spoken import Spoken
from web.cli.terminal.text import moves_text, played_text
from web.cli.terminal.told import told_by


@click.command(cls=Spoken)
@click.argument("game", is_eager=True)
@click.argument("question")
@click.option("--as", "actor")
@click.option("--near", metavar="ID")
@click.option("--all", "whole", is_flag=True)
@click.option("--how", is_flag=True)
@situation
@answers
def ask(
    game: str,
    question: str,
    actor: str | None,
    near: str | None,
    whole: bool,
    how: bool,
    lang: str,
    data: bool,
    **told: Any,
) -> None:
    """Asks."""
    text, referee = answered(
        game, question, told_by(**told), actor=actor, near=near, lang=lang, data=data, whole=whole, how=how
    )
    click.echo(text)
    referee.keep()


@click.command(cls=Spoken)
@click.argument("game", is_eager=True)
@click.option("--as", "actor", required=True)
@click.option("--action", "begun", default="")
@click.option("--deep", is_flag=True)
@situation
@answers
def moves(game: str, actor: str, begun: str, deep: bool, lang: str, data: bool, **told: Any) -> None:
    """Lists."""
    referee = one_referee(game)
    found = referee.moves(actor, told_by(**told), lang, begun, deep=deep)
    tell(found, moves_text(found, lang), data)
    referee.keep()


@click.command(cls=Spoken)
@click.argument("game", is_eager=True)
@click.argument("action", metavar="ACTION|begin|done|shuffled|'answer VALUE'")
@click.option("--as", "actor")
@situation
@answers
def apply(game: str, action: str, actor: str | None, lang: str, data: bool, **told: Any) -> None:
    """Does it."""
    referee = one_referee(game)
    played = referee.apply(action, actor, told_by(**told), lang)
    tell(played, played_text(played, lang), data)
    referee.keep()

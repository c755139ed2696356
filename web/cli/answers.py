"""`ask`, `moves` and `apply`: one question each to the referee of one game."""

from __future__ import annotations

from typing import Any

import click

from web.cli.terminal.answer import answered
from web.cli.terminal.games import one_referee
from web.cli.terminal.options import answers, situation, tell
from web.cli.terminal.text import moves_text, played_text
from web.cli.terminal.told import told_by


@click.command(
    help="""May I do this, or what is this value.

    \b
    'DEED' --as ROLE                       may somebody do this
    'VALUE'                                what is this
    'VALUE after DEED'                     what is it after a deed, or after what the rules do
    'VALUE after DEED by x then DEED'      one after another; who is named goes on
    'DEED after DEED then done'            in a later turn: what one does one after another is one turn
    'VALUE after DEED answers [5, none]'   with what is chosen in it, in order
    'DEED by x during DEED by y'           while others may answer it; `answers [none]`: once the first has not
    'VALUE - before(VALUE) after DEED'     how much it changes
    'may I … if …?'                        in your own words: what it may mean, each reading with its answer
    """
)
@click.argument("game", is_eager=True)
@click.argument("question")
@click.option("--as", "actor", help="Who asks.")
@click.option("--near", metavar="ID", help="Cite by the section of this paragraph where it says the same.")
@click.option("--all", "whole", is_flag=True, help="Checks that do not apply here too.")
@click.option("--how", is_flag=True, help="Read it as words, and say why it was read so.")
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


@click.command(help="Every legal action of a role.")
@click.argument("game", is_eager=True)
@click.option("--as", "actor", required=True, help="Whose actions.")
@click.option("--action", "begun", default="", help="Only this action, with the arguments chosen so far: 'NAME(x=…)'.")
@click.option("--deep", is_flag=True, help="Longer lists of steps and amounts of that action too; slow.")
@situation
@answers
def moves(game: str, actor: str, begun: str, deep: bool, lang: str, data: bool, **told: Any) -> None:
    """Lists."""
    referee = one_referee(game)
    found = referee.moves(actor, told_by(**told), lang, begun, deep=deep)
    tell(found, moves_text(found, lang), data)
    referee.keep()


@click.command(help="The next state, and what changed by which paragraph.")
@click.argument("game", is_eager=True)
@click.argument("action", metavar="ACTION|begin|done|shuffled|'answer VALUE'")
@click.option("--as", "actor", help="Who acts.")
@situation
@answers
def apply(game: str, action: str, actor: str | None, lang: str, data: bool, **told: Any) -> None:
    """Does it."""
    referee = one_referee(game)
    played = referee.apply(action, actor, told_by(**told), lang)
    tell(played, played_text(played, lang), data)
    referee.keep()

"""Options that several commands share, and how an answer is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kb.languages.texts import ENGLISH, languages
from web.cli.terminal.told import as_text

Command = TypeVar("Command", bound=Callable[..., Any])


class LanguageOption(click.ParamType[str]):
    """A language of the interface: whichever there are when it is asked for."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """One of those there are."""
        return click.Choice(languages()).convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """All of them."""
        return click.Choice(languages()).get_metavar(param, ctx)


def answers(command: Command) -> Command:
    """The options of everything that answers."""
    return as_json(
        click.option("--lang", type=LanguageOption(), default=ENGLISH, help="Language of the answer.")(command)
    )


def as_json(command: Command) -> Command:
    """The option to print data."""
    return click.option("--json", "data", is_flag=True, help="Print JSON.")(command)


def situation(command: Command) -> Command:
    """The options that tell facts."""
    state = click.Path(exists=True, dir_okay=False, path_type=Path)
    for option in (
        click.option("--edition", help="Whose rulebook counts."),
        click.option("--ruling", "rulings", multiple=True, metavar="DISPUTE=READING", help="What the table ruled."),
        click.option("--state", "state_file", type=state, help="A file with a state, as `apply --json` gives it."),
        click.option("--given", multiple=True, help="Told facts, separated by ;"),
    ):
        command = option(command)
    return command


def tell(found: Any, text: str, data: bool) -> None:
    """Prints an answer: as JSON, or for people."""
    click.echo(as_text(found) if data else text)

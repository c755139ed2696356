"""Options that several commands share, and how an answer is printed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kb.languages.texts import languages
from web.cli.terminal.spoken import Named, spoken_to
from web.cli.terminal.told import as_text

Command = TypeVar("Command", bound=Callable[..., Any])
#: the variable that names the folders of games
CORPUS = "PARAGRAF_CORPUS"


class LanguageOption(Named):
    """A language of the interface, whichever there are when it is asked for, or one that a game is written in."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """One of those there are; what games are written in is seldom looked for."""
        return str(value) if value in languages() else super().convert(value, param, ctx)

    def known(self, ctx: click.Context | None) -> tuple[str, ...]:
        """Those of the interface, then what else the game is written in."""
        from web.cli.terminal.games import prose_languages  # seldom wanted

        return tuple(dict.fromkeys((*languages(), *prose_languages(ctx.params.get("game") if ctx else None))))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """All of them."""
        return click.Choice(languages()).get_metavar(param, ctx)


def answers(command: Command) -> Command:
    """The options of everything that answers."""
    lang = click.option(
        "--lang",
        type=LanguageOption(),
        default=spoken_to,
    )
    return in_corpus(as_json(lang(command)))


def in_corpus(command: Command) -> Command:
    """The option that names the folders of games, in place of those of the environment."""
    return click.option(
        "--corpus", multiple=True, expose_value=False, is_eager=True, callback=_name_corpora, metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False),
    )(command)  # fmt: skip


def _name_corpora(ctx: click.Context, _: click.Parameter, folders: tuple[str, ...]) -> None:
    """The environment is where all who read the corpus look, processes of our own too."""
    if folders:
        before = os.environ.get(CORPUS)
        os.environ[CORPUS] = os.pathsep.join(os.path.abspath(folder) for folder in folders)  # noqa: PTH100 (a text it stays)
        ctx.call_on_close(lambda: _set(before))


def _set(corpus: str | None) -> None:
    if corpus is None:
        os.environ.pop(CORPUS, None)
    else:
        os.environ[CORPUS] = corpus


def as_json(command: Command) -> Command:
    """The option to print data."""
    return click.option("--json", "data", is_flag=True)(command)


def situation(command: Command) -> Command:
    """The options that tell facts."""
    state = click.Path(exists=True, dir_okay=False, path_type=Path)
    for option in (
        click.option("--edition"),
        click.option("--ruling", "rulings", multiple=True, metavar="DISPUTE=READING"),
        click.option("--state", "state_file", type=state),
        click.option("--given", multiple=True),
    ):
        command = option(command)
    return command


def tell(found: Any, text: str, data: bool) -> None:
    """Prints an answer: as JSON, or for people."""
    click.echo(as_text(found) if data else text)

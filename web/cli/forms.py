"""`forms`: makes the word forms of a game's names, and says what is left to decide."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.library import load_game
from kb.text.reader import write_text
from referee.errors import RefereeError
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import in_corpus

if TYPE_CHECKING:
    from kb.forms.table import Made

_INSTALL = "pip install 'paragraf[forms]'"


@click.command(help="Make the word forms of a game's names. GAME: its name, or its folder.")
@click.argument("game")
@click.option(
    "--check", is_flag=True, help="Write nothing; the exit code is 1 when a file is not what would be written."
)
@in_corpus
@click.pass_context
def forms(ctx: click.Context, game: str, check: bool) -> None:
    """Makes a file for each language, or compares it."""
    from kb.forms.lexicon import NoDictionaryError
    from kb.forms.table import LANGUAGES, make_forms

    folder = game_folder(game)
    loaded = load_game(folder, None)
    own = _own(folder / "forms" / "own.toml")
    try:
        languages = [lang for lang in LANGUAGES if lang in loaded.prose.languages]
        found = {lang: make_forms(loaded, lang, own.get(lang, {})) for lang in languages}
    except NoDictionaryError as error:
        raise RefereeError(f"The dictionary for {error} is not installed; `{_INSTALL}` brings it.") from None
    stale = False
    for lang, made in found.items():
        path = folder / "forms" / f"{lang}.toml"
        changed = not path.exists() or path.read_text("utf-8") != made.text
        stale = stale or changed
        if changed and not check:
            path.parent.mkdir(exist_ok=True)
            write_text(path, made.text)
        said = ("differs from what would be written" if check else "written") if changed else "as it was"
        click.echo(f"{path.name}: {made.declined} names decline, {made.never} never change; {said}")
        _tell(made, lang)
    ctx.exit(1 if check and stale else 0)


def _own(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def _tell(made: Made, lang: str) -> None:
    if made.undecided:
        click.echo(f"  no dictionary knows these; decide them under [{lang}] of forms/own.toml:")
        for name, guess in made.undecided.items():
            click.echo(f"    '{name.lower()}' = '{guess or '~'}'")
    for name in made.same:
        click.echo(f"  own.toml says of “{name}” what the dictionary says: it can go")
    for name, text in made.other.items():
        click.echo(f"  own.toml has its own forms of “{name}”; the dictionary: {text}")

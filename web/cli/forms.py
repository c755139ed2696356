"""`forms` makes the word forms of a game's names and says what is left to decide; `proof` prints what is made with them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.languages.texts import language
from kb.library import load_game
from kb.text.reader import write_text
from referee.errors import RefereeError
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import LanguageOption, in_corpus
from web.cli.terminal.tongue import spoken_here

if TYPE_CHECKING:
    from kb.forms.table import Made

_INSTALL = "pip install 'paragraf[forms]'"
_SPELLING = "make dictionaries"


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


@click.command(
    help="Print every text that is put together of a game, once, in reading order. GAME: its name, or its folder."
)
@click.argument("game", is_eager=True)
@click.option("--lang", type=LanguageOption(), default=spoken_here, help="Language of the texts.")
@click.option(
    "--check",
    is_flag=True,
    help="Print only what dictionaries do not know or agree with; exit code 1 where there is such.",
)
@in_corpus
@click.pass_context
def proof(ctx: click.Context, game: str, lang: str, check: bool) -> None:
    """Prints, or lets dictionaries read."""
    from referee.service.proof import passages_of

    folder = game_folder(game)
    loaded = load_game(folder, None)
    passages = passages_of(loaded, lang)
    if not check:
        for passage in passages:
            click.echo(f"{passage.part} #{passage.place}: {passage.text}")
        return
    from kb.forms.lexicon import NoDictionaryError
    from kb.forms.proof import Reader, english_names

    try:
        ours = language(lang)["accepted"].split()
        reader = Reader(lang, [*accepted_words(folder, lang), *english_names(loaded), *ours])
        faults = [
            f"{passage.part} #{passage.place}: {kind} “{found}” in: {passage.text}"
            for passage in passages
            for kind, listed in (
                ("unknown", reader.unknown(passage.text)),
                ("case", reader.disagreements(passage.text)),
            )
            for found in listed
        ]
    except NoDictionaryError as error:
        raise RefereeError(f"The dictionary for {error} is not installed; `{_SPELLING}` brings it.") from None
    for fault in faults:
        click.echo(fault)
    click.echo(f"{len(passages)} texts read, {len(faults)} to look at")
    ctx.exit(1 if faults else 0)


def accepted_words(folder: Path, lang: str) -> list[str]:
    """The words of a game that are right although no dictionary has them: `proof.toml` beside `game.toml`."""
    path = folder / "proof.toml"
    found = tomllib.loads(path.read_text("utf-8")).get(lang, []) if path.is_file() else []
    return [str(word) for word in found]

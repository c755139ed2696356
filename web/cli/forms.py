"""`forms` makes the word forms of a game's names and says what is left to decide; `proof` prints what is made with them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.languages.texts import language
from kb.library import load_game
from kb.text.reader import write_text
from referee.errors import RefusedError
from referee.service import line
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import LanguageOption, in_corpus
from web.cli.terminal.spoken import Spoken, spoken_to

if TYPE_CHECKING:
    from kb.forms.table import Made

_INSTALL = "pip install 'paragraf[forms]'"
_SPELLING = "make dictionaries"


@click.command(cls=Spoken)
@click.argument("game")
@click.option("--check", is_flag=True)
@click.option("--lang", type=LanguageOption(), default=spoken_to)
@in_corpus
@click.pass_context
def forms(ctx: click.Context, game: str, check: bool, lang: str) -> None:
    """Makes a file for each language, or compares it."""
    from kb.forms.lexicon import NoDictionaryError
    from kb.forms.table import LANGUAGES, make_forms

    folder = game_folder(game)
    loaded = load_game(folder, None)
    own = _own(folder / "forms" / "own.toml")
    try:
        languages = [written for written in LANGUAGES if written in loaded.prose.languages]
        found = {written: make_forms(loaded, written, own.get(written, {})) for written in languages}
    except NoDictionaryError as error:
        raise RefusedError("no_dictionary", error, _INSTALL) from None
    stale = False
    for written, made in found.items():
        path = folder / "forms" / f"{written}.toml"
        changed = not path.exists() or path.read_text("utf-8") != made.text
        stale = stale or changed
        if changed and not check:
            path.parent.mkdir(exist_ok=True)
            write_text(path, made.text)
        said = ("forms.differs" if check else "forms.written") if changed else "forms.as_before"
        click.echo(line("forms.file", lang, path.name, made.declined, made.never, line(said, lang)))
        _tell(made, written, lang)
    ctx.exit(1 if check and stale else 0)


def _own(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def _tell(made: Made, written: str, lang: str) -> None:
    if made.undecided:
        click.echo(f"  {line('forms.undecided', lang, written)}")
        for name, guess in made.undecided.items():
            click.echo(f"    '{name.lower()}' = '{guess or '~'}'")
    for name in made.same:
        click.echo(f"  {line('forms.same', lang, name)}")
    for name, text in made.other.items():
        click.echo(f"  {line('forms.other', lang, name, text)}")


@click.command(cls=Spoken)
@click.argument("game", is_eager=True)
@click.option("--lang", type=LanguageOption(), default=spoken_to)
@click.option(
    "--check",
    is_flag=True,
)
@click.option("--cards", is_flag=True)
@in_corpus
@click.pass_context
def proof(ctx: click.Context, game: str, lang: str, check: bool, cards: bool) -> None:
    """Prints, or lets dictionaries read."""
    from referee.service.proof import cards_beside, passages_of

    folder = game_folder(game)
    loaded = load_game(folder, None)
    if cards:
        click.echo(cards_beside(loaded, lang), nl=False)
        return
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
            f"{passage.part} #{passage.place}: {line('proof.in', lang, line(kind, lang), found, passage.text)}"
            for passage in passages
            for kind, listed in (
                ("proof.unknown", reader.unknown(passage.text)),
                ("proof.case", reader.disagreements(passage.text)),
            )
            for found in listed
        ]
    except NoDictionaryError as error:
        raise RefusedError("no_dictionary", error, _SPELLING) from None
    for fault in faults:
        click.echo(fault)
    click.echo(line("proof.count", lang, len(passages), len(faults)))
    ctx.exit(1 if faults else 0)


def accepted_words(folder: Path, lang: str) -> list[str]:
    """The words of a game that are right although no dictionary has them: `proof.toml` beside `game.toml`."""
    path = folder / "proof.toml"
    found = tomllib.loads(path.read_text("utf-8")).get(lang, []) if path.is_file() else []
    return [str(word) for word in found]

"""`proof`: every text that is put together of a game, for proof-readers; --check lets dictionaries read it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import click

from kb.languages.texts import language
from kb.library import load_game
from referee.errors import RefereeError
from web.cli.terminal.games import game_folder
from web.cli.terminal.options import LanguageOption, in_corpus
from web.cli.terminal.tongue import spoken_here

_INSTALL = "make dictionaries"


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
    from referee.rules.code import code_of
    from referee.service.proof import Proof

    folder = game_folder(game)
    loaded = load_game(folder, None)
    passages = list(Proof(loaded, code_of(loaded), lang).passages())
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
        raise RefereeError(f"The dictionary for {error} is not installed; `{_INSTALL}` brings it.") from None
    for fault in faults:
        click.echo(fault)
    click.echo(f"{len(passages)} texts read, {len(faults)} to look at")
    ctx.exit(1 if faults else 0)


def accepted_words(folder: Path, lang: str) -> list[str]:
    """The words of a game that are right although no dictionary has them: `proof.toml` beside `game.toml`."""
    path = folder / "proof.toml"
    found = tomllib.loads(path.read_text("utf-8")).get(lang, []) if path.is_file() else []
    return [str(word) for word in found]

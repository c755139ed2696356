"""`coverage`: how many paragraphs of each game are rules, why others are not, and how many stand in each language."""

from __future__ import annotations

import click

from referee.service import line
from web.base.interface import translate
from web.cli.terminal.games import library
from web.cli.terminal.options import answers, tell
from web.cli.terminal.spoken import Spoken
from web.game import coverage as counting


@click.command(cls=Spoken)
@answers
def coverage(lang: str, data: bool) -> None:
    """Counts."""
    found = counting.coverage(library())
    lines = []
    for game, counts in found["games"].items():
        kinds = ", ".join(
            f"{translate(lang, f'kind.{kind}').lower()} {number}" for kind, number in counts["kinds"].items()
        )
        langs = ", ".join(f"{written} {number}" for written, number in counts["languages"].items())
        lines.append(line("coverage.game", lang, game, counts["paragraphs"], kinds, langs))
    tell(found, "\n".join(lines), data)

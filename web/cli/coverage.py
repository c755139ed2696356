"""`coverage`: how many paragraphs of each game are rules, why others are not, and how many stand in each language."""

from __future__ import annotations

import click

from web.cli.terminal.games import library
from web.cli.terminal.options import as_json, in_corpus, tell
from web.game import coverage as counting


@click.command(help="Paragraphs per game, kind and language.")
@in_corpus
@as_json
def coverage(data: bool) -> None:
    """Counts."""
    found = counting.coverage(library())
    lines = []
    for game, counts in found["games"].items():
        kinds = ", ".join(f"{kind} {number}" for kind, number in counts["kinds"].items())
        langs = ", ".join(f"{lang} {number}" for lang, number in counts["languages"].items())
        lines.append(f"{game}: {counts['paragraphs']} paragraphs; {kinds}; {langs}")
    tell(found, "\n".join(lines), data)

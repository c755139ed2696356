"""`serve`: the web app."""

from __future__ import annotations

import click

from web.cli.terminal.options import in_corpus
from web.serve import serve as run


@click.command(help="The web app.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65_535), default=8000, show_default=True)
@click.option("--watch", is_flag=True, help="Take over what is saved; pages show what is wrong with it.")
@in_corpus
@click.pass_context
def serve(ctx: click.Context, host: str, port: int, watch: bool) -> None:
    """Serves until it is stopped."""
    ctx.exit(run(host, port, watching=watch))

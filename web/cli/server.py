"""`serve`, `offline` and `mcp`: the web app, what its phones may keep, and the same for chat assistants."""

from __future__ import annotations

import click

from referee.errors import RefereeError
from web.base.settings import read_settings
from web.cli.terminal.options import in_corpus
from web.cli.terminal.spoken import Spoken


@click.command(cls=Spoken)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65_535), default=8000, show_default=True)
@click.option("--watch", is_flag=True)
@in_corpus
@click.pass_context
def serve(ctx: click.Context, host: str, port: int, watch: bool) -> None:
    """Serves until it is stopped."""
    from web.serve import serve as run  # brings the server, which the others do not need

    ctx.exit(run(host, port, watching=watch))


@click.command(cls=Spoken)
def offline() -> None:
    """Brings it."""
    from web.pocket.fetching import FetchError, fetch

    folder = read_settings()["OFFLINE"]
    try:
        brought = fetch(folder, lambda text: click.echo(text, err=True))
    except FetchError as error:
        raise RefereeError(f"{error} The folder is {folder}; PARAGRAF_OFFLINE names another.") from None
    click.echo(f"{'brought to' if brought else 'already in'} {folder}")


@click.command(cls=Spoken)
@click.option("--site", default="", metavar="URL")
@in_corpus
def mcp(site: str) -> None:
    """Speaks until the client ends it."""
    try:
        from web.assistant.server import speak
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        raise RefereeError(
            "The server for assistants stands on the mcp package: install it with `pip install 'paragraf[mcp]'`."
        ) from None
    from web.app import create_app

    speak(create_app(), site)

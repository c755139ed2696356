"""`mcp`: the referee for chat assistants."""

from __future__ import annotations

import click

from referee.errors import RefereeError
from web.cli.terminal.options import in_corpus


@click.command(
    help="The referee for chat assistants: tools and resources of the Model Context Protocol, on standard input and output. docs/assistants.md says how."
)
@click.option(
    "--site", default="", metavar="URL", help="Where the web app is served: citations then link to its pages."
)
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

"""`lsp`: the language server, for editors."""

from __future__ import annotations

import click

from referee.errors import RefereeError
from web.cli.terminal.spoken import Spoken


@click.command(cls=Spoken)
def lsp() -> None:
    """Speaks until the editor ends it."""
    try:
        from web.editor.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise RefereeError(
            "The language server stands on pygls: install it with `pip install 'paragraf[lsp]'`."
        ) from None
    serve()

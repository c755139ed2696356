"""`offline`: brings what lets phones keep the whole referee."""

from __future__ import annotations

import click

from referee.errors import RefereeError
from web.base.settings import read_settings
from web.pocket.fetching import FetchError, fetch


@click.command(
    help="Bring what lets phones keep the whole referee (Python for browsers), with npm or pip; once. docs/offline.md says more."
)
def offline() -> None:
    """Brings it."""
    folder = read_settings()["OFFLINE"]
    try:
        brought = fetch(folder, lambda text: click.echo(text, err=True))
    except FetchError as error:
        raise RefereeError(f"{error} The folder is {folder}; PARAGRAF_OFFLINE names another.") from None
    click.echo(f"{'brought to' if brought else 'already in'} {folder}")

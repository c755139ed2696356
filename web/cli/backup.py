"""`backup` and `restore`: the tables of the web app, to a file and back."""

from __future__ import annotations

from pathlib import Path

import click

from web.base.settings import read_settings
from web.cli.main import Fault
from web.cli.terminal.spoken import Spoken
from web.store.backup import bring_back, save
from web.store.transaction import DatabaseError


@click.command(cls=Spoken)
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Saves."""
    settings = read_settings()
    try:
        count = save(settings["DATABASE_URL"], Path(settings["DATA"]), file)
    except DatabaseError as error:
        raise Fault(str(error)) from None
    click.echo(f"{file}: {count} tables, {file.stat().st_size} bytes")


@click.command(cls=Spoken)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True)
def restore(file: Path, replace: bool) -> None:
    """Brings back."""
    settings = read_settings()
    try:
        count = bring_back(settings["DATABASE_URL"], Path(settings["DATA"]), file, replace=replace)
    except DatabaseError as error:
        raise Fault(str(error)) from None
    click.echo(f"{file}: {count} tables brought back")

"""Options that several commands share, what is told by them, and how an answer is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from referee.errors import RefereeError
from referee.service import Told
from referee.state import State
from web.i18n import DEFAULT, LANGUAGES

Command = TypeVar("Command", bound=Callable[..., Any])


def answers(command: Command) -> Command:
    """The options of everything that answers."""
    command = click.option(
        "--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT, help="Language of the answer."
    )(command)
    return as_json(command)


def as_json(command: Command) -> Command:
    """The option to print data."""
    return click.option("--json", "data", is_flag=True, help="Print JSON.")(command)


def situation(command: Command) -> Command:
    """The options that tell facts."""
    state = click.Path(exists=True, dir_okay=False, path_type=Path)
    for option in (
        click.option("--edition", help="Whose rulebook counts."),
        click.option("--ruling", "rulings", multiple=True, metavar="DISPUTE=READING", help="What the table ruled."),
        click.option("--state", "state_file", type=state, help="A file with a state, as `apply --json` gives it."),
        click.option("--given", multiple=True, help="Told facts, separated by ;"),
    ):
        command = option(command)
    return command


def told_by(given: tuple[str, ...], state_file: Path | None, rulings: tuple[str, ...], edition: str | None) -> Told:
    """What the options tell."""
    facts = "; ".join(part.strip().rstrip(";") for part in given if part.strip())
    state = State.read(read_json(state_file)) if state_file is not None else State()
    return Told(facts, state, dict(map(_ruling, rulings)), edition)


def read_json(file: Path) -> Any:
    """What a file holds; an answer of `apply` counts as the state in it."""
    from json import JSONDecodeError, loads

    try:
        found = loads(file.read_text("utf-8"))
    except JSONDecodeError as error:
        raise RefereeError(f"{file} is not JSON (line {error.lineno}, column {error.colno}: {error.msg}).") from None
    except UnicodeDecodeError:
        raise RefereeError(f"{file} is not JSON: it is no text in UTF-8.") from None
    except ValueError as error:
        raise RefereeError(f"{file} cannot be read: {error}.") from None
    except RecursionError:
        raise RefereeError(f"{file} is nested too deeply to be read.") from None
    if isinstance(found, dict) and found.keys() >= {"state", "changes", "pending"}:
        return found["state"]
    return found


def _ruling(text: str) -> tuple[str, str]:
    dispute, sign, reading = text.partition("=")
    if not sign:
        raise RefereeError(f"“{text}” is no ruling; write DISPUTE=READING.")
    return dispute.strip(), reading.strip()


def tell(found: Any, text: str, data: bool) -> None:
    """Prints an answer: as JSON, or for people."""
    click.echo(_json(found) if data else text)


def _json(found: Any) -> str:
    from json import dumps  # only those who ask for it wait for it

    return dumps(msgspec.to_builtins(found), ensure_ascii=False, indent=1)

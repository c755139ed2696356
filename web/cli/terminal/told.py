"""What is told on the command line, and an answer as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from referee.errors import RefereeError
from referee.service import Told
from referee.state import State


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


def as_text(found: Any) -> str:
    """An answer as JSON."""
    from json import dumps  # only those who ask for it wait for it

    return dumps(msgspec.to_builtins(found), ensure_ascii=False, indent=1)

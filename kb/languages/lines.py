"""Plain lines of TOML, read without its parser, whose import takes longer than most answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

#: a table, or a key with a text that holds no escape; whatever else a line may be, the parser reads the file
_LINE = re.compile(r'\[([\w.]+)\]|(?:([\w-]+)|"([^"\\]*)") = "([^"\\]*)"')


def read_texts(path: Path) -> dict[str, str]:
    """All texts of a file by dotted key."""
    written = path.read_text("utf-8")
    found: dict[str, str] = {}
    before = ""
    for line in written.split("\n"):
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            return parsed(written)
        table, bare, quoted, text = match.groups()
        if table:
            before = f"{table}."
        else:
            found[before + (bare or quoted or "")] = text
    return found


def parsed(written: str) -> dict[str, str]:
    """The same by the parser of TOML, for any file."""
    import tomllib

    return dict(_flat("", tomllib.loads(written)))


def _flat(before: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{before}{key}.", value)
        else:
            yield before + key, str(value)

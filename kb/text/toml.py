"""TOML texts as tables whose keys know their line, read as far as they can be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from kb.model.entities import Place
from kb.model.problems import Problem, did_you_mean, problem
from kb.text.reader import TextFile

try:
    import tomli as toml  # the reader of the standard library, compiled
except ImportError:  # an installation of before
    import tomllib as toml  # type: ignore[no-redef]

#: what a table of TOML says: of which class each value is, is looked at where it is read
Said = dict[str, Any]

_HEADER = re.compile(r"^\[+\s*((?:\"[^\"\n]*\"|[^\]\"\n])+?)\s*\]+", re.MULTILINE)
_KEY = re.compile(r"^[ \t]*([A-Za-z0-9_.\"-]+)[ \t]*=", re.MULTILINE)
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass
class TomlFile:
    """The tables of one TOML file, and the problems found so far."""

    file: TextFile
    values: Said
    problems: list[Problem] = field(default_factory=list)
    _headers: dict[tuple[str, int], int] | None = None
    _keys: dict[tuple[str, str, int], int] | None = None

    def place(self, table: str, key: str = "", index: int = 0) -> Place:
        """Give the line of a key, or of its table when the key is not found; `index`: which of several tables of that name."""
        if self._headers is None:
            self._headers = dict(_header_lines(self.file.text))
        line = self._headers.get((table, index), 1)
        if key:
            if self._keys is None:
                self._keys = _key_lines(self.file.text, self._headers)
            line = self._keys.get((table, key, index), line)
        return Place(self.file.name, line)

    def report(self, code: str, table: str, key: str, message: str, cure: str = "") -> None:
        """Collect a problem about a key."""
        self.problems.append(problem(code, self.place(table, key), message, cure))

    def known(self, table: str, values: Mapping[str, object], keys: Iterable[str]) -> None:
        """Report the keys of a table that nobody reads."""
        allowed = tuple(keys)
        for key in values:
            if key not in allowed:
                cure = did_you_mean(key, allowed) or f"Known here: {', '.join(allowed)}."
                self.report("TOML-KEY", table, key, f"{_in(table)}the key {key!r} is not known.", cure)

    def text(self, table: str, key: str, value: object) -> str:
        """Take a string, or report what stands in its place."""
        if isinstance(value, str):
            return _folded(value)
        self._kind(table, key, value, "a text in quotes")
        return ""

    def texts(self, table: str, key: str, value: object) -> dict[str, str]:
        """Take a table of language -> text."""
        if not isinstance(value, dict):
            self._kind(table, key, value, "a text for each language, such as " + key + '.en = "…"')
            return {}
        return {
            lang: _folded(text) if isinstance(text, str) else self.text(table, f"{key}.{lang}", text)
            for lang, text in value.items()
        }

    def strings(self, table: str, key: str, value: object) -> tuple[str, ...]:
        """Take a list of strings."""
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple([" ".join(item.split()) for item in value])  # lists: made at once, by far the most calls
        self._kind(table, key, value, 'a list of texts, such as ["…", "…"]')
        return ()

    def string_lists(self, table: str, key: str, value: object) -> dict[str, tuple[str, ...]]:
        """Take a table of language -> list of strings."""
        if not isinstance(value, dict):
            self._kind(table, key, value, "a list for each language, such as " + key + '.en = ["…"]')
            return {}
        return {lang: self.strings(table, f"{key}.{lang}", items) for lang, items in value.items()}

    def entries(self) -> Iterator[tuple[str, Said]]:
        """Give the top tables; a value outside a table is reported."""
        for name, entry in self.values.items():
            if isinstance(entry, dict):
                yield name, entry
            else:
                self.report("TOML-TYPE", "", name, f"{name} stands outside a table.", f"Write [{name}] before it.")

    def _kind(self, table: str, key: str, value: object, wanted: str) -> None:
        self.report("TOML-TYPE", table, key, f"{_in(table)}{key} is {value!r}.", f"Write {wanted}.")


def loads(text: str) -> Said:
    """What a TOML text of our own says, which is known to be one."""
    return toml.loads(text)


def read_tables(file: TextFile) -> TomlFile:
    """Read a TOML file; when it does not parse, read the tables that do."""
    tables = TomlFile(file, {})
    try:
        tables.values = toml.loads(file.text)
    except toml.TOMLDecodeError:
        _read_piecewise(tables)
    return tables


def _read_piecewise(tables: TomlFile) -> None:
    text, name = tables.file.text, tables.file.name
    starts = sorted({0, len(text), *(match.start() for match in _HEADER.finditer(text))})
    seen: set[str] = set()
    for start, end in pairwise(starts):
        first_line = text.count("\n", 0, start)
        header = _HEADER.match(text, start)
        several = text.startswith("[[", start)
        if header and header[1] in seen and not several:
            message = f"The table [{header[1]}] is written twice."
            tables.problems.append(problem("ID-DUPLICATE", Place(name, first_line + 1), message))
            continue
        seen.update([header[1]] if header else [])
        try:
            values = toml.loads(text[start:end])
        except toml.TOMLDecodeError as error:
            where = _WHERE.search(str(error))
            line = first_line + (int(where[1]) if where and where[1] else text.count("\n", start, end))
            place = Place(name, max(line, 1), int(where[2]) if where and where[2] else 1)
            said = _WHERE.sub("", str(error))
            tables.problems.append(problem("TOML-SYNTAX", place, f"This is not TOML: {said}."))
            continue
        _merge(tables.values, values)


def _merge(into: Said, values: Said) -> None:
    for key, value in values.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        elif isinstance(value, list) and isinstance(into.get(key), list):
            into[key] += value  # one more of several tables of a name
        else:
            into[key] = value


def _header_lines(text: str) -> Iterator[tuple[tuple[str, int], int]]:
    """The line of each table, and which of several it is; of a table that is written twice the first."""
    line, at = 1, 0
    times: dict[str, int] = {}
    for header in _HEADER.finditer(text):
        line, at = line + text.count("\n", at, header.start()), header.start()
        table = header[1].replace('"', "")
        index = times.get(table, 0)
        if index == 0 or header[0].startswith("[["):
            times[table] = index + 1
            yield (table, index), line


def _key_lines(text: str, headers: Mapping[tuple[str, int], int]) -> dict[tuple[str, str, int], int]:
    opened = {line: table for table, line in headers.items()}
    lines: dict[tuple[str, str, int], int] = {}
    table, index = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if number in opened:
            table, index = opened[number]
        elif found := _KEY.match(line):
            key = found[1].replace('"', "")
            lines.setdefault((table, key, index), number)
            lines.setdefault((table, key.split(".")[0], index), number)
    return lines


def _in(table: str) -> str:
    return f"In [{table}] " if table else ""


def _folded(text: str) -> str:
    """A text in one line; spaces at which it may not be broken stay."""
    return (
        "\u00a0".join(" ".join(part.split()) for part in text.split("\u00a0"))
        if "\u00a0" in text
        else " ".join(text.split())
    )

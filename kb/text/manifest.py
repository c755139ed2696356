"""The manifest: game.toml as title, languages, editions and sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.model.entities import Edition, Place, Source, Texts
from kb.model.problems import Problem
from kb.text.reader import TextFile
from kb.text.toml import TomlFile, read_tables

_KEYS = ("prefix", "languages", "players", "title", "editions", "sources", "retired")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What game.toml says."""

    prefix: str
    title: Texts
    languages: tuple[str, ...]
    players: tuple[int, ...]
    editions: Mapping[str, Edition]
    sources: Mapping[str, Source]
    retired: tuple[str, ...]
    source_places: Mapping[str, Place]

    @property
    def original(self) -> str:
        """The language that is written first, and translated from: the first that is listed."""
        return self.languages[0]


def read_manifest(file: TextFile, game: str) -> tuple[Manifest, tuple[Problem, ...]]:
    """Read game.toml; what is missing gets a plain stand-in, so that the prose can still be read."""
    tables = read_tables(file)
    values = tables.values
    tables.known("", values, _KEYS)
    for key in ("prefix", "title", "editions", "sources"):
        if key not in values and file.text:
            tables.report("TOML-MISSING", "", key, f"There is no {key}.", f"Add {key}; docs/corpus.md shows how.")
    prefix = tables.text("", "prefix", values.get("prefix", ""))
    languages = tables.strings("", "languages", values.get("languages", ["en"])) or ("en",)
    sources = _sources(tables, languages[0])
    manifest = Manifest(
        prefix=prefix,
        title=tables.texts("", "title", values.get("title", {})) or {languages[0]: game},
        languages=languages,
        players=_players(tables),
        editions=_editions(tables, languages),
        sources=sources,
        retired=tables.strings("", "retired", values.get("retired", [])),
        source_places={name: tables.place(f"sources.{name}") for name in sources},
    )
    return manifest, tuple(tables.problems)


def _players(tables: TomlFile) -> tuple[int, ...]:
    players = tables.values.get("players", [])
    if isinstance(players, list) and all(type(count) is int and count > 0 for count in players):
        return tuple(players)
    tables.report("TOML-TYPE", "", "players", f"players is {players!r}.", "Write a list of numbers, such as [2, 3, 4].")
    return ()


def _editions(tables: TomlFile, languages: tuple[str, ...]) -> dict[str, Edition]:
    editions: dict[str, Edition] = {}
    for name, entry, table in _entries(tables, "editions", ("title", "lang")):
        lang = tables.text(table, "lang", entry.get("lang", ""))
        if lang not in languages:
            message = f"In [{table}] lang is {lang!r}, which is no language of the game."
            tables.report("ATTR-VALUE", table, "lang", message, f"Write one of: {', '.join(languages)}.")
        editions[name] = Edition(name, tables.text(table, "title", entry.get("title", name)), lang)
    return editions


def _sources(tables: TomlFile, original: str) -> dict[str, Source]:
    sources: dict[str, Source] = {}
    for name, entry, table in _entries(tables, "sources", ("rank", "title", "by")):
        rank = entry.get("rank")
        if type(rank) is not int:
            tables.report("TOML-TYPE", table, "rank", f"In [{table}] rank is {rank!r}.", "Write a whole number.")
            rank = 0
        title = tables.texts(table, "title", entry.get("title", {})) or {original: name}
        sources[name] = Source(name, rank, title, tables.text(table, "by", entry.get("by", "")))
    return sources


def _entries(tables: TomlFile, key: str, known: tuple[str, ...]) -> list[tuple[str, dict[str, object], str]]:
    group = tables.values.get(key, {})
    if not isinstance(group, dict):
        tables.report("TOML-TYPE", "", key, f"{key} is {group!r}.", f"Write one [{key}.name] table for each.")
        return []
    found: list[tuple[str, dict[str, object], str]] = []
    for name, entry in group.items():
        table = f"{key}.{name}"
        if isinstance(entry, dict):
            tables.known(table, entry, known)
            found.append((name, entry, table))
        else:
            tables.report("TOML-TYPE", key, name, f"{table} is {entry!r}.", f"Write a [{table}] table.")
    return found

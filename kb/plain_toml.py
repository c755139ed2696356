"""The plain part of TOML that the corpus is written in, read several times faster than all of TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_HEADER = re.compile(r"\[([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\][ \t]*(?:#.*)?")
_PAIR = re.compile(
    r"(?P<key>[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)[ \t]*=[ \t]*"
    r'(?:"(?P<text>(?:[^"\\]|\\")*)"'
    r'|(?P<list>\[[ \t]*(?:"[^"\\]*"[ \t]*(?:,[ \t]*"[^"\\]*"[ \t]*)*,?)?[ \t]*\])'
    r'|(?P<inline>\{(?:[ \t]*[A-Za-z0-9_-]+[ \t]*=[ \t]*"[^"\\]*"[ \t]*(?:,(?=[ \t]*[A-Za-z0-9_-])|(?=\})))+\})'
    r"|(?P<number>0|[1-9][0-9]*))"
    r"[ \t]*(?:#.*)?"
)
_UNFINISHED = re.compile(r"[A-Za-z0-9_.-]+[ \t]*=[ \t]*\[[^\]]*")
_INLINE_PAIR = re.compile(r'([A-Za-z0-9_-]+)[ \t]*=[ \t]*"([^"\\]*)"')
_ITEM = re.compile(r'"([^"\\]*)"')
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class _Inline(dict[str, str]):
    """An inline table, to which nothing may be added."""


def read_plain(text: str) -> dict[str, Any] | None:
    """Read TOML of strings, lists and inline tables of strings, and numbers; None when there is anything else."""
    if _CONTROL.search(text):
        return None
    root: dict[str, Any] = {}
    table = root
    opened: set[str] = set()
    for line in _logical_lines(text):
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            header = _HEADER.fullmatch(line)
            if not header or header[1] in opened:
                return None
            opened.add(header[1])
            found = _descend(root, header[1].split("."))
            if found is None or found:  # a table filled from elsewhere has rules of its own
                return None
            table = found
        elif (pair := _PAIR.fullmatch(line)) is None or not _enter(table, pair):
            return None
    return root


def _logical_lines(text: str) -> Iterator[str]:
    """Give the lines, a list that goes over several of them as one."""
    begun = ""
    for line in text.split("\n"):
        line = f"{begun} {line}".strip(" \t") if begun else line.strip(" \t")
        begun = "" if line.endswith("]") or not _UNFINISHED.fullmatch(line) else line
        if not begun:
            yield line
    if begun:
        yield begun


def _enter(table: dict[str, Any], pair: re.Match[str]) -> bool:
    *path, key = pair["key"].split(".")
    inner = _descend(table, path) if path else table
    if inner is None or key in inner:
        return False
    if pair["text"] is not None:
        inner[key] = pair["text"].replace('\\"', '"')
    elif pair["list"] is not None:
        inner[key] = _ITEM.findall(pair["list"])
    elif pair["inline"] is not None:
        found = _INLINE_PAIR.findall(pair["inline"])
        inner[key] = _Inline(found)
        return len(inner[key]) == len(found)
    else:
        inner[key] = int(pair["number"])
    return True


def _descend(table: dict[str, Any], path: list[str]) -> dict[str, Any] | None:
    for key in path:
        inner = table.setdefault(key, {})
        if not isinstance(inner, dict) or isinstance(inner, _Inline):
            return None
        table = inner
    return table

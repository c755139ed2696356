"""Tables of the docs that are made from the code: settings, addresses, what the API takes and gives (`python -m web.manual DOCS`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from web.api.openapi import schemas
from web.app import create_app
from web.base.settings import SETTINGS, Setting

#: what stands in an address for an argument of the route
_STANDS_FOR = {"identity": "ID", "what": "", "filename": "FILE"}


def settings_table() -> str:
    """Every setting: its variable, its default, what it does."""
    rows = [f"| `{each.variable}` | {_default(each)} | {each.help} |" for each in SETTINGS]
    return _table("variable", "default", "meaning", rows=rows)


def _default(setting: Setting) -> str:
    return f"`{setting.default}`" if setting.default != "" else ""


def addresses_table() -> str:
    """Every address of the app, how it is asked, and the sentence its view says of itself."""
    app = create_app()
    rows = sorted({row for rule in app.url_map.iter_rules() for row in _addresses(app, rule)})
    return _table("address", "asked by", "what", rows=[f"| `{path}` | {how} | {what} |" for path, how, what in rows])


def _addresses(app: Flask, rule: Rule) -> Iterator[tuple[str, str, str]]:
    """The addresses of a route; one that takes several words in a place has several."""
    view = app.view_functions[rule.endpoint]
    told = (view.__doc__ or "").strip().splitlines()[0] if rule.endpoint != "static" else "A file of the app."
    how = ", ".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
    several = re.search(r"<any\(([^)]*)\):\w+>", rule.rule)
    for word in several[1].split(", ") if several else [""]:
        path = re.sub(r"<any\([^)]*\):\w+>", word, rule.rule)
        yield re.sub(r"<(?:\w+:)?(\w+)>", lambda m: _STANDS_FOR.get(m[1], m[1].upper()), path), how, told


def shapes_table() -> str:
    """Every object that the API takes or gives, field by field."""
    parts = []
    for name, shape in schemas().items():
        rows = [
            f"| `{field}` | {_type(of)} | {of.get('description', '')} |"
            for field, of in shape.get("properties", {}).items()
        ]
        body = _table("field", "type", "meaning", rows=rows) if rows else f"One of: {_type(shape)}."
        parts.append(f"### {name}\n\n{shape.get('description', '')}\n\n{body}".replace("\n\n\n\n", "\n\n"))
    return "\n\n".join(parts)


def _type(shape: Mapping[str, Any]) -> str:
    """The type of a field, in a few words."""
    if "$ref" in shape:
        name = str(shape["$ref"]).rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in shape:
        return ", ".join(f"`{value}`" for value in shape["enum"])
    if "anyOf" in shape:
        return " or ".join(_type(each) for each in shape["anyOf"])
    kind = shape.get("type", "any value")
    if kind == "array":
        return f"list of {_type(shape['items'])}" if shape.get("items") else "list"
    if kind == "object" and isinstance(shape.get("additionalProperties"), dict):
        return f"object of {_type(shape['additionalProperties'])}"
    return {"null": "nothing", "boolean": "yes or no", "integer": "number", "string": "text"}.get(kind, str(kind))


def _table(*heads: str, rows: list[str]) -> str:
    return "\n".join([f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *rows])


#: page -> what is written into it, between the marks of this name
TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "operate.md": ("settings", settings_table),
    "web.md": ("addresses", addresses_table),
    "api.md": ("shapes", shapes_table),
}


def with_table(page: str, name: str, table: str) -> str:
    """A page with the table of today between its marks."""
    begin, end = f"<!-- {name}: written by `make docs` -->", f"<!-- {name} end -->"
    before, begun, rest = page.partition(begin)
    _, ended, after = rest.partition(end)
    if not begun or not ended:
        raise SystemExit(f"the page has no place for the {name}: write {begin} and {end} where they belong.")
    return f"{before}{begin}\n\n{table}\n\n{end}{after}"


if __name__ == "__main__":
    for name, (mark, table) in TABLES.items():
        path = Path(sys.argv[1]) / name
        path.write_text(with_table(path.read_text("utf-8"), mark, table()), "utf-8")

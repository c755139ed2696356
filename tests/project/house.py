"""The house drawn from its own contracts: rooms in the order of their layers, a picture and a table (`python -m tests.project.house DOCS`)."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tests.support.places import ROOT
from web.manual import with_table

PACKAGES = ("web", "referee", "kb", "grammar")
#: a room in the picture, in pixels
WIDTH, HEIGHT, GAP, HEAD = 176, 34, 6, 30
FILLS = {"web": "#e3edf7", "referee": "#e8f3e6", "kb": "#f7f0de", "grammar": "#f3e6ef"}


@dataclass(frozen=True)
class Room:
    """A folder of code: its name below the package, how many modules are in it, what it says of itself."""

    name: str
    modules: int
    says: str


def rooms(package: str) -> list[list[Room]]:
    """The rooms of a package, layer by layer, the highest first; modules outside of rooms stand in none."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each.get("containers") == [package]]
    found = [
        [_room(package, name) for name in re.split(r"\s*[|:]\s*", layer) if _is_room(package, name)] for layer in layers
    ]
    return [layer for layer in found if layer]


def _is_room(package: str, name: str) -> bool:
    return (ROOT / package / name / "__init__.py").exists()


def _room(package: str, name: str) -> Room:
    folder = ROOT / package / name
    says = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    return Room(name, sum(path.name != "__init__.py" for path in folder.rglob("*.py")), says.split("\n")[0])


def picture() -> str:
    """The four packages side by side; what stands higher may use what stands lower, never the other way round."""
    columns = {package: rooms(package) for package in PACKAGES}
    widths = {package: max(len(layer) for layer in of) * (WIDTH + GAP) + GAP for package, of in columns.items()}
    height = HEAD + max(len(of) for of in columns.values()) * (HEIGHT + GAP) + GAP
    parts, x = [], 0
    for package, layers in columns.items():
        parts.append(
            f'<rect x="{x}" y="0" width="{widths[package]}" height="{height}" rx="6" fill="{FILLS[package]}"/>'
        )
        parts.append(f'<text x="{x + GAP + 4}" y="21" font-weight="bold">{package}/</text>')
        for level, layer in enumerate(layers):
            width = (widths[package] - GAP) / len(layer) - GAP
            for at, room in enumerate(layer):
                left, top = x + GAP + at * (width + GAP), HEAD + level * (HEIGHT + GAP)
                parts.append(
                    f'<g><title>{escape(room.says)}</title><rect x="{left:g}" y="{top}" width="{width:g}" height="{HEIGHT}" rx="4"'
                    f' fill="#fff" stroke="#555"/><text x="{left + width / 2:g}" y="{top + 22}" text-anchor="middle">{room.name}'
                    f'<tspan fill="#666" font-size="11"> {room.modules}</tspan></text></g>'
                )
        x += widths[package] + 2 * GAP
        if package != PACKAGES[-1]:
            parts.append(f'<text x="{x - GAP}" y="21" text-anchor="middle">→</text>')
    body = "\n".join(parts)
    title = "The rooms of the house: packages from left to right use those to the right, rooms use those below"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x - 2 * GAP} {height}" font-family="sans-serif" font-size="13"'
        f' role="img" aria-label="{title}">\n<title>{title}</title>\n{body}\n</svg>\n'
    )


def table() -> str:
    """Every room with what is in it, packages and layers from the top."""
    rows = ["| room | modules | what is in it |", "|---|---|---|"]
    for package in PACKAGES:
        for layer in rooms(package):
            rows += [f"| `{package}/{room.name}` | {room.modules} | {room.says} |" for room in layer]
    return "\n".join(rows)


if __name__ == "__main__":
    docs = Path(sys.argv[1])
    (docs / "house.svg").write_text(picture(), "utf-8")
    page = docs / "architecture.md"
    page.write_text(with_table(page.read_text("utf-8"), "rooms", table()), "utf-8")

"""A neighbourhood as a picture: what leads here above, what this leads to below. Plain SVG, every box a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: boxes drawn on each side; the list beside the picture has them all
MOST = 6
WIDTH, BOX_WIDTH, BOX_HEIGHT, GAP = 340, 160, 60, 10


@dataclass(frozen=True, slots=True)
class Box:
    """A drawn node."""

    x: int
    y: int
    width: int
    lines: tuple[str, ...]
    kind: str
    url: str
    title: str
    label: str  #: how it is connected; nothing for the one in the middle


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boxes and the lines between them, ready for the template."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]  #: paths


def draw(
    middle: dict[str, str], above: Sequence[tuple[str, dict[str, str]]], below: Sequence[tuple[str, dict[str, str]]]
) -> Drawing:
    """Lays out a node between those that lead to it and those it leads to; each comes with the word for its link."""
    boxes: list[Box] = []
    paths: list[str] = []
    top = _rows(boxes, above[:MOST], 4)
    y = top + (26 if above else 0)
    boxes.append(_box((WIDTH - 220) // 2, y, 220, "", middle))
    bottom = _rows(boxes, below[:MOST], y + BOX_HEIGHT + 26)
    for box in boxes:
        if box.label:
            edge = y if box.y < y else y + BOX_HEIGHT
            side = box.x + box.width if box.x < WIDTH // 2 - BOX_WIDTH // 2 else box.x
            paths.append(f"M{WIDTH // 2} {edge}V{box.y + BOX_HEIGHT // 2}H{side}")
    return Drawing(WIDTH, max(bottom, y + BOX_HEIGHT) + 4, tuple(boxes), tuple(paths))


def _rows(boxes: list[Box], nodes: Sequence[tuple[str, dict[str, str]]], y: int) -> int:
    """Two boxes a row; gives where the last row ends."""
    for at, (label, node) in enumerate(nodes):
        column = at % 2
        boxes.append(_box(column * (BOX_WIDTH + 2 * GAP), y + (at // 2) * (BOX_HEIGHT + GAP), BOX_WIDTH, label, node))
    rows = (len(nodes) + 1) // 2
    return y + rows * (BOX_HEIGHT + GAP) - (GAP if rows else 0)


def _box(x: int, y: int, width: int, label: str, node: dict[str, str]) -> Box:
    return Box(x, y, width, _lines(node["title"], width // 8), node["kind"], node["graph"], node["title"], label)


def _lines(title: str, letters: int) -> tuple[str, ...]:
    """A title on at most two lines."""
    first = ""
    words = title.split()
    while words and len(first) + len(words[0]) < letters:
        first = f"{first} {words.pop(0)}".strip()
    rest = " ".join(words)
    if not first:
        return (title[: letters - 1] + "…" if len(title) > letters else title,)
    if not rest:
        return (first,)
    return first, rest if len(rest) <= letters else rest[: letters - 1].rstrip() + "…"

"""What is refused because nobody writes it by hand: texts too long, numbers too large, or nested too deep for those who read the tree."""

from __future__ import annotations

import re

from grammar.base.errors import SyntaxProblemError
from grammar.base.records import names_of

#: longer texts and more brackets inside each other than these are refused before parsing
LONGEST = 200_000
DEEPEST = 60
#: more nodes inside each other than this are refused after it
TALLEST = 120
#: digits of a number
DIGITS = 18
_LARGE = re.compile(rf"\d{{{DIGITS + 1},}}")
_BRACKETS = re.compile(r"[(\[{)\]}]")


def refuse_monsters(text: str) -> None:
    """Stops oversized or deeply nested text before the parser sees it."""
    if len(text) > LONGEST:
        raise SyntaxProblemError(1, 1, f"the text is {len(text)} characters long", f"Keep it under {LONGEST}.")
    if large := _LARGE.search(text):
        line, start = text.count("\n", 0, large.start()) + 1, text.rfind("\n", 0, large.start()) + 1
        raise SyntaxProblemError(
            line,
            large.start() - start + 1,
            f"the number {large.group()[:12]}… is too large",
            f"At most {DIGITS} digits.",
        )
    if text.count("(") + text.count("[") + text.count("{") > DEEPEST:
        depth = deepest = 0
        for match in _BRACKETS.finditer(text):
            depth += 1 if match.group() in "([{" else -1
            deepest = max(deepest, depth)
        if deepest > DEEPEST:
            raise SyntaxProblemError(
                1, 1, f"the text is nested {deepest} levels deep", f"Keep brackets under {DEEPEST} levels."
            )


def refuse_towers(text: str, tree: object, opened: int) -> None:
    """Stops a tree that brackets did not betray: `not not …`, or a sum of a thousand parts."""
    signs = sum(map(text.count, "+-*/"))
    if (opened > TALLEST or signs > TALLEST) and _height(tree) > TALLEST:
        raise SyntaxProblemError(
            1,
            1,
            f"the text is nested more than {TALLEST} levels deep",
            "Give names to its parts with “define” or “let”.",
        )


def _height(tree: object) -> int:
    """How many nodes stand inside each other; counting ends soon after TALLEST."""
    height = 0
    level = [tree]
    while level and height <= TALLEST:
        inside = [item for node in level for item in _inside(node)]
        height += 1
        level = inside
    return height


def _inside(node: object) -> list[object]:
    """The records directly inside, through tuples."""
    found: list[object] = []
    queue: list[object] = list(node) if isinstance(node, tuple) else [getattr(node, name) for name in names_of(node)]
    while queue:
        item = queue.pop()
        if isinstance(item, tuple):
            queue += item
        elif hasattr(item, "__match_args__"):
            found.append(item)
    return found

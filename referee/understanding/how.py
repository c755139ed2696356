"""Why a question was read so: the signs and what they weigh, the wording that fits, what was said and what was taken as said."""

from __future__ import annotations

from kb.asking.weights import weights
from referee.understanding.reading import Reading


def how(reading: Reading) -> list[str]:
    """Line by line."""
    known = weights()
    signs = ", ".join(f"{name} {part:.2f} × {known.get(name, 0.0):.2f}" for name, part in reading.parts.items() if part)
    lines = [reading.question, f"{reading.score:.3f}: {signs}", f"≈ {reading.pattern}"]
    lines += [f"{each.name}: {each.text}{'' if each.said else ' *'}" for each in reading.arguments]
    lines += [f"{fact.text}  {fact.sure:.2f}" for fact in reading.facts]
    return lines

"""What each sign that a reading is right weighs: numbers that were learnt, kept in a file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kb.languages.lines import read_texts

#: written by `python -m tests.bench.words --train`
PATH = Path(__file__).with_name("weights.toml")


@cache
def weights() -> dict[str, float]:
    """Sign -> its weight."""
    return {name: float(weight) for name, weight in read_texts(PATH).items()}

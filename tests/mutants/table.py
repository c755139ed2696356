"""The table of mutants: a piece of code that stands once in the product, what it becomes, and the tests that must notice."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("grammar", "kb", "referee", "web")
TABLE = Path(__file__).with_name("mutants.toml")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: what a user would suffer, the code, what it becomes, who must notice."""

    says: str
    code: str
    mutated: str
    tests: tuple[str, ...]


def mutants(table: Path = TABLE) -> list[Mutant]:
    """All rows of the table."""
    rows = tomllib.loads(table.read_text("utf-8"))["mutant"]
    return [Mutant(row["says"], row["code"], row["mutated"], tuple(row["tests"])) for row in rows]


def homes(mutant: Mutant, root: Path = ROOT) -> list[Path]:
    """The modules in which the code of a mutant stands, each as often as it stands there."""
    found: list[Path] = []
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            found += [path.relative_to(root)] * path.read_text("utf-8").count(mutant.code)
    return found

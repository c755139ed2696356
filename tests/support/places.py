"""Where things lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"
DATA = ROOT / "tests" / "data"
#: whole small games, for those who write one
EXAMPLES = ROOT / "examples"
#: a made-up game that has a bit of everything the tests look for
HARBOUR = ROOT / "tests" / "games" / "harbour"

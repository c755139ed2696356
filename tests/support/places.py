"""Where things lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"
DATA = ROOT / "tests" / "data"
#: a small complete game
HARBOUR = ROOT / "tests" / "games" / "harbour"

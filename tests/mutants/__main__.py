"""Put every fault of the table into a copy of the project and let its tests look: `python -m tests.mutants [WORD]`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants.table import PACKAGES, ROOT, Mutant, homes, mutants


def copied(folder: Path) -> None:
    """The project in another folder: what is read only is linked, what is changed is copied."""
    for name in (*PACKAGES, "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.name not in (*PACKAGES, "tests") and not path.name.startswith("."):
            (folder / path.name).symlink_to(path)


def noticed(mutant: Mutant, folder: Path) -> str:
    """What became of a mutant: noticed, or why it was not."""
    places = homes(mutant)
    if len(places) != 1:
        return f"NOT TRIED: its code stands {len(places)} times"
    path = folder / places[0]
    right = path.read_text("utf-8")
    path.write_text(right.replace(mutant.code, mutant.mutated), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *mutant.tests]
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    )
    path.write_text(right, encoding="utf-8")
    if run.returncode == 1:
        return "noticed"
    return "SURVIVES" if run.returncode == 0 else f"NOT TRIED: pytest ended with {run.returncode}: {run.stdout[-400:]}"


def main() -> int:
    """Print a line a mutant; 1 when one lives."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    wanted = [mutant for mutant in mutants() if word in mutant.says]
    alive = 0
    with tempfile.TemporaryDirectory(prefix="paragraf-mutants-") as made:
        copied(Path(made))
        for mutant in wanted:
            found = noticed(mutant, Path(made))
            alive += found != "noticed"
            print(f"{found:10} {mutant.says}", flush=True)
    print(f"{len(wanted) - alive} of {len(wanted)} noticed")
    return 1 if alive or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())

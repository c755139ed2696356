"""`python -m tests.matrix [TESTS …]`: for each Python found an environment of its own and the quick tests; says which are missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.places import ROOT

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
HOME = ROOT / ".paragraf" / "matrix"
#: what can be tried anywhere in a few minutes
QUICK = ("-q", "-m", "not slow and not browser and not corpus")


def python_of(version: str) -> str:
    """A Python of this version: on the path, or of pyenv; empty where there is none."""
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    own = sys.executable if ".".join(map(str, sys.version_info[:2])) == version else None
    candidates = [
        own,
        shutil.which(f"python{version}"),
        *map(str, sorted(kept.glob(f"{version}.*/bin/python"), reverse=True)),
    ]
    return next((each for each in candidates if each and _is(each, version)), "")


def _is(python: str, version: str) -> bool:
    """Whether it runs and is what it is called: a shim may lead nowhere."""
    asked = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == version


def run(version: str, python: str, tests: list[str]) -> bool:
    """Makes the environment if it is not there, and runs the tests in it; whether all passed."""
    place = HOME / version
    inside = place / "bin" / "python"
    if not (place / "ready").exists():
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([python, "-m", "venv", place], check=True)
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", ".[dev]"]
        if subprocess.run([inside, *install], cwd=ROOT, check=False).returncode:
            print(f"{version}: what the tests need cannot be installed")
            return False
        (place / "ready").touch()
    env = {**os.environ, "PARAGRAF_CACHE": str(place / "cache"), "PYTHONPATH": str(ROOT)}
    return subprocess.run([inside, "-m", "pytest", *QUICK, *tests], cwd=ROOT, env=env, check=False).returncode == 0


def main(tests: list[str]) -> int:
    """A line for each version at the end."""
    said = {}
    for version in VERSIONS:
        python = python_of(version)
        if python:
            print(f"--- Python {version}: {python}", flush=True)
        said[version] = "not here" if not python else "passed" if run(version, python, tests) else "FAILED"
    print("\n".join(f"Python {version}: {word}" for version, word in said.items()))
    return int("FAILED" in said.values())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

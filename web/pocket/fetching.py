"""Brings the files of the runtime by the names of packages, with npm or with pip, and takes only what has the right digest."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from web.pocket.runtime import ABI, FILES, MSGSPEC, PLATFORM, PYODIDE, PYTHON, Runtime, digest_of

#: seconds one registry may take
PATIENCE = 300
#: a package of PyPI that carries the same files, for machines without npm
CARRIER = "flet-web==1.0.5"
LICENCES = Path(__file__).parent / "vendor"
NOTICE = f"""\
What is in this folder, and under which licence

pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm   Pyodide {PYODIDE}, Mozilla Public License 2.0 (MPL-2.0.txt);
                                                 its source: the repository pyodide/pyodide, tag {PYODIDE}
python_stdlib.zip                                the standard library of Python {PYTHON}, PSF license (PSF.txt), with modules of Pyodide (MPL-2.0)
{MSGSPEC}
                                                 msgspec, BSD 3-Clause; its licence is inside the file
The other packages that phones are given are those that the program itself is installed with; each has its licence beside it.
"""


class FetchError(Exception):
    """The files could not be brought; says what was tried."""


def fetch(folder: Path, tell: Callable[[str], None] = lambda _: None) -> bool:
    """Makes a folder whole; whether anything had to be brought. Nothing is put in it that is not what it should be."""
    wanted = set(Runtime(folder).faults())
    if not wanted:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    tried: list[str] = []
    with tempfile.TemporaryDirectory(dir=folder, prefix=".fetching-") as aside:
        place = Path(aside)
        for bring in (_from_npm, _from_carrier, _wheel):
            if not wanted & _brought_by(bring):
                continue
            fault = bring(place, tell)
            if fault:
                tried.append(fault)
            for path in [each for each in place.rglob("*") if each.name in wanted and each.is_file()]:
                if digest_of(path) == FILES[path.name]:
                    path.replace(folder / path.name)
                    wanted.discard(path.name)
                else:
                    tried.append(f"{path.name} is not the file it should be: its digest is another")
    if wanted:
        raise FetchError(f"These files are still missing: {', '.join(sorted(wanted))}. Tried: {'; '.join(tried)}.")
    (folder / "LICENCES.txt").write_text(NOTICE, "utf-8")
    for licence in LICENCES.glob("*.txt"):
        shutil.copyfile(licence, folder / licence.name)
    return True


def _brought_by(bring: Callable[[Path, Callable[[str], None]], str]) -> set[str]:
    return {MSGSPEC} if bring is _wheel else set(FILES) - {MSGSPEC}


def _from_npm(place: Path, tell: Callable[[str], None]) -> str:
    """The package as its makers publish it."""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed"
    tell(f"npm: pyodide {PYODIDE}")
    fault = _run([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], place)
    for archive in place.glob("*.tgz"):
        with tarfile.open(archive) as packed:
            for member in packed.getmembers():
                name = member.name.rpartition("/")[2]
                source = packed.extractfile(member) if member.isfile() and name in FILES else None
                if source is not None:
                    (place / name).write_bytes(source.read())
    return fault


def _from_carrier(place: Path, tell: Callable[[str], None]) -> str:
    tell(f"pip: {CARRIER}")
    fault = _pip(place, CARRIER)
    for archive in place.glob("*.whl"):
        with zipfile.ZipFile(archive) as packed:
            for member in packed.infolist():
                name = member.filename.rpartition("/")[2]
                if name in FILES:
                    (place / name).write_bytes(packed.read(member))
    return fault


def _wheel(place: Path, tell: Callable[[str], None]) -> str:
    tell(f"pip: {MSGSPEC}")
    name, version = MSGSPEC.split("-")[:2]
    return _pip(
        place, f"{name}=={version}", "--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--abi", ABI,
    )  # fmt: skip


def _pip(place: Path, *wanted: str) -> str:
    return _run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:",
            "--dest", ".", *wanted,
        ],
        place,
    )  # fmt: skip


def _run(command: list[str], place: Path) -> str:
    """Runs a program in a folder; what went wrong in a few words."""
    try:
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{Path(command[0]).name}: {error}"
    if done.returncode == 0:
        return ""
    said = [line for line in done.stderr.splitlines() if line.strip()]
    return f"{' '.join(Path(command[0]).name.split() + command[1:4])}: {said[-1][:200] if said else done.returncode}"

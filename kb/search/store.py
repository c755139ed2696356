"""The index on disk: built aside, put in place by one rename, checked when opened."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # not on this system: builders then do not wait for each other, which costs only time
    fcntl = None  # type: ignore[assignment]

from kb.cache.digest import PYTHON

_SEAL = "seal.json"
_PREFIX = "index-"
_BUILDING = ".building-"
#: other versions kept, for processes that still read them
_KEPT = 2
_STALE_SECONDS = 3600


def sealed_folder(directory: Path, version: str, build: Callable[[Path], None]) -> Path:
    """Give the folder of a sound index of this version; build it when it is missing, old or damaged."""
    folder = directory / f"{_PREFIX}{_key(version)}"
    if is_sound(folder):
        return folder
    directory.mkdir(parents=True, exist_ok=True)
    with _only_builder(directory):
        if not is_sound(folder):
            _build(directory, folder, build)
            _tidy(directory, folder)
    return folder


def is_sound(folder: Path) -> bool:
    """Say whether a folder holds every file as it was sealed."""
    try:
        sealed = json.loads((folder / _SEAL).read_bytes())
        return bool(sealed) and all(_digest(folder / name) == digest for name, digest in sealed.items())
    except (OSError, ValueError, AttributeError):
        return False


def write_values(path: Path, values: object) -> None:
    """Write plain values."""
    path.write_text(json.dumps(values, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def read_values(path: Path) -> Any:
    """Read plain values."""
    return json.loads(path.read_bytes())


def write_bytes(path: Path, data: bytes) -> None:
    """Write data as it is."""
    path.write_bytes(data)


def read_bytes(path: Path) -> bytes:
    """Read data as it is."""
    return path.read_bytes()


def _build(directory: Path, folder: Path, build: Callable[[Path], None]) -> None:
    aside = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=directory))
    try:
        build(aside)
        seal = {path.name: _digest(path) for path in sorted(aside.iterdir()) if path.is_file()}
        write_values(aside / _SEAL, seal)
        aside.chmod(0o755)
        if folder.exists():
            damaged = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=directory))
            folder.rename(damaged / folder.name)
            shutil.rmtree(damaged, ignore_errors=True)
        try:
            aside.rename(folder)
        except OSError:
            if not is_sound(folder):  # another process may have been first
                raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _tidy(directory: Path, current: Path) -> None:
    """Remove old versions and what builders left behind."""
    now = time.time()
    others = sorted((_age(path, now), path) for path in directory.glob(f"{_PREFIX}*") if path != current)
    for _, path in others[_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
    for path in directory.glob(f"{_BUILDING}*"):
        if _age(path, now) > _STALE_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _age(path: Path, now: float) -> float:
    try:
        return now - path.stat().st_mtime
    except OSError:
        return 0.0


@contextmanager
def _only_builder(directory: Path) -> Iterator[None]:
    """Wait until no other process builds here; a lock ends with the process that held it."""
    with (directory / ".lock").open("a") as handle:
        if fcntl:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _key(version: str) -> str:
    return hashlib.sha256(f"{version} {PYTHON} {_code_version()}".encode()).hexdigest()[:16]


@cache
def _code_version() -> str:
    """Give a digest of the code that writes the index, so that none made by other code is ever read."""
    digest = hashlib.sha256(package_version("whoosh").encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "blake2b").hexdigest()[:32]

"""What a phone is given to run: the standard library cut to what is of use, the program with its packages, and games, as archives."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from web.pocket.runtime import LIBRARY, MSGSPEC, Runtime

#: our own packages
OWN = ("grammar", "kb", "referee", "web")
#: packages that pages stand on, all of them Python alone but msgspec, which comes compiled for browsers
PACKAGES = (
    "blinker", "click", "flask", "itsdangerous", "jinja2", "lark", "markdown", "markupsafe", "segno", "werkzeug", "whoosh",
)  # fmt: skip
#: modules of the standard library that nothing here asks for; a tenth of it is for terminals, mail and other machines
UNUSED = (
    "_pyio.py", "_pydatetime.py", "_pydecimal.py", "_aix_support.py", "_android_support.py", "_apple_support.py", "_ios_support.py",
    "cProfile.py", "profile.py", "pstats.py", "ctypes", "curses", "dbm", "doctest.py", "ensurepip", "filecmp.py", "fileinput.py", "ftplib.py",
    "idlelib", "imaplib.py", "lib2to3", "mailbox.py", "modulefinder.py", "multiprocessing", "netrc.py", "nturl2path.py", "pickletools.py",
    "plistlib.py", "poplib.py", "pyclbr.py", "pydoc.py", "pydoc_data", "rlcompleter.py", "sched.py", "shelve.py", "smtplib.py", "statistics.py",
    "tabnanny.py", "test", "this.py", "timeit.py", "tkinter", "trace.py", "tracemalloc.py", "turtle.py", "turtledemo", "unittest", "venv",
    "wave.py", "webbrowser.py", "wsgiref", "xmlrpc", "zipapp.py",
)  # fmt: skip
#: how a text may be written; the others are of old machines
ENCODINGS = (
    "__init__", "aliases", "ascii", "charmap", "cp1250", "cp1251", "cp1252", "cp437", "idna", "iso8859_1", "latin_1", "mbcs", "punycode",
    "raw_unicode_escape", "undefined", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig",
)  # fmt: skip
#: files of packages that run nothing
_IDLE = (".so", ".pyd", ".pyi", ".pyc", ".typed")
_WHEN = (2020, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Parcel:
    """Bytes under a name: as they are, and as they travel."""

    name: str
    data: bytes
    packed: bytes  #: compressed
    digest: str


def parcel(name: str, data: bytes) -> Parcel:
    """Bytes made ready to travel."""
    return Parcel(name, data, gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest())


def runtime_parcel(runtime: Runtime, name: str) -> Parcel:
    """A file of the runtime; of the library what is of use."""
    data = runtime.read(name)
    return parcel(name, cut_library(data) if name == LIBRARY else data)


def cut_library(data: bytes) -> bytes:
    """The standard library without what nothing here asks for."""
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        return archive((entry.filename, whole.read(entry)) for entry in whole.infolist() if _is_used(entry.filename))


def _is_used(name: str) -> bool:
    top, _, rest = name.partition("/")
    if name.endswith("/") or top in UNUSED:
        return False
    return top != "encodings" or rest.removesuffix(".py") in ENCODINGS


def program_parcel(runtime: Runtime) -> Parcel:
    """The program and the packages it stands on."""
    return parcel("program.zip", archive((*_compiled(runtime), *_installed(), *_own())))


def game_parcel(name: str, folder: Path) -> Parcel:
    """The texts of a game."""
    files = ((f"{name}/{path}", data) for path, data in _files(folder))
    return parcel(f"{name}.zip", archive(files))


def archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files as one, the same bytes for the same files; not compressed one by one: all together they become smaller."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as packed:
        for name, data in files:
            packed.writestr(zipfile.ZipInfo(name, _WHEN), data)
    return made.getvalue()


def _compiled(runtime: Runtime) -> Iterator[tuple[str, bytes]]:
    """What only works where it was compiled for."""
    with zipfile.ZipFile(io.BytesIO(runtime.read(MSGSPEC))) as wheel:
        for entry in wheel.infolist():
            if not entry.filename.endswith((".pyi", ".typed", "RECORD")):
                yield f"packages/{entry.filename}", wheel.read(entry)


def _installed() -> Iterator[tuple[str, bytes]]:
    for name in PACKAGES:
        for path, data in _of_distribution(distribution(name)):
            yield f"packages/{path}", data


def _of_distribution(found: Distribution) -> Iterator[tuple[str, bytes]]:
    """What runs, what says which package it is, and its licence."""
    for file in sorted(found.files or (), key=str):
        path = str(file)
        told = ".dist-info/" in path
        if told and not path.endswith(("METADATA", "entry_points.txt")) and "icen" not in path:
            continue
        if path.startswith("..") or "/tests/" in path or "__pycache__" in path or path.endswith(_IDLE):
            continue
        yield path, Path(str(file.locate())).read_bytes()


def _own() -> Iterator[tuple[str, bytes]]:
    home = Path(__file__).resolve().parent.parent.parent
    for name in OWN:
        for path, data in _files(home / name):
            yield f"program/{name}/{path}", data
    told = next((file for file in distribution("paragraf").files or () if file.name == "METADATA"), None)
    if told is not None:
        yield f"packages/{told.parent.name}/METADATA", Path(str(told.locate())).read_bytes()


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inside.parts):
            yield inside.as_posix(), path.read_bytes()

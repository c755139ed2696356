"""Python for browsers: which files it is made of, by their digests, and whether a folder has them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

#: the release of Pyodide, and the Python it is
PYODIDE, PYTHON, ABI = "314.0.7", "3.14", "cp314"
#: the platform that compiled packages must be made for
PLATFORM = "pyemscripten_2026_0_wasm32"
MSGSPEC = f"msgspec-0.22.0-{ABI}-{ABI}-{PLATFORM}.whl"
LOADER, MODULE, WASM, LIBRARY = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"
#: file -> SHA-256: what comes from a registry is this, or it is not taken
FILES = {
    LOADER: "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    MODULE: "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    WASM: "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    LIBRARY: "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    MSGSPEC: "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
}


@dataclass(frozen=True)
class Runtime:
    """A folder that may hold the files."""

    folder: Path

    def faults(self) -> list[str]:
        """The files that are missing or are something else."""
        return [name for name, digest in FILES.items() if digest_of(self.folder / name) != digest]

    @cached_property
    def is_there(self) -> bool:
        """Whether every file is what it should be; looked at once."""
        return not self.faults()

    def read(self, name: str) -> bytes:
        """One file."""
        return (self.folder / name).read_bytes()


def digest_of(path: Path) -> str:
    """The SHA-256 of a file; empty where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""

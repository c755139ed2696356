"""Files that can be made again: read if they are there, replaced whole or not at all."""

from __future__ import annotations

from pathlib import Path


def read_file(path: Path) -> bytes | None:
    """What a file holds; nothing when it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read()
    except OSError:
        return None


def replace_file(path: Path, data: bytes, changed: int | None = None) -> bool:
    """Written beside and renamed, so that nobody ever reads half a file; that it cannot be written is no fault.

    `changed`: the time, in nanoseconds, that its last change is said to be at; it has it once all is on the disk."""
    import os
    import tempfile  # slow to import, and files are seldom written

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                if changed is not None:
                    file.flush()
                    os.fsync(handle)
                    os.utime(handle if os.utime in os.supports_fd else beside, ns=(changed, changed))
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError:
        return False
    return True

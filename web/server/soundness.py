"""Whether a corpus may be served: what `paragraf check` calls an error keeps it out. What was found right is remembered."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from grammar.base.files import read_file, replace_file
from kb.cache.digest import stamps_of
from kb.games.game import Game

if TYPE_CHECKING:
    from web.game.corpus import Books

#: problems that are told; there may be thousands
SHOWN = 5
#: seconds a check beside the server may take
PATIENCE = 1_800
#: how much was looked at; what comes later has the earlier in it
DEPTHS = ("rules", "cases")


def faults_of(books: Books, folders: Sequence[Path], depth: str) -> list[str]:
    """The errors of all games, looked for here and now; without cases that is a second or two."""
    found = [] if books.volumes() else [no_games(folders)]
    for volume in books.volumes():
        if is_known_right(volume.game, books.cache, depth):
            continue
        _, problems = volume.referee.check(None if depth == "cases" else ())
        errors = [str(each) for each in problems if each.severity == "error"]
        if not errors:
            remember_right(volume.game, books.cache, depth)
        found += errors
    return found


def faults_beside(
    folders: Sequence[Path], games: Mapping[str, str], started: Callable[[subprocess.Popen[str]], None]
) -> list[str]:
    """The errors of these games, cases and all, looked for in a process of its own while this one serves.

    `games`: name -> the version that was read here; `started` is told the process."""
    found: list[str] = []
    for name, version in games.items():
        command = [sys.executable, "-m", "web.cli", "check", "--game", name, "--quiet", "--json"]
        command += [word for folder in folders for word in ("--corpus", str(folder))]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        started(child)
        with child:
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, child.pid, 10)  # those who play come first
            try:
                out, said = child.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                child.kill()
                out, said = "", f"{name}: the check did not end within {PATIENCE} seconds."
        found += _read_report(name, version, child.returncode, out, said)
    return found


def _read_report(name: str, version: str, code: int, out: str, said: str) -> list[str]:
    if code not in (0, 1):
        return [said.strip() or f"{name}: the check was ended (code {code})."]
    report = json.loads(out)["games"][name]
    errors = [
        f"{p['place']}: {p['severity']} [{p['code']}] {p['message']} {p['cure']}"
        for p in report["problems"]
        if p["severity"] == "error"
    ]
    if not errors and report["version"] != version:
        return [f"{name}: its files changed while they were checked; reload again when they are whole."]
    return errors


def shown(faults: list[str]) -> tuple[str, ...]:
    """The first faults, and how many there are besides."""
    more = (f"… and {len(faults) - SHOWN} more; `paragraf check` shows them all.",) if len(faults) > SHOWN else ()
    return (*faults[:SHOWN], *more)


def told(faults: list[str]) -> str:
    """The same, a line each."""
    return "\n".join(f"  {line}" for line in shown(faults))


def no_games(folders: Sequence[Path]) -> str:
    """What is said of folders without games."""
    shown = " and ".join(map(str, folders))
    return f"There is no game in {shown}: no folder there has a game.toml. --corpus or PARAGRAF_CORPUS names the folder of games."


# ---- what was found right ---------------------------------------------------------------------------------------------


def is_known_right(game: Game, cache: Path, depth: str) -> bool:
    """Whether this version was looked at before, as deeply, by the code that is here now."""
    kept = (read_file(_path(game, cache)) or b"").decode("utf-8", "replace").split()
    return len(kept) == 3 and kept[:2] == [game.version, _code()] and kept[2] in DEPTHS[DEPTHS.index(depth) :]


def remember_right(game: Game, cache: Path, depth: str) -> None:
    """Keeps that a game has no error."""
    replace_file(_path(game, cache), f"{game.version} {_code()} {depth}".encode())


def _path(game: Game, cache: Path) -> Path:
    return cache / f"{game.id}.checked"


def _code() -> str:
    """The code that checks, as a digest; that which reads a game is in the game's version."""
    home = Path(__file__).resolve().parent.parent.parent / "referee"
    return hashlib.sha256(repr(stamps_of(home)).encode()).hexdigest()[:12]

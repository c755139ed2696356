"""The cases of a saved game, run in a process of their own: they take seconds, and nobody who types waits for them."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from kb.model.entities import Place
from kb.model.problems import Problem, problem

#: seconds that the cases of a game may take
PATIENCE = 600


class Trials:
    """The newest run counts; one that is still going when another begins is ended."""

    def __init__(self) -> None:
        self._running: asyncio.subprocess.Process | None = None

    async def run(self, folder: Path) -> list[Problem] | None:
        """The cases that fail; None where the run was ended, or could not be made."""
        self.stop()
        command = [sys.executable, "-m", "web.cli", "check", str(folder), "--json"]
        child = self._running = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, child.pid, 10)  # whoever types comes first
        try:
            out, _ = await asyncio.wait_for(child.communicate(), PATIENCE)
        except TimeoutError:
            child.kill()
            return None
        if self._running is not child or child.returncode not in (0, 1):
            return None
        self._running = None
        (report,) = json.loads(out)["games"].values()
        return [_problem(each) for each in report["problems"] if each["code"] == "CASE-FAILED"]

    def stop(self) -> None:
        """Ends a run that is going."""
        child, self._running = self._running, None
        if child is not None and child.returncode is None:
            child.kill()


def _problem(told: dict[str, str]) -> Problem:
    file, line, column = told["place"].rsplit(":", 2)
    return problem(told["code"], Place(file, int(line), int(column)), told["message"], told["cure"])

"""Plain code may give up, but not stumble: a stumble that is caught is a slow path that nobody sees."""

from __future__ import annotations

import sys

from referee.errors import Untold
from referee.runtime import functions


def catch_only_untold() -> None:
    """From here on whatever else plain code runs into fails the test; a served answer would go on by open code."""
    caught = functions.STUMBLES
    for module in list(sys.modules.values()):
        if getattr(module, "STUMBLES", None) is caught:
            setattr(module, "STUMBLES", (Untold,))  # noqa: B010 - a module of any name

"""Where `paragraf` begins: before anything else is imported, nothing more is searched for garbage."""

import gc
import io
import sys
from typing import NoReturn

from grammar.base.spared import Sparing
from web.cli.bytecode import keep_modules

with Sparing():
    import pathlib  # noqa: F401 (every path is one, and whoever imports it first has it wait for others)

PACKAGES = ("grammar", "kb", "referee", "web")


def main() -> NoReturn:
    """Runs the command line. Commands that go on for longer turn the search on again."""
    gc.disable()  # a fifth of the time of a command that answers once
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # letters that the terminal cannot show are written out
    kept = keep_modules(__spec__, PACKAGES)
    try:
        from web.cli.terminal.plain import run as answer

        if answer(sys.argv[1:]):
            if kept is not None:
                kept.keep()
            raise SystemExit(0)
        from web.cli.main import main as run

        run()
    finally:
        gc.freeze()  # and nothing is searched on the way out

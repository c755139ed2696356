"""Where `paragraf` begins: before anything else is imported, nothing more is searched for garbage."""

import gc
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line. Commands that go on for longer turn the search on again."""
    gc.disable()  # a fifth of the time of a command that answers once
    from web.cli.main import main as run

    try:
        run()
    finally:
        gc.freeze()  # and nothing is searched on the way out

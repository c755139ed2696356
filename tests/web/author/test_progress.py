"""Progress is drawn on a terminal and nowhere else."""

from __future__ import annotations

import io

from web.author.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_shown_a_bar_that_is_gone_at_the_end() -> None:
    terminal = Terminal()
    with Progress("harbour", terminal) as progress:
        progress(8, 16)
        progress(16, 16)
        assert "harbour: 16 of 16" in terminal.getvalue() and "█" in terminal.getvalue()
    lines = terminal.getvalue().split("\r")
    assert lines[-2].strip() == "" and len(lines[-2]) >= len("harbour: 16 of 16") and lines[-1] == ""


def test_a_file_is_shown_nothing() -> None:
    file = io.StringIO()
    with Progress("harbour", file) as progress:
        progress(1, 2)
    assert file.getvalue() == "" and str(progress) == "harbour: 1 of 2"

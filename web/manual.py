"""The table of settings in the docs, made from the one in `web.base.settings`: `python -m web.manual PAGE` writes it into a page."""

from __future__ import annotations

import sys
from pathlib import Path

from web.base.settings import SETTINGS, Setting

BEGIN, END = "<!-- settings: written by `make docs` -->", "<!-- settings end -->"


def settings_table() -> str:
    """Every setting: its variable, its default, what it does."""
    rows = [f"| `{each.variable}` | {_default(each)} | {each.help} |" for each in SETTINGS]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])


def _default(setting: Setting) -> str:
    return f"`{setting.default}`" if setting.default != "" else ""


def with_table(page: str) -> str:
    """A page with the table of today between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"the page has no place for the settings: write {BEGIN} and {END} where they belong.")
    return f"{before}{BEGIN}\n\n{settings_table()}\n\n{END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_table(path.read_text("utf-8")), "utf-8")

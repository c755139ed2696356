"""The tutorial carried out: its blocks become the files of a folder, its commands are run where they stand."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from tests.manual.pages import Block, Section, page, sections
from web.cli.main import paragraf

PAGE = "tutorial.md"
_HEADING = re.compile(r"^(?=#{1,3} )", re.MULTILINE)
_TABLE = re.compile(r"^(?=\[)", re.MULTILINE)
_ID = re.compile(r"^#{1,3} .*\{(#[a-z0-9.]+)")


def steps() -> list[Section]:
    """The steps in order."""
    return [section for section in sections(page(PAGE)) if re.match(r"\d\. ", section.title)]


def carry_out(block: Block, home: Path, game: str) -> Iterator[tuple[str, str]]:
    """Writes the file of a block, or runs its commands: each with what it printed."""
    if block.kind in ("toml", "md"):
        _write(home / game / block.name, block.text)
    if block.kind == "console":
        for line in block.text.splitlines():
            if line.startswith("$ "):
                yield line, run(line.removeprefix("$ "), home)


def run(command: str, home: Path) -> str:
    """What a command prints in a folder."""
    name, *args = shlex.split(command)
    assert name == "paragraf", command
    with chdir(home):
        result = CliRunner().invoke(paragraf, args, prog_name=name, env={"PARAGRAF_CACHE": str(home / "cache")})
    return "\n".join(line.rstrip() for line in result.output.strip("\n").splitlines())


def expected(block: Block) -> list[tuple[str, str]]:
    """The commands of a block, each with what the page says it prints."""
    parts = re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE)
    return [(head, rest.strip("\n")) for head, _, rest in (part.partition("\n") for part in parts if part)]


def _write(path: Path, text: str) -> None:
    """A section that is there already is replaced by the new one; a new one comes at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = _parts(path.read_text("utf-8")) if path.exists() else {}
    path.write_text("\n".join((kept | _parts(text)).values()), "utf-8")


def _parts(text: str) -> dict[str, str]:
    """A file by its headings, or by the headers of its tables."""
    cut = _HEADING if _HEADING.match(text) else _TABLE
    found: dict[str, str] = {}
    for part in cut.split(text):
        if part.strip():
            named = _ID.match(part)
            found[named[1] if named else part.partition("\n")[0]] = part.strip("\n") + "\n"
    return found

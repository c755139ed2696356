"""The bytecode of our modules in one file: found as long as the sources are those that were compiled, and of no harm otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.web.cli.conftest import Shell

ENTRY = "import sys\nfrom kept import keep\nimport some.inner as inner, some.other\nprint(inner.SAID, some.other.SAID, type(inner.__spec__.loader).__name__, inner.__file__)\nkeep()\n"
KEPT = """import sys
sys.path.insert(0, {root!r})
from web.cli.bytecode import keep_modules
made = keep_modules(__spec__, ("some",))
def keep():
    print(made is not None and made.keep())
"""


class Project:
    """A small package that is started as ours is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("some/__init__.py", "")
        self.write("some/inner.py", "SAID = 1\n")
        self.write("some/other.py", "from some.inner import SAID\n")
        self.write("kept.py", KEPT.format(root=str(ROOT)))
        self.write("begin.py", ENTRY)

    def write(self, name: str, text: str) -> None:
        """Puts a module there."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def run(self, *options: str) -> list[str]:
        """What a start prints."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PYTHONPYCACHEPREFIX": str(self.folder / "bytecode")}
        return subprocess.run(
            [sys.executable, *options, str(self.folder / "begin.py")], env=environment, capture_output=True, text=True,
            check=True, timeout=60,
        ).stdout.split()  # fmt: skip

    @property
    def file(self) -> Path:
        """Where the modules are kept."""
        (found,) = (self.folder / "bytecode").glob("**/*.modules")
        return found


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_the_second_start_finds_all_of_them(project: Project) -> None:
    file = str(project.folder / "some" / "inner.py")
    assert project.run() == ["1", "1", "SourceFileLoader", file, "True"]
    assert project.run() == ["1", "1", "KeptLoader", file, "False"]


def test_a_source_that_changed_is_read_again(project: Project) -> None:
    project.run()
    project.write("some/inner.py", "SAID = 22\n")
    assert project.run()[:3] == ["22", "22", "SourceFileLoader"]
    assert project.run()[:3] == ["22", "22", "KeptLoader"]


def test_a_module_that_is_gone_is_not_found(project: Project) -> None:
    project.run()
    (project.folder / "some" / "other.py").unlink()
    with pytest.raises(subprocess.CalledProcessError, match="non-zero"):
        project.run()


@pytest.mark.parametrize("cut", [0, 3, 60, -1])
def test_a_damaged_file_counts_for_nothing(project: Project, cut: int) -> None:
    project.run()
    whole = project.file.read_bytes()
    project.file.write_bytes(whole[:cut])
    assert project.run()[:3] == ["1", "1", "SourceFileLoader"]
    assert project.run()[2] == "KeptLoader"


def test_damaged_code_is_read_from_its_own_file(project: Project) -> None:
    project.run()
    whole = project.file.read_bytes()
    project.file.write_bytes(whole[:-400] + b"x" * 400)
    assert project.run()[:2] == ["1", "1"]


def test_another_folder_has_its_own(project: Project, tmp_path: Path) -> None:
    project.run()
    kept = project.file.read_bytes()
    moved = Project(tmp_path / "moved")
    moved.run()
    moved.file.write_bytes(kept)
    assert moved.run()[2:4] == ["SourceFileLoader", str(moved.folder / "some" / "inner.py")]


def test_who_wants_no_bytecode_gets_none(project: Project) -> None:
    assert project.run("-B")[-1] == "False"
    assert not list(project.folder.glob("**/*.modules"))


def test_a_question_is_answered_by_kept_modules_alone(shell: Shell, tmp_path: Path) -> None:
    program = (
        "import sys\nfrom web.cli import entry\n"
        "try: entry.main()\nexcept SystemExit: pass\n"
        "names = [name for name, m in sys.modules.items() if name.partition('.')[0] in entry.PACKAGES]\n"
        "print(len(names), *(n for n in names if type(sys.modules[n].__spec__.loader).__name__ != 'KeptLoader'))"
    )
    env = {**os.environ, **shell.env(), "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    arguments = ("ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = green")
    for _ in range(3):  # the first compiles the rules
        said = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env=env,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
    count, *others = said.splitlines()[-1].split()
    assert int(count) > 100
    assert set(others) == {
        "grammar",
        "grammar.base",
        "grammar.base.spared",
        "web",
        "web.cli",
        "web.cli.bytecode",
        "web.cli.entry",
    }

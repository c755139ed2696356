"""The docs are true: codes, commands and built-in names appear in them, and their examples load."""

from __future__ import annotations

import ast
import re
import textwrap

import pytest

from kb.cases import read_case_file
from kb.model.problems import CATALOGUE
from referee.evaluation.builtins import BUILTINS
from tests.project import house
from tests.support.places import ROOT
from web.base.settings import SETTINGS
from web.cli.main import COMMANDS
from web.manual import TABLES, with_table

DOCS = ROOT / "docs"


def test_every_problem_code_is_documented() -> None:
    text = (DOCS / "problems.md").read_text("utf-8")
    assert [code for code in CATALOGUE if f"`{code}`" not in text] == []


def test_every_builtin_is_documented() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    assert [name for name in BUILTINS if f"`{name}" not in text] == []


@pytest.mark.parametrize("page", TABLES)
def test_what_the_code_knows_is_written_as_it_is(page: str) -> None:
    """Settings, addresses, and what the API takes and gives: all that exist, none that does not."""
    mark, table = TABLES[page]
    text = (DOCS / page).read_text("utf-8")
    assert with_table(text, mark, table()) == text, "`make docs` writes it"


def test_the_house_is_drawn_as_it_stands() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    assert with_table(text, "rooms", house.table()) == text, "`make docs` writes it"
    assert (DOCS / "house.svg").read_text("utf-8") == house.picture(), "`make docs` draws it"


def test_every_room_says_what_is_in_it_and_is_small() -> None:
    """A folder holds at most 16 modules; kb/search, which never steps back, is the exception."""
    for package in house.PACKAGES:
        for init in sorted((ROOT / package).rglob("__init__.py")):
            modules = [path for path in init.parent.glob("*.py") if path.name != "__init__.py"]
            assert len(modules) <= 16 or init.parent.name == "search", init.parent
            says = ast.get_docstring(ast.parse(init.read_text("utf-8"))) or ""
            assert len(says) > 20 and "TODO" not in says, init


def test_files_that_are_named_exist() -> None:
    """A path of the project in any page of the docs is there."""
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md")]:
        named = re.findall(
            r"`((?:web|referee|kb|grammar|tests|docs|corpus|examples)/[\w./-]+?)[`:]", page.read_text("utf-8")
        )
        assert sorted({path for path in named if not (re.search("[A-Z]{2}", path) or (ROOT / path).exists())}) == [], (
            page.name
        )


def test_every_address_and_every_shape_says_what_it_is() -> None:
    for page in ("web.md", "api.md"):
        rows = re.findall(r"^\| `([^`]+)` \| ([^|]*) \| ([^|]*) \|$", (DOCS / page).read_text("utf-8"), re.MULTILINE)
        assert len(rows) > 40
        assert [name for name, kind, meaning in rows if not kind.strip() or not meaning.strip()] == []


def test_every_address_that_is_named_exists() -> None:
    """A path of the app in any page of the docs leads somewhere."""
    known = {
        re.sub(r"[A-Z]{2,}", "*", path)
        for path in re.findall(r"^\| `(/[^`]*)` ", (DOCS / "web.md").read_text("utf-8"), re.MULTILINE)
    }
    for page in [ROOT / "README.md", *DOCS.glob("*.md")]:
        named = re.findall(
            r"`(?:GET |POST )?(/(?:g|t|api|search|offline|choices|healthz)(?:/[^`?\s…]*)?)[`?]", page.read_text("utf-8")
        )
        plain = {re.sub(r"<[a-z]+>|\{[a-z]+\}|[A-Z]{2,}", "*", path) for path in named}
        assert sorted(path for path in plain if path not in known and path + "/" not in known) == [], page.name


def test_every_task_that_is_named_exists() -> None:
    tasks = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md")]:
        named = set(re.findall(r"(?:^    |`)make ([a-z][a-z-]+)", page.read_text("utf-8"), re.MULTILINE))
        assert sorted(named - tasks) == [], page.name


def test_every_setting_that_is_named_exists() -> None:
    known = {each.variable for each in SETTINGS}
    pages = [ROOT / "README.md", *DOCS.glob("*.md")]
    named = {
        (page.name, name)
        for page in pages
        for name in re.findall(r"\bPARAGRAF_[A-Z_]*[A-Z]\b", page.read_text("utf-8"))
    }
    assert [each for each in sorted(named) if each[1] not in known] == []


def test_links_between_the_docs_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *DOCS.glob("*.md")]:
        links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text("utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8") + (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert [name for name in COMMANDS if name not in text] == []


def test_the_example_of_a_case_file_is_read() -> None:
    text = (DOCS / "corpus.md").read_text("utf-8")
    (shown,) = re.findall(r"^    # .*\n\n    ## .*\n\n    ```case\n(?:    .*\n)+", text, re.MULTILINE)
    file = read_case_file("cases.md", textwrap.dedent(shown))
    assert file.problems == () and [case.by for case in file.cases] == ["exam", "exam"]

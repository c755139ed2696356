"""The docs are true: codes, commands and built-in names appear in them, and their examples load."""

from __future__ import annotations

import re
import textwrap

from grammar.rules.parse import parse_cases, parse_rules
from kb.cases import read_case_file
from kb.model.problems import CATALOGUE
from referee.evaluation.builtins import BUILTINS
from tests.support.places import ROOT
from web.base.settings import SETTINGS
from web.cli.main import COMMANDS
from web.manual import with_table

DOCS = ROOT / "docs"


def test_every_problem_code_is_documented() -> None:
    text = (DOCS / "problems.md").read_text("utf-8")
    assert [code for code in CATALOGUE if f"`{code}`" not in text] == []


def test_every_builtin_is_documented() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    assert [name for name in BUILTINS if f"`{name}" not in text] == []


def test_the_table_of_settings_is_up_to_date() -> None:
    text = (DOCS / "operate.md").read_text("utf-8")
    assert with_table(text) == text, "`make docs` writes it"
    assert [each.name for each in SETTINGS if f"| `PARAGRAF_{each.name}` |" not in text] == []


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


def test_the_examples_of_the_language_reference_parse() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    shown = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    rules = [block for block in shown if re.match(r"\s+(action|dispute)\b", block)]
    assert len(rules) >= 2
    for block in rules:
        assert parse_rules(block)
    (case,) = [block for block in shown if re.match(r"\s+case\b", block)]
    assert parse_cases(case)


def test_the_example_of_a_case_file_is_read() -> None:
    text = (DOCS / "corpus.md").read_text("utf-8")
    (shown,) = re.findall(r"^    # .*\n\n    ## .*\n\n    ```case\n(?:    .*\n)+", text, re.MULTILINE)
    file = read_case_file("cases.md", textwrap.dedent(shown))
    assert file.problems == () and [case.by for case in file.cases] == ["exam", "exam"]

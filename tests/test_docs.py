"""The docs are true: codes, commands and built-in names appear in them, and their examples load."""

from __future__ import annotations

import re

from grammar.parse import parse_cases, parse_rules
from kb.problems import CATALOGUE
from referee.builtins import BUILTINS
from tests.conftest import ROOT
from web.cli.main import COMMANDS

DOCS = ROOT / "docs"


def test_every_problem_code_is_documented() -> None:
    text = (DOCS / "problems.md").read_text("utf-8")
    assert [code for code in CATALOGUE if f"`{code}`" not in text] == []


def test_every_builtin_is_documented() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    assert [name for name in BUILTINS if f"`{name}" not in text] == []


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

"""The grammars for highlighting know every word of the languages, and no other."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from grammar.cards.parse import function_words
from grammar.rules.parse import keywords
from tests.support.places import ROOT
from web.editor.highlight import BLOCKS, grammars, groups, written

VSCODE = ROOT / "editors" / "vscode"


def scope(file: str, text: str) -> str:
    """What the first pattern that matches calls a text as a whole."""
    for pattern in grammars()[file]["patterns"]:
        if "match" in pattern and re.fullmatch(pattern["match"], text):
            return str(pattern["name"])
    return ""


@pytest.mark.parametrize("file", grammars())
def test_the_files_are_those_that_are_made(file: str) -> None:
    assert (VSCODE / "syntaxes" / file).read_text("utf-8") == written(grammars()[file]), "`make docs` writes them"


def test_every_keyword_is_in_one_group() -> None:
    told = groups().values()
    assert frozenset().union(*told) == keywords()
    assert sum(map(len, told)) == len(keywords())


def test_words_look_like_what_they_are() -> None:
    rules = "paragraf.tmLanguage.json"
    assert [word for word in keywords() if not scope(rules, word)] == []
    assert scope(rules, "fact") == "keyword.declaration.paragraf"
    assert scope(rules, "flag") == "storage.type.paragraf"
    assert scope(rules, "#har.act.2") == "entity.name.tag.paragraf"
    assert scope(rules, "-- why") == "comment.line.double-dash.paragraf"
    assert scope(rules, "rent") == ""
    cards = {word.strip(",;: ") for word in function_words()}
    assert [word for word in cards if word and not scope("paragraf-card.tmLanguage.json", word) and word != "."] == []


@pytest.mark.parametrize("kind", BLOCKS)
def test_a_block_begins_and_ends_where_its_fence_does(kind: str) -> None:
    (block,) = [
        each for each in grammars()["paragraf-markdown.tmLanguage.json"]["patterns"] if kind in each.get("begin", "")
    ]
    assert re.match(block["begin"], f"```{kind}")
    assert not re.match(block["begin"], f"```{kind}s")
    assert {"include": BLOCKS[kind]} in block["patterns"]


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((VSCODE / "package.json").read_text("utf-8"))
    json.loads((VSCODE / "language-configuration.json").read_text("utf-8"))
    given = package["contributes"]
    files = [package["main"], *(each["path"] for each in given["grammars"])]
    files += [each["configuration"] for each in given["languages"] if "configuration" in each]
    assert [file for file in files if not (VSCODE / file).exists()] == []
    named = {each["scopeName"] for each in given["grammars"]}
    assert named == {each["scopeName"] for each in grammars().values()}


def test_the_client_is_javascript() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    subprocess.run([node, "--check", VSCODE / "extension.js"], check=True, timeout=60)

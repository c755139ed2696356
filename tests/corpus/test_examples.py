"""The examples: whole, sound in every language they have, played to the end by chance; between them they use what games need."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from grammar.base.tokens import Tree
from grammar.rules.concrete import read_words
from kb.games.folders import game_folders
from kb.library import load_game
from tests.manual.pages import page, sections
from tests.support.places import EXAMPLES, HARBOUR
from tests.support.web_app import made_up_app
from tests.web.cli.conftest import Shell
from web.author.examination import examine

GAMES = [folder.name for folder in game_folders(EXAMPLES)]
_RULE = re.compile(r"^```rule\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_they_have_what_authors_look_for() -> None:
    assert GAMES == ["cheat", "court", "mafia", "yut"]
    assert load_game(EXAMPLES / "yut").prose.languages == ("en", "pl", "uk")


@pytest.mark.parametrize("name", GAMES)
def test_an_example_is_sound(name: str) -> None:
    found = examine(EXAMPLES / name, None)
    assert [str(each) for each in found.problems] == [] and found.passed > 10
    prose = found.game.prose
    assert all(set(paragraph.text) == set(prose.languages) for paragraph in prose.paragraphs.values())
    assert prose.terms and prose.words


@pytest.mark.parametrize("name", GAMES)
def test_each_rule_of_an_example_allows_somewhere_and_forbids_somewhere(name: str) -> None:
    """Of every action that requires or forbids something a case says yes, and one says no."""
    game = load_game(EXAMPLES / name)
    text = "\n".join(text for _, text in game.prose.cases)
    for action, info in game.program.actions.items():
        asked = re.findall(rf"ask {action}\b[^;]*? expect (yes|no)", text)
        said = {*asked, *re.findall(rf"ask {action}\b.*?\nbut .*? expect (yes|no)", text)}
        if any(type(cited.node).__name__ in ("Requires", "Forbidden") for cited in info.clauses):
            assert said == {"yes", "no"}, action


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_an_example_plays_to_its_end(name: str, tmp_path: Path) -> None:
    played = Shell(tmp_path).data("play", str(EXAMPLES / name), "--random", "100")
    assert (played["played"], played["ended"], played["faults"]) == (100, 100, [])
    assert played["impossible"] == {} and played["unused"] == []


def test_what_games_need_is_used_by_a_sample_game() -> None:
    """Visibility by rule, turns of several steps, cards taken from a pile, chance by weights, reactions, offers of a class."""
    blocks = [block for path in EXAMPLES.rglob("rules/*.md") for block in _RULE.findall(path.read_text("utf-8"))]
    blocks += [
        block
        for section in sections(page("tutorial.md"))
        for text in section.texts("md")
        for block in _RULE.findall(text)
    ]
    found = [tree for block in blocks for tree in _trees(read_words(block, "rules"))]
    used = {tree.data for tree in found}
    assert used >= {"disclose", "answered", "cancel", "each_turn", "reach"}
    assert any(tree.data == "hidden" and tree.children[1] is not None for tree in found), "hidden by a rule"
    assert any(tree.data == "put" and tree.children[1] is not None for tree in found), "one of several equal cards"
    assert any(tree.data == "random" and tree.children[3] is not None for tree in found), "weighted chance"
    text = "\n".join(blocks)
    assert "hidden from v when v is magpie" in text, "hidden from the owner"
    assert "offer night_deed to" in text and "set now = further" in text


def test_they_are_served_together_with_others(tmp_path: Path) -> None:
    """A folder of games, and the folder of one: all of them on one page, asked by one address each."""
    both = os.pathsep.join((str(EXAMPLES), str(HARBOUR)))
    client = made_up_app(tmp_path, CORPUS=both).test_client()
    front = client.get("/?ui=en").get_data(as_text=True)
    assert all(title in front for title in ("Cheat", "Mafia", "Yut", "Harbour"))
    asked = {"question": "accuse(ana)", "as": "bob", "given": "out of ana = yes"}
    answer = client.post("/api/v1/games/mafia/ask", json=asked).get_json()
    assert (answer["verdict"], answer["citations"][0]["id"]) == ("no", "maf.day.1")
    for name in (*GAMES, "harbour"):
        assert client.get(f"/g/{name}/").status_code == 200, name


def _trees(part: object) -> list[Tree]:
    if not isinstance(part, Tree):
        return []
    return [part, *(tree for child in part.children for tree in _trees(child))]

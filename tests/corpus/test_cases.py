"""Every game of the corpus loads without a fault, and every case of it is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.cases import case_files, cases_of
from kb.cases.faults import case_faults
from kb.library import load_library
from referee.check.cases import run_case
from referee.check.game import check_game, same_paragraphs
from tests.support import games
from tests.support.places import HARBOUR, ROOT

LIBRARY = games.library()
SAME = {game.id: same_paragraphs(game) for game in LIBRARY.games.values()}
CASES = [(game.id, case) for game in LIBRARY.games.values() for case in cases_of(game)[0]]


@pytest.mark.parametrize("name", sorted(LIBRARY.games))
def test_a_game_has_no_fault(name: str) -> None:
    _, problems = check_game(LIBRARY.games[name], ())
    assert [str(p) for p in problems if p.severity == "error"] == []


@pytest.mark.parametrize("name", sorted(LIBRARY.games))
def test_a_game_is_whole_in_every_language(name: str) -> None:
    game = LIBRARY.games[name]
    for paragraph in game.prose.paragraphs.values():
        assert set(paragraph.text) == set(game.prose.languages), paragraph.id
        assert paragraph.norule != "todo", paragraph.id
        assert not paragraph.stale, paragraph.id


@pytest.mark.parametrize(("game", "case"), CASES, ids=[f"{game}: {case.node.title}" for game, case in CASES])
def test_case(game: str, case: object) -> None:
    outcome = run_case(games.code(game), case.node, SAME[game])  # type: ignore[attr-defined]
    assert outcome.passed, outcome.message
    assert case.node.because or not outcome.cites, "which paragraph decides?"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(LIBRARY.games))
def test_the_cases_of_a_game_are_in_order(name: str) -> None:
    game = LIBRARY.games[name]
    assert [str(p) for p in case_faults(game, case_files(game))] == []


def test_the_corpus_holds_no_python() -> None:
    assert list((ROOT / "corpus").rglob("*.py")) == []


def test_the_made_up_game_works_with_no_code() -> None:
    passed, problems = check_game(load_library(HARBOUR.parent).games["harbour"])
    assert passed >= 15
    assert [str(p) for p in problems if p.severity == "error"] == []


def test_paragraph_ids_are_unique_over_all_games() -> None:
    seen: dict[str, Path] = {}
    for game in LIBRARY.games.values():
        for identity in game.prose.paragraphs:
            assert identity not in seen, identity
            seen[identity] = Path(game.id)

"""What once stalled the server or ended in a fault of its own, in the real games: each gets an answer or a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bench.findings import QUESTIONS
from tests.support.worlds.games import corpus_app

GAMES = ("hegemony", "new_angeles", "nowa_reformacja")
LONG = "7" * 4_400


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("findings")
    return corpus_app(folder, folder / "cache").test_client()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_that_was_a_fault_gets_a_sentence(client: Any, game: str, name: str) -> None:
    members = client.application.extensions["paragraf-corpus"].volume(game).game.program.members
    question = QUESTIONS[name].replace("{kind}", max(members, key=lambda kind: len(members[kind])))
    answer = client.post(f"/api/v1/games/{game}/ask", json={"question": question})
    small = "{kind}" in QUESTIONS[name] and answer.status_code == 200  # a game of few members is gone through
    assert small or (answer.status_code == 422 and answer.json["detail"]), (answer.status_code, answer.text[:300])


@pytest.mark.parametrize(
    "path",
    [
        f"/api/v1/search?q=wage&limit={LONG}",
        f"/search?q=wage&limit={LONG}",
        f"/t/new?game=hegemony&players={LONG}",
        f"/g/hegemony/ask/strike?f.players={LONG}",
    ],
)
def test_a_number_of_thousands_of_digits_is_no_fault(client: Any, path: str) -> None:
    assert client.get(path).status_code < 500


def test_a_number_squared_again_and_again_is_refused(client: Any) -> None:
    told = "treasury = treasury * treasury"
    answer = client.post(
        "/api/v1/games/hegemony/ask", json={"question": "treasury", "given": ["treasury = 9", *[told] * 27]}
    )
    assert answer.status_code == 422

"""Shared fixtures: a game written in a test's docstring, and the corpora."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.library import Game, load_game
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from tests.support.left_out import left_out
from tests.support.places import HARBOUR
from tests.support.rules import code_from
from tests.support.strictness import catch_only_untold


def pytest_configure() -> None:
    """Every test runs with plain code that is not forgiven anything."""
    catch_only_untold()
    os.environ["LC_ALL"] = "C.UTF-8"  # whoever tests speaks whatever they like


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What this machine could not try is said last, with what brings it."""
    skipped = terminalreporter.stats.get("skipped", ())
    lines = list(left_out(each.longrepr[2] for each in skipped if isinstance(each.longrepr, tuple)))
    if lines:
        terminalreporter.section("left out", sep="-")
        for line in lines:
            terminalreporter.line(line)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in tests/corpus looks at whole games."""
    for item in items:
        if Path(__file__).parent / "corpus" in item.path.parents:
            item.add_marker(pytest.mark.corpus)


@pytest.fixture
def rules(request: pytest.FixtureRequest) -> Code:
    """The test's own docstring as a set of rules."""
    doc = request.function.__doc__
    assert doc is not None
    return code_from(doc)


@pytest.fixture(scope="session")
def harbour() -> Game:
    """The made-up game."""
    return load_game(HARBOUR)


@pytest.fixture(scope="session")
def harbour_code(harbour: Game) -> Code:
    """The made-up game, executable."""
    return code_of(harbour)


@pytest.fixture
def answer_of() -> Callable[..., Any]:
    """Asks a question of some rules: `answer_of(code, question, told, actor)`."""
    from referee.questions.question import read_question, read_situation
    from referee.verdict.ask import ask

    def run(code: Code, question: str, told: str = "", actor: str | None = None, **rulings: str) -> Any:
        situation = read_situation(code, told, rulings=rulings)
        asked = read_question(code, question, situation, actor)
        return ask(code, asked, situation, viewer=asked.actor)

    return run


@pytest.fixture(scope="session")
def corpus_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The search index of the real corpus, built once."""
    from kb.search import open_index
    from tests.bench.search import corpus_documents

    index = open_index(tmp_path_factory.mktemp("corpus_index"), "1", corpus_documents)
    yield index
    index.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """A PostgreSQL server for this run."""
    from tests.support.postgres import Cluster, missing

    if missing():
        pytest.skip(missing())
    with Cluster() as made:
        yield made


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """An empty database of a kind, as PARAGRAF_DATABASE_URL names it: `new_database("postgres")`."""

    def make(kind: str) -> str:
        return "" if kind == "sqlite" else str(request.getfixturevalue("cluster").url())

    return make


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """An empty database, of either kind."""
    return new_database(request.param)


@pytest.fixture(scope="session")
def web_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the made-up corpus and its cache, for the web app."""
    from tests.support.web_app import made_up_games

    folder = tmp_path_factory.mktemp("web")
    made_up_games(folder)
    return folder


@pytest.fixture(scope="session")
def web_app(web_folder: Path) -> Any:
    """The web app over the made-up corpus."""
    from tests.support.web_app import made_up_app

    return made_up_app(web_folder)


@pytest.fixture
def client(web_app: Any) -> Any:
    """A visitor without cookies."""
    return web_app.test_client()


@pytest.fixture
def host(app: Any) -> Any:
    """The phone that made a table of the module's app."""
    from tests.support.tables import Phone

    return Phone(app).make()


@pytest.fixture
def guest(app: Any, host: Any) -> Any:
    """A second phone at the table of `host`."""
    from tests.support.tables import Phone

    return Phone(app).join(host)

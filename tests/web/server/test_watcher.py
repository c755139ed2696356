"""`serve --watch`: what is saved is taken over by itself, and what is wrong with it stands on the pages till it is mended."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.places import HARBOUR
from web.app import create_app
from web.author.watch import Watch
from web.game.corpus import Corpus
from web.server.reload import Reloader
from web.server.watcher import watch

LAMP = "\n## New {#har.new}\n\nA lamp burns at night. {#har.new.1 norule=flavour}\n"
BROKEN = "\n## More {#har.more9}\n\nNobody may. {#har.more9.1}\n\n```rule\naction swim by actor: captian\n```\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "games" / "harbour")
    return tmp_path / "games"


def chapter(games: Path) -> Path:
    return games / "harbour" / "rules" / "01-harbour.md"


def pages(games: Path) -> tuple[Corpus, Callable[[str], str]]:
    folder = games.parent
    app = create_app({"CORPUS": str(games), "CACHE": str(folder / "cache"), "DATA": folder / "data", "RATE": 0})
    client = app.test_client()
    return app.extensions["paragraf-corpus"], lambda path: client.get(path).text


def test_a_page_tells_what_is_wrong_until_it_is_mended(games: Path) -> None:
    corpus, get = pages(games)
    reloader, right = Reloader(corpus, shows=True), chapter(games).read_text("utf-8")
    before = get("/g/harbour/")
    assert 'class="faults"' not in before
    chapter(games).write_text(right + BROKEN, "utf-8")
    assert not reloader.reload()
    shown = get("/g/harbour/")
    line = len(right.splitlines()) + 7
    assert 'class="faults"' in shown and f"01-harbour.md:{line}" in shown and "captian" in shown
    assert "har.more9" not in get("/g/harbour/c/har.all"), "the old corpus is in use"
    chapter(games).write_text(right + LAMP, "utf-8")
    assert reloader.reload()
    after = get("/g/harbour/p/har.new.1")
    assert "A lamp burns" in after and 'class="faults"' not in after and 'class="faults"' not in get("/g/harbour/")


def test_a_visitor_of_a_server_that_nobody_watches_is_told_nothing(games: Path) -> None:
    corpus, get = pages(games)
    reloader = Reloader(corpus)
    _ = corpus.books
    chapter(games).write_text(chapter(games).read_text("utf-8") + BROKEN, "utf-8")
    assert not reloader.reload() and reloader.refused
    assert 'class="faults"' not in get("/g/harbour/")


def test_whatever_is_saved_asks_for_a_reload(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus, _ = pages(games)
    asked: list[str] = []
    saves = [lambda: None, lambda: chapter(games).write_text("# Other {#har.other}\n", "utf-8"), lambda: None]

    def rounds(self: Watch) -> Iterator[list[Path]]:
        for save in saves:
            save()
            if found := self.changed():
                yield found

    monkeypatch.setattr(Watch, "rounds", rounds)
    watch(corpus, lambda: asked.append("reload")).join(10)
    assert asked == ["reload"]

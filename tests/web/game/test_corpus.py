"""The corpus in use: loaded once, swapped by a reload."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.service import Referee
from tests.support.web_app import made_up_app, made_up_games
from web.base.faults import MissingError
from web.base.settings import SETTINGS, read_settings
from web.game.corpus import Corpus
from web.game.reader import here
from web.server.soundness import faults_of, no_games


def test_reload_swaps_what_changed(tmp_path: Path) -> None:
    games = made_up_games(tmp_path)
    corpus = Corpus(games, tmp_path / "cache")
    before = corpus.volume("harbour")
    assert corpus.reload() is False and corpus.volume("harbour") is before
    chapter = games / "harbour" / "rules" / "90-more.md"
    chapter.write_text(chapter.read_text("utf-8").replace("lucky", "happy"), "utf-8")
    assert corpus.reload() is True
    after = corpus.volume("harbour")
    assert (
        after is not before and "happy" in after.text("har.faq.3", "en") and "lucky" in before.text("har.faq.3", "en")
    )


def test_a_request_in_progress_keeps_the_corpus_it_began_with(tmp_path: Path) -> None:
    app = made_up_app(tmp_path)
    corpus = app.extensions["paragraf-corpus"]
    chapter = tmp_path / "games" / "harbour" / "rules" / "90-more.md"
    seen: list[str] = []

    def reloads_meanwhile() -> str:
        seen.append(here().corpus.volume("harbour").text("har.faq.3", "en"))
        chapter.write_text(chapter.read_text("utf-8").replace("lucky", "happy"), "utf-8")
        assert corpus.reload() is True
        seen.append(here().corpus.volume("harbour").text("har.faq.3", "en"))
        return ""

    app.add_url_rule("/reloads", view_func=reloads_meanwhile)
    before = corpus.version
    assert app.test_client().get("/reloads").headers["Corpus-Version"] == before
    assert seen[0] == seen[1] and "lucky" in seen[0]
    after = app.test_client().get("/g/harbour/p/har.faq.3")
    assert after.headers["Corpus-Version"] == corpus.version != before and "happy" in after.text


def test_unknown_names_come_with_near_ones(tmp_path: Path) -> None:
    volume = Corpus(made_up_games(tmp_path), tmp_path / "cache").volume("harbour")
    with pytest.raises(MissingError, match="Did you mean “dock”"):
        volume.term("dok")
    with pytest.raises(MissingError, match="chapter"):
        volume.chapter("zz")


def test_settings_come_from_config_environment_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGRAF_RATE", "7")
    assert read_settings()["RATE"] == 7
    assert read_settings({"RATE": 9})["RATE"] == 9
    monkeypatch.setenv("PARAGRAF_RATE", "many")
    with pytest.raises(SystemExit, match="PARAGRAF_RATE is “many”"):
        read_settings()
    assert all(setting.help for setting in SETTINGS)


def test_what_was_found_right_is_not_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, cache = made_up_games(tmp_path), tmp_path / "cache"
    looked: list[object] = []
    real = Referee.check
    monkeypatch.setattr(Referee, "check", lambda self, cases=None: (looked.append(cases), real(self, cases))[1])

    def faults(depth: str) -> list[str]:
        return faults_of(Corpus(games, cache).books, (games,), depth)

    assert faults("rules") == faults("rules") == [] and looked == [()]
    assert faults("cases") == faults("rules") == faults("cases") == [] and looked == [(), None]
    chapter = games / "harbour" / "rules" / "90-more.md"
    chapter.write_text(chapter.read_text("utf-8") + "\n```rule\nfact odd of captian: 0..2\n```\n", "utf-8")
    for _ in range(2):
        assert any("captian" in fault for fault in faults("rules"))
    assert len(looked) == 4
    assert faults_of(Corpus(tmp_path, cache).books, (tmp_path,), "rules") == [no_games((tmp_path,))]

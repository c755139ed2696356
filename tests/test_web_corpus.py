"""The corpus in use: loaded once, swapped by a reload."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web_app import made_up_games
from web.corpus import Corpus, MissingError
from web.settings import SETTINGS, read_settings


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

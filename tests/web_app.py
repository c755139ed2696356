"""An app over the made-up game, for the tests of web/."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from web.app import create_app

GAMES = Path(__file__).resolve().parent / "games"
LANGUAGES = ("en", "pl", "uk")


def made_up_app(cache: Path, **config: object) -> Flask:
    """The app with only the made-up games, without a rate limit."""
    return create_app({"CORPUS": str(GAMES), "CACHE": str(cache), "RATE": 0, "TESTING": False, **config})

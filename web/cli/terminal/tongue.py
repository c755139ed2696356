"""The language of who sits at the terminal."""

from __future__ import annotations

import os

from kb.languages.texts import ENGLISH, languages


def spoken_here() -> str:
    """The language of the environment, where it is one of ours; else English."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    lang = locale.partition(".")[0].partition("_")[0].lower()
    return lang if lang in languages() else ENGLISH

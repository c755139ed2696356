"""Where the sources differ or are silent: every declared dispute with its title and its readings."""

from __future__ import annotations

from msgspec.structs import asdict

from kb.languages.texts import spoken
from kb.library import Game
from kb.text.markup import plain_text
from referee import answers as a
from referee.explanation.explain import Explainer
from referee.explanation.wording import Wording


def dispute_title(game: Game, words: Wording, name: str) -> str:
    """What a dispute is called: its word, else the first sentence of its paragraph."""
    title = words.name(name)
    if title != name.replace("_", " "):
        return title
    text = plain_text(_text(game, name, words.lang))
    return text.split(". ")[0].rstrip(".") or title


def dispute_of(explainer: Explainer, name: str, lang: str) -> a.Dispute:
    """One dispute; its text is that of its paragraph."""
    game, found = explainer.game, asdict(explainer.readings(name))
    found["text"] = plain_text(_text(game, name, lang))
    return a.Dispute(**found, title=dispute_title(game, explainer.words, name))


def declared(game: Game) -> list[str]:
    """The disputes that some paragraph declares, by their names."""
    return sorted(name for name, cited in game.program.disputes.items() if cited.paragraph)


def _text(game: Game, name: str, lang: str) -> str:
    paragraph = game.paragraph(game.program.disputes[name].paragraph)
    return spoken(paragraph.text, lang) if paragraph else ""

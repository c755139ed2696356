"""Under what the words of words.toml stand that are no plain names; apart from what reads them, which no answer needs."""

from __future__ import annotations

#: where the title of a card stands
CARD = "{card}"
#: before the id of a paragraph: the words are those of a check
CHECK = "#"
#: before the id of a paragraph and the name of what is chosen there: the words are the question
CHOICE = "?"
#: of words of a check: how the check is written, so that they are never said of another
OF = "of"


def choice_key(paragraph: str, name: str) -> str:
    """Under what the question of a choice stands: the same name may be chosen in many paragraphs."""
    return f"{CHOICE}{paragraph} {name}"


#: what stands between the name of a card and the number of a way in which it is played
WAY = "_way_"

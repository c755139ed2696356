"""Holes in a text: what is filled in, and how it is asked for."""

from __future__ import annotations

import re

from grammar.cards.inflection import CASES

#: `{0}`, `{0:gen}`, `{0:card|cards}`: what is filled in, and how it is asked for
HOLE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
#: how many words a hole may choose from: by number of a name, by number of a figure, by gender
_CHOICES = (2, 3, 4)
#: a comma, where a name ends in a clause of its own
COMMA = ","


def is_asked(asked: str) -> bool:
    """Whether a hole can be asked for like that."""
    if not asked or asked == COMMA or "|" in asked:
        return not asked or asked == COMMA or asked.count("|") + 1 in _CHOICES
    case, dot, number = asked.partition(".")
    return case in CASES and (not dot or number == "many")

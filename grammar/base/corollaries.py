"""Names of what follows from a statement without being named by it: the start of a fact, the order of a phase."""

from __future__ import annotations

from collections.abc import Sequence

#: joins the word and the name it is said of; nobody can write it, so that no declared name is like it
SIGN = "·"
START, ORDER, LIMIT, RANGE, VIEWERS, CHOICES = "start", "order", "limit", "range", "viewers", "choices"
#: whether the game is over by what `ends when` says
END = "end"
#: whether somebody has to do an action: `must(a by r)`
DUTY = "duty"
#: the member or call of that name, whatever else is called so
ITSELF = "itself"
#: those that stand in lists of what can be asked; the ends of a range are seen where the fact is told
LISTED = (START, ORDER, LIMIT, VIEWERS)


def corollary(word: str, name: str) -> str:
    """`start of f` as one name."""
    return f"{word}{SIGN}{name}"


def is_corollary(name: str) -> bool:
    """Whether it follows from a statement and is declared nowhere."""
    return SIGN in name


def is_listed(name: str) -> bool:
    """Whether it is declared, or follows from a statement and is worth a line in a list."""
    return SIGN not in name or name.partition(SIGN)[0] in LISTED


def asked_of(name: str, keys: Sequence[str]) -> str:
    """A name with its keys as it is written in a question."""
    word, _, of = name.partition(SIGN)
    if word == DUTY and keys:
        return f"must({of} by {keys[0]})"
    return f"{spelled(name)}({', '.join(keys)})" if keys else spelled(name)


def spelled(name: str) -> str:
    """A name as it is written in a question."""
    word, _, of = name.partition(SIGN)
    if word == DUTY:
        return f"must({of})"
    if word == END and of:
        return "over"
    return name.replace(SIGN, " of ")

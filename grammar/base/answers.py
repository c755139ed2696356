"""How an answer says whose it is, where several are asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: the argument that says so; no parameter can be called like a word of the language
BY = "by"
#: what is chosen, where several choose at once: it stands beside whose it is
CHOSEN = "choose"


def whose(value: Any) -> str:
    """Whose an answer is, where several are asked: a name alone says that this one does not answer."""
    if isinstance(value, Mapping):
        value = value[BY] if _is_chosen(value) else dict(value.get("with") or {}).get(BY)
    return value if isinstance(value, str) else ""


def answer_itself(value: Any) -> Any:
    """An answer without whose it is, which is said beside it."""
    if _is_chosen(value):
        return value[CHOSEN]
    if not isinstance(value, Mapping) or "with" not in value:
        return value
    return {**value, "with": {key: each for key, each in value["with"].items() if key != BY}}


def _is_chosen(value: Any) -> bool:
    return isinstance(value, Mapping) and value.keys() == {CHOSEN, BY}

"""Filled-in fields as the text of a question, and told facts as lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from werkzeug.datastructures import MultiDict

from grammar.base.corollaries import asked_of
from referee.service import Field


def question_text(name: str, form: Iterable[Field], args: MultiDict[str, str], *, action: bool) -> str | None:
    """The question as it is written; None while a key of a value is missing."""
    parts: list[str] = []
    for field in form:
        value = written(field, args)
        if value is None:
            if not action:
                return None
            continue
        parts.append(f"{field.name}={value}" if action else value)
    return asked_of(name, parts)


def written(field: Field, args: MultiDict[str, str]) -> str | None:
    """A filled-in field as the rule language writes it; None when it was left empty."""
    key = f"a.{field.name}"
    if field.shape == "amounts":
        amounts = {}
        for option in field.options:
            text = args.get(f"{key}.{option.value}", "").strip()
            if text and text != "0":
                amounts[option.value] = text
        if amounts:
            return "{" + ", ".join(f"{k}: {v}" for k, v in amounts.items()) + "}"
        return args.get(key, "").strip() or None
    values = [value.strip() for value in args.getlist(key) if value.strip()]
    if not values:
        return None
    if field.shape == "set" and not values[0].startswith("["):
        return "[" + ", ".join(values) + "]"
    return values[0]


_LINE = re.compile(r"[;\n\r]+")


def told_lines(text: str) -> list[str]:
    """Told facts one by one, however they were separated; the last telling of a fact counts."""
    found: dict[str, str] = {}
    for line in _LINE.split(text):
        line = line.strip().rstrip(",")
        if line:
            fact = line.partition("=")[0].strip()
            found.pop(fact, None)
            found[fact] = line
    return list(found.values())

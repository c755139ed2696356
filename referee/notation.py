"""Values, facts and calls as the rule language writes them: what sentences show, and what can be written back."""

from __future__ import annotations

from collections.abc import Mapping

from grammar.base.answers import BY


def literal(value: object) -> str:
    """A value, plain or in JSON shapes; what is unknown, silent or a deed says itself how it reads."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list() | tuple() if type(value) in (list, tuple):
            return f"[{', '.join(map(literal, value))}]"
        case Mapping():
            if "do" in value and "with" in value:
                return call_text(str(value["do"]), value["with"])
            return "{" + ", ".join(f"{key}: {literal(item)}" for key, item in value.items()) + "}"
    return str(value)


def call_text(action: str, args: Mapping[str, object]) -> str:
    """An action with its arguments as it is written in a question."""
    written = ", ".join(f"{key}={literal(value)}" for key, value in args.items() if key != BY)
    by = f" {BY} {literal(args[BY])}" if BY in args else ""
    return f"{action}({written}){by}" if written else f"{action}{by}"


def tell_text(leaf: tuple[str, tuple[object, ...]]) -> str:
    """How a fact is written when it is told: `height of x`, `kept(x, y)`."""
    name, keys = leaf
    if not keys:
        return name
    shown = ", ".join(map(literal, keys))
    return f"{name} of {shown}" if len(keys) == 1 else f"{name}({shown})"

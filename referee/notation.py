"""Values, facts and calls as the rule language writes them: what sentences show, and what can be written back."""

from __future__ import annotations

from collections.abc import Mapping

from referee.values import Deed, Leaf, Silent, Unknown


def literal(value: object) -> str:
    """A value, plain or in JSON shapes."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Deed():
            return call_text(value[0], dict(value[1]))
        case list() | tuple():
            return f"[{', '.join(map(literal, value))}]"
        case Mapping():
            if "do" in value and "with" in value:
                return call_text(str(value["do"]), value["with"])
            return "{" + ", ".join(f"{key}: {literal(item)}" for key, item in value.items()) + "}"
        case Unknown():
            return _open(value)
        case Silent():
            return "nothing, the rules are silent"
    return str(value)


def _open(value: Unknown) -> str:
    if value.options is not None:
        return " or ".join(map(literal, value.options))
    if value.low is None and value.high is None:
        return "open"
    return f"{'' if value.low is None else value.low}..{'' if value.high is None else value.high}"


def call_text(action: str, args: Mapping[str, object]) -> str:
    """An action with its arguments as it is written in a question."""
    written = ", ".join(f"{key}={literal(value)}" for key, value in args.items())
    return f"{action}({written})" if written else action


def tell_text(leaf: Leaf) -> str:
    """How a fact is written when it is told: `height of x`, `kept(x, y)`."""
    name, keys = leaf
    if not keys:
        return name
    shown = ", ".join(map(literal, keys))
    return f"{name} of {shown}" if len(keys) == 1 else f"{name}({shown})"

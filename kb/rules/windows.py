"""Where others may answer a deed: the clauses that open a window for an action, and the windows in which an action answers."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from kb.rules.program import Cited, Program, actions_of


def windows_of(program: Program, action: str) -> tuple[Cited, ...]:
    """The windows of an action in their order: those of its classes, then its own."""
    info = program.actions[action]
    homes = [program.classes[name] for name in info.node.classes if name in program.classes]
    return tuple(cited for home in (*homes, info) for cited in home.clauses if isinstance(cited.node, n.Answered))


def all_windows(program: Program) -> Iterator[Cited]:
    """Every window of a game."""
    for info in (*program.classes.values(), *program.actions.values()):
        yield from (cited for cited in info.clauses if isinstance(cited.node, n.Answered))


def answers_in(program: Program, *, before: bool = False) -> dict[str, tuple[str, ...]]:
    """Actions that answer others -> the paragraphs of the windows that say so; `before`: only those before the effects."""
    found: dict[str, dict[str, None]] = {}
    for cited in all_windows(program):
        if before and cited.node.after:
            continue
        for call in cited.node.calls:
            for action in actions_of(program, call.name):
                found.setdefault(action, {})[cited.paragraph] = None
    return {action: tuple(paragraphs) for action, paragraphs in found.items()}

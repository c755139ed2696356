"""Loops that are one statement: what happens to all of them happens at once, and the game may be over only behind it."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.reads import found_in

#: what takes its own time: others choose, act or are called in between
_LASTING = (n.Do, n.Choose, n.ChooseEach, n.Offer, n.Emit, n.Repeat, n.GameOver, n.Cancel)


def rounds(step: n.For, members: str) -> str:
    """What a written loop goes over."""
    lasting = any(True for kind in _LASTING for _ in found_in(step.steps, kind))
    short = [each.rescue for each in found_in(step.steps, n.Pay)] + [
        each.rescue for each in found_in(step.steps, n.Draw)
    ]
    rescued = any(each is not None for each in short)
    if lasting or rescued:
        return f"enumerate({members})"
    return f"run.at_once(enumerate({members}))"

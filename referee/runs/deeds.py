"""Deeds one after another, as a question or a case tells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from referee.units.runner import Going

if TYPE_CHECKING:
    from referee.runs.run import Run


class Deeds(Struct):
    """An action or procedure with its arguments, by somebody."""

    name: str
    args: tuple[object, ...]
    named: dict[str, object] = field(default_factory=dict)
    by: str | None = None
    answers: tuple[object, ...] = ()


def run_deeds(run: Run, deeds: Iterable[Deeds], judged: Deeds | None = None) -> Going:
    """Does each, with what happens by itself after it; `judged`: the one of which is asked whether it is legal."""
    for deed in deeds:
        run.trusting = run.loose and deed is not judged
        run.number += 1
        run.answers.clear()
        run.answers.extend(deed.answers)
        run.taken = 0
        if deed.name in run.code.program.procedures:
            yield from run.procedure(deed.name, deed.args)
        else:
            action = run.code.action(deed.name)
            yield from run.perform(deed.name, action.positional(deed.args, deed.named), deed.by)
        if not (run.brisk and run.code.stages.writes.ends_in_peace):
            yield from run.checkpoint()

"""Choices that the rules make for somebody: the options narrowed criterion by criterion, what is left over left to chance."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice

from referee.errors import RuleFaultError, WrongValueError
from referee.rules.code import code_behind
from referee.rules.triggers import DeciderCode
from referee.units.choices import Choice
from referee.units.runner import Runs
from referee.values import MISSING, Unknown, freeze

#: options that a rule chooses among
MOST = 4_000


def ruled(run: Runs, choice: Choice) -> Generator[Choice, object, object]:
    """What the rules choose where they choose for this one; MISSING: nobody but they themselves does."""
    for code in code_behind(run.ctx).happenings.deciders(choice.name):
        e = code.frame(choice.by, choice.keys, None)
        if code.fits(choice.paragraph) and (code.guard is None or run.decided(code.guard, e)):
            run.entered[code.paragraph] = None
            if code.value is not None:
                return run.known(code.value, e)
            return (yield from _best(run, code, choice))
    return MISSING


def _best(run: Runs, code: DeciderCode, choice: Choice) -> Generator[Choice, object, object]:
    options = list(islice((choice.sure or choice.options)(), MOST + 1))
    if len(options) > MOST:
        raise RuleFaultError(f"there are too many options of “{choice.name}” to choose the best of", code.paragraph)
    taken = [option for option in options if option is not None]
    options = taken or options  # what is offered is taken up, if it can be
    for criterion in code.by:
        if len(options) < 2:
            break
        scores = [run.known(criterion, code.frame(choice.by, choice.keys, option)) for option in options]
        best = max(_score(run, score, code, choice) for score in scores)
        options = [option for option, score in zip(options, scores, strict=True) if score == best]
    if not options:
        return MISSING
    if len(options) == 1:
        return options[0]
    drawn = Choice("chance", choice.name, choice.keys, None, choice.type, code.paragraph, lambda: iter(options))
    value = freeze((yield drawn))
    if isinstance(value, Unknown) or value in options:
        return value
    raise WrongValueError(f"“{choice.name}”", value, "one of those that are equally good by the rules")


def _score(run: Runs, score: object, code: DeciderCode, choice: Choice) -> int:
    """A number; yes before no."""
    if isinstance(score, int):
        return score
    raise RuleFaultError(f"“{choice.name}” cannot be chosen by {score}, which is no number", code.paragraph)

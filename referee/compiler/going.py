"""What compiled steps and verdicts are, for those who run them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.choices import Choice
    from referee.context import Context
    from referee.run import Run

#: what a run of steps yields where it must stop; what is sent back is the answer
Going = Generator["Choice", object, None]
Steps = Callable[["Run", list[object]], Going]
#: a context, a bound frame, whether it is done by an effect -> whether it is legal
#: a context and a frame in which what is read is bound -> whether none of some checks fails
Partial = Callable[["Context", list[object]], bool]
Verdict = Callable[["Context", list[object], bool], bool]

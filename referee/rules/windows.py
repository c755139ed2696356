"""Windows, compiled: where others may answer an action, and which actions answer others."""

from __future__ import annotations

from kb.rules.windows import windows_of
from referee.compiler.compiler import Compiler
from referee.rules.actions import ActionCode
from referee.units.runner import Steps

#: the paragraph of a window, and the steps that open it
Opened = tuple[str, Steps]


class Windows:
    """The windows of one game."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._made: dict[tuple[str, bool], tuple[Opened, ...]] = {}

    def of(self, action: ActionCode, after: bool) -> tuple[Opened, ...]:
        """The windows of an action before it is done, or after it."""
        found = self._made.get((action.name, after))
        if found is None:
            windows = windows_of(self.compiler.program, action.name)
            found = self._made[action.name, after] = tuple(
                (cited.paragraph, self.compiler.effect(action.scope.child(), cited.paragraph, (cited.node,)))
                for cited in windows
                if cited.node.after is after
            )
        return found

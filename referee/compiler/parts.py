"""What the code of steps refers to beside its own text: formulas that may have to be asked, and choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from grammar import nodes as n
from referee.compiler.source import Source
from referee.evaluation.scope import Scope

if TYPE_CHECKING:
    from referee.compiler.targets.effects import EffectWriter
    from referee.units.formula import Compiles

T = TypeVar("T")


class Late(Generic[T]):
    """A list that is made when one of its items is first wanted."""

    __slots__ = ("_items", "_make")

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make = make
        self._items: Sequence[T] | None = None

    def __getitem__(self, index: int) -> T:
        items = self._items
        if items is None:
            items = self._items = self._make()
        return items[index]


class EffectParts:
    """The parts of some steps in a scope: the writer brings them forth while it writes, and writes where nothing was kept."""

    def __init__(self, compiler: Compiles, scope: Scope, paragraph: str, steps: tuple[n.Step, ...]) -> None:
        self.compiler = compiler
        self.scope = scope
        self.paragraph = paragraph
        self.steps = steps
        self.formulas = Late(lambda: self._writer.formulas)
        self.choices = Late(lambda: self._writer.choices)

    @cached_property
    def _writer(self) -> EffectWriter:
        from referee.compiler.targets.effects import EffectWriter

        writer = EffectWriter(self.compiler, self.scope.child(), self.paragraph)
        writer.write(self.steps)
        return writer

    def source(self) -> Source:
        """The text; beside it the size of the frame and the names that the steps bring."""
        writer = self._writer
        added = {name: slot for name, slot in writer.scope.slots.items() if self.scope.slots.get(name) != slot}
        return Source(writer.out.text(), self.paragraph, (writer.scope.frame.size, added))

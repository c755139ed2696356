"""What a run knows: values that must be known, those it can go on without, and what it makes of what it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import NeedFact
from referee.evaluation.context import Context
from referee.evaluation.interface import Evaluates
from referee.runs.doubt import weakened
from referee.units.runner import Frame
from referee.values import Leaf, Unknown

if TYPE_CHECKING:
    from referee.rules.code import Code


#: what an unknown hangs on that nobody can tell
NOBODY: Leaf = ("?", ())


class Knowing:
    """A run, as far as it reads."""

    code: Code
    ctx: Context

    def __init__(self) -> None:
        self.loose = False  #: whether it goes on where a fact is missing, not knowing what it would have written
        self.trusting = False  #: whether what nobody can judge is taken to be legal: somebody says it is done
        self.doubts: tuple[Leaf, ...] = ()  #: on what hangs whether all this happens
        self.met: dict[tuple[str, tuple[object, ...]], int] = {}  #: how often each choice came up
        self.unanswered: tuple[Leaf, ...] = ()  #: choices that nobody made
        self.waived: set[object] = set()  #: `whenever` rules that may have happened
        self.callers: tuple[str, ...] = ()  #: the paragraphs by which that was called which is carried out
        self.rescuing = False  #: whether what is called next is done for want of money
        self.frame = Frame("")  #: what is carried out, with all it relies on

    def known(self, formula: Evaluates, e: list[object]) -> object:
        """A value that must be known now."""
        value = self.found(formula, e)
        if type(value) is Unknown:
            self.need(value)
        return value

    def handed(self, formula: Evaluates, e: list[object]) -> object:
        """A value that is handed on: it must be known now, unless the run goes on without."""
        value = self.found(formula, e)
        if type(value) is Unknown:
            if not self.loose:
                self.need(value)
            self.ctx.careful = True
        return value

    def decided(self, formula: Evaluates, e: list[object]) -> bool:
        """A condition that must be decided now; what no rule speaks of does not hold."""
        value = self.found(formula, e)
        if isinstance(value, Unknown):
            self.need(value)
        return value is True

    def weighed(self, formula: Evaluates, e: list[object]) -> bool | Unknown:
        """A condition that must be decided now, unless the run goes on without."""
        value = self.found(formula, e)
        if isinstance(value, Unknown):
            if not self.loose:
                self.need(value)
            return value
        return value is True

    def found(self, formula: Evaluates, e: list[object]) -> object:
        """A value that may stay unknown; where the run goes on without, it carries what it hangs on."""
        ctx = self.ctx
        if not self.loose:
            return formula.now(ctx, e)
        outer, ctx.leaves = ctx.leaves, {}
        book = ctx.open_book()
        try:
            value = formula.now(ctx, e)
        finally:
            self.frame.note(ctx.keep(book))
            mine, ctx.leaves = ctx.leaves, outer
            outer.update(mine)
        if type(value) is Unknown and not value.origins():
            held = (leaf for local in e if type(local) is Unknown for leaf in local.origins())
            behind = tuple(dict.fromkeys((*mine, *held)))
            return Unknown(value.low, value.high, value.options, behind=behind or (NOBODY,))
        return value

    def need(self, value: Unknown) -> None:
        """An unknown must be told first: the leaf it came from is asked for."""
        origins = value.origins() or (next(reversed(self.ctx.leaves), ("?", ())),)
        raise NeedFact(origins[0], behind=origins)

    def doubt(self, need: NeedFact) -> Unknown:
        """What stands for a local of which nobody knows what it became."""
        self.ctx.careful = True
        return Unknown(behind=need.behind)

    def kept(self, old: object, new: object) -> object:
        """What a local is that takes a value, perhaps."""
        return weakened(old, new, self.doubts) if self.doubts else new

    def call(self, caller: str, *, shared: bool) -> tuple[str, ...]:
        """Something is called: where several paragraphs call it they say what is done, and it says only how. Who called so far."""
        callers = self.callers
        own = not shared or not caller or self.rescuing
        self.callers, self.rescuing = () if own else (*callers, caller), False
        return callers

    def enter(self, paragraph: str) -> Frame:
        """Steps of a paragraph begin; the frame to go back to."""
        outer = self.frame
        self.frame = Frame(paragraph, outer)
        return outer

    def said_by(self) -> tuple[str, ...]:
        """The paragraphs that call for what is written, where they say what is done."""
        return self.callers

"""How far an action must be carried out before the next action that it does can be judged.

Doing `b` in an effect of `a` is legal if b's checks hold in the state that a's costs and earlier effects leave. Where these write nothing
that b's checks read, the state as it is will do; otherwise it is the same for all calls that agree in what the earlier effects read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grammar import nodes as n
from kb.rules.writes import EVERYTHING, Writes
from referee.rules.calls import Call, Calls, Deeds, Finder, Passed
from referee.rules.needs import formulas_of
from referee.units.clauses import Check, EachCode, OptionCode, Part

if TYPE_CHECKING:
    from referee.compiler.compiler import Compiler
    from referee.rules.actions import ActionCode
    from referee.rules.triggers import Happenings
    from referee.units.runner import Steps

#: how deep actions that do others are followed
DEEPEST = 4


@dataclass(slots=True)
class Stage:
    """A call that an action makes; `here`: the state before the action will do for judging it."""

    index: int
    call: Call
    here: bool
    slots: tuple[int, ...]  #: of the arguments that what is done before it reads
    begun: list[Steps] = field(default_factory=list)

    def steps(self, action: ActionCode) -> Steps:
        """What is done before it in the effect it stands in."""
        if not self.begun:
            self.begun.append(action.begun_effect(self.call.site.part, self.call.site.before))
        return self.begun[0]


class Stages:
    """Finds the stages of the actions of a game."""

    def __init__(
        self, compiler: Compiler, happenings: Happenings, action: Callable[[str], ActionCode],
        purse_reads: Callable[[tuple[n.Place, ...]], set[str]],
    ) -> None:  # fmt: skip
        self.compiler, self.happenings = compiler, happenings
        self.action, self.purse_reads = action, purse_reads
        self.writes = Writes(compiler.program)
        self._calls: dict[tuple[str, bool], Calls] = {}
        self._known: dict[tuple[str, bool], tuple[Stage, ...]] = {}
        self._reads: dict[str, frozenset[str]] = {}

    def calls(self, action: ActionCode, *, nested: bool) -> Calls:
        """The actions that one does."""
        found = self._calls.get((action.name, nested))
        if found is None:
            finder = Finder(self.compiler, self.happenings, self.writes, self.action, action, nested=nested)
            found = self._calls[action.name, nested] = finder.made()
        return found

    def of(self, action: ActionCode, e: list[object], *, nested: bool) -> tuple[Stage, ...] | None:
        """The stages of a call in their order; None: whether it is legal shows only when all of it is done."""
        calls = self.calls(action, nested=nested)
        if not calls.whole or any(e[slot] is True for slot in calls.risky):
            return None
        found = self._known.get((action.name, nested))
        if found is None:
            made = (self._stage(action, index, call) for index, call in enumerate(calls.found))
            found = self._known[action.name, nested] = tuple(made)
        return found

    def _stage(self, action: ActionCode, index: int, call: Call) -> Stage:
        here = call.site.written.isdisjoint(self._read_by(call, 0)) and EVERYTHING not in call.site.written
        named = [name for name in (*action.params, *action.options) if name in call.site.named]
        return Stage(index, call, here, tuple(action.scope.slots[name] for name in named))

    # ---- what is read ----------------------------------------------------------------------------------------------

    def reads(self, action: ActionCode, part: Part) -> set[str]:
        """The facts behind a part, also through lets and purses."""
        found: set[str] = set()
        for formula in (*formulas_of(part), *dict(action.lets).values()):
            found |= self.compiler.names_read(formula)
        if isinstance(part, Check) and part.cost is not None:
            found |= self.writes.places(part.node.source) | self.purse_reads(part.node.source)
        elif isinstance(part, EachCode | OptionCode):
            for inner in part.parts:
                found |= self.reads(action, inner)
        return found

    def _read_by(self, call: Call, depth: int) -> set[str]:
        """All that decides whether a call can be made, and those that it makes itself."""
        formulas = [guard for guard, _ in call.site.guards]
        if isinstance(call, Passed):
            formulas += [*call.args.values(), *call.options.values()]
        found = {name for formula in formulas for name in self.compiler.names_read(formula)}
        names = call.names if isinstance(call, Deeds) else (call.inner.name,)
        return found.union(*(self._decides(self.action(name), depth) for name in names))

    def _decides(self, action: ActionCode, depth: int) -> frozenset[str]:
        found = self._reads.get(action.name)
        if found is None:
            if depth > DEEPEST:
                return frozenset((EVERYTHING,))
            names = set(self.compiler.names_read(action.among))
            for part in action.parts:
                names |= self.reads(action, part)
            for call in self.calls(action, nested=True).found:
                names |= self._read_by(call, depth + 1)
            found = frozenset(names)
            if depth == 0:
                self._reads[action.name] = found
        return found

"""How far an action must be carried out before the next action that it does can be judged.

Doing `b` in an effect of `a` is legal if b's checks hold in the state that a's costs and earlier effects leave. Where these write nothing
that b's checks read, the state as it is will do; otherwise it is the same for all calls that agree in what the earlier effects read.
And for those who only ask whether a is legal it is over after the last thing it does that can be refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grammar import nodes as n
from kb.rules.windows import windows_of
from kb.rules.writes import EVERYTHING, Writes
from referee.resolved.tree import nodes as r
from referee.rules.actions import effects_in
from referee.rules.calls import Call, Calls, Deeds, Finder, Passed
from referee.rules.needs import formulas_of
from referee.units.clauses import Check, EachCode, EffectCode, OptionCode, Part

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


class Endings:
    """The endings of the actions of one game. What happens by itself after a deed never refuses it."""

    def __init__(self, writes: Writes) -> None:
        self.writes = writes
        self._known: dict[tuple[str, bool], tuple[bool, EffectCode | None]] = {}

    def is_open(self, action: ActionCode, *, nested: bool) -> bool:
        """Whether nothing is looked at, nor answered by others, once all effects are done; and it is known which of them is the last."""
        return self._of(action, nested)[0]

    def final(self, action: ActionCode, *, nested: bool) -> EffectCode | None:
        """The last effect that does something that may be refused."""
        return self._of(action, nested)[1]

    def _of(self, action: ActionCode, nested: bool) -> tuple[bool, EffectCode | None]:
        found = self._known.get((action.name, nested))
        if found is None:
            found = self._known[action.name, nested] = self._made(action, nested)
        return found

    def _made(self, action: ActionCode, nested: bool) -> tuple[bool, EffectCode | None]:
        parts = action.parts if nested else [*action.class_parts, *action.parts]
        effects = action.in_order(effects_in(parts))
        final = next((part for part in reversed(effects) if self.writes.may_be_refused(part.node.step)), None)
        looked_at = any(map(_is_looked_at, (*action.class_parts, *action.parts)))
        answered = bool(windows_of(self.writes.program, action.name))
        return not looked_at and not answered and not _is_repeated(parts, final), final


def _is_looked_at(part: Part) -> bool:
    """Whether it is a check on the state after, and not one that always holds."""
    return (
        isinstance(part, Check) and part.kind == "after" and part.body is not None and part.body.expr != r.Const(True)
    )


def _is_repeated(parts: list[Part], effect: EffectCode | None) -> bool:
    """Whether an effect is done for each of several."""
    return any(effect is inner for part in parts if isinstance(part, EachCode) for inner in effects_in([part]))

"""Actions that pass their arguments on: which checks of the action that is done already count for the one that does it.

An effect `do b(x, y)` that nothing precedes which b's checks read makes those checks requirements of the outer action, under the
conditions around the effect. They are lifted, so that what b refuses need not be tried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.resolved.tree import nodes as r
from referee.rules.judgement import Judgement
from referee.rules.needs import Needs, formulas_of, is_decisive, only_by_size
from referee.rules.writes import Writes
from referee.runtime.functions import STUMBLES, Lazy
from referee.units.clauses import Check, EachCode, EffectCode, OptionCode, Part, Partial

if TYPE_CHECKING:
    from referee.compiler.compiler import Compiler
    from referee.evaluation.context import Context
    from referee.rules.actions import ActionCode
    from referee.rules.triggers import Happenings
    from referee.units.formula import Formula

#: how deep actions that pass on are followed
DEEPEST = 3

Guards = tuple[tuple["Formula", bool], ...]


@dataclass(slots=True)
class Written:
    """What was written so far, each under the conditions it was written under."""

    entries: list[tuple[Guards, set[str]]]

    def under(self, guards: Guards) -> set[str]:
        """What may have been written where these conditions hold."""
        return {name for around, names in self.entries if not _exclude(around, guards) for name in names}


def _exclude(one: Guards, other: Guards) -> bool:
    """Whether two sets of conditions cannot hold together: one denies the other, or a local would be two things."""
    for a, holds in one:
        for b, holds_too in other:
            if a.expr == b.expr and holds is not holds_too:
                return True
            if holds and holds_too and isinstance(a.expr, r.Equal) and isinstance(b.expr, r.Equal):
                same = a.expr.left == b.expr.left and not a.expr.negated and not b.expr.negated
                if (
                    same
                    and isinstance(a.expr.right, r.Const)
                    and isinstance(b.expr.right, r.Const)
                    and a.expr.right != b.expr.right
                ):
                    return True
    return False


@dataclass(slots=True)
class Passed:
    """A call that an action passes on: under which conditions, with which arguments, after which writes."""

    inner: ActionCode
    guards: Guards
    args: dict[str, Formula]
    written: frozenset[str]


@dataclass(slots=True)
class Lifted:
    """Checks of a passed-on action that can be judged once some parameters of the outer one are bound."""

    needs: frozenset[str]
    passed: Passed
    given: dict[str, Formula]  #: the arguments that are known by then
    parts: list[Part] = field(default_factory=list)
    deeper: list[Lifted] = field(default_factory=list)
    made: Partial | None = None
    by_element: dict[str, Lifted | None] = field(default_factory=dict)  #: parts of it, made once
    by_size: dict[str, Lifted | None] = field(default_factory=dict)

    def fails(self, ctx: Context, e: list[object], role: str, via: str) -> bool:
        """Whether one of them surely fails for these arguments; what is not known may still pass."""
        try:
            if any(guard.told(ctx, e) is not wanted for guard, wanted in self.passed.guards):
                return False
            frame = self._frame(ctx, role, {name: formula.told(ctx, e) for name, formula in self.given.items()})
        except STUMBLES:
            return False
        return self._within(ctx, via, lambda: self._judged(ctx, frame, role, via))

    def surely_fails(self, ctx: Context, e: list[object], role: str, via: str) -> bool:
        """The same by open code: for all arguments that an unknown one stands for."""
        if any(guard.now(ctx, e) is not wanted for guard, wanted in self.passed.guards):
            return False
        frame = self._frame(ctx, role, {name: formula.now(ctx, e) for name, formula in self.given.items()})
        return self._within(ctx, via, lambda: self._weighed(ctx, frame, role, via))

    def _frame(self, ctx: Context, role: str, given: Mapping[str, object]) -> list[object]:
        """The frame of the action that is passed on."""
        inner = self.passed.inner
        frame: list[object] = [None] * inner.scope.frame.size
        for name, param in inner.params.items():
            if name in given:
                frame[inner.scope.slots[name]] = given[name]
            elif param.default is not None:
                frame[inner.scope.slots[name]] = ctx.code.constant(ctx, param.default)
        for option in inner.options:
            frame[inner.scope.slots[option]] = False
        frame[inner.actor_slot] = role
        for slot, let in inner.lets:
            frame[slot] = Lazy(let)
        return frame

    def _within(self, ctx: Context, via: str, judged: Callable[[], bool]) -> bool:
        """Judges while the inner action is the one that is done, through the outer one."""
        outer = ctx.via, ctx.doing
        ctx.via, ctx.doing = via, self.passed.inner.name
        ctx.forget("@via")
        ctx.forget("@doing")
        try:
            return judged()
        except STUMBLES:
            return False
        finally:
            ctx.via, ctx.doing = outer
            ctx.forget("@via")
            ctx.forget("@doing")

    def _weighed(self, ctx: Context, frame: list[object], role: str, via: str) -> bool:
        inner = self.passed.inner
        if self.parts and Judgement(inner, ctx, list(frame), nested=True, full=False).refuse(self.parts):
            return True
        through = inner.name if inner.node.card else via
        return any(lifted.surely_fails(ctx, frame, role, through) for lifted in self.deeper)

    def over_elements(self, param: str) -> Lifted | None:
        """Only what is judged element by element of one list, for a list of a single element."""
        if param not in self.by_element:
            self.by_element[param] = self._over_elements()
        return self.by_element[param]

    def _over_elements(self) -> Lifted | None:
        parts: list[Part] = [part for part in self.parts if isinstance(part, EachCode)]
        deeper = [inner for inner in (lifted.over_elements("") for lifted in self.deeper) if inner is not None]
        return Lifted(self.needs, self.passed, self.given, parts, deeper) if parts or deeper else None

    def over_size(self, param: str) -> Lifted | None:
        """Only what hangs on one list of the outer action by its size alone."""
        if param not in self.by_size:
            self.by_size[param] = self._over_size(param)
        return self.by_size[param]

    def _over_size(self, param: str) -> Lifted | None:
        inner = self.passed.inner
        names = [
            name
            for name, formula in self.given.items()
            if isinstance(formula.expr, r.Local) and formula.expr.name == param
        ]
        parts = [
            part
            for part in self.parts
            if isinstance(part, Check) and any(only_by_size(inner, part, name) for name in names)
        ]
        parts = [part for part in parts if self._free_of_others(part, names)]
        deeper = [found for lifted in self.deeper for name in names if (found := lifted.over_size(name)) is not None]
        return Lifted(self.needs, self.passed, self.given, list(parts), deeper) if parts or deeper else None

    def _free_of_others(self, part: Part, names: list[str]) -> bool:
        return sum(name in Needs(self.passed.inner).of(part) for name in names) <= 1

    def _judged(self, ctx: Context, frame: list[object], role: str, via: str) -> bool:
        inner = self.passed.inner
        if self.made is None:
            self.made = inner.partial(self.parts)
        if not self.made(ctx, frame):
            return True
        through = inner.name if inner.node.card else via
        return any(lifted.fails(ctx, frame, role, through) for lifted in self.deeper)


class Lifting:
    """Finds what the actions of a game pass on."""

    def __init__(
        self, compiler: Compiler, happenings: Happenings, action: Callable[[str], ActionCode],
        purse_reads: Callable[[tuple[n.Place, ...]], set[str]],
    ) -> None:  # fmt: skip
        self.compiler, self.happenings = compiler, happenings
        self.action, self.purse_reads = action, purse_reads
        self.writes = Writes(compiler.program)
        self._known: dict[tuple[str, int], list[Lifted]] = {}

    def lifted(self, action: ActionCode, depth: int = 0) -> list[Lifted]:
        """The lifted checks of an action, grouped by the parameters they need."""
        if depth >= DEEPEST:
            return []
        found = self._known.get((action.name, depth))
        if found is None:
            found = [lifted for passed in self._passed(action) for lifted in self._lifted_of(action, passed, depth)]
            self._known[action.name, depth] = found
        return found

    def _lifted_of(self, action: ActionCode, passed: Passed, depth: int) -> list[Lifted]:
        inner, outer_needs, inner_needs = passed.inner, Needs(action), Needs(passed.inner)
        around = frozenset(name for guard, _ in passed.guards for name in outer_needs.of_expr(guard.expr))
        behind = {name: frozenset(outer_needs.of_expr(formula.expr)) for name, formula in passed.args.items()}
        if any(name in action.options for names in (around, *behind.values()) for name in names):
            return []
        groups: dict[frozenset[str], Lifted] = {}

        def group(wanted: frozenset[str]) -> Lifted:
            needs = around.union(*(behind.get(name, frozenset()) for name in wanted))
            given = {name: formula for name, formula in passed.args.items() if behind[name] <= needs}
            return groups.setdefault(needs, Lifted(needs, passed, given))

        for part in inner.parts:
            if is_decisive(part) and self._reads(inner, part).isdisjoint(passed.written):
                group(inner_needs.of(part)).parts.append(part)
        for lifted in self.lifted(inner, depth + 1):
            reads = {name for part in lifted.parts for name in self._reads(lifted.passed.inner, part)}
            if reads.isdisjoint(passed.written):
                group(lifted.needs).deeper.append(lifted)
        return list(groups.values())

    def _reads(self, action: ActionCode, part: Part) -> set[str]:
        """The facts behind a part, also through lets and purses."""
        lets = dict(action.lets)
        found: set[str] = set()
        for formula in (*formulas_of(part), *lets.values()):
            found |= self.compiler.names_read(formula)
        checks = part.parts if isinstance(part, EachCode) else [part]
        for check in checks:
            if isinstance(check, Check) and check.cost is not None:
                found |= self.writes.places(check.node.source) | self.purse_reads(check.node.source)
        return found

    def _passed(self, action: ActionCode) -> list[Passed]:
        """The calls its effects make, with what may have been written before each."""
        found: list[Passed] = []
        before = {fact.name for fact in self.happenings.scoped(action.name)}
        parts = [*action.class_parts, *action.parts]
        for part in parts:
            if isinstance(part, Check) and part.cost is not None:
                before |= self.writes.of((part.node.source, part.node.target))
            elif isinstance(part, EachCode | OptionCode):
                before |= self._inside(part)
        written = Written([((), before)])
        effects = [part for part in parts if isinstance(part, EffectCode)]
        order = {slot: index for index, slot in enumerate(("", *action.slots))}
        effects.sort(
            key=lambda part: (part.node.last, order.get(part.node.slot, len(order)))
        )  # as they are carried out
        for part in effects:
            self._steps((part.node.step,), action, part, (), written, found)
        return found

    def _inside(self, part: EachCode | OptionCode) -> set[str]:
        """What the costs and effects of an `each` or `option` write: when they come does not matter here."""
        found: set[str] = set()
        for inner in part.parts:
            if isinstance(inner, EachCode | OptionCode):
                found |= self._inside(inner)
            elif isinstance(inner, EffectCode):
                found |= self.writes.of(inner.node.step)
            elif inner.cost is not None:
                found |= self.writes.of((inner.node.source, inner.node.target))
        return found

    def _steps(
        self,
        steps: tuple[n.Step, ...],
        action: ActionCode,
        part: EffectCode,
        guards: Guards,
        written: Written,
        found: list[Passed],
    ) -> None:
        for step in steps:
            seen = written.under(guards)
            if isinstance(step, n.If) and not self.writes.everything(seen):
                test = self.compiler.formula(step.test, part.scope)
                if self.compiler.names_read(test).isdisjoint(seen):
                    self._steps(step.then, action, part, (*guards, (test, True)), written, found)
                    self._steps(step.other, action, part, (*guards, (test, False)), written, found)
                    continue
            elif (
                isinstance(step, n.Do)
                and step.call.name not in part.scope.slots
                and step.call.name in self.compiler.program.actions
            ):
                if not self.writes.everything(seen):
                    self._call(step.call, part, guards, seen, found)
            written.entries.append((guards, self.writes.of(step)))

    def _call(self, call: n.Call, part: EffectCode, guards: Guards, written: set[str], found: list[Passed]) -> None:
        inner = self.action(call.name)
        exprs = {**dict(zip(inner.params, call.args, strict=False)), **dict(call.named)}
        if "by" in exprs:
            return  # somebody else does it
        args = {name: self.compiler.formula(expr, part.scope) for name, expr in exprs.items() if name in inner.params}
        found.append(Passed(inner, guards, args, frozenset(written)))

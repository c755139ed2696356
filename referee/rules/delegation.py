"""Actions that pass their arguments on: which checks of the action that is done already count for the one that does it.

An effect `do b(x, y)` that nothing precedes which b's checks read makes those checks requirements of the outer action, under the
conditions around the effect. They are lifted, so that what b refuses need not be tried out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kb.rules.writes import EVERYTHING
from referee.evaluation.context import Context
from referee.resolved.tree import nodes as r
from referee.rules.calls import Passed
from referee.rules.judgement import Judgement
from referee.rules.needs import Needs, is_decisive, only_by_size
from referee.runtime.functions import STUMBLES, Lazy
from referee.units.clauses import Check, EachCode, Part, Partial

if TYPE_CHECKING:
    from referee.rules.actions import ActionCode
    from referee.rules.stages import Stages
    from referee.units.formula import Formula

#: how deep actions that pass on are followed
DEEPEST = 3


@dataclass(slots=True)
class Lifted:
    """Checks of a passed-on action that can be judged once some parameters of the outer one are bound."""

    needs: frozenset[str]
    passed: Passed
    given: dict[str, Formula]  #: the arguments that are known by then
    parts: list[Part] = field(default_factory=list)
    deeper: list[Lifted] = field(default_factory=list)
    after: bool = False  #: whether they are judged only after what is done before the call
    made: Partial | None = None
    by_element: dict[str, Lifted | None] = field(default_factory=dict)  #: parts of it, made once
    by_size: dict[str, Lifted | None] = field(default_factory=dict)
    slots: list[tuple[int, Formula]] = field(default_factory=list)  #: where these arguments stand in the inner frame

    def __post_init__(self) -> None:
        """Finds the slots once."""
        at = self.passed.inner.scope.slots
        self.slots = [(at[name], formula) for name, formula in self.given.items()]

    def fails(self, ctx: Context, e: list[object], role: str, via: str) -> bool:
        """Whether one of them surely fails for these arguments; what is not known may still pass."""
        if ctx.careful:
            return False
        try:
            for guard, wanted in self.passed.site.guards:
                if guard.told(ctx, e) is not wanted:
                    return False
            where, frame = self._entered(ctx, role, via)
            for slot, formula in self.slots:
                frame[slot] = formula.told(ctx, e)
            return self._judged(where, frame, role, via)
        except STUMBLES:
            return False

    def surely_fails(self, ctx: Context, e: list[object], role: str, via: str) -> bool:
        """The same by open code: for all arguments that an unknown one stands for."""
        if any(guard.now(ctx, e) is not wanted for guard, wanted in self.passed.site.guards):
            return False
        where, frame = self._entered(ctx, role, via)
        for slot, formula in self.slots:
            frame[slot] = formula.now(ctx, e)
        try:
            return self._weighed(where, frame, role, via)
        except STUMBLES:
            return False

    def _entered(self, ctx: Context, role: str, via: str) -> tuple[Context, list[object]]:
        """The same state while the inner action is the one that is done, through the outer one, and a frame of its own."""
        inner = self.passed.inner
        key = ("entered", inner.name, role, via)
        found: tuple[Context, list[object]] | None = ctx.lists.get(key)
        if found is None:
            where = Context(ctx.code, ctx.state, readings=ctx.readings, split=ctx.split, unseen=ctx.unseen)
            where.inherit(ctx)
            where.via, where.doing, where.before = via, inner.name, ctx.before
            where.forget("@via")
            where.forget("@doing")
            found = ctx.lists[key] = where, self._frame(ctx, role)
        where, frame = found[0], found[1].copy()
        for slot, let in inner.lets:
            frame[slot] = Lazy(let)
        return where, frame

    def _frame(self, ctx: Context, role: str) -> list[object]:
        """The frame of the action that is passed on, with what is not given."""
        inner = self.passed.inner
        frame = inner.frame(role)
        for name, param in inner.params.items():
            if param.default is not None:
                frame[inner.scope.slots[name]] = ctx.code.constant(ctx, param.default)
        return frame

    def _weighed(self, ctx: Context, frame: list[object], role: str, via: str) -> bool:
        inner = self.passed.inner
        if self.parts and Judgement(inner, ctx, list(frame), nested=True, full=False).refuse(self.parts):
            return True
        through = inner.name if inner.node.card else via
        return any(lifted.surely_fails(ctx, frame, role, through) for lifted in self.deeper)

    def over_elements(self, param: str) -> Lifted | None:
        """Only what is judged element by element of one list, for a list of a single element."""
        if param not in self.by_element:
            self.by_element[param] = self._over_elements(param)
        return self.by_element[param]

    def _over_elements(self, param: str) -> Lifted | None:
        names = self._handed(param)
        parts: list[Part] = [part for part in self.parts if isinstance(part, EachCode) and self._goes_over(part, names)]
        deeper = [
            found for lifted in self.deeper for name in names if (found := lifted.over_elements(name)) is not None
        ]
        return Lifted(self.needs, self.passed, self.given, parts, deeper, self.after) if parts or deeper else None

    def _handed(self, param: str) -> list[str]:
        """The parameters of the inner action that are this one of the outer."""
        given = self.given.items()
        return [name for name, formula in given if isinstance(formula.expr, r.Local) and formula.expr.name == param]

    def _goes_over(self, each: EachCode, names: list[str]) -> bool:
        """Whether a clause goes over the elements of one of these lists or baskets, also of a `let` that may be it."""
        members, inner, basket = each.members.expr, self.passed.inner, each.basket()
        if basket is not None:
            return basket.name in names
        if not isinstance(members, r.Local):
            return False
        return not set(names).isdisjoint(Needs(inner).of_expr(members))

    def over_size(self, param: str) -> Lifted | None:
        """Only what hangs on one list of the outer action by its size alone."""
        if param not in self.by_size:
            self.by_size[param] = self._over_size(param)
        return self.by_size[param]

    def _over_size(self, param: str) -> Lifted | None:
        inner = self.passed.inner
        names = self._handed(param)
        parts = [
            part
            for part in self.parts
            if isinstance(part, Check) and any(only_by_size(inner, part, name) for name in names)
        ]
        parts = [part for part in parts if self._free_of_others(part, names)]
        deeper = [found for lifted in self.deeper for name in names if (found := lifted.over_size(name)) is not None]
        return Lifted(self.needs, self.passed, self.given, list(parts), deeper, self.after) if parts or deeper else None

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

    def __init__(self, stages: Stages) -> None:
        self.stages = stages
        self._known: dict[tuple[str, int], list[Lifted]] = {}

    def lifted(self, action: ActionCode, depth: int = 0) -> list[Lifted]:
        """The lifted checks of an action, grouped by the parameters they need."""
        if depth >= DEEPEST:
            return []
        found = self._known.get((action.name, depth))
        if found is None:
            calls = self.stages.calls(action, nested=depth > 0).found
            passed = (call for call in calls if isinstance(call, Passed) and EVERYTHING not in call.site.written)
            found = [lifted for each in passed for lifted in self._lifted_of(action, each, depth)]
            self._known[action.name, depth] = found
        return found

    def _lifted_of(self, action: ActionCode, passed: Passed, depth: int) -> list[Lifted]:
        inner, outer_needs, inner_needs = passed.inner, Needs(action), Needs(passed.inner)
        around = frozenset(name for guard, _ in passed.site.guards for name in outer_needs.of_expr(guard.expr))
        behind = {name: frozenset(outer_needs.of_expr(formula.expr)) for name, formula in passed.args.items()}
        if any(name in action.options for names in (around, *behind.values()) for name in names):
            return []
        groups: dict[tuple[frozenset[str], bool], Lifted] = {}
        written, chosen = passed.site.written, frozenset(passed.options)
        before = frozenset(name for name in (*action.params, *action.options) if name in passed.site.named)
        alone = depth > 0 or not before.isdisjoint(action.options)  # nothing is done before it is judged

        def group(wanted: frozenset[str], read: set[str]) -> Lifted | None:
            after = not read.isdisjoint(written)
            if after and alone:
                return None
            needs = around.union(before if after else (), *(behind.get(name, frozenset()) for name in wanted))
            given = {name: formula for name, formula in passed.args.items() if behind[name] <= needs}
            return groups.setdefault((needs, after), Lifted(needs, passed, given, after=after))

        for part in inner.parts:
            needs = inner_needs.of(part)
            if is_decisive(part) and needs.isdisjoint(chosen):
                home = group(needs, self._reads(inner, part))
                if home is not None:
                    home.parts.append(part)
        for lifted in self.lifted(inner, depth + 1):
            home = group(
                lifted.needs, {name for part in lifted.parts for name in self._reads(lifted.passed.inner, part)}
            )
            if home is not None:
                home.deeper.append(lifted)
        return list(groups.values())

    def _reads(self, action: ActionCode, part: Part) -> set[str]:
        return self.stages.reads(action, part)

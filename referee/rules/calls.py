"""The actions that the effects of an action do: under which conditions, with which arguments, after what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.base.records import replace
from kb.rules.reads import found_in
from kb.rules.windows import windows_of
from kb.rules.writes import EVERYTHING, Writes
from referee.resolved.tree import nodes as r
from referee.units.clauses import Check, EachCode, EffectCode, OptionCode, Part

if TYPE_CHECKING:
    from referee.compiler.compiler import Compiler
    from referee.rules.actions import ActionCode
    from referee.rules.triggers import Happenings
    from referee.units.formula import Formula

#: conditions around a step, each with what it must come to
Guards = tuple[tuple["Formula", bool], ...]
#: the steps of a block that were done -> the steps of the whole effect
Wrap = Callable[[tuple[n.Step, ...]], tuple[n.Step, ...]]


@dataclass(slots=True)
class Past:
    """What was done so far: what it writes and which names stand in it, each under the conditions it was done under."""

    entries: list[tuple[Guards, set[str], set[str]]]

    def note(self, guards: Guards, written: set[str], named: set[str]) -> None:
        """Something more was done."""
        self.entries.append((guards, written, named))

    def written(self, guards: Guards) -> set[str]:
        """What may have been written where these conditions hold."""
        return {name for around, names, _ in self.entries if not _exclude(around, guards) for name in names}

    def named(self, guards: Guards) -> set[str]:
        """The names in what may have been done where these conditions hold."""
        return {name for around, _, names in self.entries if not _exclude(around, guards) for name in names}


def _exclude(one: Guards, other: Guards) -> bool:
    """Whether two sets of conditions cannot hold together: one denies the other, or something would be two things."""
    return any(_deny(_plainly(*a), _plainly(*b)) for a in one for b in other)


def _deny(one: tuple[r.Expr, bool], other: tuple[r.Expr, bool]) -> bool:
    (a, holds), (b, holds_too) = one, other
    if a == b:
        return holds is not holds_too
    if not holds or not holds_too or not isinstance(a, r.Equal) or not isinstance(b, r.Equal) or a.left != b.left:
        return False
    return isinstance(a.right, r.Const) and isinstance(b.right, r.Const) and a.right != b.right


def _plainly(guard: Formula, holds: bool) -> tuple[r.Expr, bool]:
    """A condition without its `not`s."""
    expr = guard.expr
    while isinstance(expr, r.Not):
        expr, holds = expr.body, not holds
    if isinstance(expr, r.Equal) and expr.negated:
        return replace(expr, negated=False), not holds
    return expr, holds


@dataclass(slots=True)
class Site:
    """Where a call stands: in which effect, after which of its steps, under which conditions, after what."""

    part: EffectCode
    before: tuple[n.Step, ...]
    guards: Guards
    written: frozenset[str]
    named: frozenset[str]  #: the names in what was done before


@dataclass(slots=True)
class Passed:
    """One action that is done: with which arguments, and with which of its options."""

    site: Site
    inner: ActionCode
    args: dict[str, Formula]
    options: dict[str, Formula]


@dataclass(slots=True)
class Deeds:
    """A list of deeds that are done one after the other: the parameter that holds them, and what they can be."""

    site: Site
    param: str
    names: tuple[str, ...]


Call = Passed | Deeds


@dataclass(slots=True)
class Calls:
    """What one action does; not `whole`: other actions may be done on the way, or it is judged by what comes of it."""

    found: list[Call]
    whole: bool
    risky: frozenset[int]  #: the slots of options with which it is not whole


class Finder:
    """Finds the calls of one action, in the order in which they are done; `nested`: where it is done by an effect itself."""

    def __init__(
        self, compiler: Compiler, happenings: Happenings, writes: Writes, get: Callable[[str], ActionCode],
        action: ActionCode, *, nested: bool,
    ) -> None:  # fmt: skip
        self.compiler, self.happenings, self.writes, self.get = compiler, happenings, writes, get
        self.action, self.nested = action, nested
        self.parts = [*action.parts] if nested else [*action.class_parts, *action.parts]
        self.found: list[Call] = []
        self.met: set[int] = set()  #: the `do` steps among those found
        self.past = Past([((), self._paid(), self._named_first())])

    def made(self) -> Calls:
        """All of them."""
        for part in self.action.in_order(effect for effect in self.parts if isinstance(effect, EffectCode)):
            self._steps((part.node.step,), part, (), lambda done: done)
        return Calls(self.found, self._is_whole(), self._risky())

    def _paid(self) -> set[str]:
        """What is written before the first effect; when effects for elements and options come does not matter here."""
        found = {fact.name for fact in self.happenings.scoped(self.action.name)}
        for cited in windows_of(self.compiler.program, self.action.name):  # others answer before the first effect
            found |= self.writes.of(cited.node)
        for part in self.parts:
            if isinstance(part, Check) and part.cost is not None:
                found |= self.writes.of((part.node.source, part.node.target))
            elif isinstance(part, EachCode | OptionCode):
                found |= self._inside(part)
        return found

    def _named_first(self) -> set[str]:
        """The names in what is done before the first effect, or may be, and in the lets."""
        found = _named_in(part for part in self.parts if not isinstance(part, EffectCode))
        return found.union(*(names_in(let.written) for _, let in self.action.lets))

    def _inside(self, part: EachCode | OptionCode) -> set[str]:
        found: set[str] = set()
        for inner in part.parts:
            if isinstance(inner, EachCode | OptionCode):
                found |= self._inside(inner)
            elif isinstance(inner, EffectCode):
                found |= self.writes.of(inner.node.step)
            elif inner.cost is not None:
                found |= self.writes.of((inner.node.source, inner.node.target))
        return found

    def _steps(self, steps: tuple[n.Step, ...], part: EffectCode, guards: Guards, wrap: Wrap) -> None:
        for index, step in enumerate(steps):
            seen = self.past.written(guards)
            done = steps[:index]
            if isinstance(step, n.If) and not self.writes.everything(seen):
                test = self.compiler.formula(step.test, part.scope)
                if self._is_plain(step.test, part) and self.compiler.names_read(test).isdisjoint(seen):
                    self.past.note(guards, set(), names_in(step.test))
                    then, other = _then(wrap, done, step.test), _else(wrap, done, step.test)
                    self._steps(step.then, part, (*guards, (test, True)), then)
                    self._steps(step.other, part, (*guards, (test, False)), other)
                    continue
            before = wrap((*done, step) if isinstance(step, n.For) else done)  # the deeds before the last one are done
            site = Site(part, before, guards, frozenset(seen), frozenset(self.past.named(guards)))
            writes = self._call(step, site)
            self.past.note(guards, self.writes.of(step) if writes is None else writes, names_in(step))

    def _call(self, step: n.Step, site: Site) -> set[str] | None:
        """Notes a step that is a call; what a list of deeds writes is what any of them does."""
        scope, program = site.part.scope, self.compiler.program
        if isinstance(step, n.For):
            deeds = self._deeds(step, site)
            if deeds is None:
                return None
            self.found.append(deeds)
            return set().union(*(self.writes.of(n.Do(n.Call(name, ()))) for name in deeds.names))
        if not isinstance(step, n.Do) or step.call.name in scope.slots or step.call.name not in program.actions:
            return None
        inner = self.get(step.call.name)
        exprs = {**dict(zip(inner.params, step.call.args, strict=False)), **dict(step.call.named)}
        if step.by is not None or not self._is_plain(step.call, site.part):
            return None  # somebody else does it, or it hangs on what comes up on the way
        formulas = {name: self.compiler.formula(expr, scope) for name, expr in exprs.items()}
        args = {name: formula for name, formula in formulas.items() if name in inner.params}
        self.met.add(id(step))
        self.found.append(Passed(site, inner, args, {k: v for k, v in formulas.items() if k in inner.options}))
        return None

    def _deeds(self, step: n.For, site: Site) -> Deeds | None:
        """`for s in PARAMETER: do s end`."""
        if step.body is not None or step.by is not None or len(step.steps) != 1 or not isinstance(step.members, n.Name):
            return None
        inner, param = step.steps[0], self.action.params.get(step.members.id)
        if (
            not isinstance(inner, n.Do)
            or inner.call != n.Call(step.var, ())
            or param is None
            or param.name in site.named
        ):
            return None
        kind = param.type.kind if isinstance(param.type, n.TypeMany) and param.type.shape == "list" else ""
        if kind not in self.compiler.program.classes:
            return None
        self.met.add(id(inner))
        classes_of = self.compiler.names.classes_of
        return Deeds(site, param.name, tuple(a for a in self.compiler.program.actions if kind in classes_of(a)))

    def _is_plain(self, node: object, part: EffectCode) -> bool:
        """Whether all names in it are there before the effects begin."""
        return all(name in part.scope.slots for name in names_in(node) & self._brought())

    def _brought(self) -> set[str]:
        """The names that effects bring."""
        steps = [step for part in self.parts for step in _steps_in(part)]
        found = {let.name for let in found_in(steps, n.Let)}
        chosen = (choose.target for choose in found_in(steps, n.Choose))
        return found | {target.id for target in chosen if isinstance(target, n.Name)}

    # ---- what else may be done -------------------------------------------------------------------------------------

    def _is_whole(self) -> bool:
        """Whether no other action can make it illegal on the way, and nothing is asked of the state after."""
        if any(not _is_idle(part) for part in self.parts):
            return False
        triggers = self.compiler.program.triggers.get(self.action.name, ())
        steps = [cited.node.steps for cited in triggers]
        return not self._may_act(
            [*steps, *(step for part in self.parts if not isinstance(part, OptionCode) for step in _steps_in(part))]
        )

    def _risky(self) -> frozenset[int]:
        options = [part for part in self.parts if isinstance(part, OptionCode)]
        return frozenset(part.slot for part in options if self._may_act(list(_steps_in(part))))

    def _may_act(self, steps: list[object]) -> bool:
        """Whether steps may do an action that is not among those found."""
        if any(id(do) not in self.met and self._does(do) for step in steps for do in found_in(step, n.Do)):
            return True
        planned = {call.inner.name for call in self.found if isinstance(call, Passed)}
        named = set().union(*(self.writes.named(step) for step in steps)) - planned - {EVERYTHING}
        reached = self.writes.reached(named)
        return EVERYTHING in reached or not reached.isdisjoint(self.compiler.program.actions)

    def _does(self, do: n.Do) -> bool:
        return do.call.name not in self.compiler.program.procedures


def names_in(node: object) -> set[str]:
    """Every name that stands in a piece of rules."""
    names = {name.id for name in found_in(node, n.Name)}
    return names | {call.name for call in found_in(node, n.Call)}


def _named_in(parts: Iterable[Part]) -> set[str]:
    """The names in costs, and in effects for elements or options."""
    found: set[str] = set()
    for part in parts:
        if isinstance(part, EachCode):
            found |= names_in(part.node) | _named_in(part.parts)
        elif isinstance(part, OptionCode):
            found |= _named_in(part.parts)
        elif isinstance(part, EffectCode):
            found |= names_in(part.node.step)
        elif part.cost is not None:
            found |= names_in(part.node)
    return found


def _steps_in(part: Part) -> Iterator[n.Step]:
    """The steps of an effect, or of those for elements or options."""
    if isinstance(part, EffectCode):
        yield part.node.step
    elif isinstance(part, EachCode | OptionCode):
        for inner in part.parts:
            yield from _steps_in(inner)


def _is_idle(part: Part) -> bool:
    """Whether it asks nothing of the state after."""
    if isinstance(part, EachCode | OptionCode):
        return all(_is_idle(inner) for inner in part.parts)
    if not isinstance(part, Check) or part.kind != "after":
        return True
    return part.body is not None and part.body.expr == r.Const(True)


def _then(wrap: Wrap, done: tuple[n.Step, ...], test: n.Expr) -> Wrap:
    return lambda inner: wrap((*done, n.If(test, inner, ())))


def _else(wrap: Wrap, done: tuple[n.Step, ...], test: n.Expr) -> Wrap:
    return lambda inner: wrap((*done, n.If(test, (), inner)))

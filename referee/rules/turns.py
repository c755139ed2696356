"""Phases and steps, compiled one by one: when they take place, whose turns they consist of, and what a turn takes."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from grammar import nodes as n
from kb.rules.phases import turns_around
from kb.rules.program import Cited, actions_of
from kb.rules.reads import names_in
from referee.compiler.compiler import Compiler
from referee.evaluation.context import Context
from referee.evaluation.scope import Scope
from referee.state import Course
from referee.units.formula import Formula
from referee.units.runner import Runs


class TurnsCode:
    """The compiled turns of a phase or step: over what they go, and for whom they take place."""

    def __init__(self, compiler: Compiler, turns: n.Turns, outer: tuple[str, ...]) -> None:
        self.members = compiler.formula(turns.members, Scope(outer))
        self.test = compiler.maybe(turns.body, Scope((*outer, turns.var)))
        self.cycle = turns.cycle

    def queue(self, run: Runs, around: list[object]) -> list[object]:
        """Everything the turns go over."""
        return list(run.items(run.known(self.members, list(around))))

    def takes(self, run: Runs, around: list[object], item: object) -> bool:
        """Whether there is a turn for this one."""
        return self.test is None or run.decided(self.test, [*around, item])


class PartCode:
    """What phases and steps have in common, compiled: when they take place, and whose turns they consist of."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        node: n.Phase | n.CourseStep = cited.node
        self.name = node.name
        self.paragraph = cited.paragraph
        self.outer = tuple(turns.var for turns in turns_around(compiler.program, node.name))
        self.when = compiler.maybe(node.when, Scope(self.outer))
        self.turns = TurnsCode(compiler, node.turns, self.outer) if node.turns is not None else None


class PhaseCode(PartCode):
    """A compiled phase."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        super().__init__(compiler, cited)
        self.cycle = compiler.maybe(cited.node.cycle, Scope(self.outer))


class QuotaLift(NamedTuple):
    """`allowed when e overrides #p` above the paragraph that says how many actions a turn takes."""

    name: str  #: the action or class it speaks of
    when: Formula | None
    paragraph: str


def _lifts(compiler: Compiler, quota: n.Quota, home: str) -> Iterator[QuotaLift]:
    """What lifts a quota; whose turn it is may decide, an argument cannot: it is not known when the turn ends."""
    program = compiler.program
    for name in quota.names:
        actions = [program.actions[action] for action in actions_of(program, name)]
        actors = {info.node.actor for info in actions}
        params = {param.name for info in actions for param in info.node.params} - actors
        for info in (*filter(None, [program.classes.get(name)]), *actions):
            for cited in info.clauses:
                read = set(names_in(cited.node.when)) if isinstance(cited.node, n.Allowed) else params
                if isinstance(cited.node, n.Allowed) and home in cited.node.overrides and not read & params:
                    actor = next(iter(read & actors), "actor")
                    yield QuotaLift(info.name, compiler.maybe(cited.node.when, Scope((actor,))), cited.paragraph)


class StepCode(PartCode):
    """A compiled step."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        super().__init__(compiler, cited)
        node: n.CourseStep = cited.node
        self.node = node
        self._classes_of = compiler.names.classes_of
        scope = Scope((*self.outer, node.turns.var) if node.turns else self.outer)
        self.who = compiler.formula(node.who, scope) if node.who is not None else None
        call = node.call
        self.call = None if call is None else compiler.effect(scope, cited.paragraph, (n.Do(call),))
        self._lifts = [tuple(_lifts(compiler, quota, quota.home or cited.paragraph)) for quota in node.quotas]

    def frame(self, around: list[object], item: object) -> list[object]:
        """The locals of one turn."""
        return [*around, item] if self.turns is not None else list(around)

    def allows(self, action: str) -> list[int]:
        """The quotas an action counts for."""
        names = {action, *self._classes_of(action)}
        return [i for i, quota in enumerate(self.node.quotas) if names & set(quota.names)]

    def open_quotas(self, ctx: Context, action: str, course: Course) -> list[int]:
        """The quotas an action counts for that are not full yet, or are lifted for it."""
        names = {action, *self._classes_of(action)}
        return [i for i in self.allows(action) if not self.is_full(i, course) or self.lifting(ctx, i, course, names)]

    def is_full(self, quota: int, course: Course) -> bool:
        """Whether a turn has taken all that a quota allows."""
        return course.taken.get(str(quota), 0) >= self.node.quotas[quota].most

    def lifting(self, ctx: Context, quota: int, course: Course, names: Container[str] | None = None) -> str:
        """The paragraph that lifts a quota for the one to move: of some actions and classes, or of any; empty: none does."""
        for lift in self._lifts[quota]:
            if (names is None or lift.name in names) and (
                lift.when is None or lift.when.now(ctx, [course.who]) is True
            ):
                return lift.paragraph
        return ""

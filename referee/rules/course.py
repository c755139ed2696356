"""The course of play: phases and steps, whose turn it is, what a turn takes.

A state that is in the middle of a game carries `course`: the step, whose turn it is in it, who is still to come, and how
many actions of each quota were taken. A question that tells no course is asked as if it were the actor's turn.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import cast

from msgspec.structs import replace

from grammar import nodes as n
from kb.rules.program import Cited
from referee.books import Course
from referee.compiler.compiler import Compiler
from referee.errors import RuleFaultError
from referee.evaluation.context import Context
from referee.evaluation.scope import Scope
from referee.rules.actions import ActionCode
from referee.units.choices import Choice
from referee.units.clauses import Check, Result
from referee.units.formula import Formula
from referee.units.runner import Going, Runs

#: automatic steps between two decisions
RESTLESS = 2_000


class StepCode:
    """A compiled step."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        node: n.CourseStep = cited.node
        self.node = node
        self.name = node.name
        self.paragraph = cited.paragraph
        self._classes_of = compiler.names.classes_of
        self.when = compiler.maybe(node.when, Scope())
        turns = node.turns
        scope = Scope((turns.var,)) if turns else Scope()
        self.members = compiler.formula(turns.members, Scope()) if turns else None
        self.test = compiler.maybe(turns.body, scope) if turns else None
        self.cycle = bool(turns and turns.cycle)
        self.who = compiler.formula(node.who, scope) if node.who is not None else None
        self.scope = scope
        call = node.call
        self.call = None if call is None else compiler.effect(scope, cited.paragraph, (n.Do(call),))

    def frame(self, item: object) -> list[object]:
        """The locals of one turn."""
        return [item] if self.scope.slots else []

    def allows(self, action: str) -> list[int]:
        """The quotas an action counts for."""
        names = {action, *self._classes_of(action)}
        return [i for i, quota in enumerate(self.node.quotas) if names & set(quota.names)]

    def open_quotas(self, action: str, course: Course) -> list[int]:
        """The quotas an action counts for that are not full yet."""
        return [i for i in self.allows(action) if course.taken.get(str(i), 0) < self.node.quotas[i].most]


class CourseCode:
    """The compiled course of one game."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.program = program = compiler.program
        self._guards: dict[str, Formula | None] = {}
        self._cycles: dict[str, Formula | None] = {}
        self._steps: dict[str, StepCode] = {}
        self._homes: dict[str, tuple[str, ...]] = {}
        self.children: dict[str, list[str]] = {"": []}
        nodes = {**program.phases, **program.steps}
        for name, cited in nodes.items():
            parent = cited.node.parent if isinstance(cited.node, n.Phase) else cited.node.phase
            self.children.setdefault(parent, []).append(name)
        for parent, names in self.children.items():
            self.children[parent] = _ordered(names, {name: nodes[name].node.after for name in names})

    # ---- looking up ------------------------------------------------------------------------------------------------

    def step(self, name: str) -> StepCode:
        """A step, compiled on first use."""
        if name not in self._steps:
            self._steps[name] = StepCode(self.compiler, self.program.steps[name])
        return self._steps[name]

    def _phase_formula(self, cache: dict[str, Formula | None], name: str, what: str) -> Formula | None:
        if name not in cache:
            node = self.program.phases[name].node
            cache[name] = self.compiler.maybe(getattr(node, what), Scope())
        return cache[name]

    def parent(self, name: str) -> str:
        """The phase a phase or step belongs to."""
        program = self.program
        if name in program.phases:
            return program.phases[name].node.parent  # type: ignore[no-any-return]
        return program.steps[name].node.phase  # type: ignore[no-any-return]

    def steps_of(self, action: str) -> tuple[str, ...]:
        """The steps in which an action is taken; a listing asks this of every action."""
        found = self._homes.get(action)
        if found is None:
            names = {action, *self.compiler.names.classes_of(action)}
            found = self._homes[action] = tuple(
                name for name, cited in self.program.steps.items()
                if any(names & set(quota.names) for quota in cited.node.quotas)
            )  # fmt: skip
        return found

    # ---- judging ---------------------------------------------------------------------------------------------------

    def judge(self, ctx: Context, action: ActionCode, env: list[object]) -> list[Result]:
        """Whether it is the actor's turn and the turn still allows it; nothing when no course is told."""
        course = ctx.state.course
        if course is None or action.anytime or not self.program.steps:
            return []
        homes = self.steps_of(action.name)
        if not homes:
            return []
        actor = env[action.scope.slots[action.node.actor]]
        step = self.step(course.step) if course.step in self.program.steps else None
        check = Check("course", step.paragraph if step else action.paragraph, None, None, action.node, action.scope)
        if step is None or step.name not in homes:
            home = self.step(homes[0])
            check.paragraph = home.paragraph
            return [Result(check, "fail", "step", (home.paragraph,), (), env)]
        if course.who is not None and actor != course.who:
            return [Result(check, "fail", "turn", (step.paragraph,), (), env)]
        if not step.open_quotas(action.name, course):
            homes_of = (step.node.quotas[i].home for i in step.allows(action.name))
            said = tuple(dict.fromkeys(home or step.paragraph for home in homes_of))
            check.paragraph = said[0]
            return [Result(check, "fail", "quota", said, (), env)]
        return [Result(check, "pass", "turn", (step.paragraph,), (), env)]

    def may_stop(self, course: Course) -> bool:
        """Whether the one to move may end the turn."""
        quotas = self.step(course.step).node.quotas
        return all(course.taken.get(str(i), 0) >= quota.least for i, quota in enumerate(quotas) if quota.must)

    # ---- going on --------------------------------------------------------------------------------------------------

    def begin(self, run: Runs) -> Going:
        """Enters the first step of the game."""
        top = self.children[""]
        if not top:
            raise RuleFaultError("this game declares no course of play", "")
        yield from self._enter(run, top[0])

    def count(self, run: Runs, action: str) -> Going:
        """Counts an action against its quota; a full turn ends by itself."""
        course = run.draft.course
        assert course is not None
        step, taken = self.step(course.step), dict(course.taken)
        for i in step.open_quotas(action, course)[:1]:
            taken[str(i)] = taken.get(str(i), 0) + 1
        self._stand(run, replace(course, taken=taken))
        full = all(taken.get(str(i), 0) >= q.most for i, q in enumerate(step.node.quotas))
        out = step.test is not None and not run.decided(step.test, step.frame(course.item))
        if full or out:  # whoever no longer belongs to the turns of this step (who passed, say) is done
            yield from self.hand_on_turn(run)

    def _stand(self, run: Runs, course: Course) -> None:
        """Play stands elsewhere: values may read where."""
        run.draft.course = course
        run.ctx.forget("@course")

    def hand_on_turn(self, run: Runs) -> Going:
        """The next in this step, or the next step, until somebody must decide."""
        course = run.draft.course
        assert course is not None
        following = yield from self._turn(run, course.step, list(course.queue))
        if following:
            yield from self._enter(run, following)

    def _enter(self, run: Runs, name: str) -> Going:
        """Enters a phase or step and goes on, skipping what does not take place, until somebody must decide."""
        for _ in range(RESTLESS):
            run.tick(name)
            if name in self.program.phases:
                guard = self._phase_formula(self._guards, name, "when")
                inner = self.children.get(name, [])
                if inner and (guard is None or run.decided(guard, [])):
                    yield from run.reset_scope(name)
                    name = inner[0]
                    continue
                name = self._next(run, name)
                continue
            step = self.step(name)
            if step.when is not None and not run.decided(step.when, []):
                name = self._next(run, name)
                continue
            yield from run.reset_scope(name)
            queue: list[object] = [None] if step.members is None else list(run.items(run.known(step.members, [])))
            following = yield from self._turn(run, name, queue)
            if not following:
                return
            name = following
        raise RuleFaultError(
            f"the course of play goes round by itself and never comes to a decision; it was stopped at “{name}”",
            {**self.program.phases, **self.program.steps}[name].paragraph,
        )

    def _turn(self, run: Runs, name: str, queue: list[object]) -> Generator[Choice, object, str]:
        """Gives the turn to the next in the queue; runs `do` steps through. What comes next when nobody is left, or nothing."""
        step = self.step(name)
        laps = 0
        while True:
            run.tick(name)
            if not queue and step.cycle and step.members is not None and laps < RESTLESS:
                found = run.items(run.known(step.members, []))
                queue = [item for item in found if step.test is None or run.decided(step.test, step.frame(item))]
                laps += 1
            if not queue:
                return self._next(run, name)
            item = queue.pop(0)
            if step.test is not None and not run.decided(step.test, step.frame(item)):
                continue
            course = Course(name, None, item, tuple(queue))
            self._stand(run, course)
            yield from run.reset_scope(f"turn of {name}")
            if step.call is not None:
                run.ctx.actor = item if isinstance(item, str) else None
                yield from step.call(run, step.frame(item))
                yield from run.checkpoint()
                continue
            assert step.who is not None
            who = run.known(step.who, step.frame(item))
            if who is None:
                continue
            self._stand(run, replace(course, who=cast(str, who)))
            return ""

    def _next(self, run: Runs, name: str) -> str:
        """What comes after a phase or step; after the last the game is over."""
        following = self._following(run, name)
        if following is None:
            run.end_game("")
        assert following is not None
        return following

    def _following(self, run: Runs, name: str) -> str | None:
        """What comes after a phase or step; a cycling phase begins again."""
        while True:
            parent = self.parent(name)
            siblings = self.children[parent]
            at = siblings.index(name) + 1
            if at < len(siblings):
                return siblings[at]
            if not parent:
                return None
            cycle = self._phase_formula(self._cycles, parent, "cycle")
            if cycle is not None and run.decided(cycle, []):
                return parent
            name = parent


def _ordered(names: list[str], after: dict[str, str]) -> list[str]:
    """Siblings in the order their `after` says; without it, as written."""
    rest = [name for name in names if after[name] not in names]
    result: list[str] = []
    while rest:
        name = rest.pop(0)
        result.append(name)
        rest = [other for other in names if after[other] == name] + rest
    return result

"""The course of play: phases and steps, whose turn it is, what a turn takes.

A state that is in the middle of a game carries `course`: the step, whose turn it is in it, who is still to come, and how
many actions of each quota were taken. A question that tells no course is asked as if it were the actor's turn, unless
the facts it tells rule out every step in which the action is taken.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cached_property
from typing import cast

from msgspec.structs import replace

from kb.rules.phases import parent_of, phases_around
from kb.rules.windows import answers_in
from referee.compiler.compiler import Compiler
from referee.errors import RuleFaultError
from referee.evaluation import kleene
from referee.evaluation.context import Context
from referee.rules.actions import ActionCode
from referee.rules.ending import ended_by, perhaps_over
from referee.rules.endless import endless
from referee.rules.seats import seat
from referee.rules.turns import PhaseCode, StepCode, in_order, ruled_out_by
from referee.state import Course, Round, Window
from referee.units.choices import Choice
from referee.units.clauses import Check, Result
from referee.units.runner import Going, Runs

#: automatic steps between two decisions
RESTLESS = 2_000


class CourseCode:
    """The compiled course of one game."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.program = program = compiler.program
        self._phases: dict[str, PhaseCode] = {}
        self._steps: dict[str, StepCode] = {}
        self._homes: dict[str, tuple[str, ...]] = {}
        self._paths: dict[str, tuple[str, ...]] = {}
        self.children: dict[str, list[str]] = {"": []}
        nodes = {**program.phases, **program.steps}
        for name, cited in nodes.items():
            self.children.setdefault(parent_of(cited.node), []).append(name)
        for parent, names in self.children.items():
            self.children[parent] = in_order(names, {name: nodes[name].node.after for name in names})

    @cached_property
    def _answering(self) -> dict[str, tuple[str, ...]]:
        """Actions that answer others -> the paragraphs that say so."""
        found = self.compiler.found_once("answering", lambda: tuple(answers_in(self.program).items()))
        return dict(cast("tuple[tuple[str, tuple[str, ...]], ...]", found))

    # ---- looking up ------------------------------------------------------------------------------------------------

    def step(self, name: str) -> StepCode:
        """A step, compiled on first use."""
        if name not in self._steps:
            self._steps[name] = StepCode(self.compiler, self.program.steps[name])
        return self._steps[name]

    def phase(self, name: str) -> PhaseCode:
        """A phase, compiled on first use."""
        if name not in self._phases:
            self._phases[name] = PhaseCode(self.compiler, self.program.phases[name])
        return self._phases[name]

    def parent(self, name: str) -> str:
        """The phase a phase or step belongs to."""
        return parent_of((self.program.phases.get(name) or self.program.steps[name]).node)

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

    def only_answers(self, action: str) -> bool:
        """Whether an action is never taken by itself, but answers others."""
        return action in self._answering and not self.steps_of(action)

    def turn_of(self, action: str) -> str:
        """The step whose turns an action belongs to, if no other takes it and its turns are those of whoever acts; else nothing."""
        homes = self.steps_of(action)
        return homes[0] if len(homes) == 1 and self.step(homes[0]).is_turn_of_actor else ""

    # ---- judging ---------------------------------------------------------------------------------------------------

    def judge(self, ctx: Context, action: ActionCode, env: list[object], *, done: bool = False) -> list[Result]:
        """Whether it is the actor's turn and the turn still allows it; when no course is told, only what told facts rule out.

        `done`: it is asked behind deeds that are over, so that nothing waits for an answer."""
        course, window = ctx.state.course, ctx.state.window
        if ctx.state.over and window is None and not _is_talk(action):
            ends = ended_by(self.compiler, ctx) or (action.paragraph,)
            check = Check("course", ends[0], None, None, action.node, action.scope)
            return [Result(check, "fail", "playing", ends[:1], (), env)]
        actor = env[action.scope.slots[action.node.actor]]
        if window is not None and (window.deciding or not action.anytime):
            return [self._answer(ctx, window, action, actor, env)]
        if action.anytime:
            return []
        if done and self.only_answers(action.name):
            said = self._answering[action.name]
            check = Check("course", said[0], None, None, action.node, action.scope)
            return [Result(check, "fail", "waiting", said, (), env)]
        if not self.program.steps:
            return []
        if course is None:
            if self._is_turn_of_another(ctx, action.name, actor):
                whose = self.step(self.steps_of(action.name)[0]).paragraph
                check = Check("course", whose, None, None, action.node, action.scope)
                return [Result(check, "fail", "turn", (whose,), (), env)]
            return self.ruled_out(ctx, action.name, actor)
        homes = self.steps_of(action.name)
        if not homes:
            said = self._answering.get(action.name, ())
            check = Check("course", said[0] if said else "", None, None, action.node, action.scope)
            return [Result(check, "fail", "window", said, (), env)] if said else []
        step = self.step(course.step) if course.step in self.program.steps else None
        check = Check("course", step.paragraph if step else action.paragraph, None, None, action.node, action.scope)
        if step is None or step.name not in homes:
            home = self.step(homes[0])
            check.paragraph = home.paragraph
            return [Result(check, "fail", "step", (home.paragraph,), (), env)]
        if course.who is not None and actor != course.who:
            return [Result(check, "fail", "turn", (step.paragraph,), (), env)]
        if not step.open_quotas(ctx, action.name, course):
            return [self.no_room(action, env, step)]
        names = {action.name, *self.compiler.names.classes_of(action.name)}
        full = [i for i in step.allows(action.name) if step.is_full(i, course)]
        lifted = [step.lifting(ctx, i, course, names) for i in full]
        return [Result(check, "pass", "turn", (*filter(None, lifted), step.paragraph), (), env)]

    @staticmethod
    def no_room(action: ActionCode, env: list[object], step: StepCode, said: str = "quota") -> Result:
        """That a turn of a step takes no more of this, by the paragraphs that say how much it takes."""
        cites = step.spent_by(action.name)
        return Result(Check("course", cites[0], None, None, action.node, action.scope), "fail", said, cites, (), env)

    def ruled_out(self, ctx: Context, action: str, actor: object) -> list[Result]:
        """Without a course: what rules out each of the steps in which an action is taken, by told facts; nothing where one may be open."""
        found: list[Result] = []
        if action in self._answering:  # it may be the answer to something
            return found
        homes = self.steps_of(action)
        if not homes and (there := self._seat) is not None:
            away = ruled_out_by(ctx, there, [actor], self.compiler)
            return [] if away is None else [away]
        for name in homes:
            result = self.step(name).gates.ruled_out(ctx, actor)
            if result is None:
                return []
            found.append(result)
        return found

    def _is_turn_of_another(self, ctx: Context, action: str, actor: object) -> bool:
        """Whether it is told whose turn it is, and what is taken in turns is asked of somebody else."""
        mover = ctx.state.mover
        if mover is None or not isinstance(actor, str) or actor == mover or action in self._answering:
            return False
        return bool(self.steps_of(action))

    @cached_property
    def _seat(self) -> Check | None:
        return seat(self.compiler)

    def may_come(self, ctx: Context, action: str, actor: object) -> bool:
        """Without a course: whether neither what is told of turns nor any told fact rules an action out."""
        return not self._is_turn_of_another(ctx, action, actor) and not self.ruled_out(ctx, action, actor)

    def set_aside(self, ctx: Context, action: ActionCode, env: list[object]) -> list[Result]:
        """Without a course: that every step of an action is ruled out by what is told, but may have been open when it began; of
        what only answers a deed, that none is told."""
        if ctx.state.course is not None or ctx.state.window is not None:
            return []
        if not action.anytime and (ends := perhaps_over(self.compiler, ctx)):
            return [
                Result(Check("course", ends, None, None, action.node, action.scope), "pass", "unended", (), (), env)
            ]
        if action.name in self._answering:
            check = Check("course", self._answering[action.name][0], None, None, action.node, action.scope)
            return [Result(check, "pass", "unasked", (), (), env)] if self.only_answers(action.name) else []
        actor = env[action.scope.slots[action.node.actor]]
        aside = [self.step(name).gates.set_aside(ctx, actor) for name in self.steps_of(action.name)]
        if not aside or not all(aside):
            return []
        check = Check("course", aside[0], None, None, action.node, action.scope)
        return [Result(check, "pass", "begun", (aside[0],), (), env)]

    def _answer(self, ctx: Context, window: Window, action: ActionCode, actor: object, env: list[object]) -> Result:
        """Whether it answers the deed that waits, whether this one may answer now, and whether with these arguments."""
        check = Check("course", window.paragraph, None, None, action.node, action.scope)
        cites = (window.paragraph,)
        if window.deciding:
            return Result(check, "fail", "decided", cites, (), env)
        if not window.ways(action.name):
            return Result(check, "fail", "answers", cites, (), env)
        if actor not in window.by:
            return Result(check, "fail", "asked", cites, (), env)
        fits = False
        for way in window.ways(action.name, actor):
            same = [kleene.equal(ctx, env[action.scope.slots[name]], fixed) for name, fixed in way.fixed().items()]
            if all(each is True for each in same):
                return Result(check, "pass", "answers", cites, (), env)
            fits = fits or not any(each is False for each in same)
        return Result(check, "unknown" if fits else "fail", "offered", cites, (), env)

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
        step = self.step(course.step)
        course = step.counted(run.ctx, action, course)
        self._stand(run, course)
        quotas = range(len(step.node.quotas))
        full = all(step.is_full(i, course) and not step.lifting(run.ctx, i, course) for i in quotas)
        around = self.around(run, step.name)
        out = step.turns is not None and not step.turns.takes(run, around, course.item)
        if (
            full or out or self._left(run, step.name)
        ):  # whoever no longer belongs to the turns (who passed, say) is done
            yield from self.hand_on_turn(run)

    def _stand(self, run: Runs, course: Course) -> None:
        """Play stands elsewhere: values may read where."""
        run.draft.course = course
        run.ctx.forget("@course")

    def hand_on_turn(self, run: Runs) -> Going:
        """The next in this step, or the next step, until somebody must decide."""
        course = run.draft.course
        assert course is not None
        left = self._left(run, course.step)
        following = yield from self._turn(run, course.step, [] if left else list(course.queue))
        if following:
            yield from self._enter(run, following)

    # ---- turns of phases -------------------------------------------------------------------------------------------

    def _path(self, name: str) -> tuple[str, ...]:
        """The phases around a phase or step, from the outside in."""
        if name not in self._paths:
            self._paths[name] = phases_around(self.program, name)
        return self._paths[name]

    def _rounds(self, run: Runs, name: str) -> tuple[Round, ...]:
        """The turns a phase or step takes place in."""
        course = run.draft.course
        return () if course is None else tuple(each for each in course.rounds if each.phase in self._path(name))

    def around(self, run: Runs, name: str) -> list[object]:
        """For whom a phase or step takes place, turn by turn from the outside in."""
        items = {each.phase: each.item for each in self._rounds(run, name)}
        return [items.get(phase) for phase in phases_around(self.program, name) if self.phase(phase).turns is not None]

    def _left(self, run: Runs, name: str) -> str:
        """The outermost phase around whose turn is over, because it is no longer for the one who has it."""
        for each in self._rounds(run, name):
            turns = self.phase(each.phase).turns
            if turns is not None and not turns.takes(run, self.around(run, each.phase), each.item):
                return each.phase
        return ""

    def _give(self, run: Runs, name: str, queue: list[object]) -> Generator[Choice, object, bool]:
        """Gives the turn of a phase to the next in the queue; whether there is one."""
        turns, around = self.phase(name).turns, self.around(run, name)
        assert turns is not None
        while queue:
            run.tick(name)
            item = queue.pop(0)
            yield from run.reset_scope(
                name
            )  # before it is looked at whether there is a turn: that may read what goes back
            if turns.takes(run, around, item):
                rounds = (*self._rounds(run, name), Round(name, item, tuple(queue)))
                self._stand(run, Course(self._first_step(name), rounds=rounds))
                return True
        return False

    def _first_step(self, name: str) -> str:
        while name in self.program.phases:
            name = self.children[name][0]
        return name

    # ---- from part to part -----------------------------------------------------------------------------------------

    def _enter(self, run: Runs, name: str) -> Going:
        """Enters a phase or step and goes on, skipping what does not take place, until somebody must decide."""
        for _ in range(RESTLESS):
            run.tick(name)
            part = self.phase(name) if name in self.program.phases else self.step(name)
            inner = self.children.get(name, [])
            around = self.around(run, name)
            taken = inner or isinstance(part, StepCode)
            if not taken or (part.when is not None and not run.decided(part.when, list(around))):
                name = yield from self._next(run, name)
                continue
            queue: list[object] = [None] if part.turns is None else part.turns.queue(run, around)
            if isinstance(part, StepCode):
                yield from run.reset_scope(name)
                following = yield from self._turn(run, name, queue)
                if not following:
                    return
                name = following
            elif part.turns is None:
                yield from run.reset_scope(name)
                name = inner[0]
            else:
                given = yield from self._give(run, name, queue)
                name = inner[0] if given else (yield from self._next(run, name))
        raise endless(self, run, name)

    def _turn(self, run: Runs, name: str, queue: list[object]) -> Generator[Choice, object, str]:
        """Gives the turn to the next in the queue; runs `do` steps through. What comes next when nobody is left, or nothing."""
        step, around = self.step(name), self.around(run, name)
        rounds, turns = self._rounds(run, name), step.turns
        laps = 0
        while True:
            run.tick(name)
            if not queue and turns is not None and turns.cycle:
                queue = [item for item in turns.queue(run, around) if turns.takes(run, around, item)]
                laps += 1
                if laps > RESTLESS:
                    raise endless(self, run, name)
            if not queue or self._left(run, name):
                return (yield from self._next(run, name))
            item = queue.pop(0)
            if turns is not None and not turns.takes(run, around, item):
                continue
            course = Course(name, None, item, tuple(queue), rounds=rounds)
            self._stand(run, course)
            if turns is not None:
                yield from run.reset_scope(name)
            frame = step.frame(around, item)
            if step.call is not None:
                mover = [each for each in frame if isinstance(each, str)]
                run.ctx.actor = mover[-1] if mover else None
                yield from step.call(run, frame)
                yield from run.checkpoint()
                continue
            assert step.who is not None
            who = run.known(step.who, frame)
            if who is None:
                continue
            self._stand(run, replace(course, who=cast(str, who)))
            return ""

    def _next(self, run: Runs, name: str) -> Generator[Choice, object, str]:
        """What comes after a phase or step: the turn of the next, or a cycling phase again; after the last the game is over."""
        left = self._left(run, name)
        while True:
            parent = self.parent(name)
            siblings = self.children[parent]
            at = siblings.index(name) + 1
            if at < len(siblings) and not left:
                return siblings[at]
            if not parent:
                run.end_game("")
            phase = self.phase(parent)
            left = "" if left == parent else left
            if phase.turns is not None and not left:
                queue = [item for each in self._rounds(run, name) if each.phase == parent for item in each.queue]
                if (yield from self._give(run, parent, queue)):
                    return self.children[parent][0]
            if not left and phase.cycle is not None and run.decided(phase.cycle, self.around(run, parent)):
                return parent
            name = parent


def _is_talk(action: ActionCode) -> bool:
    """Whether somebody only says or shows something, at any time: nothing is paid, nothing changes."""
    return action.anytime and action.class_stages == action.stages == frozenset()

"""Phases and steps, compiled one by one: when they take place, whose turns they consist of, and what a turn takes."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cached_property, partial
from typing import NamedTuple, cast

from msgspec.structs import replace

from grammar import nodes as n
from kb.rules.phases import SEATED, alone, phases_around, same_ones, takes_turns, turns_around
from kb.rules.program import Cited, Program, actions_of
from kb.rules.reads import names_in
from kb.rules.writes import EVERYTHING
from referee.compiler.compiler import Compiler
from referee.evaluation.context import Context
from referee.evaluation.scope import Scope
from referee.state import Course
from referee.units.clauses import Check, Result
from referee.units.figures import comparisons, told
from referee.units.formula import Formula
from referee.units.runner import Runs
from referee.values import MISSING, UNKNOWN

#: whoever acts, in the conditions of a step whose role is no turn's name; no rule can spell it
_ACTING = "@acting"


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


#: what a quota speaks of, if not of one action
CLASS = "class"


class QuotaLift(NamedTuple):
    """`allowed when e overrides #p` above the paragraph that says how many actions a turn takes."""

    name: str  #: the action or class it speaks of
    when: Formula | None
    paragraph: str


def _lifts(compiler: Compiler, quota: n.Quota, home: str) -> Iterator[QuotaLift]:
    """What lifts a quota; whose turn it is may decide, an argument cannot: it is not known when the turn ends."""
    program = compiler.program
    for name in quota.names:
        # to find them every action is read
        found = compiler.found_once(f"lifts {home} {name}", partial(_lifting, program, name, home))
        for owner, (sort, at, actor) in cast("tuple[tuple[str, tuple[str, ...]], ...]", found):
            info = program.classes[owner] if sort == CLASS else program.actions[owner]
            cited = info.clauses[int(at)]
            yield QuotaLift(owner, compiler.maybe(cited.node.when, Scope((actor,))), cited.paragraph)


def _lifting(program: Program, name: str, home: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Where that stands: in which class or action, in which of its clauses, and how the one who acts is called there."""
    actions = [program.actions[action] for action in actions_of(program, name)]
    actors = {info.node.actor for info in actions}
    params = {param.name for info in actions for param in info.node.params} - actors
    own = [(CLASS, program.classes[name])] if name in program.classes else []
    found: list[tuple[str, tuple[str, ...]]] = []
    for sort, info in (*own, *(("action", info) for info in actions)):
        for at, cited in enumerate(info.clauses):
            if isinstance(cited.node, n.Allowed) and home in cited.node.overrides:
                read = set(names_in(cited.node.when))
                if not read & params:
                    found.append((info.name, (sort, str(at), next(iter(read & actors), "actor"))))
    return tuple(found)


def _anytime(program: Program) -> bool:
    """Whether somebody may act out of turn."""
    infos = (*program.actions.values(), *program.classes.values())
    return any(isinstance(cited.node, n.Anytime) for info in infos for cited in info.clauses)


class Gate(NamedTuple):
    """A condition of acting in a step, as a check."""

    check: Check
    reads: frozenset[str]  #: the names it hangs on
    fresh: bool  #: whether it is looked at just before each action; else it may be otherwise since, by what is done in the step


class Gates:
    """What must hold where somebody acts in a step, for questions that tell facts and no course."""

    def __init__(self, compiler: Compiler, step: Cited) -> None:
        self._compiler, self._paragraph = compiler, step.paragraph
        node: n.CourseStep = step.node
        self._step = node.name
        turns = [*turns_around(compiler.program, node.name), *filter(None, [node.turns])]
        names = [each.var for each in turns]
        own = isinstance(node.who, n.Name) and node.who.id in names
        self._scope = Scope((*names,) if own else (*names, _ACTING))
        actor = node.who if own else n.Name(_ACTING)
        assert isinstance(actor, n.Name)
        same = same_ones(turns, actor.id)
        self._slots = [self._scope.slots[name] for name in same]
        self._deeds = frozenset(name for quota in node.quotas for name in quota.names)
        begun: list[n.Expr] = []  # looked at when the step begins
        if node.turns is not None and node.turns.var == actor.id and alone(node.turns) not in same:
            begun.append(n.Member(actor, takes_turns(compiler.program, node.turns)))
        if node.who is not None and not own:
            begun.append(n.Compare("is", node.who, actor))
            begun += _at_the_table(compiler.program, actor)
        if node.when is not None:
            begun.append(node.when)
        program = compiler.program
        around = [program.phases[name] for name in phases_around(program, node.name)]
        homes = [*(phase.paragraph for phase in around if phase.node.turns is not None), step.paragraph]
        # looked at when a turn begins
        taken = [(each.body, home) for each, home in zip(turns, homes, strict=False) if each.body is not None]
        # looked at when a phase begins: who has turns in it at all
        seats = [
            (n.Member(actor, takes_turns(program, each)), home)
            for each, home in zip(turns, homes, strict=False)
            if each is not node.turns and each.var in same and alone(each) not in same
        ]
        anytime = compiler.found_once("anytime", lambda: _anytime(program))  # else every action would be read for it
        single = [quota.most for quota in node.quotas] == [1]
        self._gates = [
            *(self._gate(each, single and node.turns is None) for each in begun),
            *(self._gate(each, False, home) for each, home in seats),
            # a turn ends with the action by which its condition no longer holds, unless somebody acts out of turn
            *(self._gate(each, single or not anytime, home) for each, home in taken),
        ]

    def _gate(self, expr: n.Expr, fresh: bool, home: str = "") -> Gate:
        """A condition of the step, or of the phase around it whose paragraph is its `home`."""
        body = self._compiler.formula(expr, self._scope)
        named = self._compiler.program.values.keys() & set(names_in(expr))
        # number 0: the words that a game has for the checks of the paragraph are not of this one
        check = Check("requires", home or self._paragraph, None, body, n.Requires(expr), self._scope, number=0)
        return Gate(check, self._compiler.names_read(body) | named, fresh)

    def _frame(self, actor: object) -> list[object]:
        """The locals of a turn of this one."""
        env: list[object] = [UNKNOWN] * len(self._scope.slots)
        for slot in self._slots:
            env[slot] = actor
        return env

    def ruled_out(self, ctx: Context, actor: object) -> Result | None:
        """The condition that surely does not hold for this actor, by what is told alone; None where none is known to fail."""
        for check, reads, fresh in self._gates:
            if reads.isdisjoint(ctx.facts) or not (fresh or self._lasts(reads)):
                continue
            if ctx.renewed and not ctx.renewed.isdisjoint((*reads, EVERYTHING)):
                continue  # what the rules do by themselves before the turn that begins now may have made it otherwise
            found = ruled_out_by(ctx, check, self._frame(actor), self._compiler)
            if found is not None:
                return found
        return None

    def set_aside(self, ctx: Context, actor: object) -> str:
        """The paragraph of a condition that does not hold now and rules nothing out, since it may have held when the step began."""
        for check, reads, fresh in self._gates:
            if reads.isdisjoint(ctx.facts) or fresh or self._lasts(reads):
                continue
            env = self._frame(actor)
            assert check.body is not None
            if surely(ctx, check.body, env, holds=False) is not None:
                return check.paragraph
        return ""

    def _lasts(self, reads: frozenset[str]) -> bool:
        """Whether nothing that is done in the step changes what is read."""
        return self._changed.isdisjoint((*reads, EVERYTHING))

    @cached_property
    def _changed(self) -> frozenset[str]:
        return self._compiler.changed_by(self._deeds)

    @cached_property
    def between(self) -> frozenset[str]:
        """What the rules may change by themselves between two turns."""
        program, name = self._compiler.program, self._step
        around = {*phases_around(program, name)}
        done = {
            step.node.call.name
            for other, step in program.steps.items()
            if step.node.call is not None and around.intersection(phases_around(program, other))
        }
        return self._compiler.changed_by(frozenset((*done, *around, name)))


def _at_the_table(program: Program, actor: n.Name) -> Iterator[n.Expr]:
    """Whoever acts sits at the table, where a game says who does."""
    seated = program.values.get(SEATED)
    if seated is not None and not seated.params:
        yield n.Member(actor, n.Name(SEATED))


def ruled_out_by(ctx: Context, check: Check, env: list[object], compiler: Compiler) -> Result | None:
    """A check that surely fails, by what is told alone."""
    assert check.body is not None
    looked = surely(ctx, check.body, env, holds=False)
    if looked is None:
        return None
    figures = told(comparisons(compiler, check, failed=True), looked, list(env), failed=True)
    cites, seen = dict.fromkeys((check.paragraph, *looked.cites)), (*looked.seen,)
    home = check.paragraph  # what other paragraphs add to the action says more than this
    return Result(check, "fail", None, (*cites,), (), env, seen=seen, home=home, figures=figures)


def surely(ctx: Context, body: Formula, env: list[object], *, holds: bool) -> Context | None:
    """The evaluation by which a condition holds or does not, with nothing assumed and no reading consulted; None where it may be otherwise."""
    begun = ctx
    while begun.before is not None:
        begun = begun.before
    state, unseen = ctx.state, ctx.unseen
    while True:
        looking = Context(ctx.code, state, unseen=unseen, explains=True)
        looking.actor = ctx.actor
        if body.open(looking, list(env)) is not holds or looking.touched:
            return None
        untold = {leaf for leaf in looking.seen if begun.told(*leaf) is MISSING}
        if any(ctx.told(*leaf) is not MISSING for leaf in untold):
            # what deeds made of a fact that nobody told may rest on what is assumed of it: they are done with nothing assumed
            if state is ctx.state:
                bare = ctx.unassumed() if ctx.unassumed is not None else None
                if bare is None:
                    return None
                state = bare
                continue
            untold = {leaf for leaf in untold if looking.told(*leaf) is MISSING}
        if untold <= unseen:
            return looking
        unseen |= untold


class StepCode(PartCode):
    """A compiled step."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        super().__init__(compiler, cited)
        node: n.CourseStep = cited.node
        self.node = node
        self._compiler, self._cited = compiler, cited
        self._classes_of = compiler.names.classes_of
        scope = Scope((*self.outer, node.turns.var) if node.turns else self.outer)
        self.who = compiler.formula(node.who, scope) if node.who is not None else None
        call = node.call
        self.call = None if call is None else compiler.effect(scope, cited.paragraph, (n.Do(call),))
        self._lifts = [tuple(_lifts(compiler, quota, quota.home or cited.paragraph)) for quota in node.quotas]

    @property
    def goes_round(self) -> bool:
        """Whether its turns begin again by themselves, with nothing in between."""
        return self.turns is not None and self.turns.cycle

    @property
    def is_turn_of_actor(self) -> bool:
        """Whether its turns are those of the ones who act, each whole: not one for each thing that is done."""
        turns, who = self.node.turns, self.node.who
        return isinstance(who, n.Name) and who.id in (*self.outer, *([turns.var] if turns is not None else []))

    def comes_again(self, ctx: Context, actor: object) -> bool:
        """Whether behind a full turn of this one the next is theirs again: the step goes round and surely is for nobody else,
        or a phase inside their turn goes round and nothing says that it is through."""
        around, own = self._around_actor
        env: list[object] = [actor if name in own else UNKNOWN for name in self.outer]
        leaves, ctx.leaves = ctx.leaves, {}
        try:
            for phase in around:
                if phase.cycle is not None and phase.cycle.open(ctx, env[: len(phase.outer)]) is not False:
                    return True
            turns = self.turns
            if turns is None or not turns.cycle:
                return False
            members = turns.members.open(ctx, list(env))
            others = [each for each in members if each != actor] if isinstance(members, tuple) else [UNKNOWN]
            return all(
                turns.test is not None and UNKNOWN is not each and turns.test.open(ctx, [*env, each]) is False
                for each in others
            )
        finally:
            ctx.leaves = leaves

    @cached_property
    def _around_actor(self) -> tuple[list[PhaseCode], set[str]]:
        """The phases inside the turn of whoever acts, and the names of turns that stand for them."""
        program, node = self._compiler.program, self.node
        turns = [*turns_around(program, node.name), *filter(None, [node.turns])]
        if not isinstance(node.who, n.Name):
            return [], set()
        same, inside = same_ones(turns, node.who.id), list[PhaseCode]()
        if node.turns is not None and node.turns.var in same and alone(node.turns) not in same:
            return [], same
        for name in reversed(phases_around(program, node.name)):
            phase = program.phases[name]
            begun = phase.node.turns
            if begun is not None and begun.var in same and alone(begun) not in same:
                return inside, same
            inside.append(PhaseCode(self._compiler, phase))
        return [], same

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

    def spent_by(self, action: str) -> tuple[str, ...]:
        """The paragraphs by which a turn takes no more of an action: of its classes that the turn speaks of, then of the turn; where a
        paragraph of its own says how much of it is taken, that one."""
        quotas, classes = [self.node.quotas[i] for i in self.allows(action)], self._compiler.program.classes
        of = self._classes_of(action)
        named = (name for quota in quotas if not quota.home for name in quota.names if name in of and name in classes)
        homes = (quota.home or self.paragraph for quota in quotas)
        return tuple(dict.fromkeys((*(classes[name].paragraph for name in named), *homes)))

    def counted(self, ctx: Context, action: str, course: Course) -> Course:
        """The turn with this action taken."""
        taken = dict(course.taken)
        for i in self.open_quotas(ctx, action, course)[:1]:
            taken[str(i)] = taken.get(str(i), 0) + 1
        return replace(course, taken=taken)

    def is_full(self, quota: int, course: Course) -> bool:
        """Whether a turn has taken all that a quota allows."""
        most = self.node.quotas[quota].most
        return most is not None and course.taken.get(str(quota), 0) >= most

    def lifting(self, ctx: Context, quota: int, course: Course, names: Container[str] | None = None) -> str:
        """The paragraph that lifts a quota for the one to move: of some actions and classes, or of any; empty: none does."""
        for lift in self._lifts[quota]:
            if (names is None or lift.name in names) and (
                lift.when is None or lift.when.now(ctx, [course.who]) is True
            ):
                return lift.paragraph
        return ""

    @cached_property
    def gates(self) -> Gates:
        """What must hold where somebody acts here."""
        return Gates(self._compiler, self._cited)


def in_order(names: list[str], after: dict[str, str]) -> list[str]:
    """Siblings in the order their `after` says; without it, as written."""
    rest = [name for name in names if after[name] not in names]
    result: list[str] = []
    while rest:
        name = rest.pop(0)
        result.append(name)
        rest = [other for other in names if after[other] == name] + rest
    return result

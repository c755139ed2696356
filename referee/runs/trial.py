"""Whether a call that passes its own checks can be done: the actions that it does are judged where it would do them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.errors import NeedFact, RefereeError, WrongValueError
from referee.evaluation.context import Context
from referee.rules.calls import Deeds, Passed
from referee.runs.execution import enact, through
from referee.runs.run import Run
from referee.runtime.functions import STUMBLES
from referee.units.choices import Choice
from referee.units.deed import GameEnded, IllegalActionError
from referee.values import Deed

if TYPE_CHECKING:
    from referee.rules.actions import ActionCode
    from referee.rules.code import Code
    from referee.rules.stages import Stage


class Undecided(Exception):
    """It must be done to know."""


class Trial:
    """Tries out the calls of one listing. What is done before the last action that a call does is done once for all calls that
    agree in what it reads; the last one is only judged."""

    def __init__(self, code: Code, ctx: Context, role: str) -> None:
        self.code, self.ctx, self.role = code, ctx, role
        self.stumbled = False  #: whether some rule could not be carried out on what is told
        self.runs = self.whole = 0  #: how often something was carried out, and how often all of it

    def passes(self, action: ActionCode, e: list[object], call: dict[str, object], nested: bool) -> bool:
        """Whether nothing that shows only when it is done forbids it; a choice or an untold fact on the way is no obstacle."""
        try:
            return self._is_doable(self.ctx, action, e, nested)
        except Undecided:
            return self._is_done(action, call, nested)

    def after(self, action: ActionCode, e: list[object], call: Passed, nested: bool) -> Context | bool:
        """The state in which a call would be made; no: what comes before it cannot be done; yes: nobody knows the state."""
        stages = self.code.stages.of(action, e, nested=nested)
        try:
            stage = next(
                (stage for stage in stages or () if stage.call is call and _is_live(self.ctx, action, stage, e)), None
            )
        except STUMBLES:
            return True
        return True if stage is None else self._reached(self.ctx, action, stage, e, nested)

    # ---- judged ----------------------------------------------------------------------------------------------------

    def _is_doable(self, ctx: Context, action: ActionCode, e: list[object], nested: bool) -> bool:
        """The same of an action that is legal in a context, by the last action that it does."""
        stages = self.code.stages.of(action, e, nested=nested)
        if stages is None:
            raise Undecided
        try:
            stage = next((stage for stage in reversed(stages) if _is_live(ctx, action, stage, e)), None)
        except STUMBLES:
            raise Undecided from None
        if stage is None:
            return True
        alone = not isinstance(stage.call, Deeds) or len(_steps(action, stage.call, e)) == 1
        if stage.here and alone:
            return self._inner_is_doable(self._within(ctx, action, nested), action, stage, e)
        reached = self._reached(ctx, action, stage, e, nested)
        return reached if isinstance(reached, bool) else self._inner_is_doable(reached, action, stage, e)

    def _inner_is_doable(self, ctx: Context, action: ActionCode, stage: Stage, e: list[object]) -> bool:
        if ctx.careful:
            raise Undecided
        call = stage.call
        if isinstance(call, Deeds):
            deed = _steps(action, call, e)[-1]
            if not isinstance(deed, Deed) or deed[0] not in self.code.program.actions:
                raise Undecided
            inner, args = self.code.action(deed[0]), dict(deed[1])
        else:
            inner, args = call.inner, _arguments(ctx, call, e)
        try:
            frame = inner.bind(ctx, args, self.role)
        except WrongValueError:
            return False
        legal = inner.legal(ctx, frame, nested=True)
        if legal is None:
            raise Undecided
        return legal and self._is_doable(ctx, inner, frame, True)

    def _within(self, ctx: Context, action: ActionCode, nested: bool) -> Context:
        """The same state while an action does others, with what was worked out so far."""
        via = through(self.code, action.name, ctx.via, nested)
        key = ("within", via, nested)
        found = ctx.lists.get(key)
        if found is None:
            found = Context(self.code, ctx.state, readings=ctx.readings, split=ctx.split, unseen=ctx.unseen)
            found.inherit(ctx)
            found.via = via
            found.forget("@via")
            self._look_back(found, ctx, nested)
            ctx.lists[key] = found
        assert isinstance(found, Context)
        return found

    def _look_back(self, made: Context, ctx: Context, nested: bool) -> None:
        """What was before an action is the state in which it was begun."""
        made.before = ctx.before
        if not nested and self.code.uses_before:
            made.before = Context(self.code, ctx.state, readings=ctx.readings, split=ctx.split)
            made.forget("@before")

    # ---- carried out -----------------------------------------------------------------------------------------------

    def _reached(self, ctx: Context, action: ActionCode, stage: Stage, e: list[object], nested: bool) -> Context | bool:
        """The state in which the last action would be done; or whether it all can be done, where that shows before."""
        frame = list(e)
        if isinstance(stage.call, Deeds):
            frame[action.scope.slots[stage.call.param]] = before = _steps(action, stage.call, e)[:-1]
        else:
            before = ()
        key = ("reached", action.name, stage.index, nested, before, tuple([e[slot] for slot in stage.slots]))
        found: object = ctx.lists.get(key)
        if found is None:
            found = ctx.lists[key] = self._carried_out(ctx, action, stage, frame, nested)
        assert isinstance(found, Context | bool)
        return found

    def _carried_out(
        self, ctx: Context, action: ActionCode, stage: Stage, frame: list[object], nested: bool
    ) -> Context | bool:
        run = self._run(ctx)
        self._look_back(run.ctx, ctx, nested)
        until = stage.call.site.part, stage.steps(action)
        going = enact(run, self.code, action, frame, nested, until)
        done = self._went(lambda: run.go(going))
        return run.ctx if done is None else done

    def _is_done(self, action: ActionCode, call: dict[str, object], nested: bool) -> bool:
        self.whole += 1
        run = self._run(self.ctx)
        run.granted = True  # its own checks were looked at just before
        return self._went(lambda: run.go(run.perform(action.name, dict(call), self.role, nested=nested))) is not False

    def _run(self, ctx: Context) -> Run:
        self.runs += 1
        run = Run(self.code, ctx.state, readings=ctx.readings, split=ctx.split, unseen=ctx.unseen, explains=False)
        run.ctx.inherit(ctx)
        return run

    def _went(self, go: Callable[[], Choice | None]) -> bool | None:
        """None: it came to its end."""
        try:
            return None if go() is None else True
        except IllegalActionError:
            return False
        except (NeedFact, GameEnded):
            return True
        except RefereeError:  # a rule that cannot be carried out on what is told
            self.stumbled = True
            return False


def _is_live(ctx: Context, action: ActionCode, stage: Stage, e: list[object]) -> bool:
    """Whether the call is made at all."""
    call = stage.call
    if any(guard.told(ctx, e) is not wanted for guard, wanted in call.site.guards):
        return False
    return not isinstance(call, Deeds) or bool(_steps(action, call, e))


def _steps(action: ActionCode, call: Deeds, e: list[object]) -> tuple[object, ...]:
    steps = e[action.scope.slots[call.param]]
    if not isinstance(steps, tuple):
        raise Undecided
    return steps


def _arguments(ctx: Context, call: Passed, e: list[object]) -> dict[str, object]:
    """What the call is made with, worked out where it is made."""
    try:
        return {name: formula.told(ctx, e) for name, formula in (*call.args.items(), *call.options.items())}
    except STUMBLES:
        raise Undecided from None

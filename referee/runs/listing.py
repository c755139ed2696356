"""The legal calls of one action as a tree of its parameters: a check is judged as soon as what it reads is bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.rules.code import code_behind
from referee.rules.judgement import verdict_of
from referee.runs.candidates import Candidates
from referee.runs.trial import Trial
from referee.runtime.functions import Lazy
from referee.values import Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.rules.actions import ActionCode
    from referee.rules.delegation import Lifted

#: candidates looked at, and calls tried out, before a listing is cut and says so
LOOKS, TRIALS = 60_000, 4_000
#: looks that a judgement by open code, or a trial, counts for
COSTLY = 30


@dataclass(frozen=True, slots=True)
class Work:
    """How much one listing may take: candidates looked at, calls tried out."""

    looks: int = LOOKS
    trials: int = TRIALS


ALL = Work()
#: what is listed of an action that is offered, or that is one step of another
OFFERED, STEP = Work(looks=6_000, trials=150), Work(looks=20_000, trials=600)


@dataclass(slots=True)
class Allowance:
    """What several listings may take together."""

    looks: int


class Listing:
    """Lists one action for one role in one state; `deep`: lists of steps are put together, not only begun; `doubtful`: with
    what nobody knows to be legal, nor to be illegal."""

    def __init__(
        self, ctx: Context, action: ActionCode, role: str, given: dict[str, object], *, nested: bool = False,
        exact: bool = True, deep: bool = True, work: Work = ALL, whole: Allowance | None = None,
        doubtful: bool = False,
    ) -> None:  # fmt: skip
        self.doubtful = doubtful
        self.ctx, self.action, self.role = ctx, action, role
        self.given, self.nested, self.exact, self.deep = given, nested, exact, deep
        self.code = code_behind(ctx)
        self.lifted: list[Lifted] = self.code.lifting.lifted(action)
        self.params = _few_first([param for param in action.node.params if param.name not in given], self.lifted)
        self.ahead = self.code.ahead(action.name)
        self.early = self.ahead.early(tuple(param.name for param in self.params), nested)
        self.e: list[object] = action.frame(role)
        for name, value in given.items():
            self.e[action.scope.slots[name]] = value
        self.bound = set(given)
        self.defaults: dict[str, object] = {}  #: what parameters are where nothing is said
        self.trial = Trial(self.code, ctx, role)
        self.cut = False  #: whether something could not be looked at
        self.more = False  #: whether lists of steps may go on
        self.spent = False  #: whether the work it may take was not enough
        self._looks, self._trials, self._whole = work.looks, work.trials, whole

    # ---- the tree --------------------------------------------------------------------------------------------------

    def calls(self) -> Iterator[dict[str, object]]:
        """Every legal call."""
        if self.begins():
            yield from self._grow(0)

    def begins(self) -> bool:
        """Whether the actor, and every check that reads no parameter, allow it at all."""
        ctx, action = self.ctx, self.action
        if action.among is not None:
            if self.role not in ctx.each(action.among.now(ctx, [])):
                return False
        elif ctx.is_complete(action.node.kind) and self.role not in ctx.members(action.node.kind):
            return False
        action.enter(ctx, self.e)
        self.refresh()
        return self._holds(0)

    def values(self, index: int) -> Iterator[object]:
        """The values of one parameter that do not surely fail with those before it; each is bound while it is looked at."""
        param = self.params[index]
        slot = self.action.scope.slots[param.name]
        for value in Candidates(self).of(param):
            self._take(1)
            if self._is_spent():
                self.cut = self.spent = True
                return
            self.e[slot] = value
            self.bound.add(param.name)
            self.refresh()
            if self._holds(index + 1):
                yield value
            self.bound.discard(param.name)
        self.e[slot] = None

    def _grow(self, index: int) -> Iterator[dict[str, object]]:
        if index == len(self.params):
            yield from self._with_options()
            return
        for _ in self.values(index):
            yield from self._grow(index + 1)

    def _with_options(self) -> Iterator[dict[str, object]]:
        action = self.action
        args = {
            param.name: self.e[action.scope.slots[param.name]]
            for param in action.node.params
            if param.name in self.bound
        }
        for size in range(len(action.options) + 1):
            for chosen in combinations(action.options, size):
                for option in action.options:
                    self.e[action.scope.slots[option]] = option in chosen
                self.refresh()
                call = {**args, **dict.fromkeys(chosen, True)}
                if self._is_legal() and (not self.exact or not action.needs_trial or self._can_be_done(call)):
                    yield call

    # ---- judging ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """What was worked out of other arguments no longer counts."""
        for slot, let in self.action.lets:
            self.e[slot] = Lazy(let)

    def _holds(self, bound: int) -> bool:
        """Whether none of the checks that have just become judgeable surely fails."""
        early = self.early[bound]
        if early is not None:
            self.action.enter(self.ctx, self.e)
            if early.refuse(self.ctx, self.e) if self.doubtful else early.fail(self.ctx, self.e):
                return False
        newest = self.params[bound - 1].name if bound else None
        for lifted in self.lifted:
            ready = newest in lifted.needs if newest is not None else lifted.needs <= self.bound
            if ready and lifted.needs <= self.bound and self.refuses(lifted):
                return False
        return True

    def refuses(self, lifted: Lifted) -> bool:
        """Whether what is passed on surely fails, where it would be done."""
        if not lifted.after:
            return lifted.fails(self.ctx, self.e, self.role, self.action.name)
        runs = self.trial.runs
        where = self.trial.after(self.action, self.e, lifted.passed, self.nested)
        if self.trial.runs > runs:
            self._take(COSTLY)
        if isinstance(where, bool):
            return not where
        return not where.careful and lifted.fails(where, self.e, self.role, self.action.name)

    def _take(self, looks: int) -> None:
        """Counts work, here, in all listings together and on the meter of the request."""
        self.ctx.meter.spend(looks)
        self._looks -= looks
        if self._whole is not None:
            self._whole.looks -= looks

    def _is_spent(self) -> bool:
        if self._looks < 0 or self._trials < 0 or (self._whole is not None and self._whole.looks < 0):
            return True
        return self.ctx.meter.is_low()

    def _is_legal(self) -> bool:
        legal: object = self.action.legal(self.ctx, self.e, nested=self.nested)
        if legal is None:
            self._take(COSTLY)
            legal = verdict_of(self.action.judge(self.ctx, list(self.e), nested=self.nested, full=False))
        return legal is True or (self.doubtful and isinstance(legal, Unknown))

    def _can_be_done(self, call: dict[str, object]) -> bool:
        """Tries what shows only when it is done; what is refused without being done takes little."""
        trial = self.trial
        runs, whole = trial.runs, trial.whole
        passes = trial.passes(self.action, self.e, call, self.nested)
        if passes or trial.whole > whole:
            self._trials -= 1
        if passes or trial.runs > runs:
            self._take(COSTLY)
        self.cut = self.cut or trial.stumbled
        return passes

    # ---- what candidates need --------------------------------------------------------------------------------------

    def once(self, key: tuple[object, ...], make: Callable[[], list[object]]) -> list[object]:
        """A list that stays the same for this state."""
        found = self.ctx.lists.get(key)
        if found is None:
            found = self.ctx.lists[key] = make()
        return found

    def nested_calls(self, name: str) -> Iterator[dict[str, object]]:
        """The legal calls of an action as a step of this one."""
        inner = Listing(
            self.ctx,
            self.code.action(name),
            self.role,
            {},
            nested=True,
            exact=True,
            deep=self.deep,
            work=STEP,
            whole=self._whole,
        )
        yield from inner.calls()
        self.cut = self.cut or inner.cut


def _few_first(params: list[n.Param], lifted: list[Lifted]) -> list[n.Param]:
    """The parameters in their order; before one of which very much can be made stand those that its elements are judged with."""
    found: list[n.Param] = []
    for at, param in enumerate(params):
        if isinstance(param.type, n.TypeMany):
            beside = {name for each in lifted if param.name in each.needs for name in each.needs}
            later = (other for other in params[at + 1 :] if not isinstance(other.type, n.TypeMany))
            found += [other for other in later if other.name in beside and other not in found]
        if param not in found:
            found.append(param)
    return found

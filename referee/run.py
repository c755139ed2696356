"""A run of effects on a copy of the state: what it changes, by which paragraph, and where it must stop and ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from referee import kleene
from referee.clauses import Result
from referee.context import MISSING, Context, State
from referee.domains import upper_bound
from referee.errors import BudgetError, NeedFact, RuleFaultError
from referee.performing import Performing, copy_state
from referee.scope import SLOTS
from referee.stale import renew, told_of
from referee.values import SILENT, Leaf, Unknown

if TYPE_CHECKING:
    from referee.code import Code

#: steps one run may take
LONGEST = 60_000
#: how often `whenever` rules may fire one after another
RESTLESS = 200


@dataclass(frozen=True, slots=True)
class Change:
    """One fact that changed, and the paragraph that says so."""

    fact: str
    keys: tuple[Any, ...]
    old: Any
    new: Any
    paragraph: str


class GameEnded(Exception):
    """The game is over: nothing more happens."""


class Run(Performing):
    """Carries out steps; raises NeedFact or NeedChoice where it cannot go on."""

    def __init__(
        self,
        code: Code,
        state: State,
        *,
        readings: Mapping[str, str] | None = None,
        split: Mapping[Leaf, Any] | None = None,
        answers: tuple[Any, ...] = (),
        unseen: frozenset[Leaf] = frozenset(),
    ) -> None:
        self.code = code
        self.state = copy_state(state)
        self.ctx = Context(code, self.state, readings=readings, split=split, unseen=unseen, strict=True)
        self.changes: list[Change] = []
        self.answers = list(answers)
        self.taken = 0  #: answers used so far
        self.later: list[tuple[Any, list[Any]]] = []
        self.steps = 0
        self.depth = 0
        self.results: list[Result] = []
        self.set_here: set[str] = set()  #: facts this run has set
        self.explains = True  #: whether every check is looked at, to be told to somebody, or only until one fails
        self.quiet = False  #: while a state is set up nothing is triggered
        self.entered: dict[str, None] = {}  #: paragraphs of the effects and procedures that ran
        self.nested: list[Result] = []  #: checks of actions done by effects
        self.events: list[tuple[str, tuple[Any, ...], str]] = []  #: what happened, for explanations

    # ---- writing ---------------------------------------------------------------------------------------------------

    def tick(self, where: str) -> None:
        """Counts a step."""
        self.steps += 1
        if self.steps > LONGEST:
            raise BudgetError(where)

    def read(self, name: str, keys: tuple[Any, ...]) -> Any:
        """The present value of a fact, unknown or not."""
        return self.code.value(self.ctx, name, keys)

    def write(self, name: str, keys: tuple[Any, ...], value: Any, paragraph: str) -> None:
        """Sets a fact, within its bounds, and fires what watches it."""
        info = self.code.facts.get(name)
        if info is None:
            raise RuleFaultError(f"“{name}” is not a fact and cannot be changed", paragraph)
        if any(key is None for key in keys):
            return  # what belongs to nobody is not kept
        value = self._bounded(info, keys, value, paragraph)
        old = self.ctx.told(name, keys)
        if old is MISSING:
            old = self.ctx.split.get((name, keys), MISSING)
            if old is MISSING and not info.node.derived:
                assumed = dict(self.ctx.assumed)
                old = self.ctx.fact(name, keys)
                self.ctx.assumed = assumed  # the old value of what is overwritten is no assumption
        if old is value or (old == value and type(old) is type(value)):
            self.store(name, keys, value)
            return
        makings = [] if self.quiet else told_of(self, name, keys)
        self.store(name, keys, value)
        self.set_here.add(name)
        renew(self, makings)
        self.changes.append(Change(name, keys, None if old is MISSING else old, value, paragraph))
        if self.quiet:
            return
        self._fire_change(name, keys, old, value)
        if name in self.code.watched:
            self._check_end()

    def drop(self, name: str, keys: tuple[Any, ...]) -> None:
        """Forgets a told value, without firing anything."""
        node = self.state
        for key in (name, *keys)[:-1]:
            node = node[key]
        node.pop((name, *keys)[-1], None)
        self.ctx.forget(name)

    def store(self, name: str, keys: tuple[Any, ...], value: Any) -> None:
        """Notes a value, without firing anything."""
        self.ctx.forget(name)
        if type(value) is Unknown:
            self.ctx.vague = True
        if name in self.code.computed and not self.ctx.overrides:
            self.ctx.overrides, self.ctx.fixed = True, {}
        if not keys:
            self.state[name] = value
            return
        node = self.state.get(name)
        if node is None:
            node = self.state[name] = {}
        for key in keys[:-1]:
            following = node.get(key)
            if following is None:
                following = node[key] = {}
            node = following
        node[keys[-1]] = value

    def _bounded(self, info: Any, keys: tuple[Any, ...], value: Any, paragraph: str) -> Any:
        type_ = info.type
        if not isinstance(type_, n.TypeRange) or not isinstance(value, int):
            if isinstance(value, Unknown) and isinstance(type_, n.TypeRange) and info.clamped:
                low, high = value.bounds()
                top = self.capacity(info.name, keys)
                low = type_.low if low is None else max(low, type_.low)
                high = top if high is None or (top is not None and high > top) else high
                return Unknown(low, high, None, value.leaf, value.shift)
            return value
        top = (
            upper_bound(self.ctx, type_) if isinstance(type_.high, n.Number) else self.code.bound(self.ctx, info, keys)
        )
        if info.clamped:
            return max(type_.low, value if top is None else min(value, top))
        if value < type_.low or (top is not None and value > top):
            where = f"{info.name}({', '.join(map(str, keys))})" if keys else info.name
            raise RuleFaultError(f"{where} would become {value}, outside {type_.low}..{top}", paragraph)
        return value

    def capacity(self, name: str, keys: tuple[Any, ...]) -> int | None:
        """How much a place can hold; None without a bound."""
        info = self.code.facts.get(name)
        if info is None or not isinstance(info.type, n.TypeRange):
            return None
        if isinstance(info.type.high, n.Number):
            return info.type.high.value
        return self.code.bound(self.ctx, info, keys)

    # ---- triggers --------------------------------------------------------------------------------------------------

    def _fire_change(self, name: str, keys: tuple[Any, ...], old: Any, new: Any) -> None:
        for trigger in self.code.change_triggers(name):
            if trigger.mode != "change":
                a = kleene.rank(self.ctx, old if old is not MISSING else None)
                b = kleene.rank(self.ctx, new)
                if not isinstance(a, int) or not isinstance(b, int) or (b > a) != (trigger.mode == "raise"):
                    continue
            env = trigger.match(keys)
            if env is None:
                continue
            env[trigger.old], env[trigger.new] = (None if old is MISSING else old), new
            if trigger.later:
                self.later.append((trigger, env))
            else:
                self._run_trigger(trigger, env)

    def _run_trigger(self, trigger: Any, env: list[Any]) -> None:
        self.deeper(trigger.paragraph)
        if trigger.guard is None or self.test(trigger.guard, env):
            self.body(trigger.steps, env)
        self.depth -= 1

    def fire(self, name: str, args: tuple[Any, ...]) -> None:
        """Runs what waits for an event, or for an action or procedure to finish."""
        for trigger in self.code.triggers(name):
            env: list[Any] = [*args[: trigger.arity], *([None] * (SLOTS - min(len(args), trigger.arity)))]
            if trigger.later:
                self.later.append((trigger, env))
            else:
                self._run_trigger(trigger, env)

    def _check_end(self) -> None:
        for paragraph, ends in self.code.ends():
            if ends(self.ctx, [None] * SLOTS) is True:  # untold facts of others do not stop a run
                self.end_game(paragraph)

    def end_game(self, paragraph: str) -> None:
        """The game is over."""
        self.state["over"] = True
        self.changes.append(Change("over", (), False, True, paragraph))
        raise GameEnded

    # ---- running ---------------------------------------------------------------------------------------------------

    def test(self, closure: Any, env: list[Any]) -> bool:
        """A condition that must be decided now."""
        value = closure.now(self.ctx, env)
        if value is True or value is False:
            return value
        if value is SILENT or value is None:
            return False
        self._need(value)
        raise AssertionError

    def value(self, closure: Any, env: list[Any]) -> Any:
        """A value that must be known now."""
        value = closure.now(self.ctx, env)
        if isinstance(value, Unknown):
            self._need(value)
        return value

    def _need(self, value: Unknown) -> None:
        if value.leaf is not None:
            raise NeedFact(value.leaf)
        leaf = next(reversed(self.ctx.leaves), None)
        raise NeedFact(leaf if leaf is not None else ("?", ()))

    def deeper(self, where: str) -> None:
        """Guards against rules that call themselves without end."""
        self.depth += 1
        if self.depth > 60:
            raise BudgetError(where)
        self.tick(where)

    def body(self, steps: list[Any], env: list[Any]) -> None:
        """Runs compiled steps."""
        for step in steps:
            self.tick("effect")
            step(self, env)

    def reset_scope(self, name: str) -> None:
        """Facts that return to their default when this phase, step, action or procedure begins."""
        for fact, paragraph in self.code.scoped(name):
            assert fact.node.reset is not None
            default = self.code.constant(self.ctx, fact.node.reset)
            for keys in self.code.all_keys(self.ctx, fact):
                self.write(fact.name, keys, default, paragraph)
        used = self.state.get("@used")
        if used:
            self.state["@used"] = {key: count for key, count in used.items() if not key.startswith(f"{name}|")}

    def procedure(self, name: str, args: tuple[Any, ...]) -> None:
        """Runs a procedure, or what replaces it."""
        self.deeper(name)
        self.reset_scope(name)
        for trigger in self.code.replacements(name):
            env: list[Any] = [*args[: trigger.arity], *([None] * SLOTS)]
            if trigger.guard is None or self.test(trigger.guard, env):
                self.body(trigger.steps, env)
                break
        else:
            self.entered[self.code.program.procedures[name].paragraph] = None
            compiled = self.code.procedure(name)
            self.body(compiled.steps, compiled.bind(self.ctx, args))
        self.depth -= 1
        self.fire(name, args)

    # ---- checkpoints -----------------------------------------------------------------------------------------------

    def checkpoint(self) -> None:
        """After a whole action or step: what was put off, then the `whenever` rules until they rest."""
        while self.later:
            trigger, env = self.later.pop(0)
            self._run_trigger(trigger, env)
        for _ in range(RESTLESS):
            fired = [rule.fire(self) for rule in self.code.whenevers()]  # all of them, also after the first
            if not any(fired):
                return
            while self.later:
                trigger, env = self.later.pop(0)
                self._run_trigger(trigger, env)
        raise BudgetError("whenever")

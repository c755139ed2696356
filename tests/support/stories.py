"""Questions about what a deed leads to, asked of the states of random games with everything told and with half of it untold."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from msgspec.structs import replace

from grammar import nodes as n
from referee.check.player import Player
from referee.errors import BudgetError, RefereeError
from referee.evaluation.context import Context
from referee.notation import call_text, literal, tell_text
from referee.play.moves import calls_of
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.units.clauses import Result
from referee.values import MISSING, Leaf, Unknown, freeze
from referee.verdict.ask import Finding, ask
from referee.verdict.supposition import put

#: verdicts that further facts must not overturn
FIRM = ("yes", "no", "value", "silent")
#: legal calls of an action that are looked at
CALLS = 6


class Enough(Exception):
    """As many states as are wanted were seen."""


def states(code: Code, given: State, seed: int, most: int, every: int) -> list[State]:
    """States of a game by chance, each some deeds after the one before, at nobody's turn: whoever asks is taken to be at his."""
    found: list[State] = []
    seen = 0

    def after(state: State) -> None:
        nonlocal seen
        seen += 1
        if seen % every == 0 and state.pending is None:
            found.append(replace(state, course=None, used={}))
        if len(found) >= most:
            raise Enough

    with suppress(Enough):
        Player(code).play(given, seed, after=after)
    return found


@dataclass(frozen=True, slots=True)
class Story:
    """A question, and who asks it."""

    question: str
    actor: str | None


@dataclass(slots=True)
class Teller:
    """Thinks of stories on one state."""

    code: Code
    state: State
    rng: random.Random

    def story(self, name: str) -> Story | None:
        """A question about what an action or procedure leads to, or about what may be done after it."""
        deed, actor = self._deed(name)
        if deed is None:
            return None
        asked = self._action() if self.rng.random() < 0.25 else self._value(name)
        by = f" by {actor}" if actor else ""
        return Story(f"{asked} after {deed}{by}", actor)

    def _deed(self, name: str) -> tuple[str | None, str | None]:
        program, rng = self.code.program, self.rng
        if name in program.procedures:
            args = [self._member(param.type) for param in program.procedures[name].node.params]
            if None in args:
                return None, None
            return (f"{name}({', '.join(map(str, args))})" if args else name), None
        ctx = Context(self.code, self.state)
        roles = list(program.members.get(program.roles, ()))
        rng.shuffle(roles)
        for role in roles:
            try:
                found = list(islice(calls_of(ctx, name, role, {}, exact=False, deep=False), CALLS))
            except RefereeError:
                continue
            if found:
                return call_text(name, rng.choice(found)), role
        named = {
            param.name: self._member(param.type)
            for param in self.code.action(name).params.values()
            if not param.default
        }
        if not roles or None in named.values():
            return None, None
        return call_text(name, named), roles[0]

    def _member(self, type_: n.Type | None) -> object:
        rng = self.rng
        if isinstance(type_, n.TypeName):
            members = Context(self.code, self.state).members(type_.name)
            return rng.choice(members) if members else None
        if isinstance(type_, n.TypeFlag):
            return rng.choice(("yes", "no"))
        if isinstance(type_, n.TypeRange):
            high = type_.high.value if isinstance(type_.high, n.Number) else type_.low + 3
            return rng.randint(type_.low, min(high, type_.low + 5))
        if isinstance(type_, n.TypeNumber):
            return rng.randint(0, 6)
        if isinstance(type_, n.TypeEnum):
            return rng.choice(type_.members)
        return "[]" if isinstance(type_, n.TypeMany) and type_.shape in ("list", "set") else None

    def _action(self) -> str:
        names = [name for name, info in self.code.program.actions.items() if not info.node.params]
        return self.rng.choice(names)

    def _value(self, deed: str) -> str:
        """A fact that the deed may write, mostly; or any other."""
        code, rng = self.code, self.rng
        # `derived fact … assumed none` says whether anybody told something: telling more is to change it
        names = [
            name for name, cited in code.program.facts.items() if not (cited.node.derived and code.facts[name].assumed)
        ]
        written = sorted(set(names) & set(code.stages.writes.reached({deed})))
        name = rng.choice(written) if written and rng.random() < 0.8 else rng.choice(sorted(names))
        keys = list(islice(code.facts[name].all_keys(Context(code, self.state)), 200))
        return tell_text((name, rng.choice(keys))) if keys else "players"


def told_of(state: State, code: Code) -> Iterator[Leaf]:
    """Every fact that a state tells."""

    def walk(name: str, node: object, keys: tuple[object, ...], depth: int) -> Iterator[Leaf]:
        if depth == 0:
            yield name, keys
        elif isinstance(node, dict):
            for key, inner in node.items():
                yield from walk(name, inner, (*keys, key), depth - 1)

    for name, node in state.facts.items():
        if name in code.facts:
            yield from walk(name, node, (), len(code.facts[name].keys))


def half_told(code: Code, state: State, rng: random.Random) -> State:
    """The state with half of its facts untold; what is assumed of a fact, and is not so, stays told."""
    facts = dict(state.facts)
    for leaf in list(told_of(state, code)):
        fact = code.facts[leaf[0]]
        if fact.node.fixed or rng.random() < 0.5:
            continue
        told, assumed = Context(code, state).told(*leaf), fact.assumed
        if assumed is not None and (fact.given is MISSING or freeze(told) != fact.given):
            continue
        put(facts, leaf, MISSING)
    return replace(state, facts=facts)


def answer(code: Code, story: Story, state: State) -> Finding | None:
    """The finding on a state, by the usual readings; None where the question is too much work, or no question."""
    rulings = {name: code.default_reading(name) for name in code.program.disputes}
    situation = Situation(state, rulings)
    try:
        asked = read_question(code, story.question, situation, story.actor)
        return ask(code, asked, situation, viewer=None)
    except BudgetError:
        return None


def contradiction(code: Code, partly: Finding, fully: Finding) -> str:
    """How an answer on half of the facts is overturned by that on all of them; nothing where it is not."""
    assert fully.situation is not None
    ctx = Context(code, fully.situation.state, readings=fully.situation.rulings)
    if fully.verdict not in FIRM or (fully.refused and not partly.refused):
        return ""  # what is told to be done is taken to be legal
    if fully.verdict == "no" and any(r.status == "fail" and _is_gate(r) for r in fully.results):
        return ""  # where nobody tells of the step, it is taken to be whose turn it is
    if any(literal(code.value(ctx, *leaf)) != literal(value) for leaf, value in partly.assumed.items()):
        return ""  # it was said aloud what was assumed
    if type(fully.value) is int and fully.value < 0:
        return ""  # a procedure called with what nobody would call it with
    if partly.verdict in FIRM:
        same = literal(partly.value) == literal(fully.value) and partly.refused == fully.refused
        return "" if same else f"{partly.verdict} {literal(partly.value)}, then {fully.verdict} {literal(fully.value)}"
    value = partly.value
    if not isinstance(value, Unknown) or fully.value is None:
        return ""
    low, high = value.bounds()
    if value.options is not None and not any(literal(option) == literal(fully.value) for option in value.options):
        return f"one of {value}, then {literal(fully.value)}"
    if isinstance(fully.value, int) and value.options is None:
        if (low is not None and fully.value < low) or (high is not None and fully.value > high):
            return f"{value}, then {fully.value}"
    return ""


def _is_gate(result: Result) -> bool:
    """Whether a check is that of a step, not of the action."""
    return result.check.kind == "requires" and result.check.number == 0

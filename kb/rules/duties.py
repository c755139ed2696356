"""Whether somebody has to do an action, as a value that follows from the steps and windows that say so: `must(a by r)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grammar import nodes as n
from grammar.base import corollaries as said
from kb.rules.choices import bodies
from kb.rules.phases import alone, phases_around, same_ones, takes_turns
from kb.rules.program import Cited, Program, ValueInfo, actions_of
from kb.rules.reads import found_in, names_in, renamed
from kb.rules.windows import all_windows

#: whose duty it is; no rule can spell it
_ROLE = f"role{n.SIGN}"
#: others that it may be done instead of; of more nobody asks whether none of them can be done
_OTHERS = 12
#: a paragraph that speaks of it, what it asks for besides, when it has to be done, and the step it speaks of
_Said = tuple[Cited, tuple[str, ...], n.Expr | None, str]
#: what asks for actions: its paragraph, which, whether one must, when somebody acts, and the step it speaks of
_Asking = tuple[Cited, tuple[str, ...], bool, n.Expr, str]


def duties(program: Program) -> Iterator[ValueInfo]:
    """One for every action and class that a step or a window asks for, alone or among others."""
    if not program.roles:
        return
    asking = [*_steps(program), *_windows(program)]
    known = _actions_named(program, asking)
    # what is taken in steps too is offered or obliged besides in some moments only: of those nothing is said
    asking += [each for each in _offers(program) if not known & _actions_named(program, [each])]
    known = _actions_named(program, asking)
    for name in dict.fromkeys((*program.actions, *program.classes)):
        own = frozenset(actions_of(program, name))
        if not own & known:
            continue
        found: list[_Said] = []
        for cited, names, must, when, step in asking:
            asked = tuple(dict.fromkeys(action for each in names for action in actions_of(program, each)))
            if own.intersection(asked):
                others = tuple(action for action in asked if action not in own)
                found.append((cited, others, _unless(own, others, when) if must else None, step))
        if all(when is None or len(others) <= _OTHERS for _, others, when, _ in found):
            yield _duty(program, name, found)


def _actions_named(program: Program, asking: Sequence[_Asking]) -> set[str]:
    return {action for _, names, _, _, _ in asking for name in names for action in actions_of(program, name)}


def _unless(own: frozenset[str], others: tuple[str, ...], when: n.Expr) -> n.Expr:
    """It has to be done only if it can be and, where others would do as well, none of them."""
    if len(own) > _OTHERS or len(others) > _OTHERS:
        return when
    can = [n.Possible(n.Name(action), n.Name(_ROLE), own=True) for action in sorted(own)]
    some: n.Expr = can[0] if len(can) == 1 else n.Or(tuple(can))
    return n.And((when, *(n.Not(n.Possible(n.Name(each), n.Name(_ROLE), own=True)) for each in others), some))


def _duty(program: Program, name: str, found: Sequence[_Said]) -> ValueInfo:
    """It holds where a paragraph asks for it, and nothing else will do; the others say that it does not."""
    own, params = n.corollary(said.DUTY, name), (n.Param(_ROLE, n.TypeName(program.roles)),)
    differ = len({when is None for _, _, when, _ in found}) > 1
    clauses: list[Cited] = []
    for cited, _, when, step in sorted(found, key=lambda each: each[2] is None):
        test: n.Expr = n.Not(n.Truth(True)) if when is None else when
        if when is not None and differ and step:  # which of them counts hangs on where play stands
            test = n.And((n.Compare("is", n.Name("current_step"), n.Name(step)), when))
        node = n.Define("holds", own, params, n.Truth(True), test, at=cited.node.at)
        clauses.append(Cited(node, cited.paragraph, cited.place, cited.rank))
    return ValueInfo(own, "holds", (_ROLE,), clauses)


def _steps(program: Program) -> Iterator[_Asking]:
    for cited in program.steps.values():
        if cited.node.who is not None:
            when = _acting(program, cited.node)
            for quota in cited.node.quotas:
                home = Cited(cited.node, quota.home or cited.paragraph, cited.place, cited.rank)
                yield home, quota.names, quota.must and quota.least > 0, when, cited.node.name


def _windows(program: Program) -> Iterator[_Asking]:
    """Who is asked in a window hangs on a deed: what is said of it holds for who is asked."""
    for cited in all_windows(program):
        yield cited, tuple(call.name for call in cited.node.calls), cited.node.must, n.Truth(True), ""


def _offers(program: Program) -> Iterator[_Asking]:
    """Who is obliged to something in the middle of a deed, or offered it: what is said of it holds for them."""
    for _, cited in bodies(program):
        for node in found_in(cited.node, n.Offer):
            yield cited, tuple(call.name for call in node.calls), node.must, n.Truth(True), ""


def _acting(program: Program, step: n.CourseStep) -> n.Expr:
    """When somebody acts in a step: whose turn it is, and what the step and the phases around it ask for."""
    around = [program.phases[name].node for name in phases_around(program, step.name)]
    role, who = n.Name(_ROLE), step.who
    assert who is not None
    turns = {part.turns.var for part in (*around, step) if part.turns is not None}
    own = who.id if isinstance(who, n.Name) and who.id in turns else ""
    same = same_ones([part.turns for part in (*around, step) if part.turns is not None], own) if own else set[str]()
    tests: list[n.Expr] = [] if own else [n.Compare("is", who, role)]
    loops: list[n.Turns] = []
    for part in (*around, step):
        if part.when is not None:
            tests.append(part.when)
        if part.turns is not None and part.turns.var in same:
            if alone(part.turns) not in same:
                tests.append(n.Member(n.Name(part.turns.var), takes_turns(program, part.turns)))
            tests += filter(None, [part.turns.body])
        elif part.turns is not None:
            loops.append(part.turns)
            tests += filter(None, [part.turns.body])
    whole: n.Expr = tests[0] if len(tests) == 1 else n.And(tuple(tests)) if tests else n.Truth(True)
    for turns_ in reversed(loops):  # for some turn of another kind: the third round, say
        if turns_.var in names_in(whole):
            whole = n.Quantified("some", turns_.var, turns_.members, whole)
    return renamed(whole, dict.fromkeys(same, _ROLE)) if own else whole

"""Values that follow from what other statements say, so that it can be asked: starts, ends of ranges, orders, limits.

Each is an ordinary value whose clauses are cited by the paragraph of the statement itself: nothing is written twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grammar import nodes as n
from grammar.base import corollaries as said
from grammar.base.records import names_of
from kb.rules.duties import duties
from kb.rules.members import known_members
from kb.rules.phases import SEATED, alone, parent_of, turns_around
from kb.rules.program import ActionInfo, Cited, Program, ValueInfo
from kb.rules.reads import names_in, renamed
from kb.rules.secrets import choices

#: one of the parts of a phase or procedure: whether it takes place, cited by its own paragraph
_PART = "part"
#: whether play has come to its end, as rules read it; and the same with what ends it, as it is asked
OVER = "over"
IS_OVER = n.corollary(said.END, "game")


def corollaries(program: Program) -> Iterator[ValueInfo]:
    """Everything that follows from the statements of a game."""
    yield from _starts(program)
    yield from _ranges(program)
    yield from _orders(program)
    yield from _limits(program)
    yield from _viewers(program)
    yield from duties(program)
    yield from _ends(program)
    yield from choices(program)


def _value(name: str, clauses: list[Cited]) -> ValueInfo:
    return ValueInfo(name, "define", tuple(param.name for param in clauses[0].node.params), clauses)


def _clause(
    cited: Cited, name: str, value: n.Expr, when: n.Expr | None = None, params: tuple[n.Param, ...] = ()
) -> Cited:
    node = n.Define("define", name, params, value, when, at=cited.node.at)
    return Cited(node, cited.paragraph, cited.place, cited.rank)


def _ends(program: Program) -> Iterator[ValueInfo]:
    """Whether the game is over: told so, by what ends it, or once its last phase is through."""
    clauses = [_ending(cited, cited.node.when) for cited in program.ends]
    tops = _in_order([cited for cited in program.phases.values() if not cited.node.parent])
    goes_on = tops[-1].node.cycle if tops else None
    if tops and (goes_on is not None or not clauses):
        # a round is played to its end: that it would not begin again does not say that it is through
        through: n.Expr = n.Compare("is", n.Name("current_step"), n.Nothing())
        ended = through if goes_on is None else n.And((n.Not(goes_on), through))
        clauses.append(_ending(tops[-1], ended))
    if clauses:  # what is told decides last: the paragraph by which it is over says more
        clauses.append(_ending(next(iter(ended_by_step(program)), clauses[0]), n.Name(OVER)))
        yield ValueInfo(IS_OVER, "holds", (), clauses)


def ended_by_step(program: Program) -> list[Cited]:
    """The statements that end the game themselves, whatever ends it else."""
    groups = [
        program.procedures.values(),
        program.whenevers,
        *program.triggers.values(),
        *program.change_triggers.values(),
    ]
    return [cited for group in groups for cited in group if _ends_game(cited.node)]


def _ends_game(node: object) -> bool:
    if isinstance(node, n.GameOver):
        return True
    if isinstance(node, tuple):
        return any(map(_ends_game, node))
    return any(_ends_game(getattr(node, name)) for name in names_of(node))


def _ending(cited: Cited, when: n.Expr) -> Cited:
    node = n.Define("holds", IS_OVER, (), n.Truth(True), when, at=cited.node.at)
    return Cited(node, cited.paragraph, cited.place, cited.rank)


# ---- the start of a fact ---------------------------------------------------------------------------------------------


def _starts(program: Program) -> Iterator[ValueInfo]:
    known = known_members(program)
    for fact, declared in program.facts.items():
        name = n.corollary(said.START, fact)
        params = tuple(n.Param(f"key_{at + 1}", n.TypeName(kind)) for at, (_, kind) in enumerate(declared.node.keys))
        clauses: list[Cited] = []
        later: list[tuple[n.Expr, ...]] = []  #: when the lines behind this one count
        for cited in reversed(program.starts.get(fact, ())):
            value, tests = _start(cited, params, known)
            passed = tuple(n.Not(_all(others) or n.Truth(True)) for others in later if not _exclude(tests, others))
            clauses.insert(0, _clause(cited, name, value, _all((*tests, *passed)), params))
            later.append(tests)
        never = _clause(declared, name, n.Nothing(), n.Truth(False), params)
        yield _value(name, clauses or [never])  # a start that no paragraph tells is silent


def _start(cited: Cited, params: tuple[n.Param, ...], known: frozenset[str]) -> tuple[n.Expr, tuple[n.Expr, ...]]:
    """The value and when it counts: a key that is a member must be met, another name stands for every member."""
    keys = cited.node.target.args if isinstance(cited.node.target, n.Call) else ()
    called: dict[str, str] = {}
    tests: list[n.Expr] = []
    for param, key in zip(params, keys, strict=False):
        if isinstance(key, n.Name) and key.id not in known:
            called[key.id] = param.name
        else:
            tests.append(n.Compare("is", n.Name(param.name), key))
    if cited.node.when is not None:
        tests.append(renamed(cited.node.when, called))
    return renamed(cited.node.value, called), tuple(tests)


def _exclude(one: tuple[n.Expr, ...], other: tuple[n.Expr, ...]) -> bool:
    """Whether two lines name different members for the same key."""
    named = {test.left: test.right for test in one if isinstance(test, n.Compare) and test.op == "is"}
    return any(
        isinstance(test, n.Compare) and test.op == "is" and named.get(test.left, test.right) != test.right
        for test in other
    )


def _all(tests: tuple[n.Expr, ...]) -> n.Expr | None:
    return None if not tests else tests[0] if len(tests) == 1 else n.And(tests)


# ---- the ends of a range ---------------------------------------------------------------------------------------------


def _ranges(program: Program) -> Iterator[ValueInfo]:
    for fact, cited in program.facts.items():
        type_, name = cited.node.type, n.corollary(said.RANGE, fact)
        ends: tuple[n.Expr, ...] = ()
        if isinstance(type_, n.TypeRange):
            ends = (n.Number(type_.low), type_.high)
        elif isinstance(type_, n.TypeName) and type_.name in program.kinds:
            members = program.members.get(type_.name, ())
            if program.kinds[type_.name].node.shape == "scale" and members:
                ends = (n.Name(members[0]), n.Name(members[-1]))
        if ends:
            yield _value(name, [_clause(cited, name, n.ListOf(ends), None, _keys(cited.node))])


def _keys(fact: n.Fact) -> tuple[n.Param, ...]:
    """The keys of a fact as parameters, called as the upper end of its range calls them."""
    kinds = [kind for _, kind in fact.keys]
    named = (var or (kind if kinds.count(kind) == 1 else f"key_{at + 1}") for at, (var, kind) in enumerate(fact.keys))
    return tuple(n.Param(name, n.TypeName(kind)) for name, kind in zip(named, kinds, strict=True))


# ---- who sees a hidden fact ------------------------------------------------------------------------------------------


def _viewers(program: Program) -> Iterator[ValueInfo]:
    """Who sees a fact that is hidden from some, as its declaration says; what was shown to somebody besides is not counted."""
    # by their names: a key may be called as they all are together
    roles: n.Expr = n.ListOf(tuple(map(n.Name, program.members.get(program.roles, ()))))
    everybody = n.Name(SEATED) if SEATED in program.values else roles
    for fact, cited in program.facts.items():
        hiding: n.Hiding | None = cited.node.hidden
        if hiding is None:
            continue
        keys = _keys(cited.node)
        seeing: n.Expr
        if hiding.viewer not in ("others", "all"):
            test = hiding.when if hiding.when is not None else n.Truth(True)
            seeing = n.Those(hiding.viewer, everybody, n.Not(test))
        else:
            own = (n.Name(keys[0].name),) if hiding.viewer == "others" and keys else ()
            seeing = n.ListOf(own) if hiding.when is None else n.Choice(hiding.when, n.ListOf(own), everybody)
        name = n.corollary(said.VIEWERS, fact)
        yield _value(name, [_clause(cited, name, seeing, None, keys)])


# ---- the order of a phase, step or procedure --------------------------------------------------------------------------


def _orders(program: Program) -> Iterator[ValueInfo]:
    inside: dict[str, list[Cited]] = {}
    for cited in (*program.phases.values(), *program.steps.values()):
        inside.setdefault(parent_of(cited.node), []).append(cited)
    for name, cited in program.phases.items():
        parts = _in_order(inside.get(name, []))
        yield from _order(name, cited, [(part, part.node.name, _condition(program, part.node)) for part in parts])
    ordered = set()
    for name, cited in program.procedures.items():
        called = dict.fromkeys(
            call for call in _calls(cited.node.steps) if call in program.procedures or call in program.actions
        )
        if len(called) > 1:
            ordered.add(name)
            yield from _order(name, cited, [(_home(program, call, cited), call, None) for call in called])
    for name, cited in program.steps.items():
        if cited.node.call is not None and cited.node.call.name in ordered and name not in ordered:
            own = n.corollary(said.ORDER, name)
            yield _value(own, [_clause(cited, own, n.Name(n.corollary(said.ORDER, cited.node.call.name)))])


def _condition(program: Program, node: n.Phase | n.CourseStep) -> n.Expr | None:
    """When a part takes place; what hangs on whose turn it is takes place for somebody."""
    turns = {each.var for each in turns_around(program, node.name)}
    return None if node.when is None or not turns.isdisjoint(names_in(node.when)) else node.when


def _in_order(parts: list[Cited]) -> list[Cited]:
    """Parts of one phase, each behind the one it comes after."""
    found: list[Cited] = []
    names = {""}
    while len(found) < len(parts):
        following = [cited for cited in parts if cited not in found and cited.node.after in names]
        if not following:
            break  # the checks of the course tell what is wrong
        found += following
        names |= {cited.node.name for cited in following}
    return found


def _order(name: str, cited: Cited, parts: list[tuple[Cited, str, n.Expr | None]]) -> Iterator[ValueInfo]:
    if not parts:
        return
    own = n.corollary(said.ORDER, name)
    listed: list[n.Expr] = []
    tests: list[n.Expr] = []
    for position, (home, part, when) in enumerate(parts):
        flag = n.corollary(f"{_PART}{position + 1}", name)
        yield _value(flag, [_clause(home, flag, when or n.Truth(True))])
        itself = n.Name(n.corollary(said.ITSELF, part))
        listed.append(itself)
        tests.append(n.And((n.Compare("is", n.Name("part"), itself), n.Name(flag))))
    value = n.Those("part", n.ListOf(tuple(listed)), tests[0] if len(tests) == 1 else n.Or(tuple(tests)))
    yield _value(own, [_clause(cited, own, value)])


def _home(program: Program, call: str, caller: Cited) -> Cited:
    """The paragraph of what is called; its node only lends its place."""
    if call in program.procedures:
        return program.procedures[call]
    action = program.actions[call]
    return Cited(action.node, action.paragraph, action.place, caller.rank)


def _calls(steps: Any) -> Iterator[str]:
    """What steps do, in their order, whether or not a condition holds."""
    for step in steps:
        if isinstance(step, n.Do):
            yield step.call.name
        elif isinstance(step, n.Offer):
            yield from (call.name for call in step.calls)
        for name in ("then", "other", "steps"):
            yield from _calls(getattr(step, name, ()))


# ---- how often ---------------------------------------------------------------------------------------------------------


def _limits(program: Program) -> Iterator[ValueInfo]:
    """Quotas of turns and limits of clauses, by the action or class they count."""
    found: dict[str, list[tuple[Cited, n.Expr, n.Expr | None]]] = {}
    for step in program.steps.values():
        for quota in step.node.quotas:
            for name in quota.names:
                here = n.Compare("is", n.Name("current_step"), n.Name(step.node.name))
                condition = _condition(program, step.node)
                when = here if condition is None else n.And((here, condition))
                home = Cited(step.node, quota.home or step.paragraph, step.place, step.rank)
                again = step.node.turns is not None and step.node.turns.cycle and alone(step.node.turns)
                most = n.Nothing() if again or quota.most is None else n.Number(quota.most)
                found.setdefault(name, []).append((home, most, when))
    for info in (*program.actions.values(), *program.classes.values()):
        for cited in info.clauses:
            if isinstance(cited.node, n.Limit) and not _reads_parameters(info, cited.node.most):
                found.setdefault(info.name, []).append((cited, cited.node.most, None))
    for name, limits in found.items():
        yield _limit(name, limits)
    for action in program.actions.values():
        classes = [name for name in action.node.classes if name in found]
        if action.name not in found and len(classes) == 1 and not action.node.card:
            own = n.corollary(said.LIMIT, action.name)
            home = Cited(action.node, action.paragraph, action.place)
            yield _value(own, [_clause(home, own, n.Name(n.corollary(said.LIMIT, classes[0])))])


def _limit(name: str, limits: list[tuple[Cited, n.Expr, n.Expr | None]]) -> ValueInfo:
    """The same everywhere, or by the step one is in."""
    own = n.corollary(said.LIMIT, name)
    if len({most for _, most, _ in limits}) == 1:
        return _value(own, [_clause(cited, own, most) for cited, most, _ in limits])
    return _value(own, [_clause(cited, own, most, when) for cited, most, when in limits])


def _reads_parameters(info: ActionInfo, expr: n.Expr) -> bool:
    own = {param.name for param in getattr(info.node, "params", ())} | {getattr(info.node, "actor", "")}
    own |= {cited.node.name for cited in info.clauses if isinstance(cited.node, n.Let)}
    return not own.isdisjoint(names_in(expr))

"""Names that mean two things where they stand, and starts of which only one can count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from grammar import nodes as n
from grammar.base.records import names_of
from kb.model.problems import Problem, problem
from kb.rules.members import known_members
from kb.rules.program import Cited, Program

_CURE = "Give it another name: a bare name can be only one of them."


def doubled_names(program: Program) -> Iterator[Problem]:
    """NAME-TWICE: what is read as a bare name and is a member or kind as well, and locals that are members or one another."""
    bare = chain(
        ((name, "fact", cited.place) for name, cited in program.facts.items() if not cited.node.keys),
        ((name, "value", info.clauses[0].place) for name, info in program.values.items() if not info.params),
        ((name, "dispute", cited.place) for name, cited in program.disputes.items()),
    )
    members = {member: kind for kind, found in program.members.items() for member in found}
    for name, what, place in bare:
        if name in members:
            yield problem("NAME-TWICE", place, f"“{name}” is a member of “{members[name]}” and a {what}.", _CURE)
        elif name in program.kinds:
            yield problem("NAME-TWICE", place, f"“{name}” is a kind and a {what}.", _CURE)
    for cited in statements(program):
        for name in dict.fromkeys(bound(cited.node)):
            if name in members:
                text = f"“{name}” is a member of “{members[name]}”, and stands for something else here."
                yield problem(
                    "NAME-TWICE", cited.place, text, "Give what stands for any of them another name, such as “x”."
                )
    for info in program.actions.values():
        named = [*(param.name for param in info.node.params), info.node.actor]
        for name in sorted({name for name in named if named.count(name) > 1}):
            text = f"“{name}” of “{info.name}” stands for two things."
            yield problem("NAME-TWICE", info.place, text, "Give each parameter, and who does it, a name of its own.")


def idle_starts(program: Program) -> Iterator[Problem]:
    """START-OVERLAP: lines whose place a later one always takes."""
    members = known_members(program)
    for name, lines in program.starts.items():
        for at, cited in enumerate(lines):
            later = next((other for other in lines[at + 1 :] if _takes(other.node, cited.node, members)), None)
            if later is not None:
                text = f"This start of “{name}” never counts: of lines that fit the last one does, and #{later.paragraph} has one."
                yield problem("START-OVERLAP", cited.place, text)


def _takes(later: n.Start, earlier: n.Start, members: frozenset[str]) -> bool:
    """Whether the later line counts wherever the earlier one would."""
    pairs = zip(_keys(later), _keys(earlier), strict=False)
    return later.when is None and all(
        (isinstance(key, n.Name) and key.id not in members) or key == other for key, other in pairs
    )


def _keys(node: n.Start) -> tuple[n.Expr, ...]:
    return node.target.args if isinstance(node.target, n.Call) else ()


def statements(program: Program) -> Iterator[Cited]:
    """Every statement and clause, once, as it was written."""
    for info in program.values.values():
        if not n.is_corollary(info.name):
            yield from info.clauses
    for action in (*program.actions.values(), *program.classes.values()):
        yield Cited(action.node, action.paragraph, action.place)
    yield from program.rules
    tables = (program.procedures, program.steps, program.phases)
    yield from chain(
        *(table.values() for table in tables),
        program.always,
        program.whenevers,
        program.ends,
        program.lifts,
        *program.decisions.values(),
    )
    yield from chain(*program.triggers.values(), *program.change_triggers.values(), *program.starts.values())


def bound(node: object) -> Iterator[str]:
    """The names that a statement binds: of quantifiers and loops, parameters, choices and locals."""
    if isinstance(node, tuple):
        for part in node:
            yield from bound(part)
        return
    if isinstance(node, n.Param | n.Let):
        yield node.name
    elif isinstance(node, n.Action):
        yield node.actor
    elif isinstance(node, n.Choose) and isinstance(node.target, n.Name):
        yield node.target.id
    for name in names_of(node):
        value = getattr(node, name)
        if name == "var" and isinstance(value, str):
            yield value
        elif isinstance(value, tuple) or names_of(value):
            yield from bound(value)

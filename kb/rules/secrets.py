"""What somebody may choose in secret, as a value that follows from the statement that asks for it: `choices of f of r`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grammar import nodes as n
from grammar.base import corollaries as said
from grammar.base.records import names_of, replace
from kb.rules.choices import bodies
from kb.rules.members import known_members
from kb.rules.program import Cited, Program, ValueInfo
from kb.rules.reads import found_in, names_in

#: what may be chosen, while it is looked at; no rule can spell it
_TRIED = f"tried{n.SIGN}"


def choices(program: Program) -> Iterator[ValueInfo]:
    """One for every fact that players choose in secret, as far as what they may choose hangs on nothing of the moment."""
    clauses: dict[str, list[Cited]] = {}
    for _, cited in bodies(program):
        for node in found_in(cited.node, n.ChooseEach):
            target = node.target
            of_each = isinstance(target, n.Call) and target.args == (n.Name(node.var),)
            if isinstance(target, n.Call) and of_each and _is_lasting(program, node, _brought(cited.node)):
                name = n.corollary(said.CHOICES, target.name)
                made = n.Define(
                    "define", name, (n.Param(node.var, n.TypeName(program.roles)),), _options(node), None, at=node.at
                )
                clauses.setdefault(name, []).append(Cited(made, cited.paragraph, cited.place, cited.rank))
    for name, found in clauses.items():
        if len(found) == 1:  # where it is chosen in several ways, which of them is meant is not known
            yield ValueInfo(name, "define", (found[0].node.params[0].name,), found)


def _options(node: n.ChooseEach) -> n.Expr:
    """All that passes, for those who are asked; nothing for others. Each is looked at by itself: one may be ruled out whoever is asked.
    Of several that are chosen at once, all of which one may be."""
    domain = _domain(node)
    assert domain is not None
    tests: list[n.Expr] = [n.Member(n.Name(node.var), node.members)]
    if isinstance(node.type, n.TypeMany) and isinstance(node.body, n.Quantified):
        tests.append(_replaced(node.body.body, n.Name(node.body.var), n.Name(_TRIED)))
    elif node.body is not None:
        tests.append(_replaced(node.body, node.target, n.Name(_TRIED)))
    return n.Those(_TRIED, domain, tests[0] if len(tests) == 1 else n.And(tuple(tests)))


def _domain(node: n.ChooseEach) -> n.Expr | None:
    match node.type:
        case n.TypeFlag():
            return n.ListOf((n.Truth(True), n.Truth(False)))
        case n.TypeRange(low, high):
            return n.Range(n.Number(low), high)
        case n.TypeName(kind, False):
            return n.Name(kind)
        case n.TypeMany("set" | "list", kind) if _says_of_each(node.body, node.target):
            return n.Name(kind)
    return None


def _says_of_each(body: n.Expr | None, chosen: n.Expr) -> bool:
    """Whether a condition says nothing of several things but what each of them must be."""
    return body is None or (isinstance(body, n.Quantified) and body.mode == "every" and body.members == chosen)


def _brought(body: object) -> set[str]:
    """The names that stand for something of the moment in a body, whatever else is called so."""
    chosen = (step.target.id for step in found_in(body, n.Choose) if isinstance(step.target, n.Name))
    items = (loop.var for loop in found_in(body, n.For))
    return {*chosen, *items, *(let.name for let in found_in(body, n.Let)), *(p.name for p in found_in(body, n.Param))}


def _is_lasting(program: Program, node: n.ChooseEach, brought: set[str]) -> bool:
    """Whether everything it names is known anywhere: no parameter, nothing chosen before."""
    if _domain(node) is None or not program.roles:
        return False
    each = {node.body.var} if isinstance(node.type, n.TypeMany) and isinstance(node.body, n.Quantified) else set()
    named = {*names_in(node.members), *names_in(node.body), *names_in(_domain(node))} - {node.var} - each
    known = {*program.facts, *program.values, *program.columns, *program.tables, *program.kinds, *_BUILT_IN}
    return named.isdisjoint(brought) and named <= known | known_members(program)


#: functions of the language that a condition may call
_BUILT_IN = frozenset({"size", "top", "bottom", "how_many", "different", "without", "including", "left_of", "right_of"})


def _replaced(node: Any, old: n.Expr, new: n.Expr) -> Any:
    """The same with one expression for another."""
    if node == old:
        return new
    if isinstance(node, tuple):
        return tuple(_replaced(item, old, new) for item in node)
    fields = [
        name for name in names_of(node) if isinstance(getattr(node, name), tuple) or names_of(getattr(node, name))
    ]
    return replace(node, **{name: _replaced(getattr(node, name), old, new) for name in fields}) if fields else node

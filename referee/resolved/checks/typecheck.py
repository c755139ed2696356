"""The type checks of a game: every expression where it stands, and what needs no type."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from grammar.nodes import is_corollary
from kb.model.problems import Problem, problem
from referee.resolved.checks.expressions import Env
from referee.resolved.checks.faults import Faults
from referee.resolved.checks.inference import Types
from referee.resolved.statements.calls import call_faults
from referee.resolved.statements.sites import Site


def check_types(types: Types) -> list[Problem]:
    """Everything that cannot be, each with its place and cure."""
    collector = types.collector
    for expr, local, here, at in collector.written:
        for code, text in call_faults(collector.names, expr, local):
            collector.note(code, here.place(at), text)
    current: list[Site] = []

    def note(code: str, message: str, cure: str) -> None:
        collector.note(code, current[-1].place, message, cure)

    faults = Faults(types.kinds, types.known, note)
    for _, sites in groupby(types.sites, key=lambda site: id(site.here)):
        for site in sites:
            if is_corollary(site.owner):  # the statement it follows from is looked at itself
                continue
            current[:] = [site]
            env = Env(site.slots)
            found = faults.type(site.expr, env)
            if site.wanted is not None:
                faults.want(site.expr, found, faults.begun(site.wanted), env, site.code, site.what)
        faults.close_clause()
    return [*collector.problems.values(), *_unknown_kinds(types)]


def _unknown_kinds(types: Types) -> Iterator[Problem]:
    """PARAM-KIND: parameters of which nothing tells what they are."""
    program = types.program
    named = [
        (info.params, types.parameters(name), name, info.clauses[0].place)
        for name, info in program.values.items()
        if not is_corollary(name)
    ]
    calls = [(c.node, c.place) for c in (*program.procedures.values(), *program.events.values())]
    for node, place in (*calls, *((info.node, info.place) for info in program.actions.values())):
        named.append((tuple(param.name for param in node.params), types.arguments(node.name), node.name, place))
    for params, kinds, name, place in named:
        for param, type_ in zip(params, kinds, strict=False):
            if (type_.vague or type_.any) and name not in types.broken:
                text = f"Nothing tells of what kind “{param}” of “{name}” is."
                yield problem("PARAM-KIND", place, text, f"Declare it: {name}({param}: kind).")

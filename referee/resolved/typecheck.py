"""The type checks of a game: every expression where it stands, and what needs no type."""

from __future__ import annotations

from kb.model import Place
from kb.problems import Problem
from referee.resolved.faults import Faults
from referee.resolved.infer import Types
from referee.resolved.typed import Env


def check_types(types: Types) -> list[Problem]:
    """Everything that cannot be, each with its place and cure."""
    collector = types.collector
    here: list[Place] = []

    def note(code: str, message: str, cure: str) -> None:
        collector.note(code, here[-1], message, cure)

    faults = Faults(types.kinds, types.known, note)
    for site in types.sites:
        here.append(site.place)
        env = Env(site.slots)
        found = faults.type(site.expr, env)
        if site.wanted is not None:
            faults.want(site.expr, found, site.wanted, env, site.code, site.what)
        here.pop()
    return list(collector.problems.values())

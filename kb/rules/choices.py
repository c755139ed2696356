"""Where somebody chooses: every `choose` of a game by what is chosen and by the body it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grammar import nodes as n
from kb.rules.program import Cited, Program
from kb.rules.reads import found_in


class ChoiceSite(NamedTuple):
    """One `choose` or `secretly choose`."""

    home: str  #: the procedure, action, class, event or fact in whose body it stands
    paragraph: str
    node: n.Choose | n.ChooseEach


def choices_of(program: Program, name: str, within: str = "") -> list[ChoiceSite]:
    """Where something of that name is chosen by somebody; `within`: in one body alone."""
    sites: list[ChoiceSite] = []
    for home, cited in bodies(program):
        if within and home != within:
            continue
        chosen = [node for node in found_in(cited.node, n.Choose) if not node.chance]
        sites += [ChoiceSite(home, cited.paragraph, node) for node in chosen]
        sites += [ChoiceSite(home, cited.paragraph, node) for node in found_in(cited.node, n.ChooseEach)]
    return [site for site in sites if _head(site.node.target) == name]


def bodies(program: Program) -> Iterator[tuple[str, Cited]]:
    """Whatever does something, by the name of what it belongs to."""
    yield from program.procedures.items()
    for info in (*program.actions.values(), *program.classes.values()):
        yield from ((info.name, cited) for cited in info.clauses)
    for table in (program.triggers, program.change_triggers):
        yield from ((name, cited) for name, group in table.items() for cited in group)
    yield from (("", cited) for cited in program.whenevers)


def _head(ref: n.Ref) -> str:
    return ref.id if isinstance(ref, n.Name) else ref.name

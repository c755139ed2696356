"""Which paragraphs have a part in play at all: those that say what may be done, what comes of it, and what that reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from grammar import nodes as n
from kb.rules.program import Cited, Program
from kb.rules.reads import names_in

CHECKS = (n.Applies, n.Requires, n.Forbidden, n.Allowed, n.Cost)


def used_in_play(program: Program) -> set[str]:
    """The paragraphs that a game may come to rely on: effects, checks, triggers, ends, and the values these read.

    Declarations are not counted, nor is a value that is only ever asked for."""
    statements = list(_statements(program))
    found = {cited.paragraph for cited in statements}
    found |= {info.paragraph for info in program.actions.values()}
    return found | _valued(program, statements)


def relied_on(program: Program, cited: Collection[str]) -> set[str]:
    """The paragraphs of the values that what happens under these reads: a check cites them, a change cites its own alone."""
    happening = (each for each in _statements(program) if not isinstance(each.node, CHECKS))
    return _valued(program, (each for each in happening if each.paragraph in cited))


def _valued(program: Program, statements: Iterable[Cited]) -> set[str]:
    """The paragraphs of the values that these read, and that the course reads."""
    read = _read(program, statements)
    found = {cited.paragraph for name in read & program.values.keys() for cited in program.values[name].clauses}
    found |= {program.tables[name].paragraph for name in read & program.tables.keys()}
    found |= {program.tables[program.columns[name][0]].paragraph for name in read & program.columns.keys()}
    return found


def _statements(program: Program) -> Iterator[Cited]:
    """What happens, or decides whether something may."""
    yield from (*program.procedures.values(), *program.whenevers, *program.ends)
    for listed in (program.triggers, program.change_triggers, program.decisions):
        yield from (cited for group in listed.values() for cited in group)
    for info in (*program.actions.values(), *program.classes.values()):
        yield from info.clauses


def _read(program: Program, statements: Iterable[Cited]) -> set[str]:
    """Every name that these read, also through values."""
    others = (*program.steps.values(), *program.phases.values(), *program.quotas)
    queue = [name for cited in (*statements, *others) for name in names_in(cited.node)]
    queue += [name for group in program.purses.values() for cited in group for name in names_in(cited.node)]
    seen: set[str] = set()
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in program.values:
            queue += [
                other
                for cited in program.values[name].clauses
                for other in names_in((cited.node.value, cited.node.when))
            ]
    return seen

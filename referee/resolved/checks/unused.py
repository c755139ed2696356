"""Values that nobody reads: no rule, no case, no card."""

from __future__ import annotations

from collections.abc import Collection

from kb.model.problems import Problem, problem
from referee.resolved.checks.inference import Types
from referee.resolved.tree.reads import SEATED


def unused_values(types: Types, asked: Collection[str] = ()) -> list[str]:
    """The values and columns of tables that no rule reads and no case asks about; a value that reads itself is not read."""
    program = types.program
    read: set[str] = set()
    for name, sites in types.value_sites.items():
        read.update(other for site in sites for other in site.reads if other != name)
    read.update(other for site in types.other_sites for other in site.reads)
    sources = {cited.node.source for cited in program.kinds.values() if cited.node.shape == "rows"}
    kept = {*read, *asked, *program.facts, SEATED}
    columns = [column for column, (table, _) in program.columns.items() if table not in sources]
    return [name for name in (*program.values, *columns) if name not in kept]


def unused_notice(types: Types, asked: Collection[str] = ()) -> list[Problem]:
    """VALUE-UNUSED: one line a game, for they are many and none of them is wrong."""
    names = unused_values(types, asked)
    if not names:
        return []
    shown = ", ".join(names[:5])
    more = len(unused_values(types)) - len(names)
    besides = f"; {more} more only by cases" if more else ""
    first = types.program.values.get(names[0])
    home = first.clauses[0] if first is not None else types.program.tables[types.program.columns[names[0]][0]]
    text = f"{len(names)} values are read by no rule and no case: {shown}{', …' if len(names) > 5 else ''}{besides}."
    return [problem("VALUE-UNUSED", home.place, text)]

"""Values that nobody reads: no rule, no card; those that only players ask for are marked `asked`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grammar import nodes as n
from kb.model.problems import Problem, problem
from referee.resolved.checks.inference import Types
from referee.resolved.tree.reads import SEATED


def unused_values(types: Types, used: Collection[str] = ()) -> list[str]:
    """The values and columns of tables that no rule reads; a value that reads itself is not read."""
    program = types.program
    read: set[str] = set()
    for name, sites in types.value_sites.items():
        read.update(other for site in sites for other in site.reads if other != name)
    read.update(other for site in types.other_sites for other in site.reads)
    sources = {cited.node.source for cited in program.kinds.values() if cited.node.shape == "rows"}
    kept = {*read, *used, *program.facts, SEATED}
    columns = [column for column, (table, _) in program.columns.items() if table not in sources]
    return [name for name in (*program.values, *columns) if name not in kept and not n.is_corollary(name)]


def check_unused(types: Types, used: Collection[str] = ()) -> Iterator[Problem]:
    """VALUE-UNUSED: what neither a rule reads nor a player is said to ask for; VALUE-ASKED: what is so marked and read."""
    program = types.program
    unused = dict.fromkeys(unused_values(types, used))
    for name in unused:
        info = program.values.get(name)
        if info is None:
            home = program.tables[program.columns[name][0]]
            if not home.node.asked:
                yield problem("VALUE-UNUSED", home.place, f"No rule reads the column “{name}”.")
        elif not any(cited.node.asked for cited in info.clauses):
            yield problem("VALUE-UNUSED", info.clauses[0].place, f"No rule reads “{name}”.")
    for name, info in program.values.items():
        marked = [cited for cited in info.clauses if cited.node.asked]
        if marked and name not in unused:
            yield problem("VALUE-ASKED", marked[0].place, f"“{name}” is marked `asked`, and a rule reads it.")

"""Tables: cells that can be keys, keys without a row, rows that can never count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from grammar import nodes as n
from kb.model.entities import Place
from kb.model.problems import Problem, did_you_mean, problem
from kb.rules.program import Cited, Program
from kb.rules.spans import span_of

#: combinations of keys of one table that are tried
MOST = 20_000

Plain = int | bool | str | None
Domain = tuple[tuple[Plain, ...], tuple[Plain, ...]]  #: keys that must have a row, and further ones that may


def table_rows(program: Program) -> Iterator[Problem]:
    """TABLE-CELLS, TABLE-KEY, TABLE-GAP, TABLE-OVERLAP of every table."""
    for cited in program.tables.values():
        node: n.Table = cited.node
        wrong = list(_miscounted(cited)) or list(_no_keys(program, cited))
        yield from wrong
        if not wrong:
            yield from _reached(program, cited, node)


def _place(cited: Cited, row: n.Row) -> Place:
    return Place(cited.place.file, cited.place.line + max(0, row.at[0] - cited.node.at[0]), row.at[1] or 1)


def _miscounted(cited: Cited) -> Iterator[Problem]:
    node: n.Table = cited.node
    columns = len(node.columns) or 1
    for row in node.rows:
        if len(row.cells) != len(node.params):
            text = f"“{node.name}” has {len(node.params)} keys, this row {len(row.cells)}."
            yield problem("TABLE-CELLS", _place(cited, row), text)
        elif len(row.values) != columns:
            text = f"“{node.name}” gives {columns} values, this row {len(row.values)}."
            yield problem("TABLE-CELLS", _place(cited, row), text)


def _no_keys(program: Program, cited: Cited) -> Iterator[Problem]:
    """TABLE-KEY: cells that are no key of their parameter's kind."""
    node: n.Table = cited.node
    for row in node.rows:
        for param, cell in zip(node.params, row.cells, strict=True):
            if cell.mode == "any" or param.type is None or _can_be(program, param.type, cell):
                continue
            high = str(cell.high) if cell.mode == "range" else ""
            shown = f"{cell.low}..{high}" if cell.mode != "value" else _shown(_plain(cell))
            known = program.members.get(param.type.name, ()) if isinstance(param.type, n.TypeName) else ()
            text = f"“{param.name}” of “{node.name}” is never {shown}: it is {_described(program, param.type)}."
            yield problem("TABLE-KEY", _place(cited, row), text, did_you_mean(shown, known))


def _can_be(program: Program, type_: n.Type, cell: n.Cell) -> bool:
    value = _plain(cell)
    match type_:
        case n.TypeName(name) if name in program.classes:
            return cell.mode == "value" and value in _actions(program, name)
        case n.TypeName(name, optional):
            open_ = name not in program.members  # members of an open kind come with the state
            return cell.mode == "value" and (
                (value is None and optional) or (isinstance(value, str) and (open_ or value in program.members[name]))
            )
        case n.TypeEnum(members):
            return cell.mode == "value" and value in members
        case n.TypeFlag():
            return cell.mode == "value" and isinstance(value, bool)
        case n.TypeNumber() | n.TypeRange():
            span, least, most = span_of(type_), cell.low, cell.high
            if cell.mode == "value":
                if not isinstance(value, int) or isinstance(value, bool):
                    return False
                least = most = value
            return span is None or (span[0] <= least and (cell.mode == "from" or most <= span[1]))
    return True


def _actions(program: Program, class_: str) -> tuple[str, ...]:
    return tuple(name for name, info in program.actions.items() if class_ in info.node.classes)


def _plain(cell: n.Cell) -> Plain:
    if isinstance(cell.value, n.Name):
        return cell.value.id
    return cell.value.value if isinstance(cell.value, n.Number | n.Truth) else None


def _shown(value: Plain) -> str:
    return "none" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _described(program: Program, type_: n.Type) -> str:
    match type_:
        case n.TypeName(name) if name in program.classes:
            return f"an action of “{name}”"
        case n.TypeName(name, optional):
            return f"a member of “{name}”{' or none' * optional}"
        case n.TypeEnum(members):
            return f"one of {', '.join(members)}"
        case n.TypeFlag():
            return "yes or no"
    span = span_of(type_)
    return "a number" if span is None else f"a number from {span[0]} to {span[1]}"


def _reached(program: Program, cited: Cited, node: n.Table) -> Iterator[Problem]:
    """TABLE-GAP, TABLE-OVERLAP, by trying the keys."""
    domains = _domains(program, node)
    tried = [must + may for must, may in domains]
    if not domains or not 0 < prod(len(domain) for domain in tried) <= MOST:
        return
    musts = [set(must) for must, _ in domains]
    used: set[int] = set()
    gap = False
    for key in product(*tried):
        found = next((i for i, row in enumerate(node.rows) if _fits(row, key)), None)
        if found is not None:
            used.add(found)
        elif not gap and all(part in must for part, must in zip(key, musts, strict=True)):
            gap = True
            yield problem(
                "TABLE-GAP", cited.place, f"“{node.name}” has no row for {', '.join(_shown(part) for part in key)}."
            )
    for index, row in enumerate(node.rows):
        if index not in used:
            yield problem("TABLE-OVERLAP", _place(cited, row), f"Row {index + 1} of “{node.name}” can never count.")
            return


def _domains(program: Program, node: n.Table) -> list[Domain]:
    """The keys a table must answer for; numbers are tried around the ends of the ranges."""
    domains: list[Domain] = []
    for index, param in enumerate(node.params):
        match param.type:
            case n.TypeName(name) if name in program.classes:
                domains.append((_actions(program, name), ()))
            case n.TypeName(name, optional) if name in program.members:
                domains.append(((*program.members[name], *((None,) if optional else ())), ()))
            case n.TypeEnum(members):
                domains.append((members, ()))
            case n.TypeFlag():
                domains.append(((True, False), ()))
            case n.TypeNumber() | n.TypeRange():
                domains.append(_numbers(param.type, [row.cells[index] for row in node.rows]))
            case _:
                return []
    return domains


def _numbers(type_: n.TypeNumber | n.TypeRange, cells: list[n.Cell]) -> Domain:
    """The numbers at and between the ends of ranges, up to the largest that is named; those around them may have a row."""
    named: set[int] = set()
    for cell in cells:
        if cell.mode == "value" and isinstance(cell.value, n.Number):
            named.add(cell.value.value)
        elif cell.mode in ("range", "from"):
            named.update((cell.low, cell.high) if cell.mode == "range" else (cell.low,))
    low, high = span_of(type_) or (None, None)
    top = max(named, default=0) if high is None else high
    ends = {end for end in (low, high) if end is not None}
    must = {
        near for value in named for near in (value, value + 1) if near <= top and (low is None or near >= low)
    } | ends
    around = {near for value in named | {0} for near in (value - 1, value, value + 1)} - must
    return tuple(sorted(must)), tuple(
        m for m in sorted(around) if (low is None or m >= low) and (high is None or m <= high)
    )


def _fits(row: n.Row, key: tuple[Plain, ...]) -> bool:
    for cell, value in zip(row.cells, key, strict=True):
        if cell.mode == "any":
            continue
        if cell.mode == "value":
            if _plain(cell) != value:
                return False
        elif not isinstance(value, int) or value < cell.low or (cell.mode == "range" and value > cell.high):
            return False
    return True

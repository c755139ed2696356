"""Numbers of keys and names of arguments: what can be said of a call before anything is typed."""

from __future__ import annotations

from collections.abc import Container, Iterator

from grammar import nodes as n
from referee.errors import near
from referee.evaluation.builtins import BUILTINS
from referee.resolved.tree.names import Names


def calls_in(node: object) -> Iterator[n.Call]:
    """Every call that stands inside an expression."""
    if isinstance(node, n.Call):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from calls_in(item)
    elif not isinstance(node, str | int | None):
        for name in getattr(type(node), "__slots__", ()):
            if name != "at":
                yield from calls_in(getattr(node, name))


def call_faults(names: Names, expr: n.Expr, local: Container[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with the calls of an expression, whatever their arguments are: code and sentence."""
    for call in calls_in(expr):
        if call.name in local:
            if len(call.args) != 1:
                yield "ARGS-COUNT", f"“{call.name}” is a local name: it is read at one key, here at {len(call.args)}."
        elif names.is_call(call.name) and not names.has_value(call.name, len(call.args)):
            yield from deed_faults(names, call)
        elif call.named:
            shown = ", ".join(f"“{key}”" for key, _ in call.named)
            yield "ARGS-NAME", f"“{call.name}” is looked up by its keys; it takes no argument by name ({shown})."


def options_of(names: Names, action: str) -> set[str]:
    """The flag parameters that an action's clauses and classes declare."""
    info = names.program.actions.get(action)
    if info is None:
        return set()
    homes = [info, *(names.program.classes[name] for name in info.node.classes if name in names.program.classes)]
    return {cited.node.name for home in homes for cited in home.clauses if isinstance(cited.node, n.Option)}


def deed_faults(names: Names, call: n.Call, *, whole: bool = False) -> Iterator[tuple[str, str]]:
    """What is wrong with the arguments of an action or procedure; `whole`: it is done, so nothing may be missing."""
    program = names.program
    action = call.name in program.actions
    params = (program.actions[call.name] if action else program.procedures[call.name]).node.params
    shown = f"({', '.join(param.name for param in params)})" if params else "no argument"
    if len(call.args) > len(params):
        yield "ARGS-COUNT", f"“{call.name}” takes {shown}, here {len(call.args)} are given."
    known = {param.name for param in params} | (options_of(names, call.name) if action else set())
    given = {param.name for param in params[: len(call.args)]}
    for key, _ in call.named:
        if not action:
            yield (
                "ARGS-NAME",
                f"“{call.name}” is a procedure; its arguments stand in their order, not by name (“{key}”).",
            )
        elif key not in known:
            yield "ARGS-NAME", f"“{call.name}” has no parameter “{key}”.{near(key, known)}"
        elif key in given:
            yield "ARGS-NAME", f"“{key}” of “{call.name}” is given twice."
        given.add(key)
    missing = [param.name for param in params if param.name not in given and param.default is None]
    if whole and missing:
        yield "ARGS-COUNT", f"“{call.name}” also needs {', '.join(f'“{name}”' for name in missing)}."


def miscounted(names: Names, expr: object, name: str) -> str:
    """The sentence for a known name with another number of keys; nothing where the name is not known at all."""
    takes = sorted(arities(names, name))
    if not takes:
        return ""
    given = next((len(call.args) for call in calls_in(expr) if call.name == name and len(call.args) not in takes), 0)
    return f"“{name}” takes {' or '.join(_keys(count) for count in takes)}, here {_keys(given)}."


def arities(names: Names, name: str) -> set[int]:
    """How many keys a name takes."""
    program = names.program
    found = set()
    if name in program.facts:
        found.add(len(program.facts[name].node.keys))
    if name in program.values:
        found.add(len(program.values[name].params))
    if name in program.columns:
        found.add(len(program.tables[program.columns[name][0]].node.params))
    if name in BUILTINS:
        found.add(BUILTINS[name].arity)
    return found


def _keys(count: int) -> str:
    return "no key" if count == 0 else "1 key" if count == 1 else f"{count} keys"

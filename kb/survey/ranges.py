"""Numbers that are written out and lie outside the range of what they are given to or compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grammar import nodes as n
from kb.model.problems import Problem, problem
from kb.rules.program import Cited, Program
from kb.rules.reads import found_in
from kb.rules.spans import Span, number_in, span_of
from kb.survey.doubles import bound, statements


def numbers_out_of_range(program: Program) -> Iterator[Problem]:
    """RANGE-WRONG: ranges that hold no number, numbers no fact or parameter can be, comparisons that are settled beforehand."""
    yield from _empty(program)
    facts = {name: span for name, cited in program.facts.items() if (span := span_of(cited.node.type)) is not None}
    params = _parameters(program)
    for cited in program.facts.values():
        for value in (cited.node.assumed, cited.node.reset):
            yield from _given(cited, cited.node.name, value, facts)
    for cited in statements(program):
        if isinstance(cited.node, n.Start):
            yield from _given(cited, _name(cited.node.target), cited.node.value, facts)
        for step in found_in(cited.node, n.Assign):
            if step.op == "set":
                yield from _given(cited, _name(step.target), step.value, facts)
        local = set(bound(cited.node))
        read = {name: span for name, span in facts.items() if name not in local}
        for comparison in found_in(cited.node, n.Compare):
            yield from _settled(cited, comparison, read)
        for call in found_in(cited.node, n.Call):
            for (param, type_), value in zip(params.get(call.name, ()), call.args, strict=False):
                yield from _passed(cited, call.name, param, type_, value)


def _empty(program: Program) -> Iterator[Problem]:
    named = [(cited.node.name, cited.node.type, cited.place) for cited in program.facts.values()]
    homes = [(info.node, info.place) for info in program.actions.values()]
    homes += [(cited.node, cited.place) for cited in (*program.procedures.values(), *program.tables.values())]
    named += [(param.name, param.type, place) for node, place in homes for param in node.params]
    for name, type_, place in named:
        span = span_of(type_)
        if span is not None and span[0] > span[1]:
            text = f"The range of “{name}”, {span[0]}..{span[1]}, holds no number."
            yield problem("RANGE-WRONG", place, text, "Write the smaller number first.")


def _parameters(program: Program) -> Mapping[str, list[tuple[str, n.Type | None]]]:
    """The parameters of whatever is called by a name; what is also a fact is looked up by its keys."""
    homes = [info.node for info in program.actions.values()]
    homes += [cited.node for cited in (*program.procedures.values(), *program.events.values())]
    found = {node.name: [(param.name, param.type) for param in node.params] for node in homes}
    for info in program.values.values():
        typed = [clause.node.params for clause in info.clauses if any(param.type for param in clause.node.params)]
        found[info.name] = [(param.name, param.type) for param in typed[0]] if typed else []
    for cited in program.tables.values():
        for name in cited.node.columns or (cited.node.name,):
            found[name] = [(param.name, param.type) for param in cited.node.params]
    return {name: params for name, params in found.items() if name not in program.facts}


def _given(cited: Cited, name: str, value: n.Expr | None, facts: Mapping[str, Span]) -> Iterator[Problem]:
    span, number = facts.get(name), number_in(value)
    if span is not None and number is not None and not span[0] <= number <= span[1]:
        text = f"“{name}” cannot be {number}: it is a number from {span[0]} to {span[1]}."
        yield problem("RANGE-WRONG", cited.place, text, "Write a number of the range, or widen the range of the fact.")


def _passed(cited: Cited, name: str, param: str, type_: n.Type | None, value: n.Expr) -> Iterator[Problem]:
    span, number = span_of(type_), number_in(value)
    if span is not None and number is not None and not span[0] <= number <= span[1]:
        text = f"“{param}” of “{name}” cannot be {number}: it is a number from {span[0]} to {span[1]}."
        yield problem("RANGE-WRONG", cited.place, text, "Give a number of the range.")


def _never(op: str, span: Span, number: int) -> bool:
    """Whether nothing between two ends compares like that with a number behind the sign."""
    low, high = span
    match op:
        case "is":
            return not low <= number <= high
        case "<":
            return low >= number
        case "<=":
            return low > number
        case ">":
            return high <= number
    return op == ">=" and high < number


#: the same comparison, with its sides exchanged
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "is": "is"}


def _settled(cited: Cited, node: n.Compare, facts: Mapping[str, Span]) -> Iterator[Problem]:
    """A comparison that no number of the range makes true; one that is always true may guard against a wider range."""
    for fact, other, op in ((node.left, node.right, node.op), (node.right, node.left, _TURNED.get(node.op, ""))):
        span, number = facts.get(_name(fact)), number_in(other)
        if span is not None and number is not None and _never(op, span, number):
            text = f"“{_name(fact)}” {op} {number} can never hold: it is a number from {span[0]} to {span[1]}."
            yield problem("RANGE-WRONG", cited.place, text, "Correct the number, or widen the range of the fact.")


def _name(expr: n.Expr) -> str:
    return expr.id if isinstance(expr, n.Name) else expr.name if isinstance(expr, n.Call) else ""

"""Cases -> canonical text: parsing what is printed gives the same cases."""

from __future__ import annotations

from grammar import nodes as n
from grammar.rules.unparse import expression, invocation


def fact(given: n.Given) -> str:
    """A told fact, without its semicolon."""
    if given.value is None:
        return f"{expression(given.target)}: {given.kind}"
    return f"{expression(given.target)} = {expression(given.value)}"


def situation(node: n.Situation) -> str:
    """A named situation."""
    return f'situation "{node.title}"{_told(node.starts, node.given)}'


def case(node: n.WrittenCase) -> str:
    """A case with all that differs from it or is asked besides."""
    lines = [f'case "{node.case.title}"{_worked_out(node.case.by)}{_told(node.starts, node.case.given)}']
    lines += [f"  {_query(node.case)}", *map(_but, node.buts)]
    lines += [f'and "{other.title}"{_worked_out(other.by)} {_query(other)}' for other in node.also]
    return "\n".join(lines)


def cases(nodes: tuple[n.Situation | n.WrittenCase, ...]) -> str:
    """A whole block."""
    return "\n".join(situation(node) if isinstance(node, n.Situation) else case(node) for node in nodes) + "\n"


def _worked_out(by: str) -> str:
    return f" from {by}" if by else ""


def _told(starts: tuple[str, ...], given: tuple[n.Given, ...]) -> str:
    parts = [f'"{start}";' for start in starts] + [f"{fact(each)};" for each in given]
    return f"\n  given {' '.join(parts)}" if parts else ""


def _but(node: n.But) -> str:
    title = f' "{node.title}"' if node.title else ""
    expected = _expected(node.expected, node.then, node.listed)
    return f"but{title}{_worked_out(node.by)}{_told((), node.given)}\n  expect {expected}{_because(node.because)}"


def _query(node: n.Case) -> str:
    if node.asking is not None:
        question = f"ask {asking(node.asking)}"
    elif node.moves is not None:
        question = f"moves by {node.moves[0]}"
    else:
        question = f"do {_doings(node.doings)}"
    listed = node.moves[1:] if node.moves is not None else None
    return f"{question} expect {_expected(node.expected, node.then, listed)}{_because(node.because)}"


def asking(node: n.Asking) -> str:
    """A question as it is typed."""
    body = node.body
    asked = invocation(body) if node.by and isinstance(body, n.Call) else expression(body)
    after = f" {'during' if node.during else 'after'} {_doings(node.after)}" if node.after else ""
    seen = f" as {node.seen_by}" if node.seen_by else ""
    return f"{asked}{f' by {node.by}' if node.by else ''}{after}{seen}"


def _answer(node: n.Expr) -> str:
    """An answer, with whose it is where several are asked."""
    *named, (last, who) = node.named if isinstance(node, n.Call) and node.named else (("", n.Nothing()),)
    if not isinstance(node, n.Call) or last != n.BY:
        return expression(node)
    return f"{invocation(n.Call(node.name, node.args, tuple(named)))} by {expression(who)}"


def _doings(doings: tuple[n.Doing, ...]) -> str:
    shown = []
    for node in doings:
        answers = f" answers [{', '.join(map(_answer, node.answers))}]" if node.answers else ""
        shown.append(f"{invocation(node.call)}{f' by {node.by}' if node.by else ''}{answers}")
    return " then ".join(shown)


def _expected(expected: n.Expected | None, then: tuple[n.Given, ...], listed: tuple[str, n.Call] | None) -> str:
    if listed is not None:
        return f"{listed[0]} {invocation(listed[1])}"
    if expected is None:
        return " ".join(f"{fact(each)};" for each in then)
    value = _sum(expected.value) if expected.value is not None else ""
    if not expected.verdict:
        return value if expected.high is None else f"{value}..{_sum(expected.high)}"
    default = f" default {value}" if value else ""
    needs = f" needs {', '.join(map(expression, expected.needs))}" if expected.needs else ""
    return f"{expected.verdict}{default}{needs}"


def _sum(expr: n.Expr) -> str:
    """An expression where no comparison may stand bare."""
    text = expression(expr)
    return f"({text})" if isinstance(expr, n.Quantified | n.Or | n.And | n.Not | n.Compare | n.Member) else text


def _because(because: tuple[str, ...]) -> str:
    return f" because {', '.join('#' + identity for identity in because)}" if because else ""

"""Cases written out: facts of situations told in full, each `but` and `and` a case of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grammar import nodes as n
from grammar.base.records import replace
from grammar.rules.unparse_cases import fact

#: the name of a situation -> all of its facts
Situations = Mapping[str, tuple[n.Given, ...]]


def written_out(node: n.WrittenCase, situations: Situations) -> Iterator[n.Case]:
    """The case itself, then what differs from it in a fact, or is asked of the same facts besides."""
    told = facts_of(node.starts, node.case.given, situations)
    head = replace(node.case, given=told)
    yield head
    for but in node.buts:
        yield _otherwise(head, but)
    for other in node.also:
        yield replace(other, given=told)


def facts_of(starts: Iterable[str], given: tuple[n.Given, ...], situations: Situations) -> tuple[n.Given, ...]:
    """The facts of these situations and the given ones; what is told later of the same thing counts."""
    found: tuple[n.Given, ...] = ()
    for start in starts:
        found = told_otherwise(found, situations.get(start, ()))
    return told_otherwise(found, given)


def told_otherwise(facts: tuple[n.Given, ...], other: tuple[n.Given, ...]) -> tuple[n.Given, ...]:
    """The facts with others in their place: one told of the same thing is replaced where it stands, a new one comes last."""
    if not facts:
        return other
    later = {each.target: each for each in other}
    kept = tuple(later.pop(each.target, each) for each in facts)
    return kept + tuple(each for each in other if each.target in later)


def _otherwise(head: n.Case, but: n.But) -> n.Case:
    """The case above with facts told otherwise; the reason is the same where no other is written."""
    return replace(
        head,
        title=but.title or f"{head.title}, but {'; '.join(map(fact, but.given))}",
        given=told_otherwise(head.given, but.given),
        expected=but.expected,
        then=but.then,
        moves=(head.moves[0], *but.listed) if head.moves is not None and but.listed is not None else head.moves,
        because=but.because or head.because,
        by=but.by or head.by,
        at=but.at,
    )

"""Which facts, values and disputes an expression reads, also through definitions: for the rule graph and for watching."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grammar import nodes as n
from grammar.records import names_of
from kb.program import Program


def names_in(node: Any) -> Iterator[str]:
    """Every name an expression or statement mentions."""
    if isinstance(node, n.Name):
        yield node.id
    elif isinstance(node, n.Call):
        yield node.name
        for arg in node.args:
            yield from names_in(arg)
        for _, arg in node.named:
            yield from names_in(arg)
    elif isinstance(node, tuple):
        for item in node:
            yield from names_in(item)
    else:
        for name in names_of(node):
            value = getattr(node, name)
            if name == "links":
                yield value
            elif isinstance(value, tuple) or names_of(value):
                yield from names_in(value)


def reads_of(program: Program, node: Any) -> frozenset[str]:
    """The facts behind an expression, through every definition it uses."""
    seen: set[str] = set()
    facts: set[str] = set()
    queue = list(names_in(node))
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in program.facts:
            facts.add(name)
        if name in program.values:
            for cited in program.values[name].clauses:
                queue.extend(names_in(cited.node.value))
                queue.extend(names_in(cited.node.when))
        if name in program.purses:
            for cited in program.purses[name]:
                queue.extend(names_in(cited.node))
    return frozenset(facts)


def found_in(node: Any, kind: type) -> Iterator[Any]:
    """Every node of a class that stands inside."""
    if isinstance(node, kind):
        yield node
    if isinstance(node, tuple | list):
        for item in node:
            yield from found_in(item, kind)
    else:
        for name in names_of(node):
            yield from found_in(getattr(node, name), kind)


def uses(program_part: Any, kind: type) -> bool:
    """Whether a node of this class stands anywhere inside."""
    if isinstance(program_part, kind):
        return True
    if isinstance(program_part, tuple | list):
        return any(uses(item, kind) for item in program_part)
    return any(uses(getattr(program_part, name), kind) for name in names_of(program_part))


def writes_of(program: Program, node: Any) -> frozenset[str]:
    """The facts that effects change, also through the procedures, actions and purses they use."""
    seen: set[str] = set()
    facts: set[str] = set()
    queue: list[Any] = [node]
    while queue:
        for name in _targets(queue.pop()):
            if name in seen:
                continue
            seen.add(name)
            if name in program.facts:
                facts.add(name)
            if name in program.procedures:
                queue.append(program.procedures[name].node.steps)
            if name in program.actions:
                queue.append(tuple(cited.node for cited in program.actions[name].clauses))
            for cited in program.purses.get(name, ()):
                queue.append(cited.node.places)
    return frozenset(facts)


def _targets(node: Any) -> Iterator[str]:
    """The names a step writes to or calls."""
    if isinstance(node, n.Assign | n.Choose | n.ChooseEach):
        yield from _head(node.target)
    elif isinstance(node, n.Move | n.Pay | n.Cost):
        for place in (*node.source, *node.target):
            yield from _head(place)
        if isinstance(node, n.Pay) and node.rescue is not None:
            yield node.rescue.name
    elif isinstance(node, n.Put | n.Shuffle):
        yield from _head(node.pile)
    elif isinstance(node, n.Draw):
        yield from (*_head(node.source), *_head(node.target))
    elif isinstance(node, n.Do | n.Offer):
        yield node.call.name
    elif isinstance(node, n.Name | n.Call):
        yield from _head(node)
    elif isinstance(node, tuple):
        for item in node:
            yield from _targets(item)
    else:
        for name in names_of(node):
            value = getattr(node, name)
            if name in ("steps", "then", "other", "step", "clauses") and (isinstance(value, tuple) or names_of(value)):
                yield from _targets(value)


def _head(ref: Any) -> Iterator[str]:
    if isinstance(ref, n.Name):
        yield ref.id
    elif isinstance(ref, n.Call):
        yield ref.name

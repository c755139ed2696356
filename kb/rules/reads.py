"""Which facts, values and disputes an expression reads, also through definitions: for the rule graph and for watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from grammar import nodes as n
from grammar.base.records import names_of, replace
from kb.rules.program import Program, actions_of

T = TypeVar("T")


def names_in(node: object, counted: Callable[[str], bool] | None = None) -> Iterator[str]:
    """Every name an expression or statement mentions; where only the size of something `counted` is read, only its keys."""
    if isinstance(node, n.Name):
        yield node.id
    elif isinstance(node, n.Call):
        inner = node.args[0] if node.name == "size" and len(node.args) == 1 else None
        if (
            counted is not None
            and isinstance(inner, n.Name | n.Call)
            and counted(inner.id if isinstance(inner, n.Name) else inner.name)
        ):
            yield from names_in(inner.args if isinstance(inner, n.Call) else (), counted)
            return
        yield node.name
        for arg in (*node.args, *(arg for _, arg in node.named)):
            yield from names_in(arg, counted)
    elif isinstance(node, tuple):
        for item in node:
            yield from names_in(item, counted)
    else:
        for name in names_of(node):
            value = getattr(node, name)
            if name == "links":
                yield value
            elif isinstance(value, tuple) or names_of(value):
                yield from names_in(value, counted)


def mentioned(program: Program, but: tuple[str, ...] = ()) -> set[str]:
    """Every name that stands anywhere in the rules: what is declared, what is read, locals and parameters; `but` what some tables hold."""
    found: set[str] = set()
    rest: list[object] = [getattr(program, name) for name in Program.__match_args__ if name not in but]
    while rest:
        node = rest.pop()
        if isinstance(node, str):
            found.add(node)
        elif isinstance(node, tuple | list):
            rest.extend(node)
        elif isinstance(node, Mapping):
            rest.extend((*node.keys(), *node.values()))
        else:
            rest.extend(getattr(node, name) for name in getattr(type(node), "__match_args__", ()))
    return found


def renamed(node: Any, names: Mapping[str, str]) -> Any:
    """The same with other names for its locals; what a part of it binds itself is its own."""
    if isinstance(node, n.Name):
        return n.Name(names.get(node.id, node.id), at=node.at)
    if isinstance(node, tuple):
        return tuple(renamed(item, names) for item in node)
    fields = [
        name for name in names_of(node) if isinstance(getattr(node, name), tuple) or names_of(getattr(node, name))
    ]
    own = {old: new for old, new in names.items() if old != getattr(node, "var", "")}
    return replace(node, **{name: renamed(getattr(node, name), own) for name in fields}) if fields else node


def hidden_reads(program: Program, node: object) -> frozenset[str]:
    """The hidden facts behind an expression; the number of cards in a pile is open to all, that of anything else is not."""
    return frozenset(name for name in _uncounted(program, node) if program.facts[name].node.hidden)


def faces_read(program: Program, node: object) -> frozenset[str]:
    """The piles whose cards an expression reads, not only how many they are; and all others in which such cards may lie."""
    kinds = {_pile_kind(program, name) for name in _uncounted(program, node)} - {""}
    return frozenset(name for name in program.facts if _pile_kind(program, name) in kinds)


def _pile_kind(program: Program, name: str) -> str:
    """Of what the cards of a pile are; empty for what is no pile."""
    cited = program.facts.get(name)
    type_ = None if cited is None else cited.node.type
    return type_.kind if isinstance(type_, n.TypeMany) and type_.shape == "pile" else ""


def _uncounted(program: Program, node: object) -> frozenset[str]:
    """The facts behind an expression, but for piles of which only the number is read."""
    return _behind(program, node, lambda each: names_in(each, lambda name: bool(_pile_kind(program, name))))


def hidden_behind_choice(program: Program, target: n.Ref, node: object) -> tuple[str, ...]:
    """The hidden facts that the options of a choice come from; the fact that is chosen is none of them where it is the candidate."""
    name = target.id if isinstance(target, n.Name) else target.name
    elsewhere = any(ref.id == name and ref != target for ref in found_in(node, n.Name)) or any(
        ref.name == name and ref != target for ref in found_in(node, n.Call)
    )
    found = hidden_reads(program, node)
    return tuple(sorted(found if elsewhere else found - {name}))


def reads_of(program: Program, node: object) -> frozenset[str]:
    """The facts behind an expression, through every definition it uses."""
    return _behind(program, node, names_in)


def _behind(program: Program, node: object, names: Callable[[object], Iterator[str]]) -> frozenset[str]:
    seen: set[str] = set()
    facts: set[str] = set()
    ahead = looks_ahead(node)
    queue = list(names(node))
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in program.facts:
            facts.add(name)
        if name in program.values:
            for cited in program.values[name].clauses:
                queue.extend(names(cited.node.value))
                queue.extend(names(cited.node.when))
                ahead = ahead or looks_ahead((cited.node.value, cited.node.when))
        if name in program.purses:
            for cited in program.purses[name]:
                queue.extend(names(cited.node))
        if not queue and ahead:
            queue = [inner for each in seen for inner in names(_tried(program, each)) if inner not in seen]
    return frozenset(facts)


def looks_ahead(node: object) -> bool:
    """Whether something tries out what it does not do."""
    return uses(node, n.Possible) or uses(node, n.Supposing)


def _tried(program: Program, name: str) -> tuple[object, ...]:
    """What is read where something of this name is tried out: the clauses of an action, a procedure, the rows that name them."""
    if name in program.columns:
        return tuple(row.values for row in program.tables[program.columns[name][0]].node.rows)
    if name in program.procedures:
        return (program.procedures[name].node.steps,)
    return tuple(cited.node for action in actions_of(program, name) for cited in program.actions[action].clauses)


def found_in(node: object, kind: type[T]) -> Iterator[T]:
    """Every node of a class that stands inside, in the order in which they are written."""
    left = [node]
    while left:
        node = left.pop()
        cls = node.__class__
        if cls is str or cls is int or node is None:
            continue
        if cls is tuple or cls is list:
            left.extend(cast("Sequence[object]", node)[::-1])
            continue
        if isinstance(node, kind):
            yield node
        names = _FIELDS.get(cls)
        if names is None:
            names = _FIELDS[cls] = names_of(node)[::-1]
        for name in names:
            left.append(getattr(node, name))


#: classes -> the names of their fields, the last first: whole programs are gone through
_FIELDS: dict[type, tuple[str, ...]] = {}


def uses(program_part: object, kind: type) -> bool:
    """Whether a node of this class stands anywhere inside."""
    if isinstance(program_part, kind):
        return True
    if isinstance(program_part, tuple | list):
        return any(uses(item, kind) for item in program_part)
    return any(uses(getattr(program_part, name), kind) for name in names_of(program_part))


def writes_of(program: Program, node: object) -> frozenset[str]:
    """The facts that effects change, also through the procedures, actions and purses they use."""
    seen: set[str] = set()
    facts: set[str] = set()
    queue: list[object] = [node]
    while queue:
        for name in _targets(queue.pop()):
            if name in seen:
                continue
            seen.add(name)
            if name in program.facts:
                facts.add(name)
            if name in program.procedures:
                queue.append(program.procedures[name].node.steps)
            for action in actions_of(program, name):
                queue.append(tuple(cited.node for cited in program.actions[action].clauses))
            for cited in program.purses.get(name, ()):
                queue.append(cited.node.places)
    return frozenset(facts)


def _targets(node: object) -> Iterator[str]:
    """The names a step writes to or calls."""
    if isinstance(node, n.Assign | n.Choose | n.ChooseEach):
        yield from _head(node.target)
    elif isinstance(node, n.Move | n.Pay | n.Cost):
        for place in (*node.source, *node.target):
            yield from _head(place)
        if isinstance(node, n.Pay) and node.rescue is not None:
            yield node.rescue.name
    elif isinstance(node, n.Put):
        yield from (*_head(node.pile), *_head(node.source))
    elif isinstance(node, n.Shuffle):
        yield from _head(node.pile)
    elif isinstance(node, n.Draw):
        yield from (*_head(node.source), *_head(node.target))
        if node.rescue is not None:
            yield node.rescue.name
    elif isinstance(node, n.Do):
        yield node.call.name
    elif isinstance(node, n.Offer | n.Answered):
        yield from (call.name for call in node.calls)
        if isinstance(node, n.Answered) and node.otherwise is not None:
            yield from _targets(node.otherwise)
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


def _head(ref: object) -> Iterator[str]:
    if isinstance(ref, n.Name):
        yield ref.id
    elif isinstance(ref, n.Call):
        yield ref.name

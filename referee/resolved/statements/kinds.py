"""The kinds of a game as types: what each declared type stands for, and which kind covers some members."""

from __future__ import annotations

from dataclasses import replace

from grammar import nodes as n
from kb.rules.program import Program
from referee.resolved.statements.types import ANY, FLAG, NONE, NOTHING, NUMBER, Type, join_all, joined, list_of


class Kinds:
    """The types a game declares."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._kinds = {name: self._kind(name) for name in program.kinds}
        self._classes = {
            name: Type(
                deeds=frozenset(a for a, info in program.actions.items() if name in info.node.classes), name=name
            )
            for name in program.classes
        }
        self._members: dict[str, Type] = {}
        self._facts = {name: self._fact(cited.node) for name, cited in program.facts.items()}
        piles = [type_.items for type_ in self._facts.values() if type_.shape == "pile" and type_.items is not None]
        self.cards = joined(join_all(piles), NONE) if piles else ANY  #: what may lie in a pile
        self.scales = frozenset(program.order)
        self.roles = self._kinds.get(program.roles, ANY)
        self.steps = Type(members=frozenset((*program.steps, *program.phases)))
        self.actions = Type(deeds=frozenset(program.actions))

    def _kind(self, name: str) -> Type:
        open_ = frozenset(self._open(name, set()))
        return Type(members=frozenset(self.program.members.get(name, ())), kinds=open_, name=name)

    def _fact(self, node: n.Fact) -> Type:
        """A fact that is assumed to be none can be none."""
        found = self.declared(node.type)
        return joined(found, NONE) if isinstance(node.assumed, n.Nothing) else found

    def _open(self, name: str, seen: set[str]) -> set[str]:
        """The open kinds behind a kind: itself, or those it names."""
        cited = self.program.kinds.get(name)
        if cited is None or name in seen:
            return set()
        seen.add(name)
        if cited.node.shape == "open":
            return {name}
        return {inner for member in cited.node.members if member != name for inner in self._open(member, seen)}

    def is_type(self, name: str) -> bool:
        """Whether a type may name it: a kind or a class of actions."""
        return name in self._kinds or name in self._classes

    def of(self, kind: str) -> Type:
        """A member of a kind, or an action of a class; what is neither is reported where it is declared."""
        return self._kinds.get(kind) or self._classes.get(kind) or ANY

    def member(self, name: str) -> Type:
        """One member written out."""
        found = self._members.get(name)
        if found is None:
            found = self._members[name] = Type(members=frozenset((name,)))
        return found

    def fact(self, name: str) -> Type:
        """What a fact holds."""
        return self._facts[name]

    def fact_keys(self, name: str) -> tuple[Type, ...]:
        """The kinds of a fact's keys."""
        return tuple(self.of(kind) for _, kind in self.program.facts[name].node.keys)

    def declared(self, type_: n.Type | None) -> Type:
        """A type as it is written."""
        if type_ is None:
            return NOTHING
        if isinstance(type_, n.TypeName):
            found = self.of(type_.name)
            return joined(found, NONE) if type_.optional else found
        if isinstance(type_, n.TypeMany):
            if type_.shape == "amounts":
                return Type(keys=self.of(type_.kind))
            return list_of(self.of(type_.kind), type_.shape)
        if isinstance(type_, n.TypeEnum):
            return Type(members=frozenset(type_.members))
        return FLAG if isinstance(type_, n.TypeFlag) else NUMBER

    def amounts(self, keys: frozenset[str]) -> Type:
        """`{a: 1}`: amounts by these keys, or a record of every kind that has these fields."""
        records = frozenset(
            name for name, cited in self.program.kinds.items()
            if cited.node.fields and {param.name for param in cited.node.fields} >= keys
        )  # fmt: skip
        return Type(keys=Type(members=keys), kinds=records)

    def smallest(self, type_: Type) -> Type:
        """The smallest kind that covers the members; a type that no kind covers stays as it is."""
        if type_.any or not type_.members or (type_.name and self._kinds.get(type_.name) == replace(type_, none=False)):
            return type_
        covering = [
            kind for kind in self._kinds.values() if type_.members <= kind.members and type_.kinds <= kind.kinds
        ]
        if not covering:
            return type_
        best = min(covering, key=lambda kind: (len(kind.kinds), len(kind.members)))
        return joined(replace(best, none=type_.none), replace(type_, name=""))

    def related(self, type_: Type) -> Type:
        """Every member of every kind that shares a member with a type."""
        kinds = [kind for kind in self._kinds.values() if kind.members & type_.members or kind.kinds & type_.kinds]
        found = joined(replace(join_all(kinds), name=""), type_)
        return next((kind for kind in kinds if kind == found), found)

    def share_scale(self, one: frozenset[str], other: frozenset[str]) -> bool:
        """Whether some scale holds members of both."""
        scales = [kind for name, kind in self._kinds.items() if self.program.kinds[name].node.shape == "scale"]
        return any(kind.members & one and kind.members & other for kind in scales)

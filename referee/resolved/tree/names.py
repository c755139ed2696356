"""What each name of a game is: the one place that knows facts from values, members from actions."""

from __future__ import annotations

from collections.abc import Iterable

from grammar import nodes as n
from kb.rules.members import known_members
from kb.rules.program import Program
from referee.evaluation.builtins import BUILTINS


class Names:
    """The names a game declares. Members that come with a question are handed in with that question, not kept here."""

    __slots__ = ("_classes", "known_members", "program")

    def __init__(self, program: Program, known: frozenset[str] | None = None) -> None:
        """`known`: its members, where somebody kept them; to find them all facts are read."""
        self.program = program
        self.known_members = known_members(program) if known is None else known
        self._classes: dict[str, tuple[str, ...]] = {}  # action -> its classes, as far as that was asked

    def is_fact(self, name: str, keys: int) -> bool:
        """Whether an elementary fact of that name takes that many keys."""
        cited = self.program.facts.get(name)
        return cited is not None and len(cited.node.keys) == keys

    def is_computed(self, name: str, keys: int) -> bool:
        """Whether a definition or a table's column of that name takes that many keys."""
        info = self.program.values.get(name)
        if info is not None and len(info.params) == keys:
            return True
        column = self.program.columns.get(name)
        return column is not None and len(self.program.tables[column[0]].node.params) == keys

    def has_value(self, name: str, keys: int) -> bool:
        """Whether it can be looked up with that many keys."""
        return self.is_fact(name, keys) or self.is_computed(name, keys)

    def form_of(self, name: str) -> tuple[str, ...] | None:
        """The keys a known fact or value is looked up with; None where nothing has that name."""
        program = self.program
        if name in program.facts:
            return tuple(kind for _, kind in program.facts[name].node.keys)
        if name in program.values:
            return program.values[name].params
        if name in program.columns:
            return tuple(param.name for param in program.tables[program.columns[name][0]].node.params)
        return None

    def is_elementary(self, name: str) -> bool:
        """Whether it is a fact that is told, not computed."""
        cited = self.program.facts.get(name)
        return cited is not None and not cited.node.derived

    def is_member(self, name: str) -> bool:
        """Whether a name without keys that is no local stands for a member: nothing that counts before members has it."""
        program = self.program
        return (
            name in self.known_members
            and name not in program.disputes
            and name not in program.kinds
            and not self.has_value(name, 0)
        )

    def is_call(self, name: str) -> bool:
        """Whether an action or procedure has that name."""
        return name in self.program.actions or name in self.program.procedures

    def is_builtin(self, name: str, arguments: int) -> bool:
        """Whether it is a function of the language with that many arguments."""
        return name in BUILTINS and BUILTINS[name].arity == arguments

    def parameters(self, name: str) -> tuple[str, ...]:
        """The parameter names of an action or procedure."""
        info = self.program.actions.get(name)
        node = info.node if info is not None else self.program.procedures[name].node
        return tuple(param.name for param in node.params)

    def classes_of(self, action: str) -> tuple[str, ...]:
        """The classes of an action."""
        found = self._classes.get(action)
        if found is None:
            info = self.program.actions.get(action)
            if info is None:
                return ()
            found = self._classes[action] = info.node.classes
        return found

    def all(self, more: Iterable[str] = ()) -> set[str]:
        """Every name an expression may use, for “did you mean”."""
        program = self.program
        return {
            *program.facts, *program.values, *program.columns, *program.kinds, *self.known_members,
            *program.actions, *program.procedures, *program.disputes, *more,
        }  # fmt: skip


def hidden_of(program: Program) -> tuple[str, ...]:
    """The facts that are hidden from somebody."""
    return tuple(name for name, cited in program.facts.items() if cited.node.hidden)


def piles_of(program: Program) -> tuple[str, ...]:
    """The facts that are piles."""
    return tuple(
        name for name, cited in program.facts.items()
        if isinstance(cited.node.type, n.TypeMany) and cited.node.type.shape == "pile"
    )  # fmt: skip

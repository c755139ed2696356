"""A game as its author looks at it: typed whole, without a case run: what is wrong with it, and what each name is."""

from __future__ import annotations

from collections.abc import Sequence

from kb.cases import CaseFile
from kb.games.game import Game
from kb.model.problems import Problem
from referee.check.game import lint_game
from referee.evaluation.builtins import BUILTINS
from referee.resolved.checks.inference import Types
from referee.resolved.statements.types import Type, element_of


class Study:
    """Made anew for every state of the texts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._types = Types(game.program)

    def problems(self, files: Sequence[CaseFile]) -> list[Problem]:
        """What `paragraf check` finds without running the cases; `files`: those of the cases, as read."""
        return lint_game(self.game, self._types, files)

    def type_of(self, name: str) -> str:
        """What a fact, value or column can be, in words; nothing where it is none of them."""
        return "" if (found := self._value(name)) is None else found.words

    def parameters(self, name: str) -> list[tuple[str, str]]:
        """The parameters or keys of a name, each with what it can be."""
        found = list(self._parameters(name))
        return [
            (named or f"{place}", type_.words)
            for place, (named, type_) in enumerate(zip(self._named(name), found, strict=False), 1)
        ]

    def members(self, name: str) -> list[str]:
        """The members that a fact or value can be."""
        return _members(self._value(name))

    def members_at(self, name: str, position: int) -> list[str]:
        """The members that can stand at a key or argument."""
        found = self._parameters(name)
        return _members(found[position]) if position < len(found) else []

    def _value(self, name: str) -> Type | None:
        program = self.game.program
        if name in program.facts or name in program.values or name in program.columns:
            return self._types.value(name)
        return None

    def _parameters(self, name: str) -> tuple[Type, ...]:
        program = self.game.program
        if name in program.facts or name in program.values or name in program.columns:
            return self._types.parameters(name)
        if name in program.actions or name in program.procedures or name in program.events:
            return self._types.arguments(name)
        return ()

    def _named(self, name: str) -> tuple[str, ...]:
        program = self.game.program
        if name in program.facts:
            return tuple(variable or kind for variable, kind in program.facts[name].node.keys)
        if name in program.values:
            return program.values[name].params
        if name in program.columns:
            return tuple(param.name for param in program.tables[program.columns[name][0]].node.params)
        home = program.actions.get(name) or program.procedures.get(name) or program.events.get(name)
        return tuple(param.name for param in home.node.params) if home is not None else ()


def builtins() -> dict[str, str]:
    """The functions that every game may use, and what each does."""
    return {name: each.says for name, each in BUILTINS.items()}


def _members(type_: Type | None) -> list[str]:
    if type_ is None:
        return []
    inner = element_of(type_)
    return sorted({*type_.members, *inner.members, *type_.deeds})

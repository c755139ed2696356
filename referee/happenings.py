"""What happens by itself, compiled: procedures, triggers, replacements, `whenever`, resets and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from kb.program import Cited
from kb.reads import reads_of
from referee.context import Context, ref_parts
from referee.errors import WrongArgumentsError
from referee.scope import Closure, Scope

if TYPE_CHECKING:
    from referee.code import Code, FactCode
    from referee.run import Run


class ProcedureCode:
    """A compiled procedure."""

    def __init__(self, code: Code, cited: Cited) -> None:
        node: n.Procedure = cited.node
        self.name = node.name
        self.params = node.params
        scope = Scope(tuple(p.name for p in node.params))
        self.defaults = [code.expressions.maybe(p.default, Scope()) for p in node.params]
        self.steps = code.compiler.effect(scope, cited.paragraph, node.steps)
        self.scope = scope

    def bind(self, ctx: Context, args: tuple[Any, ...]) -> list[Any]:
        """The environment of a call."""
        env: list[Any] = [None] * self.scope.frame.size
        if len(args) > len(self.params):
            raise WrongArgumentsError(f"{self.name} takes {len(self.params)} arguments, not {len(args)}.")
        for index, default in enumerate(self.defaults):
            if index < len(args):
                env[index] = args[index]
            elif default is not None:
                env[index] = default.now(ctx, [])
            else:
                raise WrongArgumentsError(f"{self.name} also needs “{self.params[index].name}”.")
        return env


class TriggerCode:
    """A compiled `on`, `later on` or `instead of`."""

    def __init__(self, code: Code, cited: Cited) -> None:
        node: n.Trigger = cited.node
        scope = Scope(node.vars)
        self.arity = len(node.vars)
        self.later = node.mode == "later"
        self.mode = node.mode
        self.paragraph = cited.paragraph
        self.guard = code.expressions.maybe(node.when, scope)
        self.steps = code.compiler.effect(scope, cited.paragraph, node.steps)
        self.scope = scope

    def frame(self, args: tuple[Any, ...]) -> list[Any]:
        """The locals for what happened."""
        given = args[: self.arity]
        return [*given, *([None] * (self.scope.frame.size - len(given)))]


class ChangeTriggerCode:
    """A compiled `on change of f of x`: a key that is a member must match, any other name is bound."""

    def __init__(self, code: Code, cited: Cited) -> None:
        node: n.ChangeTrigger = cited.node
        _, keys = ref_parts(node.target)
        self.pattern: list[tuple[bool, Any]] = []
        scope = Scope()
        for key in keys:
            assert isinstance(key, n.Name)
            if key.id in code.all_members:
                self.pattern.append((True, key.id))
                scope.add(f"={len(self.pattern)}")
            else:
                self.pattern.append((False, scope.add(key.id)))
        self.old, self.new = scope.add("old"), scope.add("new")
        self.mode = node.mode
        self.later = node.later
        self.paragraph = cited.paragraph
        self.guard = code.expressions.maybe(node.when, scope)
        self.steps = code.compiler.effect(scope, cited.paragraph, node.steps)
        self.scope = scope

    def match(self, keys: tuple[Any, ...]) -> list[Any] | None:
        """The environment for a change at these keys, if it fits."""
        env: list[Any] = [None] * self.scope.frame.size
        for key, (fixed, what) in zip(keys, self.pattern, strict=False):
            if fixed:
                if key != what:
                    return None
            else:
                env[what] = key
        return env


class WheneverCode:
    """A compiled `whenever`."""

    def __init__(self, code: Code, cited: Cited) -> None:
        node: n.Whenever = cited.node
        scope = Scope((node.var,)) if node.var else Scope()
        self.paragraph = cited.paragraph
        self.members = code.expressions.maybe(node.members, Scope())
        self.test = code.expressions.compile(node.body, scope)
        self.steps = code.compiler.effect(scope, cited.paragraph, node.steps)
        self.scope = scope

    def cases(self, run: Run) -> list[list[Any]]:
        """The locals of each case it may hold in."""
        if self.members is None:
            return [[None] * self.scope.frame.size]
        rest = [None] * (self.scope.frame.size - 1)
        return [[item, *rest] for item in run.items(run.known(self.members, []))]


class Happenings:
    """The part of `Code` that compiles what happens."""

    _cache: dict[tuple[str, str], Any]

    def _once(self: Any, kind: str, name: str, make: Callable[[], Any]) -> Any:
        key = (kind, name)
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def procedure(self: Any, name: str) -> ProcedureCode:
        """A procedure, compiled on first use."""
        return self._once("procedure", name, lambda: ProcedureCode(self, self.program.procedures[name]))  # type: ignore[no-any-return]

    def triggers(self: Any, name: str) -> list[TriggerCode]:
        """What waits for an event, action or procedure."""
        found = self.program.triggers.get(name)
        if not found:
            return []
        make = lambda: [TriggerCode(self, c) for c in found if c.node.mode != "instead"]  # noqa: E731
        return self._once("trigger", name, make)  # type: ignore[no-any-return]

    def replacements(self: Any, name: str) -> list[TriggerCode]:
        """What replaces a procedure."""
        found = self.program.triggers.get(name)
        if not found:
            return []
        make = lambda: [TriggerCode(self, c) for c in found if c.node.mode == "instead"]  # noqa: E731
        return self._once("instead", name, make)  # type: ignore[no-any-return]

    def change_triggers(self: Any, name: str) -> list[ChangeTriggerCode]:
        """What watches a fact."""
        found = self.program.change_triggers.get(name)
        if not found:
            return []
        return self._once("change", name, lambda: [ChangeTriggerCode(self, c) for c in found])  # type: ignore[no-any-return]

    def whenevers(self: Any) -> list[WheneverCode]:
        """All `whenever` rules."""
        return self._once("whenever", "", lambda: [WheneverCode(self, c) for c in self.program.whenevers])  # type: ignore[no-any-return]

    def ends(self: Any) -> list[tuple[str, Closure]]:
        """The conditions that end the game, with their paragraphs."""
        make = lambda: [(c.paragraph, self.expressions.compile(c.node.when, Scope())) for c in self.program.ends]  # noqa: E731
        return self._once("ends", "", make)  # type: ignore[no-any-return]

    def readers(self: Any, fact: str) -> list[str]:
        """The derived facts and values that are made of a fact."""

        def make() -> dict[str, list[str]]:
            table: dict[str, list[str]] = {}
            for name, info in self.program.values.items():
                clauses = [(c.node.value, c.node.when) for c in info.clauses]
                for read in reads_of(self.program, tuple(clauses)):
                    if read != name:
                        table.setdefault(read, []).append(name)
            return table

        return self._once("readers", "", make).get(fact, [])  # type: ignore[no-any-return]

    @property
    def watched(self: Any) -> frozenset[str]:
        """The facts that an end of the game depends on."""
        make = lambda: frozenset().union(*(reads_of(self.program, c.node.when) for c in self.program.ends))  # noqa: E731
        return self._once("watched", "", make)  # type: ignore[no-any-return]

    def scoped(self: Any, name: str) -> list[tuple[FactCode, str]]:
        """The facts that reset when this scope begins."""

        def make() -> dict[str, list[tuple[FactCode, str]]]:
            table: dict[str, list[tuple[FactCode, str]]] = {}
            for fact in self.facts.values():
                if fact.node.scope:
                    table.setdefault(fact.node.scope, []).append((fact, fact.paragraph))
            return table

        return self._once("scoped", "", make).get(name, [])  # type: ignore[no-any-return]

    def all_keys(self: Any, ctx: Context, fact: FactCode) -> Iterator[tuple[Any, ...]]:
        """Every combination of keys a fact has."""
        return product(*(ctx.members(kind) for kind in fact.keys))

    def is_card(self: Any, name: str) -> bool:
        """Whether an action comes from a card."""
        info = self.program.actions.get(name)
        return info is not None and info.node.card

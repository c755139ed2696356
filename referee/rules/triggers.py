"""What happens by itself, compiled: procedures, triggers, replacements, `whenever`, resets and ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

from grammar import nodes as n
from kb.rules.choices import choices_of
from kb.rules.program import Cited
from kb.rules.reads import found_in, reads_of
from kb.rules.writes import Writes
from referee.compiler.compiler import Compiler
from referee.errors import MissingArgumentsError, OtherArgumentsError
from referee.evaluation.context import Context, ref_parts
from referee.evaluation.scope import Scope
from referee.rules.facts import FactCode
from referee.runtime.functions import STUMBLES
from referee.units.formula import Formula
from referee.units.runner import Runs
from referee.values import Deed


class ProcedureCode:
    """A compiled procedure."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        node: n.Procedure = cited.node
        self.name = node.name
        self.params = node.params
        scope = Scope(tuple(p.name for p in node.params))
        self.defaults = [compiler.maybe(p.default, Scope()) for p in node.params]
        self.steps = compiler.effect(scope, cited.paragraph, node.steps)
        self.scope = scope

    def bind(self, ctx: Context, args: tuple[object, ...]) -> list[object]:
        """The environment of a call."""
        env: list[object] = [None] * self.scope.frame.size
        if len(args) > len(self.params):
            raise OtherArgumentsError(self.name, len(self.params), len(args))
        for index, default in enumerate(self.defaults):
            if index < len(args):
                env[index] = args[index]
            elif default is not None:
                env[index] = default.now(ctx, [])
            else:
                raise MissingArgumentsError(self.name, [self.params[index].name])
        return env


class TriggerCode:
    """A compiled `on`, `later on` or `instead of`."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        node: n.Trigger = cited.node
        scope = Scope(node.vars)
        self.arity = len(node.vars)
        self.later = node.mode == "later"
        self.mode = node.mode
        self.paragraph = cited.paragraph
        self.guard = compiler.maybe(node.when, scope)
        self.steps = compiler.effect(scope, cited.paragraph, node.steps)
        self.names = frozenset(Writes(compiler.program).named(node.steps))  #: what it would write, call and tell of
        self.scope = scope

    def frame(self, args: tuple[object, ...]) -> list[object]:
        """The locals for what happened."""
        given = args[: self.arity]
        return [*given, *([None] * (self.scope.frame.size - len(given)))]


class ChangeTriggerCode:
    """A compiled `on change of f of x`: a key that is a member must match, any other name is bound."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        node: n.ChangeTrigger = cited.node
        _, keys = ref_parts(node.target)
        self.pattern: list[tuple[str | None, int]] = []  #: the member a key must be, or where it is bound
        scope = Scope()
        for key in keys:
            assert isinstance(key, n.Name)
            if key.id in compiler.names.known_members:
                self.pattern.append((key.id, scope.add(f"={len(self.pattern) + 1}")))
            else:
                self.pattern.append((None, scope.add(key.id)))
        self.old, self.new = scope.add("old"), scope.add("new")
        self.mode = node.mode
        self.later = node.later
        self.paragraph = cited.paragraph
        self.guard = compiler.maybe(node.when, scope)
        self.steps = compiler.effect(scope, cited.paragraph, node.steps)
        self.names = frozenset(Writes(compiler.program).named(node.steps))  #: what it would write, call and tell of
        self.scope = scope

    def match(self, keys: tuple[object, ...]) -> list[object] | None:
        """The environment for a change at these keys, if it fits."""
        env: list[object] = [None] * self.scope.frame.size
        for key, (member, slot) in zip(keys, self.pattern, strict=False):
            if member is None:
                env[slot] = key
            elif key != member:
                return None
        return env


class DeciderCode:
    """A compiled `decide`: when the rules choose for somebody, and what."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        node: n.Decide = cited.node
        name, names = ref_parts(node.target)
        self.paragraph = cited.paragraph
        self._keys = [key.id for key in names if isinstance(key, n.Name)]
        params = compiler.program.actions[name].node.params if name in compiler.program.actions else None
        self._params = None if params is None else [param.name for param in params]
        self._option = node.option or "="
        self.scope = scope = Scope((node.who, self._option, *self._keys))
        self.guard = compiler.maybe(node.when, scope)
        self.value = compiler.maybe(node.value, scope)
        self.by = [compiler.formula(criterion, scope) for criterion in node.by]
        #: the paragraphs of the body it speaks of; nothing: whatever is chosen by that name
        sites = choices_of(compiler.program, name, node.home) if node.home else ()
        self.homes = {site.paragraph for site in sites}

    def fits(self, paragraph: str) -> bool:
        """Whether it speaks of a choice that stands under this paragraph."""
        return not self.homes or paragraph in self.homes

    def frame(self, who: object, keys: tuple[object, ...], option: object) -> list[object]:
        """The locals while an option is looked at: the keys of a fact, or the arguments of a call."""
        if self._params is not None:
            args = dict(option[1]) if isinstance(option, Deed) else {}
            keys = tuple([args.get(name) for name in self._params])
        given = [*keys, *([None] * len(self._keys))][: len(self._keys)]
        return [who, option, *given, *([None] * (self.scope.frame.size - 2 - len(given)))]


class WheneverCode:
    """A compiled `whenever`."""

    def __init__(self, compiler: Compiler, cited: Cited) -> None:
        node: n.Whenever = cited.node
        self._compiler = compiler
        self._reads: frozenset[str] | None = None
        scope = Scope((node.var,)) if node.var else Scope()
        self.paragraph = cited.paragraph
        self.members = compiler.maybe(node.members, Scope())
        self.test = compiler.formula(node.body, scope)
        #: whether it holds anywhere: plain code looks at all cases at once
        anywhere = None if node.members is None else n.Quantified("some", node.var, node.members, node.body)
        self.anywhere = compiler.maybe(anywhere, Scope())
        self.steps = compiler.effect(scope, cited.paragraph, node.steps)
        self.scope = scope

    def rests(self, run: Runs) -> bool:
        """Whether it surely holds nowhere; of a state that many runs begin with that is found once."""
        ctx = run.ctx
        if self.anywhere is None or ctx.careful:
            return False
        if run.resting is None or not self._is_as_begun(run):
            return self._rests(ctx)
        found = run.resting.get(self)
        if found is None:
            found = run.resting[self] = self._rests(ctx)
        return found

    def _rests(self, ctx: Context) -> bool:
        assert self.anywhere is not None
        try:
            return self.anywhere.told(ctx, []) is False
        except STUMBLES:
            return False

    def _is_as_begun(self, run: Runs) -> bool:
        """Whether nothing it reads is supposed, or was written: no name is told of what else counts at the moment."""
        if self._reads is None:
            self._reads = self._compiler.names_read(self.anywhere)
        reads = self._reads
        changed = (*(name for name, _, _ in run.stored), *(name for name, _ in run.ctx.split))
        return "" not in reads and reads.isdisjoint(changed)

    def frames(self, items: Sequence[object]) -> list[list[object]]:
        """The locals of each case it may hold in."""
        rest = [None] * (self.scope.frame.size - 1)
        return [[item, *rest] for item in items]


class Happenings:
    """What happens by itself in one game: each compiled when it is first asked for, once for all who ask."""

    def __init__(self, compiler: Compiler, facts: Mapping[str, FactCode]) -> None:
        self._compiler = compiler
        self._program = compiler.program
        self._procedures: dict[str, ProcedureCode] = {}
        self._triggers: dict[str, list[TriggerCode]] = {}
        self._changes: dict[str, list[ChangeTriggerCode]] = {}
        self._deciders: dict[str, list[DeciderCode]] = {}
        self._whenevers: list[WheneverCode] | None = None
        self._ends: list[tuple[str, Formula]] | None = None
        self._readers: Mapping[str, list[str]] | None = None
        self._made_of: dict[str, tuple[str, ...]] = {}
        self._watched: frozenset[str] | None = None
        self._facts = facts

    @cached_property
    def _scoped(self) -> dict[str, list[FactCode]]:
        """The facts that are reset when something ends."""
        found: dict[str, list[FactCode]] = {}
        for fact in self._facts.values():
            if fact.node.scope:
                found.setdefault(fact.node.scope, []).append(fact)
        return found

    def procedure(self, name: str) -> ProcedureCode:
        """A procedure."""
        found = self._procedures.get(name)
        if found is None:
            made = ProcedureCode(self._compiler, self._program.procedures[name])
            found = self._procedures.setdefault(name, made)
        return found

    def is_shared(self, name: str) -> bool:
        """Whether several paragraphs call a procedure."""
        return name in self._shared

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The procedures that several paragraphs call."""
        found = self._compiler.found_once("shared", lambda: frozenset(self._called_by_several()))
        return cast("frozenset[str]", found)

    def _called_by_several(self) -> Iterator[str]:
        found: dict[str, set[str]] = {}
        program = self._program
        homes: list[Cited] = [cited for info in program.actions.values() for cited in info.clauses]
        homes += program.procedures.values()
        homes += [
            cited for table in (program.triggers, program.change_triggers) for all_ in table.values() for cited in all_
        ]
        homes += program.whenevers
        for cited in homes:
            for do in found_in(cited.node, n.Do):
                if do.call.name in program.procedures:
                    found.setdefault(do.call.name, set()).add(cited.paragraph)
        return (name for name, callers in found.items() if len(callers) > 1)

    def triggers(self, name: str) -> list[TriggerCode]:
        """What waits for an event, action or procedure."""
        return [trigger for trigger in self._waiting(name) if trigger.mode != "instead"]

    def replacements(self, name: str) -> list[TriggerCode]:
        """What replaces a procedure."""
        return [trigger for trigger in self._waiting(name) if trigger.mode == "instead"]

    def _waiting(self, name: str) -> Sequence[TriggerCode]:
        written = self._program.triggers.get(name)
        if not written:
            return ()
        found = self._triggers.get(name)
        if found is None:
            found = self._triggers.setdefault(name, [TriggerCode(self._compiler, cited) for cited in written])
        return found

    def deciders(self, name: str) -> Sequence[DeciderCode]:
        """The rules that choose for somebody what is called so."""
        written = self._program.decisions.get(name)
        if not written:
            return ()
        found = self._deciders.get(name)
        if found is None:
            found = self._deciders.setdefault(name, [DeciderCode(self._compiler, cited) for cited in written])
        return found

    def change_triggers(self, name: str) -> Sequence[ChangeTriggerCode]:
        """What watches a fact."""
        written = self._program.change_triggers.get(name)
        if not written:
            return ()
        found = self._changes.get(name)
        if found is None:
            found = self._changes.setdefault(name, [ChangeTriggerCode(self._compiler, cited) for cited in written])
        return found

    def whenevers(self) -> list[WheneverCode]:
        """All `whenever` rules."""
        if self._whenevers is None:
            self._whenevers = [WheneverCode(self._compiler, cited) for cited in self._program.whenevers]
        return self._whenevers

    def ends(self) -> list[tuple[str, Formula]]:
        """The conditions that end the game, with their paragraphs."""
        if self._ends is None:
            self._ends = [(c.paragraph, self._compiler.formula(c.node.when, Scope())) for c in self._program.ends]
        return self._ends

    @property
    def watched(self) -> frozenset[str]:
        """The facts that an end of the game depends on."""
        if self._watched is None:
            self._watched = frozenset().union(*(reads_of(self._program, c.node.when) for c in self._program.ends))
        return self._watched

    def readers(self, fact: str) -> Sequence[str]:
        """The derived facts and values that are made of a fact; found once, since every value is read for it."""
        found = self._made_of.get(fact)
        if found is None:
            kept = self._compiler.found_once(f"readers {fact}", lambda: tuple(self._all_readers().get(fact, ())))
            found = self._made_of[fact] = cast("tuple[str, ...]", kept)
        return found

    def _all_readers(self) -> Mapping[str, Sequence[str]]:
        if self._readers is None:
            table: dict[str, list[str]] = {}
            for name, info in self._program.values.items():
                clauses = tuple((c.node.value, c.node.when) for c in info.clauses)
                for read in reads_of(self._program, clauses):
                    if read != name:
                        table.setdefault(read, []).append(name)
            self._readers = table
        return self._readers

    def scoped(self, name: str) -> Sequence[FactCode]:
        """The facts that reset when this scope begins."""
        return self._scoped.get(name, ())

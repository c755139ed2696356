"""Declared facts, compiled: what each can be, who may see it, what is assumed of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from grammar import nodes as n
from kb.cache.mapping import LateTable
from referee.compiler.compiler import Compiler
from referee.compiler.literal import literal
from referee.evaluation.context import Context
from referee.evaluation.domains import domain_of
from referee.evaluation.interface import BY_RULE
from referee.evaluation.scope import Scope
from referee.resolved.tree.sorts import FLAG, NUMBER, sort_of_type
from referee.state import State
from referee.units.formula import Formula
from referee.values import MISSING, Leaf, Page, Unknown


class FactCode:
    """One fact."""

    __slots__ = (
        "_compiler", "_domain", "_high", "_lawful", "_untold", "_veil", "aloud", "apart", "assumed", "clamped", "given", "hidden", "keys", "mark", "name", "names", "node", "paragraph", "plain", "steady", "type",
    )  # fmt: skip

    def __init__(self, compiler: Compiler, node: n.Fact, paragraph: str) -> None:
        self._compiler = compiler
        self._high: Formula | None = None
        self._domain: Unknown | None = None  # where it is always the same
        self._lawful, self._untold = Page(), Page()
        self.name = node.name
        self.mark = f"={node.name}"  #: under which what is assumed of it is remembered
        self.node = node
        self.type = node.type
        self.keys = tuple(kind for _, kind in node.keys)
        self.hidden = _hidden(node.hidden)
        self._veil: Formula | None = None
        self.clamped = node.clamped
        self.paragraph = paragraph
        self.names = tuple(var or kind for var, kind in node.keys)  #: what bounds and assumptions call the keys
        self.steady = _is_steady(compiler, node.type)
        self.plain = sort_of_type(node.type) in (FLAG, NUMBER)
        self.assumed = compiler.maybe(node.assumed, Scope(self.names))
        self.given = _given(compiler, node, self.names)  #: what is always assumed, whatever the keys and the state
        #: what resets by itself is bookkeeping, not an assumption worth telling, unless it lies on the table for all to see
        self.aloud = not node.scope or isinstance(node.type, n.TypeMany)
        self.apart = (
            node.fixed and self.given is False
        )  #: whether it says that a part of the game is in play, once for all

    def is_aloud(self, ctx: Context) -> bool:
        """Whether what is assumed of it is worth telling: of what somebody spoke of all the rest is; what was done has told nothing."""
        return self.aloud or self.name in (ctx.state if ctx.begun is None else ctx.begun).facts

    def domain(self, ctx: Context, keys: tuple[object, ...]) -> Unknown:
        """What it can be when untold; a bound may depend on the keys, and so may what always holds."""
        type_, found = self.type, self._domain
        if found is None:
            if isinstance(type_, n.TypeRange) and not isinstance(type_.high, n.Number):
                return Unknown(type_.low, self.bound(ctx, keys))
            found = domain_of(ctx, type_)
            if self.steady:
                self._domain = found
        if keys and found.options is not None and self.steady and self.name in ctx.code.held_to:
            return self._within_law(ctx, keys, found)
        return found

    def _within_law(self, ctx: Context, keys: tuple[object, ...], widest: Unknown) -> Unknown:
        """What it can be at these keys by what always holds of them alone: the same in every state."""
        found = self._lawful.get(keys)
        if found is None:
            options = tuple(option for option in widest.options or () if self._is_lawful(ctx, keys, option))
            found = self._lawful[keys] = Unknown(options=options) if options else widest
        return found  # type: ignore[return-value]

    def _is_lawful(self, ctx: Context, keys: tuple[object, ...], option: object) -> bool:
        """Whether it could be this at these keys."""
        alone = Context(ctx.code, State(), split={(self.name, keys): option})
        return all(law.open(alone, list(keys)) is not False for law in ctx.code.held_to[self.name])

    def untold(self, ctx: Context, leaf: Leaf) -> Unknown:
        """What stands for a steady fact that nobody told, the same object in every evaluation."""
        found = self._untold.get(leaf[1])
        if found is None:
            domain = self.domain(ctx, leaf[1])
            found = self._untold[leaf[1]] = Unknown(domain.low, domain.high, domain.options, leaf)
        return found  # type: ignore[return-value]

    def widest(self, ctx: Context) -> Unknown:
        """What it can be whatever the keys and the state: an end that has to be worked out is left open."""
        type_ = self.type
        if isinstance(type_, n.TypeRange) and not isinstance(type_.high, n.Number):
            return Unknown(type_.low, None)
        return self.domain(ctx, ())

    def bound(self, ctx: Context, keys: tuple[object, ...]) -> int | None:
        """The upper bound of a range, which may depend on the keys; None without one."""
        type_ = self.type
        if not isinstance(type_, n.TypeRange):
            return None
        if isinstance(type_.high, n.Number):
            return type_.high.value
        if self._high is None:
            self._high = self._compiler.formula(type_.high, Scope(self.names))
        leaf = (self.name, keys)
        if leaf in ctx.bounding:
            return None  # it hangs on what it bounds
        ctx.bounding.add(leaf)
        outer = ctx.leaves, ctx.cites
        ctx.leaves, ctx.cites = {}, {}  # what a bound reads is no need of the question
        try:
            value = self._high.now(ctx, list(keys))
        finally:
            ctx.leaves, ctx.cites = outer
            ctx.bounding.discard(leaf)
        if isinstance(value, Unknown):
            return value.bounds()[1]
        return value if isinstance(value, int) else None

    def hides(self, ctx: Context, viewer: str, keys: tuple[object, ...]) -> bool:
        """Whether the rule of what is hidden by rule hides it from somebody; where that is not known it does."""
        hiding = self.node.hidden
        if hiding is None or (hiding.viewer == "others" and (not keys or keys[0] == viewer)):
            return False
        if hiding.when is None:
            return True
        if self._veil is None:
            self._veil = self._compiler.formula(hiding.when, Scope((hiding.viewer, *self.names)))
        return self._veil.now(ctx, [viewer, *keys]) is not False

    def all_keys(self, ctx: Context) -> Iterator[tuple[str, ...]]:
        """Every combination of keys it has."""
        return product(*(ctx.members(kind) for kind in self.keys))


def _hidden(hiding: n.Hiding | None) -> str:
    """From whom a fact is hidden, in a word."""
    if hiding is None:
        return ""
    return hiding.viewer if hiding.when is None and hiding.viewer in ("others", "all") else BY_RULE


def _is_steady(compiler: Compiler, type_: n.Type) -> bool:
    """Whether what a type holds is the same in every state."""
    if isinstance(type_, n.TypeRange):
        return isinstance(type_.high, n.Number)
    return not isinstance(type_, n.TypeName) or type_.name in compiler.program.members


def _given(compiler: Compiler, node: n.Fact, names: tuple[str, ...]) -> object:
    """What is assumed where that is written out; MISSING where it is to be worked out, or lies elsewhere."""
    value = MISSING if node.assumed is None else literal(compiler.names, node.assumed, Scope(names))
    return MISSING if isinstance(value, tuple) and value and node.name in compiler.piles else value


def facts_of(compiler: Compiler) -> Mapping[str, FactCode]:
    """The facts of a game by their names; where compiled rules are kept, each is made when it is first looked at."""
    program = compiler.program
    late = LateTable(
        program.facts, lambda name: FactCode(compiler, program.facts[name].node, program.facts[name].paragraph)
    )
    return late if compiler.lazy else dict(late.items())

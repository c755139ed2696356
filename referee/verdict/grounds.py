"""What stands behind a value: the clauses that speak in one case, and which paragraphs are exceptions or speak of one thing alone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from grammar import nodes as n
from kb.rules.program import Cited, Program, ValueInfo
from kb.rules.reads import names_in
from referee.evaluation.scope import Scope
from referee.values import MISSING

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.rules.code import Code


class Spoken(Struct, frozen=True):
    """A clause that speaks at some arguments, and what its names stand for."""

    cited: Cited
    scope: Scope
    env: list[object]


def speaking_of(info: ValueInfo, args: tuple[object, ...]) -> list[Spoken]:
    """Every clause of a definition, at some arguments."""
    return [_at(cited, args) for cited in info.clauses]


def speaking(code: Code, ctx: Context, info: ValueInfo, args: tuple[object, ...]) -> list[Spoken]:
    """The clauses of a definition that speak here and are not overridden."""
    found = []
    for cited in info.clauses:
        spoken = _at(cited, args)
        when = cited.node.when
        if when is None or code.formula(when, spoken.scope)(ctx, list(args)) is True:
            lifters = code.lookup.lifters(cited.paragraph)
            if not any(lifter is None or lifter.now(ctx, []) is True for lifter in lifters):
                found.append(spoken)
    beaten = {target for spoken in found for target in spoken.cited.node.overrides}
    return [spoken for spoken in found if spoken.cited.paragraph not in beaten]


def refusing(code: Code, ctx: Context, info: ValueInfo, args: tuple[object, ...]) -> list[Spoken]:
    """The clauses of which any could have said yes and none did: those of the readings that count, of them those first that read
    what was told, or hang on a reading."""

    def remoteness(spoken: Spoken) -> tuple[bool, ...]:
        hanging = not code.program.disputes.keys().isdisjoint(names_in(spoken.cited.node.when))
        return bool(beside(code, ctx, spoken)), not _reads_told(code, ctx, spoken), not hanging

    return sorted([_at(cited, args) for cited in info.clauses], key=remoteness)


def beside(code: Code, ctx: Context, spoken: Spoken) -> tuple[str, ...]:
    """Where the readings stand for which a clause does not count, whatever the facts are."""
    when = spoken.cited.node.when
    parts = when.parts if isinstance(when, n.And) else () if when is None else (when,)
    found: list[str] = []
    for part in parts:
        disputes = code.program.disputes.keys() & set(names_in(part))
        if disputes and code.formula(part, spoken.scope)(ctx, list(spoken.env)) is False:
            found += [place for dispute in sorted(disputes) for place in code.places(dispute, ctx.reading(dispute))]
    return tuple(found)


def withheld(ctx: Context, info: ValueInfo, args: tuple[object, ...]) -> list[Spoken]:
    """The clauses of a sum to which nothing adds that ask for something that was told: it was too little for them."""
    asking = [(cited, cited.node.when) for cited in info.clauses]
    return [
        _at(cited, args)
        for cited, when in asking
        if when is not None and not ctx.facts.keys().isdisjoint(names_in(when))
    ]


def adding(code: Code, ctx: Context, spoken: list[Spoken]) -> list[Spoken]:
    """Those of a sum that add something."""
    return [s for s in spoken if code.formula(s.cited.node.value, s.scope)(ctx, list(s.env)) != 0]


def _at(cited: Cited, args: tuple[object, ...]) -> Spoken:
    return Spoken(cited, Scope(tuple(param.name for param in cited.node.params)), list(args))


def _reads_told(code: Code, ctx: Context, spoken: Spoken) -> bool:
    """Whether the condition of a clause reads a told fact."""
    if spoken.cited.node.when is None:
        return False
    if not ctx.facts.keys().isdisjoint(names_in(spoken.cited.node.when)):
        return True
    book = ctx.open_book()
    try:
        code.formula(spoken.cited.node.when, spoken.scope).look(ctx, list(spoken.env))
        return any(ctx.told(*leaf) is not MISSING for leaf in ctx.seen)
    finally:
        ctx.tear_out(book)


class Standing:
    """How the paragraphs of a game stand to one another, the same for every question."""

    def __init__(self, program: Program) -> None:
        #: paragraphs that say nothing but what counts instead of the rule, or on top of it
        self.exceptions: set[str] = set()
        usual: set[str] = {cited.paragraph for cited in program.tables.values()}
        for info in program.values.values():
            ruled = any(cited.node.when is None for cited in info.clauses)
            for cited in info.clauses:
                special = cited.node.overrides or (ruled and cited.node.when is not None and info.mode != "holds")
                (self.exceptions if special else usual).add(cited.paragraph)
        self.exceptions -= usual


_STANDING: WeakKeyDictionary[Code, Standing] = WeakKeyDictionary()


def standing(code: Code) -> Standing:
    """How the paragraphs of a game stand to one another: found out once."""
    found = _STANDING.get(code)
    if found is None:
        found = _STANDING[code] = Standing(code.program)
    return found

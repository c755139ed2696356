"""What a fact is at the start where no line says so: what setting up does about it, or of what it is made."""

from __future__ import annotations

from typing import NamedTuple

from grammar import nodes as n
from grammar.base.corollaries import SIGN, START
from grammar.rules.unparse_expressions import invocation
from kb.library import Game
from kb.rules.reads import names_in
from referee.rules.code import Code
from referee.units.deed import SETUP


class Beginning(NamedTuple):
    """Why no line says it."""

    way: str  #: key of the sentence that says so
    paragraph: str  #: where it is decided
    after: str  #: how the fact is asked for behind the set-up


def beginning(code: Code, game: Game, asked: n.Expr) -> Beginning | None:
    """How the start of a fact that is asked for comes about; None where the rules leave it open."""
    fact = _started(asked)
    if not fact:
        return None
    after = (
        f"{invocation(n.Call(fact, asked.args)) if isinstance(asked, n.Call) and asked.args else fact} after {SETUP}"
    )
    written = _written_by(code, fact)
    if written:
        paragraph = game.paragraph(written)
        printed = paragraph is not None and bool(paragraph.printed)
        return Beginning("start.printed" if printed else "start", written, after)
    info = code.program.values.get(fact)
    if info is None or SETUP not in code.program.procedures:
        return None
    return Beginning("start.derived", info.clauses[0].paragraph, after)


def is_set_up(code: Code, asked: n.Expr) -> bool:
    """Whether setting up, which follows, may still change the start of a fact that is asked for."""
    fact = _started(asked)
    return bool(fact) and bool(_written_by(code, fact))


def _started(asked: n.Expr) -> str:
    """The fact whose start is asked for; mostly none is, then what setting up writes need not be looked for."""
    begun = (name for name in names_in(asked) if name.startswith(f"{START}{SIGN}"))
    return next(begun, "").partition(SIGN)[2]


def _written_by(code: Code, fact: str) -> str:
    """The paragraph of the procedure of setting up that itself writes a fact; that of all of it where something else does."""
    procedures, writes = code.program.procedures, code.stages.writes
    setup = procedures.get(SETUP)
    if setup is None or fact not in writes.of(setup.node):
        return ""
    queue, seen = [SETUP], {SETUP}
    for name in queue:
        named = writes.named(procedures[name].node.steps)
        if fact in named:
            return procedures[name].paragraph
        calls = sorted(other for other in named if other in procedures and other not in seen)
        seen.update(calls)
        queue += calls
    return setup.paragraph

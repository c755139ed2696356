"""The paragraphs an answer relies on, in the order they are told: first those that decide. Nobody else orders or cuts them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.evaluation.context import ref_parts
from referee.values import MISSING, Unknown
from referee.verdict import story

if TYPE_CHECKING:
    from referee.questions.question import Question
    from referee.rules.code import Code
    from referee.units.clauses import Result
    from referee.verdict.inquiry import Look

#: dispute, reading -> where the reading stands
Places = Mapping[tuple[str, str], tuple[str, ...]]


def ordered(code: Code, question: Question, look: Look, places: Places, contested: bool) -> tuple[list[str], int]:
    """Every paragraph once, and how many of them, from the first, decide: where readings differ (`contested`) their places."""
    relied = relied_on(code, question, look)
    standing = [place for found in places.values() for place in found]
    if contested:  # the reading that is shown by what it took, each other one by where it stands
        others = [place for found in places.values() if not set(found) & set(relied) for place in found]
        deciding = _once([*(p for p in relied if p in standing), *others, *standing])
    else:
        deciding = _once(_deciding(code, question, look))
    disputes = code.program.disputes
    declared = [disputes[d].paragraph for d, _ in places if d in disputes] if question.after else []
    every = _once([*deciding, *relied, *standing, *declared])
    return every, len(deciding) or min(1, len(every))


def _once(paragraphs: Iterable[str]) -> list[str]:
    """Each paragraph once; rules that somebody asks about without a book have none."""
    return [paragraph for paragraph in dict.fromkeys(paragraphs) if paragraph]


def relied_on(code: Code, question: Question, look: Look) -> list[str]:
    """All that one case relies on: of a no what fails, else all that counted; what decides is first."""
    results, deed = look.results, question.action
    cites = dict.fromkeys(_deciding(code, question, look))
    if look.value is False and results:
        for result in _failing(results):
            cites.update(dict.fromkeys(result.cites))
        return _once(cites)
    if deed is not None:
        cites.update(dict.fromkeys(r.check.paragraph for r in _own(code, deed.name, results)))
    counting = [r for r in results if r.status != "not_applicable"]
    cites.update(dict.fromkeys(r.check.paragraph for r in counting))
    for result in counting:
        cites.update(dict.fromkeys(result.cites))
    cites.update(dict.fromkeys(_lifting(results)))
    cites.update(look.ctx.cites)
    if deed is not None:
        cites.setdefault(code.action(deed.name).paragraph, None)
    if question.after:
        cites.update(dict.fromkeys(story.relied_on(code, look)))
    return _once(cites)


def _deciding(code: Code, question: Question, look: Look) -> list[str]:
    """Of a no what fails, of a value what defines it, of a yes what lifts a ban and what an action asks itself."""
    results, deed = look.results, question.action
    if look.value is False and results:
        return [r.check.paragraph for r in _failing(results)]
    open_ = [r.check.paragraph for r in results if r.status == "unknown"]
    if isinstance(look.value, Unknown) and open_:
        return open_
    if deed is None:
        defining = _defining(code, question, look.ctx.cites)
        if not question.after:
            return defining
        said = story.said(code, question.after, look)
        is_fact = isinstance(question.body, n.Name | n.Call) and ref_parts(question.body)[0] in code.program.facts
        return [*said, *defining] if is_fact else [*defining, *said]
    own = _own(code, deed.name, results)
    told = [
        r for r in own if any(look.ctx.told(*leaf) is not MISSING for leaf in r.seen)
    ]  # an asker tells what matters
    return [*_lifting(results), *(r.check.paragraph for r in (*told, *own))]


def _failing(results: list[Result]) -> list[Result]:
    """What says no; checks that exclude each other say it together, though none of them fails alone."""
    failed = [r for r in results if r.status in ("fail", "silent") or r.check.kind == "applies"]
    return failed or [r for r in results if r.status == "unknown"]


def _own(code: Code, action: str, results: list[Result]) -> list[Result]:
    """What counted of the checks that an action asks for itself, not its class."""
    mine = code.action(action).own_checks
    return [r for r in results if r.check in mine and r.status != "not_applicable"]


def _lifting(results: list[Result]) -> list[str]:
    """The paragraphs that lift a check."""
    return [r.lifted_by for r in results if r.lifted_by]


def _defining(code: Code, question: Question, cites: Mapping[str, None]) -> list[str]:
    """The paragraphs that define what is asked for; where rank decides what wins, what grants its rank, what is outranked."""
    body = question.body
    name = body.id if isinstance(body, n.Name) else body.name if isinstance(body, n.Call) else ""
    info = code.program.values.get(name)
    clauses = [clause for clause in info.clauses if clause.paragraph in cites] if info is not None else []
    top = max((clause.rank for clause in clauses), default=0)
    granted = code.rank_paragraph(top)
    if granted not in cites:
        return [clause.paragraph for clause in clauses]
    winning = [clause.paragraph for clause in clauses if clause.rank == top]
    outranked = [clause.paragraph for clause in clauses if clause.rank < top]
    return [*winning, granted, *outranked] if outranked else winning

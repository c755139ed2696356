"""The paragraphs an answer relies on, in the order they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.values import Unknown

if TYPE_CHECKING:
    from referee.questions.question import Question
    from referee.rules.code import Code
    from referee.verdict.inquiry import Look


def cites_of(code: Code, question: Question, look: Look) -> list[str]:
    """A no is cited by what fails, anything else by all that counted, what is still open before the rest."""
    cites: dict[str, None] = {}
    results, value, deed = look.results, look.value, question.action
    if isinstance(value, Unknown):
        cites.update([(r.check.paragraph, None) for r in results if r.status == "unknown"])
    if value is False and results:
        failed = [r for r in results if r.status in ("fail", "silent") or r.check.kind == "applies"]
        # checks that exclude each other decide together, though none of them fails alone
        for result in failed or [r for r in results if r.status == "unknown"]:
            cites.update(dict.fromkeys(result.cites))
    elif results:
        if value is not False and deed is not None:
            own = code.action(deed.name).own_checks
            counting = [r.check for r in results if r.status != "not_applicable"]
            cites.update([(check.paragraph, None) for check in counting if check in own])
            cites.update([(check.paragraph, None) for check in counting])
        for result in results:
            if result.status != "not_applicable":
                for cited in result.cites:
                    cites[cited] = None
            if result.lifted_by:
                cites[result.lifted_by] = None
    if deed is None:
        cites.update(dict.fromkeys(p for p in _own_paragraphs(code, question) if p in look.ctx.cites))
    if not results or value is not False:
        cites.update(look.ctx.cites)
    if deed is not None and value is not False:
        cites.setdefault(code.action(deed.name).paragraph, None)
    return [paragraph for paragraph in cites if paragraph]


def _own_paragraphs(code: Code, question: Question) -> list[str]:
    """The paragraphs that define what is asked for: they are cited before what they rely on."""
    body = question.body
    name = body.id if isinstance(body, n.Name) else body.name if isinstance(body, n.Call) else ""
    info = code.program.values.get(name)
    return [cited.paragraph for cited in info.clauses] if info is not None else []

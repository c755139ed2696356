"""What a line of a derivation is called where its own words do not say it, and what an answer is where it is nothing."""

from __future__ import annotations

from grammar import nodes as n
from grammar.base.corollaries import LIMIT
from kb.languages.texts import spoken
from referee.explanation.attempts import Each, Value
from referee.explanation.figured import within
from referee.explanation.words.phrases import phrase
from referee.explanation.words.wording import Wording

#: how the names of limits begin
_LIMIT = n.corollary(LIMIT, "")


def heading_over(expr: n.Expr, identity: str, words: Wording) -> str:
    """What a bare figure is called that a paragraph adds, or what it adds up: the heading over it; anything else says itself what it is."""
    if not isinstance(expr, n.Total) and any(isinstance(each, n.Name | n.Call) for each in within(expr)):
        return ""
    prose = words.game.prose
    paragraph = prose.paragraphs.get(identity)
    heading = prose.headings.get(paragraph.section) if paragraph is not None else None
    return phrase("added", words.lang, spoken(heading.title, words.lang)) if heading is not None else ""


def contrary_of(expr: n.Expr, words: Wording, value: Value, where: Each) -> str:
    """What is so where something which is said by what is not so does not hold."""
    if not isinstance(expr, n.Name | n.Call):
        return ""
    name, given = (expr.id, ()) if isinstance(expr, n.Name) else (expr.name, expr.args)
    return words.contrary(name, [value(arg, *where) for arg in given])


def answered(words: Wording, body: n.Expr, value: object) -> str:
    """A value as the answer to a question: that there is nothing or nobody in the words of what was asked for, where it has such."""
    name, args = (
        (body.id, ()) if isinstance(body, n.Name) else (body.name, body.args) if isinstance(body, n.Call) else ("", ())
    )
    keys = tuple(
        each.id if isinstance(each, n.Name) else each.value for each in args if isinstance(each, n.Name | n.Number)
    )
    if value in (None, ()) and name and len(keys) == len(args):
        if name.startswith(_LIMIT):
            return phrase("limit none", words.lang)
        if nothing := words.nothing((name, keys)):
            return nothing
    return words.value(value)

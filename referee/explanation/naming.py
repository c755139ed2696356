"""What a line of a derivation is called where its own words do not say it."""

from __future__ import annotations

from grammar import nodes as n
from kb.languages.texts import spoken
from referee.explanation.attempts import Each, Value
from referee.explanation.figured import within
from referee.explanation.phrases import phrase
from referee.explanation.wording import Wording


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

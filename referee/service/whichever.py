"""A question of a thing that nobody has named, “that_tower: tower”: the answer, where it is the same whichever it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import structs

from grammar.base.errors import SyntaxProblemError
from grammar.rules.parse import parse_facts
from referee.answers import Answer, Verdict
from referee.errors import RefereeError, RefusedError
from referee.explanation.words.phrases import phrase

if TYPE_CHECKING:
    from kb.rules.program import Program
    from referee.service.told import Told

#: things that are tried one by one
MOST = 64
#: what is told of a kind, and not of a fact
_DECLARED = re.compile(r"\s*\w+\s*:\s*\w+\s*$")
#: what is the same of all
_DEFINITE = (Verdict.YES, Verdict.NO, Verdict.VALUE)


def unnamed_in(program: Program, given: str) -> tuple[str, str] | None:
    """The one thing without a name of a kind whose members are all known, and its kind; None where there is none, or several."""
    declared = [part for part in given.split(";") if _DECLARED.match(part)]
    if not declared:
        return None
    try:
        told = parse_facts("; ".join(declared))
    except SyntaxProblemError:
        return None
    found = [
        (each.target.id, each.kind)
        for each in told
        if each.kind in program.kinds
        and program.kinds[each.kind].node.shape != "open"
        and hasattr(each.target, "id")
        and each.target.id
        == f"that_{each.kind}"  # any other name is a thing of its own, described by what is told of it
        and each.target.id not in program.members.get(each.kind, ())
    ]
    return found[0] if len(found) == 1 and len(program.members.get(found[0][1], ())) <= MOST else None


def of_each(
    program: Program, thing: tuple[str, str], question: str, told: Told, lang: str, ask: Callable[[str, Told], Answer],
    name: Callable[[str], str],
) -> Answer:  # fmt: skip
    """The one answer to all of them: those of which it cannot be asked do not count; refused where they differ."""
    unnamed, kind = thing
    word = re.compile(rf"\b{re.escape(unnamed)}\b")
    given = "; ".join(part for part in told.given.split(";") if not (_DECLARED.match(part) and word.search(part)))
    shown: tuple[str, Answer] | None = None
    last: RefereeError | None = None
    for member in program.members[kind]:
        try:
            answer = ask(word.sub(member, question), structs.replace(told, given=word.sub(member, given)))
        except RefereeError as error:
            last = error
            continue
        if answer.verdict not in _DEFINITE or (shown is not None and not _alike(answer, shown[1])):
            raise RefusedError("unnamed", name(kind))
        shown = shown or (member, answer)
    if shown is None:
        raise last or RefusedError("unnamed", name(kind))
    member, answer = shown
    sentence = f"{answer.sentence} {phrase('whichever', lang, name(kind), name(member))}"
    return structs.replace(answer, sentence=sentence)


def _alike(answer: Answer, other: Answer) -> bool:
    return (answer.verdict, answer.value) == (other.verdict, other.value)

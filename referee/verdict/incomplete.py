"""A value asked for without all of its keys: the answer, where it is the same for every key; else what it depends on is the key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from grammar import nodes as n
from grammar.base.records import replace
from grammar.rules.parse import parse_question
from referee.questions.kinds import types_of
from referee.questions.question import Question, resolve_question
from referee.values import Leaf, Unknown, is_known, join
from referee.verdict.ask import Finding

if TYPE_CHECKING:
    from referee.questions.telling import Situation
    from referee.resolved.statements.types import Type
    from referee.rules.code import Code

#: members that are tried one by one
_TRIED = 12
#: members that can be chosen from
_LISTED = 60


class Open(Struct):
    """A value that lacks some of its keys."""

    question: Question
    missing: dict[Leaf, Unknown]  #: what is missing, and what it may be
    meant: dict[Leaf, tuple[str, str]]  #: the kind of each, and its name where there are several of that kind
    paragraphs: list[str]  #: where the value is defined
    cases: list[Question]  #: the question with each member, where one alone is missing and they are few


def open_question(code: Code, text: str, situation: Situation, actor: str | None) -> Open | None:
    """A question that lacks keys; None where it is no such question."""
    asking = parse_question(text)
    body = asking.body
    name = body.id if isinstance(body, n.Name) else body.name if isinstance(body, n.Call) else ""
    params = _parameters(code, name)
    given = _given(body, [*params])
    if not params or given is None or len(given) >= len(params):
        return None
    domains = {param: _domain(code, type_) for param, type_ in params.items() if param not in given}
    missing: dict[Leaf, Unknown] = {
        (f"{name}.{param}", ()): domain for param, domain in domains.items() if domain is not None
    }
    if len(missing) < len(domains):
        return None  # of something that cannot be chosen nothing can be asked
    first, domain = next((param, domain) for param, domain in domains.items() if domain is not None)
    options = [each for each in domain.options or () if isinstance(each, str)]
    questions = [
        resolve_question(
            code,
            replace(asking, body=n.Call(name, tuple({**given, first: n.Name(option)}[param] for param in params))),
            situation,
            actor,
        )
        for option in (options if len(missing) == 1 and len(options) <= _TRIED else ())
    ]
    bare = Question(body, asking.by or actor)
    kinds = [type_.present.name for type_ in params.values()]
    meant: dict[Leaf, tuple[str, str]] = {
        (f"{name}.{param}", ()): (kind or param, param if kind and kinds.count(kind) > 1 else "")
        for param in domains
        for kind in [params[param].present.name]
    }
    info = code.program.values.get(name)
    return Open(bare, missing, meant, [each.paragraph for each in info.clauses] if info is not None else [], questions)


def answer_open(open_: Open, ask: Callable[[Question], Finding]) -> Finding:
    """One answer to all cases; where they differ, it depends on what is missing."""
    found = [ask(question) for question in open_.cases]
    if found and all(_alike(each, found[0]) for each in found):
        return found[0]
    values = [each.value for each in found if each.verdict != "silent"]
    finding = Finding(open_.question, "depends")
    finding.value = join(values) if values and all(map(is_known, values)) else Unknown()
    finding.needs = [*open_.missing]
    finding.domains = open_.missing
    finding.meant = open_.meant
    cited = [cite for each in found for cite in each.cites[: max(1, each.deciding)]]
    finding.cites = list(dict.fromkeys(cited or open_.paragraphs))
    finding.deciding = len(finding.cites)
    return finding


def _alike(finding: Finding, other: Finding) -> bool:
    same = finding.verdict == other.verdict and finding.needs == other.needs and finding.disputes == other.disputes
    return same and is_known(finding.value) == is_known(other.value) and str(finding.value) == str(other.value)


def _parameters(code: Code, name: str) -> dict[str, Type]:
    """The parameters of a value or a column, with what fits there."""
    program = code.program
    if name in program.values:
        names = [*program.values[name].params]
    elif name in program.columns and name not in program.facts:
        names = [param.name for param in program.tables[program.columns[name][0]].node.params]
    else:
        return {}
    return dict(zip(names, types_of(code).parameters(name), strict=False))


def _given(body: n.Expr, params: list[str]) -> dict[str, n.Expr] | None:
    """The keys that are there; None where one is none of this value."""
    if not isinstance(body, n.Call):
        return {}
    given = {**dict(zip(params, body.args, strict=False)), **dict(body.named)}
    fits = len(body.args) <= len(params) and given.keys() <= set(params)
    return given if fits and len(given) == len(body.args) + len(body.named) else None


def _domain(code: Code, type_: Type) -> Unknown | None:
    """What a missing key may be; None where that cannot be listed."""
    if type_.items is not None or type_.keys is not None:
        return None
    if type_.number:
        return Unknown(low=0)
    if type_.flag:
        return Unknown(options=(True, False))
    kinds = code.program.members.values()
    members = tuple(dict.fromkeys(member for kind in kinds for member in kind if member in type_.members))
    return Unknown(options=members) if 1 < len(members) <= _LISTED else None

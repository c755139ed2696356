"""From text to a question: told facts become a partial state, names are resolved, mistakes get a clear sentence."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from grammar import nodes as n
from grammar.base.corollaries import DUTY
from grammar.base.errors import SyntaxProblemError
from grammar.rules.parse import parse_facts, parse_question
from kb.rules.corollaries import IS_OVER, OVER
from kb.rules.reads import renamed
from referee.errors import (
    ENGLISH,
    ImpossibleStateError,
    RefereeError,
    UnknownNameError,
    sentence,
)
from referee.evaluation.context import Context, ref_parts
from referee.evaluation.domains import fits
from referee.evaluation.members import own_names
from referee.evaluation.scope import Scope
from referee.questions.kinds import check_kinds
from referee.questions.telling import (
    Situation,
    Telling,
    check_ruling,
    constant,
    has_worked_out_end,
    look_at_always,
    wanted,
)
from referee.rules.code import Code
from referee.rules.turns import surely
from referee.state import Held, State
from referee.units.deed import DONE, SETUP, Deeds
from referee.values import Leaf

#: how names of duties begin
_DUTY = n.corollary(DUTY, "")
#: a state in which nothing is told
NOTHING = State()


class UnreadableQuestionError(RefereeError):
    """Text that is not a question or a fact: where, and in English also what is expected there."""

    def __init__(self, key: str, error: SyntaxProblemError) -> None:
        self.key, self.error = key, error
        super().__init__(sentence(key, ENGLISH, error))

    def said(self, lang: str) -> str:
        """Where it cannot be read."""
        if lang == ENGLISH:
            return str(self)
        lines = self.error.source.splitlines()
        rest = lines[self.error.line - 1][self.error.column - 1 :][:40] if 0 < self.error.line <= len(lines) else ""
        return sentence(self.key, lang, sentence("place", lang, self.error.line, self.error.column, rest))


class Question(Struct):
    """What is asked: a value, or whether somebody may do something, perhaps after some deeds."""

    body: n.Expr
    actor: str | None
    action: Deeds | None = None
    after: list[Deeds] = field(default_factory=list)
    during: bool = False  #: while the last of them waits for somebody's answer
    #: what must be told before it is known whether it is asked in the middle of anything, and the paragraph that reads it
    unheard: tuple[tuple[Leaf, ...], str] | None = None


def read_question(code: Code, text: str, situation: Situation, actor: str | None) -> Question:
    """Reads a question typed by somebody."""
    try:
        asking = parse_question(text)
    except SyntaxProblemError as error:
        raise UnreadableQuestionError("question", error) from None
    return resolve_question(code, asking, situation, actor)


def resolve_question(code: Code, asking: n.Asking, situation: Situation, actor: str | None) -> Question:
    """Names looked up; an action's call becomes a deed."""
    actor = asking.by or actor
    if actor and code.program.roles and actor not in code.program.members.get(code.program.roles, ()):
        raise UnknownNameError("player or role", actor, code.program.members.get(code.program.roles, ()))
    body, state = _ended(code, _whose(asking.body, actor)), situation.state
    after = [
        _deed(code, state, d.call, by, d.answers)
        for d, by in zip(asking.after, _actors(asking.after, actor), strict=True)
    ]
    actor = actor or next((deed.by for deed in reversed(after) if deed.by), None)
    question = Question(body, actor, None, after, asking.during)
    if isinstance(body, n.Name) and body.id in code.program.actions and not code.has_value(body.id, 0):
        question.action = Deeds(body.id, (), {}, actor)
    elif (
        isinstance(body, n.Call) and body.name in code.program.actions and not (after and _is_value(code, state, body))
    ):
        question.action = _deed(code, state, body, actor, ())
    else:
        code.formula(body, Scope(), own_names(state))  # unknown names are told at once
        check_kinds(code, body, state.members)
    return question


def _whose(body: n.Expr, asker: str | None) -> n.Expr:
    """`must(a)` is asked of who asks, where nobody is named."""
    if isinstance(body, n.Name) and body.id.startswith(_DUTY) and asker:
        return n.Call(body.id, (n.Name(asker),), at=body.at)
    return body


def _ended(code: Code, body: n.Expr) -> n.Expr:
    """`over` is asked with what ends the game, as far as rules say it; no argument of an action is that."""
    if isinstance(body, n.Call) and body.name in code.program.actions:
        return body
    return renamed(body, {OVER: IS_OVER}) if IS_OVER in code.program.values else body


def _is_value(code: Code, state: Held, call: n.Call) -> bool:
    """Whether a call that may be an action or a value can only be the value: it is no call of the action."""
    if not code.has_value(call.name, len(call.args)) or call.named:
        return False
    ctx = Context(code, state)
    wanted = zip(call.args, _types(code, call.name), strict=False)
    return any(not fits(ctx, type_, constant(code, state, arg)) for arg, (_, type_) in wanted)


def _actors(doings: tuple[n.Doing, ...], asker: str | None) -> list[str | None]:
    """Who does each: whoever is named, else whoever did the one before; before the first that is named, the one who asks or that one."""
    named = [doing.by or None for doing in doings]
    last = asker or next((by for by in named if by), None)
    found = []
    for by in named:
        last = by or last
        found.append(last)
    return found


def _deed(code: Code, state: State, call: n.Call, by: str | None, answers: tuple[n.Expr, ...]) -> Deeds:
    if not code.is_known_call(call.name):
        if call.name in (DONE, SETUP) and not call.args and not call.named:
            return Deeds(call.name, (), {}, by or None)
        raise UnknownNameError("action or procedure", call.name, [*code.program.actions, *code.program.procedures])
    for arg in (*call.args, *[value for _, value in call.named], *answers):
        check_kinds(code, arg, state.members)
    types = _types(code, call.name)
    declared = [type_ for _, type_ in types]
    args = tuple([wanted(code, state, arg, dict(enumerate(declared)).get(at)) for at, arg in enumerate(call.args)])
    named = {key: wanted(code, state, value, dict(types).get(key)) for key, value in call.named}
    return Deeds(call.name, args, named, by or None, tuple([constant(code, state, a) for a in answers]))


def _types(code: Code, name: str) -> list[tuple[str, n.Type | None]]:
    """The parameters of an action or procedure, as they are declared."""
    program = code.program
    node = program.actions[name].node if name in program.actions else program.procedures[name].node
    return [(param.name, param.type) for param in node.params]


def read_situation(
    code: Code, told: str | tuple[n.Given, ...], base: State = NOTHING, rulings: Mapping[str, str] | None = None
) -> Situation:
    """Told facts on top of a given state; what they break of what always holds is not looked at."""
    return _telling(code, told, base, rulings).situation()


def read_sound_situation(
    code: Code, told: str | tuple[n.Given, ...], base: State = NOTHING, rulings: Mapping[str, str] | None = None
) -> Situation:
    """The same, unless what is told breaks what always holds; what is supposed of a table need not fit all that lies on it."""
    telling = _telling(code, told, base, rulings)
    if telling.names and code.program.always:
        alone = telling
        if base.facts:
            alone = _telling(code, told, State(members=base.members, incomplete=base.incomplete), rulings)
        _check_told(code, _at_the_end(code, alone.situation(), telling.names), telling.names)
    return _at_the_end(code, telling.situation(), telling.names)


def _at_the_end(code: Code, situation: Situation, names: set[str]) -> Situation:
    """Told facts that surely end the game: nobody has to tell besides that it is over."""
    state = situation.state
    if state.over or state.course is not None or code.happenings.watched.isdisjoint(names):
        return situation
    ctx = Context(code, state, readings=situation.rulings)
    if any(surely(ctx, ends, [], holds=True) for _, ends in code.happenings.ends()):
        return Situation(replace(state, over=True), situation.rulings)
    return situation


def _check_told(code: Code, situation: Situation, names: set[str]) -> None:
    """Refuses told facts that break what always holds, whatever is so of what was not told."""
    unseen: frozenset[Leaf] = frozenset()
    while True:
        noting = Context(code, situation.state, readings=situation.rulings, unseen=unseen)
        noting.careful = True
        try:
            look_at_always(code, noting, names)
        except ImpossibleStateError:
            if unseen.issuperset(noting.assumed):
                raise
            unseen |= frozenset(noting.assumed)  # what is told counts more than what is assumed
        else:
            return


def _telling(code: Code, told: str | tuple[n.Given, ...], base: State, rulings: Mapping[str, str] | None) -> Telling:
    if isinstance(told, str):
        try:
            givens = parse_facts(told)
        except SyntaxProblemError as error:
            raise UnreadableQuestionError("facts", error) from None
    else:
        givens = told
    for dispute, reading in (rulings or {}).items():
        check_ruling(code, dispute, reading)
    telling = Telling(code, _declared(code, base, givens), rulings or {})
    for late in (False, True):  # an end that is worked out may read any other fact, told before it or behind it
        for given in givens:
            if not given.kind and has_worked_out_end(code, ref_parts(given.target)[0]) is late:
                telling.tell(given)
    return telling


def told_facts(code: Code, told: str, state: State) -> list[Leaf]:
    """The facts and values with their keys that a text tells, in its order."""
    try:
        givens = parse_facts(told)
    except SyntaxProblemError as error:
        raise UnreadableQuestionError("facts", error) from None
    declared = _declared(code, state, givens)
    found: list[Leaf] = []
    for given in givens:
        name, keys = ref_parts(given.target)
        if name == "size" and len(keys) == 1 and isinstance(keys[0], n.Name | n.Call):
            name, keys = ref_parts(keys[0])
        if not given.kind and code.has_value(name, len(keys)):
            found.append((name, tuple(constant(code, declared, key) for key in keys)))
    return found


def _declared(code: Code, state: State, givens: tuple[n.Given, ...]) -> State:
    """Individuals that come with the question, for example a card described by what is printed on it."""
    members = dict(state.members)
    for given in givens:
        if given.kind:
            if given.kind not in code.program.kinds:
                raise UnknownNameError("kind", given.kind, code.program.kinds)
            members[given.kind] = (*members.get(given.kind, ()), ref_parts(given.target)[0])
    kinds = dict.fromkeys([*state.incomplete, *(given.kind for given in givens if given.kind)])
    return replace(state, members=members, incomplete=tuple(kinds)) if members != state.members else state

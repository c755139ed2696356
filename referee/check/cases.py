"""Runs a case of the corpus: asks or does what it says and compares."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from msgspec import structs

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.rules.unparse import clause, expression
from kb.rules.corollaries import OVER
from kb.rules.reads import reads_of
from referee.errors import NeedFact, RefereeError, WrongArgumentError
from referee.evaluation.context import Context, ref_parts
from referee.evaluation.members import own_names
from referee.evaluation.scope import Scope
from referee.notation import literal, tell_text
from referee.play.moves import calls_of
from referee.play.outset import at_the_outset
from referee.questions.middle import in_the_middle
from referee.questions.question import Question, read_sound_situation, resolve_question
from referee.questions.telling import Situation, constant
from referee.rules.code import Code
from referee.runs.deeds import run_deeds
from referee.runs.run import Run
from referee.units.choices import Choice
from referee.units.deed import Deeds, GameEnded, IllegalActionError
from referee.values import SILENT, Unknown
from referee.verdict.ask import ask

#: what to do where a deed does not cite what somebody wants to read
_ASK = "A deed cites what it did; by what a value is as it is, ask with `ask VALUE after DEED`"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """Whether a case passed, and if not, why; which paragraphs were cited, the deciding one first."""

    passed: bool
    message: str = ""
    cites: tuple[str, ...] = ()
    stumbled: bool = False  #: whether it is the program that failed


def run_case(code: Code, case: n.Case, same: dict[str, frozenset[str]] | None = None) -> CaseResult:
    """Runs one case. `same`: paragraph -> paragraphs that say the same, for `because`."""
    try:
        situation = read_sound_situation(code, case.given)
        if case.asking is not None:
            return _asked(code, case, situation, same or {})
        if case.moves is not None:
            return _listed(code, case, situation, same or {})
        return _done(code, case, situation, same or {})
    except IllegalActionError as illegal:
        return CaseResult(False, f"{illegal}{_broken(illegal)}")
    except WrongArgumentError as wrong:
        return CaseResult(
            False, f"{wrong} What may be named and is refused is a `requires`, not the type of a parameter."
        )
    except (RefereeError, SyntaxProblemError) as error:
        return CaseResult(False, str(error))
    except NeedFact as need:
        return CaseResult(False, _wanting(case, need))
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError) as error:
        told = f"the referee stumbled: {type(error).__name__}: {error}"
        return CaseResult(False, told, stumbled=True)  # one case must not stop the rest


def _broken(illegal: IllegalActionError) -> str:
    """The clauses that forbid a deed, as they are written."""
    failed = [r.check for r in illegal.results if r.status in ("fail", "silent")]
    written = [f"`{clause(check.node)}`" for check in failed if check.kind not in ("course", "limit", "size")]
    return f" It fails {', '.join(dict.fromkeys(written))}." if written else ""


def _wanting(case: n.Case, need: NeedFact) -> str:
    """What a case must tell besides; a pile that is told may hold cards nobody has seen."""
    told = tell_text(need.leaf)
    if any(given.value is not None and expression(given.target) == told for given in case.given):
        return f"it needs to be told card by card: {need}: nobody has seen what lies there; write `[a, b, …]` for it, or for the pile the cards came from"
    return f"it needs to be told: {need}: behind `given` add `{told} = …;`"


def _asked(code: Code, case: n.Case, situation: Situation, same: dict[str, frozenset[str]]) -> CaseResult:
    assert case.asking is not None and case.expected is not None
    question = resolve_question(code, case.asking, situation, None)
    seen_by = case.asking.seen_by
    written: list[str] = []
    situation = at_the_outset(code, question.after, situation)
    if seen_by and not question.during:
        situation, written = _laid_out(code, situation, question)
        question = structs.replace(question, after=[])
    question, situation = in_the_middle(code, question, situation)
    if seen_by:  # nobody who looks at the table has told what is there
        situation = Situation(structs.replace(situation.state, told=frozenset()), situation.rulings)
    answer = ask(code, question, situation, viewer=seen_by or question.actor, brief=True)
    expected = case.expected
    said = f"the answer is {answer.verdict}"
    if answer.verdict in ("value", "disputed", "depends"):
        said += f" ({literal(answer.value)})"
    failing = [f"#{r.check.paragraph}" for r in answer.results if r.status in ("fail", "unknown", "silent")]
    if failing:
        said += f" by {', '.join(dict.fromkeys(failing))}"
    if answer.needs:
        said += f", asking for {', '.join(f'“{tell_text(leaf)}”' for leaf in answer.needs[:4])}"
    elif answer.verdict == "depends":
        said += ", asking for nothing"
    if answer.disputes:
        said += f", disputed: {', '.join(answer.disputes)}"
    if expected.verdict:
        if answer.verdict != expected.verdict:
            return CaseResult(False, f"expected {expected.verdict}; {said}")
        if expected.value is not None and not _equal(answer.value, constant(code, situation.state, expected.value)):
            return CaseResult(
                False, f"expected the default {literal(constant(code, situation.state, expected.value))}; {said}"
            )
        for need in expected.needs:
            name, keys = ref_parts(need)
            leaf = (name, tuple(constant(code, situation.state, key) for key in keys))
            if leaf not in answer.needs and leaf not in answer.hidden and name not in {x[0] for x in answer.needs}:
                return CaseResult(False, f"expected to be asked for “{tell_text(leaf)}”; {said}")
    elif expected.value is not None:
        wanted = constant(code, situation.state, expected.value)
        if expected.high is not None:
            high = constant(code, situation.state, expected.high)
            bounds = answer.value.bounds() if isinstance(answer.value, Unknown) else (answer.value, answer.value)
            if bounds != (wanted, high):
                return CaseResult(False, f"expected {wanted}..{high}; {said}")
        elif answer.verdict not in ("yes", "no", "value") or not _equal(answer.value, wanted):
            return CaseResult(False, f"expected {literal(wanted)}; {said}")
    if not case.because and answer.verdict == "depends" and answer.hidden and not answer.needs:
        return CaseResult(True)  # nothing decides what one may not see: it stands where a reader would look for it
    # what somebody sees of a table needs no reason; where one is given, what has written it is one
    cites = list(dict.fromkeys((*written, *answer.cites))) if case.because else answer.cites
    return _cited(case, cites, same, said)


def _laid_out(code: Code, situation: Situation, question: Question) -> tuple[Situation, list[str]]:
    """The table as it lies after the deeds of a question, and the paragraphs that wrote what is asked for, the last first."""
    run = Run(code, situation.state, readings=situation.rulings)
    with suppress(GameEnded):
        choice = run.go(run_deeds(run, question.after))
        while choice is not None and choice.kind == "answer":
            choice = run.answer(None)
        if choice is not None:
            raise RefereeError(_unanswered(choice))
    asked_for = reads_of(code.program, question.body)
    written = [change.paragraph for change in reversed(run.changes) if change.fact in asked_for]
    return Situation(run.draft.made(), situation.rulings), written


def _cited(case: n.Case, cites: list[str], same: dict[str, frozenset[str]], said: str) -> CaseResult:
    for wanted in case.because:
        accepted = {wanted} | same.get(wanted, frozenset())
        if not accepted & set(cites):
            return CaseResult(
                False, f"expected the paragraph #{wanted}; {said}, cited {', '.join('#' + c for c in cites)}"
            )
    return CaseResult(True, cites=tuple(cites))


def _unanswered(choice: Choice) -> str:
    """What a case leaves open that somebody chooses or chance decides."""
    return f"it needs to be told: “{choice.name}” (#{choice.paragraph}): behind the deed add `answers […]`"


def _done(code: Code, case: n.Case, situation: Situation, same: dict[str, frozenset[str]]) -> CaseResult:
    deeds = [
        Deeds(
            doing.call.name, tuple(constant(code, situation.state, arg) for arg in doing.call.args),
            {key: constant(code, situation.state, value) for key, value in doing.call.named}, doing.by or None,
            tuple(constant(code, situation.state, answer) for answer in doing.answers),
        )
        for doing in case.doings
    ]  # fmt: skip
    situation = at_the_outset(code, deeds, situation)
    run = Run(code, situation.state, readings=situation.rulings)
    try:
        choice = run.go(run_deeds(run, deeds))
        while choice is not None and choice.kind == "answer":  # whoever is not said to answer does not
            choice = run.answer(None)
    except GameEnded:
        choice = None
    if choice is not None:
        return CaseResult(False, _unanswered(choice))
    after = Context(code, run.draft, readings=situation.rulings)
    wrong = []
    for given in case.then:
        name, key_exprs = ref_parts(given.target)
        keys = () if name == "size" else tuple(constant(code, run.draft, key) for key in key_exprs)
        assert given.value is not None
        wanted = constant(code, run.draft, given.value)
        if name in ("over", "size"):
            found: object = code.formula(given.target, Scope(), own_names(run.draft))(after, [])
        else:
            found = code.value(after, name, keys)
        if not _equal(found, wanted):
            shown = tell_text((name, keys)) if name != "size" else expression(given.target)
            unknown = ": nobody told it, or what it comes of" if isinstance(found, Unknown) else ""
            wrong.append(f"“{shown}” is {literal(found)}{unknown}, expected {literal(wanted)}")
    if wrong:
        return CaseResult(False, "; ".join(wrong))
    cites = list(dict.fromkeys([*(c.paragraph for c in run.changes), *run.entered, *run.ctx.cites]))
    cites += [p for _, _, p in run.events] + [c for r in [*run.results, *run.nested] for c in r.cites]
    if any(ref_parts(given.target)[0] == OVER for given in case.then):  # that play goes on has its reason too
        cites += _why_over(code, Situation(run.draft.made(), situation.rulings))
    found = _cited(case, list(dict.fromkeys(cites)), same, "done")
    return found if found.passed else CaseResult(False, f"{found.message}. {_ASK}")


def _why_over(code: Code, situation: Situation) -> list[str]:
    """The paragraphs by which the game is over, or is not."""
    question = resolve_question(code, n.Asking(n.Name(OVER), "", ()), situation, None)
    return ask(code, question, situation, brief=True).cites


def _listed(code: Code, case: n.Case, situation: Situation, same: dict[str, frozenset[str]]) -> CaseResult:
    assert case.moves is not None
    role, mode, call = case.moves
    ctx = Context(code, situation.state, readings=situation.rulings)
    action = code.action(call.name)
    args = tuple(constant(code, situation.state, arg) for arg in call.args)
    wanted = action.positional(args, {key: constant(code, situation.state, value) for key, value in call.named})
    found = any(
        all(found.get(key) == value for key, value in wanted.items()) for found in calls_of(ctx, call.name, role, {})
    )
    if found != (mode == "includes"):
        return CaseResult(False, f"{call.name} is {'not ' * (not found)}among the moves of {role}")
    question = resolve_question(code, n.Asking(call, role, ()), situation, None)  # why it may or may not be done
    answer = ask(code, question, situation, viewer=question.actor, brief=True)
    return _cited(case, answer.cites, same, f"the answer is {answer.verdict}")


def _equal(a: object, b: object) -> bool:
    if isinstance(a, Unknown) or a is SILENT:
        return False
    if isinstance(a, tuple) and isinstance(b, tuple):
        return sorted(map(str, a)) == sorted(map(str, b))
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)

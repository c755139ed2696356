"""Playing: begin a game, apply a move, answer a choice. Pure: a new state comes out, or an error and nothing changed.

Where a run comes to a choice, the state stays as it was before the deed, and `pending` remembers the deed, the answers so far,
what is to be chosen and what has happened already. The run itself waits in memory and goes on with the answer; only for a state
read back from elsewhere it is run again from the deed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grammar import nodes as n
from referee import answers
from referee.books import Deed, Pending
from referee.errors import NeedFact, RefusedError, RuleFaultError, UntoldFactError
from referee.evaluation.context import Context
from referee.evaluation.members import own_names
from referee.evaluation.scope import Scope
from referee.notation import literal, tell_text
from referee.questions.telling import check_always
from referee.runs.decisions import LISTED
from referee.runs.deeds import hand_on
from referee.runs.reactions import look_at_ends
from referee.runs.run import Run
from referee.state import State
from referee.units.choices import Choice
from referee.units.deed import DONE, SETUP, GameEnded, IllegalActionError
from referee.units.runner import Change, Going
from referee.values import MISSING, freeze, thaw

if TYPE_CHECKING:
    from kb.rules.program import Cited
    from referee.rules.code import Code
    from referee.units.clauses import Result


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What came of a move."""

    state: State
    changes: list[Change] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    cites: tuple[str, ...] = ()  #: every paragraph that had a part in it, where that was to be noted
    performed: tuple[str, ...] = ()  #: the actions that were done, those that others brought about too

    @property
    def choice(self) -> answers.Choice | None:
        """What must be chosen before play goes on."""
        return None if self.state.pending is None else self.state.pending.choice


Rulings = Mapping[str, str] | None


def start_state(code: Code, given: State, rulings: Rulings = None) -> Aftermath:
    """The state at the start of the game: `start` values on top of what was given (players, seats, cards)."""
    run, told = Run(code, given, readings=rulings), Context(code, given, readings=rulings)
    run.quiet = True
    for name, starts in code.program.starts.items():
        fact = code.facts.get(name)
        if fact is None:
            continue
        for cited in starts:
            target = cited.node.target
            keys = target.args if hasattr(target, "args") else ()
            try:
                for choice in _start(run, code, cited, name, keys):
                    raise RuleFaultError(f"there is nobody to choose “{choice.name}” here", choice.paragraph)
            except NeedFact as need:
                raise UntoldFactError(need) from None
    for change in run.changes:
        before = told.told(change.fact, change.keys)
        if before is not MISSING and run.ctx.told(change.fact, change.keys) != before:
            told_as = tell_text((change.fact, change.keys))
            raise RefusedError("start.other", told_as, literal(before), literal(change.new), change.paragraph)
    return Aftermath(run.draft.made(), run.changes)


def _start(run: Run, code: Code, cited: Cited, name: str, keys: tuple[n.Expr, ...]) -> Going:
    """One `start` line; a key that is no member stands for every member."""
    fact, own = code.facts[name], own_names(run.draft)
    names = [key.id if isinstance(key, n.Name) and key.id not in code.all_members | own else "" for key in keys]
    scope = Scope(tuple(name for name in names if name))
    value, guard = code.formula(cited.node.value, scope), code.compiler.maybe(cited.node.when, scope)
    fixed = [None if variable else code.formula(key, Scope(), own) for key, variable in zip(keys, names, strict=True)]
    for combination in fact.all_keys(run.ctx):
        env: list[object] = [None] * scope.frame.size
        fits = True
        for position, key in enumerate(combination):
            closure = fixed[position]
            if closure is None:
                env[scope.slots[names[position]]] = key
            elif closure.now(run.ctx, []) != key:
                fits = False
                break
        if fits and (guard is None or run.decided(guard, env)):
            yield from run.change(name, combination, run.known(value, env), cited.paragraph)


def begin(code: Code, given: State, rulings: Rulings = None, *, noting: bool = False) -> Aftermath:
    """Sets the game up and goes to the first decision; `noting`: with every paragraph that has a part in it, which takes longer."""
    started = start_state(code, given, rulings)
    return _go(code, started.state, Deed("begin"), (), rulings, started.changes, noting)


def apply_move(
    code: Code, state: State, name: str, args: Mapping[str, object], actor: str | None, rulings: Rulings = None,
    answered: tuple[object, ...] = (), *, noting: bool = False,
) -> Aftermath:  # fmt: skip
    """Does an action or procedure; `done` ends a turn."""
    if state.over:
        raise RefusedError("over")
    if state.pending is not None:
        raise RefusedError("pending")
    deed = Deed("deed", name, {key: thaw(value) for key, value in args.items()}, actor)
    return _go(code, state, deed, tuple(freeze(answer) for answer in answered), rulings, [], noting)


def answer_choice(
    code: Code, state: State, value: object, rulings: Rulings = None, *, noting: bool = False
) -> Aftermath:
    """Answers the pending choice and goes on."""
    pending = state.pending
    if pending is None:
        raise RefusedError("not_pending")
    before = replace(state, pending=None, told=frozenset())
    answered = tuple(freeze(answer) for answer in pending.answers)
    run = code.waiting.take(_key(pending.deed, answered), before, dict(rulings or {}))
    if not isinstance(run, Run):
        return _go(code, before, pending.deed, (*answered, freeze(value)), rulings, [], noting)
    return _played(code, run, before, pending.deed, rulings, [], lambda: run.answer(freeze(value)))


def _key(deed: Deed, answered: tuple[object, ...]) -> str:
    return repr((deed, answered))


def _go(
    code: Code, state: State, deed: Deed, answered: tuple[object, ...], rulings: Rulings, earlier: list[Change],
    noting: bool,
) -> Aftermath:  # fmt: skip
    state = replace(state, told=frozenset()) if state.told else state
    run = Run(code, state, readings=rulings, answers=answered, explains=noting, asks=True)
    if noting:
        run.ctx.explains, run.ctx.careful = True, False
    return _played(code, run, state, deed, rulings, earlier, lambda: run.go(_carry_out(code, run, deed)))


def _played(
    code: Code, run: Run, before: State, deed: Deed, rulings: Rulings, earlier: list[Change],
    advance: Callable[[], Choice | None],
) -> Aftermath:  # fmt: skip
    """Goes on with a run until it ends or needs an answer."""
    try:
        choice = advance()
    except GameEnded:
        choice = None
    except NeedFact as need:
        raise UntoldFactError(need) from None
    if choice is not None:
        code.waiting.keep(_key(deed, tuple(run.answers)), before, dict(rulings or {}), run)
        return Aftermath(replace(before, pending=_pending(run, before, deed, choice)))
    after = run.draft.made()
    if code.program.always:
        check_always(code, after, rulings or {}, run.set_here)
    changes = [*earlier, *run.changes]
    return Aftermath(after, changes, run.results, _cites(code, run, changes), tuple(run.performed))


def _cites(code: Code, run: Run, changes: list[Change]) -> tuple[str, ...]:
    """The paragraphs that had a part in a run that notes them."""
    if not run.ctx.explains:
        return ()
    judged = [result for result in (*run.results, *run.nested) if result.status in ("pass", "fail")]
    found = [*(change.paragraph for change in changes), *run.entered, *run.ctx.cites]
    found += [paragraph for _, _, paragraph in run.events]
    found += [code.program.actions[name].paragraph for name in run.performed]
    found += [paragraph for result in judged for paragraph in (result.check.paragraph, *result.cites)]
    return tuple(dict.fromkeys(found))


def _pending(run: Run, before: State, deed: Deed, choice: Choice) -> Pending:
    """What a state remembers of a deed that waits for a choice."""
    asked = len(choice.by) if isinstance(choice.by, tuple) else 1
    options = [thaw(option) for option in islice((choice.sure or choice.options)(), LISTED * asked)]
    rests_on = list(choice.rests_on)
    window, weights = choice.window, [] if choice.weights is None else choice.weights()
    answered: dict[str, answers.Value] = {}
    offered: list[answers.Value] = []
    via = ""
    if window is not None:
        if window.nested:
            via = window.name
        else:
            answered = {"do": window.name, "with": thaw(dict(window.args)), "by": window.actor}
        offered = [way.data() for way in window.offered]
    shown = answers.Choice(
        choice.kind, choice.name, thaw(choice.keys), thaw(choice.by), choice.paragraph, options, rests_on, weights,
        answered, offered, via,
    )  # fmt: skip
    happened = tuple(
        {"fact": change.fact, "keys": thaw(change.keys), "new": thaw(change.new), "paragraph": change.paragraph}
        | change.witnesses()
        for change in run.changes
    )
    course = run.draft.course
    step = "" if course is None or course == before.course else course.step
    return Pending(deed, tuple(thaw(answer) for answer in run.answers), shown, happened, step)


def _carry_out(code: Code, run: Run, deed: Deed) -> Going:
    if deed.kind == "begin":
        if code.program.procedures.get(SETUP):
            run.unbegun = True
            yield from run.procedure(SETUP, ())
            yield from run.checkpoint()
            run.unbegun = False
            look_at_ends(run, code.happenings)
        yield from code.course.begin(run)
        return
    name, actor = deed.name, deed.actor
    args = {key: freeze(value) for key, value in deed.args.items()}
    if name == DONE:
        if run.draft.course is None:  # a story may go on to a later turn; at a table nobody's turn is over then
            raise RefusedError("not_turn", actor)
        yield from hand_on(run, actor)
        return
    if name in code.program.procedures:
        compiled = code.happenings.procedure(name)
        yield from run.procedure(name, tuple(args[p.name] for p in compiled.params if p.name in args))
        yield from run.checkpoint()
        return
    action, draft = code.action(name), run.draft
    if draft.course is not None:
        ctx = Context(code, draft, readings=run.ctx.readings)
        wrong = [r for r in code.course.judge(ctx, action, action.bind(ctx, args, actor)) if r.status == "fail"]
        if wrong:
            raise IllegalActionError(name, wrong)
    yield from run.perform(name, args, actor)
    yield from run.checkpoint()
    if draft.course is not None and code.course.steps_of(name) and not action.anytime:
        yield from code.course.count(run, name)

"""Playing: begin a game, apply a move, answer a choice. Pure: a new state comes out, or an error and nothing changed.

A run that comes to a choice is not kept half done: the state stays as it was before the run, and `pending` remembers the
deed and the answers so far. The next answer runs it again from there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from referee.choices import Choice
from referee.clauses import Result
from referee.code import Code
from referee.context import TOLD, Context, State
from referee.errors import NeedChoice, NeedFact, RefereeError, UntoldFactError
from referee.happenings import ProcedureCode
from referee.performing import IllegalActionError, copy_state
from referee.question import check_always
from referee.run import Change, GameEnded, Run
from referee.scope import SLOTS
from referee.values import freeze, thaw

#: options of a pending choice that are listed
LISTED = 400


@dataclass(slots=True)
class Pending:
    """A choice that must be made before play goes on."""

    kind: str
    name: str
    keys: tuple[Any, ...]
    by: Any
    paragraph: str
    options: list[Any]


@dataclass(slots=True)
class Played:
    """What came of a move."""

    state: State
    changes: list[Change] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    pending: Pending | None = None


def start_state(code: Code, given: State, rulings: dict[str, str] | None = None) -> Played:
    """The state at the start of the game: `start` values on top of what was given (players, seats, cards)."""
    run = Run(code, given, readings=rulings)
    run.quiet = True
    for name, starts in code.program.starts.items():
        fact = code.facts.get(name)
        if fact is None:
            continue
        for cited in starts:
            target = cited.node.target
            keys = target.args if hasattr(target, "args") else ()
            try:
                _start(run, code, cited, name, keys)
            except NeedFact as need:
                raise UntoldFactError(need.leaf) from None
    return Played(run.state, run.changes)


def _start(run: Run, code: Code, cited: Any, name: str, keys: tuple[Any, ...]) -> None:
    """One `start` line; a key that is no member stands for every member."""
    from grammar import nodes as n
    from referee.scope import Scope

    fact = code.facts[name]
    names = [key.id if isinstance(key, n.Name) and key.id not in code.all_members | code.loose else "" for key in keys]
    scope = Scope(tuple(name for name in names if name))
    expressions = code.expressions
    value, guard = expressions.compile(cited.node.value, scope), expressions.maybe(cited.node.when, scope)
    fixed = [None if variable else expressions.compile(key, Scope()) for key, variable in zip(keys, names, strict=True)]
    for combination in code.all_keys(run.ctx, fact):
        env: list[Any] = [None] * SLOTS
        fits = True
        for position, key in enumerate(combination):
            closure = fixed[position]
            if closure is None:
                env[scope.slots[names[position]]] = key
            elif closure(run.ctx, env) != key:
                fits = False
                break
        if fits and (guard is None or run.test(guard, env)):
            run.write(name, combination, run.value(value, env), cited.paragraph)


def begin(code: Code, given: State, rulings: dict[str, str] | None = None) -> Played:
    """Sets the game up and goes to the first decision."""
    started = start_state(code, given, rulings)
    return _go(code, started.state, {"kind": "begin"}, (), rulings, started.changes)


def apply_move(
    code: Code, state: State, name: str, args: dict[str, Any], actor: str | None, rulings: dict[str, str] | None = None,
    answers: tuple[Any, ...] = (),
) -> Played:  # fmt: skip
    """Does an action or procedure; `done` ends a turn."""
    if state.get("over"):
        raise RefereeError("The game is over; nothing more can be done.")
    if "pending" in state:
        raise RefereeError("A choice is pending; answer it first.")
    deed = {"kind": "deed", "name": name, "args": thaw(args), "actor": actor}
    return _go(code, state, deed, tuple(freeze(answer) for answer in answers), rulings, [])


def answer_choice(code: Code, state: State, value: Any, rulings: dict[str, str] | None = None) -> Played:
    """Answers the pending choice and goes on."""
    pending = state.get("pending")
    if not pending:
        raise RefereeError("No choice is pending.")
    before = {key: item for key, item in state.items() if key != "pending"}
    answers = (*(freeze(a) for a in pending["answers"]), freeze(value))
    return _go(code, before, pending["deed"], answers, rulings, [])


def _go(
    code: Code,
    state: State,
    deed: dict[str, Any],
    answers: tuple[Any, ...],
    rulings: dict[str, str] | None,
    earlier: list[Change],
) -> Played:
    state = {key: item for key, item in state.items() if key != TOLD}
    run = Run(code, state, readings=rulings, answers=answers)
    try:
        _carry_out(code, run, deed)
    except GameEnded:
        pass
    except NeedFact as need:
        raise UntoldFactError(need.leaf) from None
    except NeedChoice as need:
        waiting = copy_state(state)
        waiting["pending"] = {"deed": deed, "answers": [thaw(a) for a in answers]}
        shown = _describe(need.choice)
        waiting["pending"]["choice"] = {
            "kind": shown.kind, "name": shown.name, "keys": list(shown.keys), "by": shown.by, "paragraph": shown.paragraph,
            "options": [thaw(option) for option in shown.options],
        }  # fmt: skip
        return Played(waiting, [], [], shown)
    if code.program.always:
        check_always(code, run.state, dict(rulings or {}))
    return Played(run.state, [*earlier, *run.changes], run.results)


def _carry_out(code: Code, run: Run, deed: dict[str, Any]) -> None:
    if deed["kind"] == "begin":
        if code.program.procedures.get("setup"):
            run.procedure("setup", ())
            run.checkpoint()
        code.course.begin(run)
        return
    name, actor = deed["name"], deed["actor"]
    args = {key: freeze(value) for key, value in deed["args"].items()}
    if name == "done":
        _done(code, run, actor)
        return
    if name in code.program.procedures:
        compiled: ProcedureCode = code.procedure(name)
        run.procedure(name, tuple(args[p.name] for p in compiled.params if p.name in args))
        run.checkpoint()
        return
    action = code.action(name)
    if "course" in run.state:
        ctx = Context(code, run.state, readings=run.ctx.readings)
        env = action.bind(ctx, args, actor)
        wrong = [r for r in code.course.judge(ctx, action, env) if r.status == "fail"]
        if wrong:
            raise IllegalActionError(name, wrong)
    run.perform(name, args, actor)
    run.checkpoint()
    if "course" in run.state and code.course.steps_of(name) and not action.anytime:
        code.course.count(run, name)


def _done(code: Code, run: Run, actor: str | None) -> None:
    course = run.state.get("course")
    if course is None or course.get("who") != actor:
        raise RefereeError(f"It is not {actor}'s turn.")
    if not code.course.may_stop(run.state):
        raise RefereeError("The turn still needs an action before it can end.")
    code.course.hand_on_turn(run)


def _describe(choice: Choice) -> Pending:
    options = list(islice((choice.sure or choice.options)(), LISTED))
    return Pending(choice.kind, choice.name, choice.keys, choice.by, choice.paragraph, options)

"""Playing: begin a game, apply a move, answer a choice. Pure: a new state comes out, or an error and nothing changed.

Where a run comes to a choice, the state stays as it was before the deed, and `pending` remembers the deed, the answers so far,
what is to be chosen and what has happened already. The run itself waits in memory and goes on with the answer; only for a state
read back from elsewhere it is run again from the deed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from grammar.records import field, open_record
from referee.choices import Choice
from referee.compiler.going import Going
from referee.context import TOLD, Context, State
from referee.errors import NeedFact, RefereeError, UntoldFactError
from referee.performing import IllegalActionError
from referee.question import check_always
from referee.run import Change, GameEnded, Run
from referee.scope import Scope
from referee.values import freeze, thaw

if TYPE_CHECKING:
    from kb.program import Cited
    from referee.clauses import Result
    from referee.code import Code

#: options of a pending choice that are listed
LISTED = 400


@open_record
class Pending:
    """A choice that must be made before play goes on."""

    kind: str
    name: str
    keys: tuple[Any, ...]
    by: Any
    paragraph: str
    options: list[Any]


@open_record
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
                run.quietly(_start(run, code, cited, name, keys))
            except NeedFact as need:
                raise UntoldFactError(need.leaf) from None
    return Played(run.state, run.changes)


def _start(run: Run, code: Code, cited: Cited, name: str, keys: tuple[n.Expr, ...]) -> Going:
    """One `start` line; a key that is no member stands for every member."""
    fact = code.facts[name]
    names = [key.id if isinstance(key, n.Name) and key.id not in code.all_members | code.loose else "" for key in keys]
    scope = Scope(tuple(name for name in names if name))
    expressions = code.expressions
    value, guard = expressions.compile(cited.node.value, scope), expressions.maybe(cited.node.when, scope)
    fixed = [None if variable else expressions.compile(key, Scope()) for key, variable in zip(keys, names, strict=True)]
    for combination in code.all_keys(run.ctx, fact):
        env: list[Any] = [None] * scope.frame.size
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
    before = {key: item for key, item in state.items() if key not in ("pending", TOLD)}
    answers = tuple(freeze(answer) for answer in pending["answers"])
    run = code.waiting.take(_key(pending["deed"], answers), before, dict(rulings or {}))
    if run is None:
        return _go(code, before, pending["deed"], (*answers, freeze(value)), rulings, [])
    return _played(code, run, before, pending["deed"], rulings, [], lambda: run.answer(freeze(value)))


def _key(deed: dict[str, Any], answers: tuple[Any, ...]) -> str:
    return repr((sorted(deed.items(), key=lambda pair: pair[0]), answers))


def _go(
    code: Code,
    state: State,
    deed: dict[str, Any],
    answers: tuple[Any, ...],
    rulings: dict[str, str] | None,
    earlier: list[Change],
) -> Played:
    state = {key: item for key, item in state.items() if key != TOLD}
    run = Run(code, state, readings=rulings, answers=answers, explains=False)
    return _played(code, run, state, deed, rulings, earlier, lambda: run.go(_carry_out(code, run, deed)))


def _played(
    code: Code, run: Run, before: State, deed: dict[str, Any], rulings: dict[str, str] | None, earlier: list[Change],
    advance: Callable[[], Choice | None],
) -> Played:  # fmt: skip
    """Goes on with a run until it ends or needs an answer."""
    try:
        choice = advance()
    except GameEnded:
        choice = None
    except NeedFact as need:
        raise UntoldFactError(need.leaf) from None
    if choice is not None:
        shown = _describe(choice)
        waiting = dict(before)
        waiting["pending"] = _waiting(run, deed, shown)
        code.waiting.keep(_key(deed, tuple(run.answers)), before, dict(rulings or {}), run)
        return Played(waiting, [], [], shown)
    if code.program.always:
        check_always(code, run.state, dict(rulings or {}), run.set_here)
    return Played(run.state, [*earlier, *run.changes], run.results)


def _waiting(run: Run, deed: dict[str, Any], choice: Pending) -> dict[str, Any]:
    """What a state remembers of a deed that waits for a choice."""
    return {
        "deed": deed,
        "answers": [thaw(answer) for answer in run.answers],
        "choice": {
            "kind": choice.kind, "name": choice.name, "keys": list(choice.keys), "by": choice.by, "paragraph": choice.paragraph,
            "options": [thaw(option) for option in choice.options],
        },
        "happened": [
            {"fact": change.fact, "keys": thaw(change.keys), "new": thaw(change.new), "paragraph": change.paragraph}
            for change in run.changes
        ],
    }  # fmt: skip


def _carry_out(code: Code, run: Run, deed: dict[str, Any]) -> Going:
    if deed["kind"] == "begin":
        if code.program.procedures.get("setup"):
            yield from run.procedure("setup", ())
            yield from run.checkpoint()
        yield from code.course.begin(run)
        return
    name, actor = deed["name"], deed["actor"]
    args = {key: freeze(value) for key, value in deed["args"].items()}
    if name == "done":
        yield from _done(code, run, actor)
        return
    if name in code.program.procedures:
        compiled = code.procedure(name)
        yield from run.procedure(name, tuple(args[p.name] for p in compiled.params if p.name in args))
        yield from run.checkpoint()
        return
    action = code.action(name)
    if "course" in run.state:
        ctx = Context(code, run.state, readings=run.ctx.readings)
        env = action.bind(ctx, args, actor)
        wrong = [r for r in code.course.judge(ctx, action, env) if r.status == "fail"]
        if wrong:
            raise IllegalActionError(name, wrong)
    yield from run.perform(name, args, actor)
    yield from run.checkpoint()
    if "course" in run.state and code.course.steps_of(name) and not action.anytime:
        yield from code.course.count(run, name)


def _done(code: Code, run: Run, actor: str | None) -> Going:
    course = run.state.get("course")
    if course is None or course.get("who") != actor:
        raise RefereeError(f"It is not {actor}'s turn.")
    if not code.course.may_stop(run.state):
        raise RefereeError("The turn still needs an action before it can end.")
    yield from code.course.hand_on_turn(run)


def _describe(choice: Choice) -> Pending:
    options = list(islice((choice.sure or choice.options)(), LISTED))
    return Pending(choice.kind, choice.name, choice.keys, choice.by, choice.paragraph, options)

"""Windows: a deed that was begun waits while others may answer it, and an answer may cancel it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import cast

from grammar.base.answers import BY
from referee.books import ANSWER, REPLY
from referee.errors import NeedFact, RuleFaultError, WrongValueError
from referee.rules.actions import ActionCode
from referee.rules.windows import Opened
from referee.runs.decisions import Offered, answer_to
from referee.state import Way, Window
from referee.units.choices import Choice, WindowCode
from referee.units.runner import Awaited, Runs, UnderWay
from referee.values import Deed, Unknown, freeze, thaw


def open_windows(
    run: Runs, windows: tuple[Opened, ...], action: ActionCode, e: list[object]
) -> Generator[Choice, object, bool]:
    """Opens the windows of a deed one after another; whether it is still to be done."""
    if not windows:
        return True
    args = {name: e[action.scope.slots[name]] for name in action.params}
    deed = UnderWay(action.name, args, cast("str | None", e[action.actor_slot]))
    run.under_way.append(deed)
    for paragraph, steps in windows:
        run.entered[paragraph] = None
        yield from steps(run, e)
        _back_to(run, deed)
        if deed.cancelled:
            break
    run.under_way.pop()
    return not deed.cancelled


def _back_to(run: Runs, deed: UnderWay) -> None:
    """What is answered is what is being done: judging an answer looked at another action, by somebody else."""
    run.ctx.doing, run.ctx.actor = deed.name, deed.actor
    run.ctx.forget("@doing")


def cancel(run: Runs, paragraph: str) -> None:
    """`cancel`: what is being answered is not done."""
    if not run.under_way:
        raise RuleFaultError("nothing is being answered here that could be cancelled", paragraph)
    run.under_way[-1].cancelled = True
    run.stops.append(paragraph)


def window(run: Runs, code: WindowCode, e: list[object]) -> Generator[Choice, object, bool]:
    """Those who may answer are asked in their order; whether somebody did."""
    try:
        return (yield from _window(run, code, e))
    except NeedFact as need:
        run.unheard = run.unheard or need
        raise


def _window(run: Runs, code: WindowCode, e: list[object]) -> Generator[Choice, object, bool]:
    if len(e) <= code.slot:
        e.extend([None] * (code.slot + 1 - len(e)))
    if run.awaited is not None and run.has_answered() and len(run.under_way) == 1:
        return (yield from _awaited(run, code, e, run.awaited))
    asked = [cast(str, who) for who in run.items(run.known(code.members, e))]
    if code.order == "any":
        return (yield from _first_come(run, code, e, asked))
    answered = False
    for who in asked:
        if run.under_way[-1].cancelled or not _may(run, code, e, who):
            continue
        offered = Offered(run, code.offers, e)
        taken = yield from _asked(run, code, {who: offered}, who)
        if taken is None:
            continue
        answered = True
        yield from run.respond(offered.taken(taken), who)
        if code.order == "first":
            break
    return answered


def _may(run: Runs, code: WindowCode, e: list[object], who: str) -> bool:
    _back_to(run, run.under_way[-1])
    e[code.slot] = who
    return code.test is None or run.decided(code.test, e)


def _awaited(run: Runs, code: WindowCode, e: list[object], awaited: Awaited) -> Generator[Choice, object, bool]:
    """The one answer that is waited for: what others may say is not looked at, nor who they are."""
    if not any(awaited.action in offer.actions or offer.held is not None for offer in code.offers):
        return False
    if run.doubts:  # whether anybody is asked at all hangs on what nobody tells
        raise NeedFact(run.doubts[0], judging=True, behind=run.doubts).wanted_by(code.paragraph)
    who = awaited.by
    _back_to(run, run.under_way[-1])
    e[code.slot] = who
    try:
        asked = run.decided(code.among, e) and _may(run, code, e, who)
        offered = Offered(run, code.offers, e)
    except NeedFact as need:
        raise NeedFact(need.leaf, judging=True, behind=need.behind).wanted_by(code.paragraph) from None
    if asked:
        taken = yield from _asked(run, code, {who: offered}, who if code.order != "any" else (who,))
        return taken is not None
    if awaited.passed is None:
        deed, ways = run.under_way[-1], tuple(_ways({who: offered}))
        awaited.passed = Window(code.paragraph, deed.name, thaw(deed.args), deed.actor, (), ways)
    return False


def _first_come(run: Runs, code: WindowCode, e: list[object], asked: list[str]) -> Generator[Choice, object, bool]:
    """All at once: whoever answers first; a name says that this one does not, none that nobody does."""
    left: dict[str, Offered] = {}
    for who in asked:
        if _may(run, code, e, who):
            left[who] = Offered(run, code.offers, e)
    while left:
        taken = yield from _asked(run, code, left, tuple(left))
        if taken is None:
            break
        if isinstance(taken, str):
            if taken not in left:
                raise WrongValueError("The answer", taken, f"one of those who are asked: {', '.join(left)}")
            del left[taken]
            continue
        deed, who = _by(taken, left)
        yield from run.respond(left[who].taken(deed), who)
        return True
    return False


def _by(value: object, left: dict[str, Offered]) -> tuple[Deed, str]:
    """An answer to a window that is open to several says whose it is: `challenge by p`."""
    found = freeze(value)
    args = dict(found[1]) if isinstance(found, Deed) else {}
    who = args.pop(BY, next(iter(left)) if len(left) == 1 else None)
    if not isinstance(found, Deed) or who not in left:
        raise WrongValueError("The answer", value, f"an action and who does it, by {' or '.join(left)}; or none")
    return Deed((found[0], tuple(args.items()))), who


def _ways(offered: dict[str, Offered]) -> Iterator[Way]:
    """What answers, each way once, with those to whom it is offered where that is not everybody."""
    ways = [way for each in offered.values() for way in each.ways]
    for at, (name, given) in enumerate(ways):
        if (name, given) in ways[:at]:
            continue
        by = tuple(who for who, each in offered.items() if (name, given) in each.ways)
        yield Way(name, thaw(given), () if len(by) == len(offered) else by)


def _asked(
    run: Runs, code: WindowCode, offered: dict[str, Offered], by: str | tuple[str, ...]
) -> Generator[Choice, object, object]:
    """The answer of those who are asked; while they are, the state tells what is being answered."""
    first, deed = next(iter(offered.values())), run.under_way[-1]
    held = Window(
        code.paragraph, deed.name, thaw(deed.args), deed.actor, tuple(offered), tuple(_ways(offered)),
    )  # fmt: skip

    def options(exact: bool = False) -> Iterator[object]:
        if not code.must:
            yield None
        if isinstance(by, str):
            yield from offered[by].deeds(by, exact, nested=False)
            return
        for who in by:
            if not code.must:
                yield who
            for name, args in offered[who].deeds(who, exact, nested=False):
                yield Deed((name, (*args, (BY, who))))

    choice = Choice(
        REPLY if code.must else ANSWER,
        first.title,
        (),
        by,
        None,
        code.paragraph,
        options,
        lambda: options(exact=True),
        code.rests_on,
        held,
    )
    if run.loose and not run.heeding and not code.must and run.has_answered():
        return None  # what nobody says is done is not done
    outer, run.draft.window = run.draft.window, held
    if run.loose and (code.must or run.awaited is not None):
        taken = yield choice  # what could be done is not looked for: not all may be known of it
    else:
        taken = yield from answer_to(run, choice, fallback=lambda: False)  # nobody has to answer who cannot
    run.draft.window = outer
    if isinstance(taken, Unknown) and taken.leaf is not None:  # it may cancel: nothing behind it is known
        raise NeedFact(taken.leaf, judging=True, behind=(taken.leaf,))
    if code.must and (taken is None or isinstance(taken, str)):
        raise WrongValueError("The answer", taken, f"one of the actions that {' or '.join(offered)} must answer with")
    return None if taken is False else taken

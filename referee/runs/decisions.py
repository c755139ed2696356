"""Steps that stop for somebody's choice, for chance, or for an offer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import cast

from referee.errors import RuleFaultError, WrongValueError
from referee.runs.options import Options
from referee.units.choices import Choice, ChooseCode, EachChooseCode, OfferCode
from referee.units.runner import Going, Runs
from referee.values import MISSING, Deed, Unknown, freeze


def choose(run: Runs, code: ChooseCode, e: list[object]) -> Going:
    """`choose x: T by r with e otherwise d`, `random x: T with e`."""
    keys = tuple([run.known(key, e) for key in code.keys])
    who = None if code.by is None else run.known(code.by, e)
    if who is None and not code.chance:
        value = None if code.otherwise is None else run.known(code.otherwise, e)
    else:
        value = yield from _chosen(run, code, e, keys, who)
    if code.local:
        e[code.slot] = value
    else:
        yield from run.change(code.name, keys, value, code.paragraph)


def _chosen(
    run: Runs, code: ChooseCode, e: list[object], keys: tuple[object, ...], who: object
) -> Generator[Choice, object, object]:
    test, otherwise = code.test, code.otherwise

    def good(candidate: object) -> bool:
        if len(e) <= code.slot:
            e.extend([None] * (code.slot + 1 - len(e)))
        e[code.slot] = candidate
        if test is None:
            return True
        if code.local:
            return run.decided(test, e)
        return run.trying(code.name, keys, candidate, lambda: run.decided(test, e))

    options = Options(run, code.type, code.span, e, code.limits)
    kind = "chance" if code.chance else "choice"
    passing = options.that_pass(good if test is not None else None)
    choice = Choice(kind, code.name, keys, who, code.type, code.paragraph, passing, rests_on=code.rests_on)
    if otherwise is not None and next(passing(), MISSING) is MISSING:
        return run.known(otherwise, e)  # where nothing can be chosen, it need not be one of those that could be
    value = freeze((yield from answer_to(choice)))
    if isinstance(value, Unknown):
        run.ctx.careful = True
    elif not options.accept(value) or not good(value):
        raise WrongValueError(f"“{code.name}”", value, options.wanted() + " that the rule allows here")
    return value


def choose_each(run: Runs, code: EachChooseCode, e: list[object]) -> Going:
    """`secretly choose f of r: T by each r in S`: all from one state, revealed together."""
    picked = []
    if len(e) <= code.slot:
        e.extend([None] * (code.slot + 1 - len(e)))
    for who in run.items(run.known(code.members, e)):
        e[code.slot] = who
        keys = tuple([run.known(key, e) for key in code.keys])
        options = Options(run, code.type, code.span, e)
        choice = Choice("secret", code.name, keys, who, code.type, code.paragraph, options.that_pass(None))
        value = freeze((yield from answer_to(choice)))
        if not isinstance(value, Unknown) and not options.accept(value):
            raise WrongValueError(f"“{code.name}”", value, options.wanted())
        picked.append((keys, value))
    begun = len(run.changes)
    for keys, value in picked:
        run.write(code.name, keys, value, code.paragraph)
    yield from run.settle(begun)


def offer(run: Runs, code: OfferCode, e: list[object]) -> Going:
    """`offer a(x) to r`: r may do it now, out of turn; `oblige r to a(x)`: must, if it can be done."""
    who = run.known(code.to, e)
    if who is None:
        return
    args = tuple([run.known(arg, e) for arg in code.args])
    given = run.arguments(code.name, args, {key: run.known(value, e) for key, value in code.named})

    def options(exact: bool = False) -> Iterator[object]:
        if not code.must:
            yield None
        for found in run.calls(code.name, cast(str, who), given, exact):
            yield Deed((code.name, tuple(found.items())))

    kind = "duty" if code.must else "offer"
    choice = Choice(kind, code.name, (), who, None, code.paragraph, options, lambda: options(exact=True), code.rests_on)
    if run.loose and run.has_answered():
        if not code.must:
            return  # what nobody says is done is not done
        taken = yield choice  # what could be done is not looked for: not all may be known of it
    else:
        taken = yield from answer_to(choice, fallback=lambda: False)  # nobody is obliged to what cannot be done
    if isinstance(taken, Unknown):
        run.need(taken)
    if taken is not False and (code.must or taken is not None):
        yield from run.deed(_as_offered(_as_deed(taken), code.name, given), cast(str, who))


def _as_deed(value: object) -> Deed:
    if isinstance(value, Deed):
        return value
    if isinstance(value, dict) and "do" in value:
        return Deed((value["do"], tuple((k, freeze(v)) for k, v in dict(value.get("with", {})).items())))
    raise WrongValueError("The answer", value, "an action with its arguments, or none where it is only offered")


def _as_offered(deed: Deed, name: str, given: dict[str, object]) -> Deed:
    """The answer to an offer with what the offer fixes; another action, or other arguments, were not offered."""
    args = dict(deed[1])
    if deed[0] != name or any(args.get(key, value) != value for key, value in given.items()):
        shown = f"{name} with {', '.join(f'{key} = {value}' for key, value in given.items())}" if given else name
        raise WrongValueError("The answer", deed[0], f"{shown}, as it is offered")
    return Deed((name, tuple({**given, **args}.items())))


def answer_to(
    choice: Choice, *, always: bool = False, fallback: Callable[[], object] | None = None
) -> Generator[Choice, object, object]:
    """The answer to a choice; a choice of one is no choice, unless its not being asked would tell others what they may not see."""
    if not always:
        found = list(islice(choice.options(), 2))
        if not found:
            if fallback is not None:
                return fallback()
            raise RuleFaultError(f"there is nothing to choose for “{choice.name}”", choice.paragraph)
        if len(found) == 1 and not choice.rests_on:
            return found[0]
    return (yield choice)

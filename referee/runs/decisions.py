"""Steps that stop for somebody's choice, for chance, or for an offer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import TypeVar, cast

from referee.books import DUTY, OFFER
from referee.errors import NeedFact, RuleFaultError, WrongAnswerError, WrongValueError
from referee.evaluation.domains import fits
from referee.evaluation.interface import Evaluates
from referee.notation import literal
from referee.runs.ahead.rulings import ruled
from referee.runs.options import Options
from referee.state import Way, Window
from referee.units.choices import Choice, ChooseCode, OfferCode, OfferedCode
from referee.units.runner import Going, Runs
from referee.values import MISSING, UNSEEN, Deed, Unknown, freeze, thaw

#: options of a choice that are listed
LISTED = 400

Found = TypeVar("Found")


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

    def tried(candidate: object, look: Callable[[], Found]) -> Found:
        if len(e) <= code.slot:
            e.extend([None] * (code.slot + 1 - len(e)))
        e[code.slot] = candidate
        return look() if code.local else run.trying(code.name, keys, candidate, look)

    def likely(candidate: object) -> int:
        assert code.weight is not None
        weight = tried(candidate, lambda: run.known(cast(Evaluates, code.weight), e))
        if isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
            raise RuleFaultError(f"{literal(weight)} cannot be how likely {literal(candidate)} is", code.paragraph)
        return weight

    def good(candidate: object) -> bool:
        if candidate == UNSEEN:
            return options.pile is not None
        if test is not None and not tried(candidate, lambda: _passes(run, options, test, e)):
            return False
        return code.weight is None or likely(candidate) > 0

    options = Options(run, code.type, code.span, e, code.limits)
    if options.is_blank and (run.has_answered() if run.loose else not code.chance):
        run.unseen_from = options.pile
        return UNSEEN  # nobody has told a face that it could be: one of them is taken, whichever it is
    kind = "chance" if code.chance else "choice"
    passing = options.that_pass(good if test is not None or code.weight is not None else None)
    weights = None if code.weight is None else lambda: [likely(option) for option in islice(passing(), LISTED)]
    choice = Choice(
        kind, code.name, keys, who, code.type, code.paragraph, passing, rests_on=code.rests_on, weights=weights
    )
    if otherwise is not None and next(passing(), MISSING) is MISSING:
        return run.known(otherwise, e)  # where nothing can be chosen, it need not be one of those that could be
    value = freeze((yield from answered(run, choice)))
    if isinstance(value, Unknown):
        run.ctx.careful = True
    elif not options.accept(value) or not good(value):
        wrong = WrongValueError if fits(run.ctx, code.type, value) else WrongAnswerError
        raise wrong(f"“{code.name}”", value, options.wanted() + " that the rule allows here")
    if value == UNSEEN:
        run.unseen_from = options.pile
    return value


def _passes(run: Runs, options: Options, test: Evaluates, e: list[object]) -> bool:
    """Whether a test lets a card be chosen; one that is said to be chosen of cards nobody has seen is one of them."""
    if options.pile is None or not run.loose:
        return run.decided(test, e)
    return run.weighed(test, e) is not False


def offer(run: Runs, code: OfferCode, e: list[object]) -> Going:
    """`offer a(x) to r`: r may do it now, out of turn; `oblige r to a(x)`: must, if it can be done."""
    who = run.known(code.to, e)
    if who is None:
        return
    offered = Offered(run, code.offers, e)
    kind = DUTY if code.must else OFFER
    ways = tuple(Way(name, thaw(given)) for name, given in offered.ways)
    held = Window(code.paragraph, run.ctx.via or "", by=(cast(str, who),), offered=ways, nested=True)

    def options(exact: bool = False) -> Iterator[object]:
        if not code.must:
            yield None
        yield from offered.deeds(cast(str, who), exact)

    choice = Choice(
        kind, offered.title, (), who, None, code.paragraph, options, lambda: options(exact=True), code.rests_on, held
    )
    taken = yield from ruled(run, choice)
    if taken is not MISSING:
        if taken is not None:
            yield from run.deed(offered.taken(taken), cast(str, who))
        return
    if run.loose and not run.heeding and not code.must and run.has_answered():
        return  # what nobody says is done is not done
    outer = run.draft.window
    if run.heeding or not run.loose:
        run.draft.window = held
    if run.loose and code.must:
        taken = yield choice  # what could be done is not looked for: not all may be known of it
    else:
        taken = yield from answer_to(run, choice, fallback=lambda: False)  # nobody is obliged to what cannot be done
    run.draft.window = outer
    if isinstance(taken, Unknown):
        run.need(taken)
    if taken is not False and (code.must or taken is not None):
        yield from run.deed(offered.taken(taken), cast(str, who))


def answered(run: Runs, choice: Choice) -> Generator[Choice, object, object]:
    """What is chosen: by the rules where they choose, otherwise by whoever is asked."""
    value = MISSING if choice.kind == "chance" else (yield from ruled(run, choice))
    return (yield from answer_to(run, choice)) if value is MISSING else value


class Offered:
    """The actions that somebody may do now, each with the arguments that are fixed."""

    def __init__(self, run: Runs, offers: tuple[OfferedCode, ...], e: list[object]) -> None:
        self.run = run
        self.ways: list[tuple[str, dict[str, object]]] = []
        for code in offers:
            if code.held is not None:
                held = run.known(code.held, e)
                self.ways += [] if held is None else [_as_call(held)]
                continue
            args = tuple([run.known(arg, e) for arg in code.args])
            named = {key: run.known(value, e) for key, value in code.named}
            ways = [(action, run.arguments(action, args, named)) for action in code.actions]
            self.ways += [way for way in ways if way not in self.ways]
        self.title = self.ways[0][0] if self.ways and offers[0].held is not None else offers[0].name

    def deeds(self, who: str, exact: bool, *, nested: bool = True) -> Iterator[Deed]:
        """Every legal call of them; not `nested`: the clauses of their classes count too."""
        seen: list[tuple[str, dict[str, object]]] = []
        for name, given in self.ways:
            several = sum(name == other for other, _ in self.ways) > 1  # then they may meet in the same call
            for found in self.run.calls(name, who, given, exact, nested=nested):
                if several and (name, found) in seen:
                    continue
                seen += [(name, found)] if several else []
                yield Deed((name, tuple(found.items())))

    def taken(self, value: object) -> Deed:
        """An answer with what the offer fixes; another action, or other arguments, were not offered."""
        deed = _as_deed(value)
        name, args = deed[0], dict(deed[1])
        fitting = [
            {**given, **args}
            for way, given in self.ways
            if way == name and all(args.get(key, value) == value for key, value in given.items())
        ]
        if not fitting or any(other != fitting[0] for other in fitting):
            known = (literal(Deed((each, tuple(fixed.items())))) for each, fixed in self.ways)
            which = "one of what is offered" if fitting else "what is offered"
            raise WrongValueError("The answer", deed, f"{which}: {' or '.join(known)}")
        return Deed((name, tuple(fitting[0].items())))


def _as_call(held: object) -> tuple[str, dict[str, object]]:
    """An action held as a value, with the arguments that it fixes."""
    return (held[0], dict(held[1])) if isinstance(held, Deed) else (str(held), {})


def _as_deed(value: object) -> Deed:
    if isinstance(value, Deed):
        return value
    if isinstance(value, dict) and "do" in value:
        return Deed((value["do"], tuple((k, freeze(v)) for k, v in dict(value.get("with", {})).items())))
    raise WrongValueError("The answer", value, "an action with its arguments, or none where it is only offered")


def answer_to(
    run: Runs, choice: Choice, *, always: bool = False, fallback: Callable[[], object] | None = None
) -> Generator[Choice, object, object]:
    """The answer to a choice; a choice of one is no choice, unless its not being asked would tell others what they may not see."""
    if not always:
        try:
            found = list(islice(choice.options(), 2))
        except NeedFact:
            if not run.loose or run.has_answered():
                raise
            return (yield choice)  # what is chosen is told: what else there was to choose need not be known
        if not found:
            if fallback is not None:
                return fallback()
            raise RuleFaultError(f"there is nothing to choose for “{choice.name}”", choice.paragraph)
        if len(found) == 1 and not choice.rests_on:
            run.take_foretold(found[0])
            return found[0]
    return (yield choice)

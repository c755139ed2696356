"""What written code calls while it runs: the told half raises where it cannot be sure, the open half keeps the unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from referee.errors import BudgetError, NeedFact, Settled, Untold
from referee.evaluation import kleene
from referee.evaluation.builtins import BUILTINS
from referee.evaluation.holding import fillings
from referee.evaluation.rank import cite_all, cite_by_rank
from referee.runtime import figures, lists
from referee.runtime.figures import highest, known
from referee.runtime.lists import same
from referee.values import MAYBE, MISSING, SILENT, UNKNOWN, UNSEEN, Bag, Deed, Heap, Silent, Unknown, join

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.evaluation.interface import Evaluates
    from referee.evaluation.notebook import Page

# ---- told ----------------------------------------------------------------------------------------------------------


def sure(value: object) -> bool:
    """A value that must be yes or no."""
    if value is True or value is False:
        return value is True
    raise Untold


def rank(x: Context, value: object) -> object:
    """A value's place in its order: numbers as they are, members of a scale by position."""
    return x.order.get(value, value) if isinstance(value, str) else value


def at_least(x: Context, left: object, right: object) -> bool:
    """left >= right; what is none compares with nothing."""
    if type(left) is int and type(right) is int:
        return left >= right
    return _plainly(kleene.at_least(x, left, right))


def below(x: Context, left: object, right: object) -> bool:
    """left < right."""
    if type(left) is int and type(right) is int:
        return left < right
    return _plainly(kleene.negate(o_at_least_or_none(x, left, right)))


def beside(x: Context, left: object, right: object) -> bool:
    """Whether two members of a scale are neighbours."""
    return _plainly(kleene.beside(x, left, right))


def within(x: Context, value: object, low: object, high: object) -> bool:
    """low <= value <= high."""
    return at_least(x, value, low) and at_least(x, high, value)


def _plainly(value: object) -> bool:
    if value is True:
        return True
    if value is False:
        return False
    raise Untold


def place(number: object) -> int:
    """Where in a pile a card lies that is counted from 1."""
    return number - 1 if type(number) is int and number > 0 else 0


def o_faces(x: Context, name: str, keys: tuple[object, ...], end: int = 0) -> object:
    """A pile of which faces are looked at: where nobody has seen them, the pile is what to ask for."""
    value = o_fact(x, name, keys)
    known_number = type(value) is int and value > 0 and name in x.code.piles
    if known_number or type(value) is Heap or (type(value) is tuple and UNSEEN in value):
        if (name, keys) not in x.leaves:
            x.leaves[name, keys] = fillings(x, (name, keys), value)
        x.ends[name, keys] = end
    elif type(value) is Unknown and name in x.code.piles:
        x.ends[name, keys] = end
    return value


def settle(values: list[tuple[int, object]]) -> object:
    """The value of several paragraphs that speak at once: equal, or outranked; a contest between them is not for plain code."""
    first = values[0][1]
    if all(same(value, first) for _, value in values):
        return first
    top = max(rank_ for rank_, _ in values)
    left = [value for rank_, value in values if rank_ == top]
    if all(same(value, left[0]) for value in left):
        return left[0]
    raise Untold


def n_settle(x: Context, values: list[tuple[int, object]], paragraphs: list[str]) -> object:
    """The same, cited: where rank decides, what wins first, then what grants its rank."""
    result = settle(values)
    spoken = [(rank_, paragraph) for (rank_, _), paragraph in zip(values, paragraphs, strict=True)]
    (cite_all if all(same(value, values[0][1]) for _, value in values) else cite_by_rank)(x, spoken)
    return result


class Lazy:
    """A `let` that is worked out when first read, and then stays."""

    __slots__ = ("formula", "page", "told")

    def __init__(self, formula: Evaluates) -> None:
        self.formula = formula
        self.told: object = MISSING
        self.page: Page | None = None  #: what it relied on, where that was noted


def lazy(x: Context, e: list[object], slot: int) -> object:
    """A `let` in told code."""
    held = e[slot]
    if type(held) is not Lazy:
        return known(held)
    if held.told is MISSING:
        held.told = held.formula.told(x, e)
    return held.told


def n_lazy(x: Context, e: list[object], slot: int) -> object:
    """A `let` in explained code: what it relies on is noted where it is first read."""
    held = e[slot]
    if type(held) is not Lazy:
        return known(held)
    if held.told is MISSING:
        book = x.open_book()
        held.told = held.formula.noted(x, e)
        held.page = x.keep(book)
    elif held.page is not None:
        _reread(x, held.page)
    return held.told


def _reread(x: Context, page: Page) -> None:
    """A `let` is cited where it is first read; its facts are read, and its disputes consulted, by all who read it."""
    x.touched.update(page[1])
    x.assumed.update(page[2])
    x.seen.update(page[3])


# ---- open ----------------------------------------------------------------------------------------------------------

AT_LEAST_NONE = Unknown(0, None)


def o_lazy(x: Context, e: list[object], slot: int) -> object:
    """A `let` in open code; its own variables may not touch ours."""
    held = e[slot]
    if type(held) is not Lazy:
        page = x.lets.get((x.doing, slot))
        if page is not None:
            _reread(x, page)
        return held
    if held.told is not MISSING:
        value, page = held.told, held.page
        if page is not None:
            _reread(x, page)
    else:
        book = x.open_book()
        try:
            value = held.formula.open(x, list(e))
        finally:
            page = x.keep(book)
    if page is not None:
        x.lets[(x.doing, slot)] = page
    e[slot] = value
    return value


def o_fact(x: Context, name: str, keys: tuple[object, ...]) -> object:
    """A fact at keys that may be unknown."""
    node = x.facts.get(name, MISSING)
    for key in keys:
        if node is MISSING or node is None:
            node = MISSING
            break
        node = node.get(key, MISSING)
    if node is MISSING:
        if name not in x.code.computed:  # most facts: nothing but what is assumed can be known of it
            for key in keys:
                if type(key) is not str or key == UNSEEN:
                    break
            else:
                return x.lacking(name, keys)
        return x.code.value(x, name, keys)
    if node is None or type(node) is Unknown:  # none, or half told: to be looked at more closely
        return x.code.value(x, name, keys)
    x.seen[(name, keys)] = None
    found: object = node
    return found


def o_field(x: Context, name: str, keys: tuple[object, ...]) -> object:
    """A field of a record, which may be written out."""
    return keys[0].get(name) if isinstance(keys[0], Bag) else x.code.value(x, name, keys)


def o_value(x: Context, name: str, args: tuple[object, ...]) -> object:
    """A defined value at arguments that may be unknown."""
    return x.code.value(x, name, args)


def doubt(result: object, value: object, neutral: bool) -> object:
    """What an undecided part leaves of a conjunction or disjunction."""
    if value is SILENT and result is neutral:
        return SILENT
    return SILENT if result is SILENT else MAYBE


def both(above_: object, below_: object) -> object:
    """Whether a value lies within both ends."""
    if above_ is False or below_ is False:
        return False
    return True if above_ is True and below_ is True else MAYBE


def o_at_least_or_none(x: Context, left: object, right: object) -> object:
    """left >= right, except that a comparison with none is neither less nor more."""
    return True if left is None or right is None else kleene.at_least(x, left, right)


def o_range(low: object, high: object) -> object:
    """low..high, to go over."""
    if isinstance(low, Unknown) or isinstance(high, Unknown):
        return UNKNOWN
    if low is SILENT or high is SILENT:
        return SILENT
    return range(cast(int, low), cast(int, high) + 1)


def o_span(x: Context, low: object, high: object) -> object:
    """low..high as a list."""
    found = o_range(low, high)
    return x.listed(found) if isinstance(found, range) else found


def counted(x: Context, kind: str, sure_: int, possible: int) -> object:
    """A count between what surely and what possibly counts."""
    if kind and x.lacks_members(kind):
        return Unknown(sure_, None)
    return sure_ if sure_ == possible else Unknown(sure_, possible)


def totalled(x: Context, kind: str, op: str, values: list[object]) -> object:
    """A sum, minimum or maximum."""
    if kind and x.lacks_members(kind):
        return UNKNOWN
    if op != "sum":
        return kleene.extreme(x, values, op == "max")
    result: object = sum([value for value in values if type(value) is int])  # mostly all of them, and many
    for value in values:
        if type(value) is not int:
            result = kleene.add(result, value)
    return result


def o_highest(items: list[object], scores: list[object]) -> list[object] | None:
    """Those with the highest score; None where that is not known."""
    if any(isinstance(score, Unknown) for score in scores):
        kept = _undominated(items, scores)
        return kept if len(kept) == 1 else None
    if not items:
        return items
    return highest(items, scores)


def _undominated(items: list[object], scores: list[object]) -> list[object]:
    """Those that nobody surely beats."""
    lows = [score.bounds()[0] if isinstance(score, Unknown) else score for score in scores]
    known_ones = [cast(int, low) for low in lows if low is not None]
    if not known_ones:
        return items
    top = max(known_ones)
    highs = [score.bounds()[1] if isinstance(score, Unknown) else score for score in scores]
    return [item for item, high in zip(items, highs, strict=True) if high is None or cast(int, high) >= top]


def not_known(value: object) -> bool:
    """Whether it is unknown or silent."""
    return isinstance(value, Unknown | Silent)


def chosen(test: object, then: object, other: object) -> object:
    """`if … then … else`, by a test that may be unknown."""
    if test is True:
        return then
    if test is False:
        return other
    return SILENT if test is SILENT else join((then, other))


def divisor(value: int) -> int:
    """What is divided by; plain code gives up at nothing, which open code knows what to say of."""
    if not value:
        raise Untold
    return value


def possible(x: Context, deed: object, by: object, own: bool) -> object:
    """Whether somebody can do something at all: yes, no, or unknown."""
    return x.code.foresight.possible(x, deed, by, own)


def supposed(x: Context, deed: object, by: object) -> Context | None:
    """The state in which something is done that is not; nothing where nobody knows what it comes to."""
    return x.code.foresight.supposed(x, deed, by)


def learn(x: Context, other: Context) -> None:
    """What was found missing, consulted or assumed in a state that is only supposed counts here too."""
    x.leaves.update(other.leaves)
    x.touched.update(other.touched)
    x.assumed.update(other.assumed)
    x.cites.update(other.cites)


#: what plain code may stumble over where a value is not what it takes for granted
STUMBLES = (Untold, KeyError, TypeError, ZeroDivisionError, AttributeError, IndexError)


def namespace() -> dict[str, object]:
    """The names that written code uses."""
    here = globals()
    names = (
        "sure", "rank", "at_least", "below", "beside", "within", "o_faces", "place",
        "settle", "n_settle", "lazy", "n_lazy", "o_lazy", "o_fact", "o_field",
        "o_value", "doubt", "both", "o_at_least_or_none", "o_range", "o_span", "counted", "totalled", "o_highest", "not_known",
        "chosen", "divisor", "possible", "supposed", "learn", "AT_LEAST_NONE", "MAYBE", "SILENT", "UNKNOWN", "Unknown", "Bag", "join", "Untold", "MISSING", "STUMBLES",
    )  # fmt: skip
    found: dict[str, object] = {name: here[name] for name in names}
    found |= {name: getattr(figures, name) for name in figures.CALLED}
    found |= {name: getattr(lists, name) for name in lists.CALLED}
    found |= {
        "Deed": Deed,
        "BudgetError": BudgetError,
        "NeedFact": NeedFact,
        "Settled": Settled,
        "negate": kleene.negate,
        "equal": kleene.equal,
        "o_at_least": kleene.at_least,
        "o_beside": kleene.beside,
    }
    found |= {"add": kleene.add, "subtract": kleene.subtract, "multiply": kleene.multiply, "divide": kleene.divide}
    found |= {f"b_{name}": builtin.run for name, builtin in BUILTINS.items()}
    return found

"""The kinds of what a question names, checked like those of a rule: nonsense is refused, whatever could be made of it."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast
from weakref import WeakKeyDictionary

from grammar import nodes as n
from kb.rules.reads import found_in
from kb.rules.spans import number_in, span_of
from referee.budget import meter
from referee.errors import RefereeError, WrongValueError
from referee.evaluation.scope import Scope
from referee.units.keys import key_of
from referee.units.store import ASKED

if TYPE_CHECKING:
    from referee.resolved.checks.inference import Types
    from referee.rules.code import Code

#: the members that one parameter may be asked about, and whether a number may; None: anything
Fitting: TypeAlias = tuple[frozenset[str], bool] | None

_TYPES: WeakKeyDictionary[Code, Types] = WeakKeyDictionary()
_RIGHT = b"right"


class WrongKindError(RefereeError):
    """A question that asks for what there cannot be."""


def types_of(code: Code) -> Types:
    """The types of a game, worked out when they are first wanted; a game that is grown from another has those of its kin."""
    code = code.kin or code
    found = _TYPES.get(code)
    if found is None:
        from referee.resolved.checks.inference import Types  # most answers need no types at all

        with meter().standing():
            found = _TYPES[code] = Types(code.program, code.compiler.names)
    return found


def check_kinds(code: Code, body: n.Expr, members: Mapping[str, tuple[str, ...]]) -> None:
    """Refuses arguments, keys and comparisons of a wrong kind; `members` came with the question, by their kind."""
    if _is_plain(code, body):
        return
    _check_ranges(code, body)
    if _surely_fits(code, body):
        return
    if (
        code.kin is not None
    ):  # the types of the game hold for what is grown from it: its cards are members that came with the question
        members = {**code.added, **members}
    store, key = code.compiler.store, "" if members else f"kinds {ASKED}{key_of(body, Scope())}"
    if key and store.get(key) is not None:
        return
    from referee.resolved.checks.questions import check_question

    own = frozenset(name for names in members.values() for name in names)
    faults = check_question(types_of(code), code.formula(body, Scope(), own).expr, members)
    if faults:
        raise WrongKindError(" ".join(faults))
    if key:
        store.put(key, _RIGHT)


def _check_ranges(code: Code, body: n.Expr) -> None:
    """Refuses a number that a parameter of a value or table cannot be: its rules do not speak of it."""
    for call in found_in(body, n.Call):
        if any(number_in(arg) is not None for arg in call.args):
            for param, arg in zip(_params(code, call.name), call.args, strict=False):
                span, number = span_of(param.type), number_in(arg)
                if span is not None and number is not None and not span[0] <= number <= span[1]:
                    what = f"“{param.name}” of {call.name}"
                    raise WrongValueError(what, number, f"a number from {span[0]} to {span[1]}")


def _params(code: Code, name: str) -> tuple[n.Param, ...]:
    """The parameters of a value or table as they are declared."""
    program = code.program
    if name in program.columns or name in program.tables:
        table: n.Table = program.tables[program.columns[name][0] if name in program.columns else name].node
        return table.params
    clauses = program.values[name].clauses if name in program.values and name not in program.facts else ()
    return next((each.node.params for each in clauses if any(param.type for param in each.node.params)), ())


def _is_plain(code: Code, expr: n.Expr) -> bool:
    """Whether nothing is looked up at anything in it: names, numbers, lists of such, actions with such arguments."""
    match expr:
        case n.Name() | n.Number() | n.Truth() | n.Nothing():
            return True
        case n.ListOf(items):
            return all(_is_plain(code, item) for item in items)
        case n.Amounts(pairs):
            return all(_is_plain(code, value) for _, value in pairs)
        case n.Call(name, args, named) if name in code.program.actions and not code.has_value(name, len(args)):
            return all(_is_plain(code, arg) for arg in (*args, *(value for _, value in named)))
    return False


# ---- the usual question: a value or fact at members that are written out --------------------------------------------


def _surely_fits(code: Code, body: n.Expr) -> bool:
    """Whether it is plain without working out the types of the whole game."""
    if not isinstance(body, n.Call) or body.named:
        return False
    kinds = _fitting(code, body.name)
    return len(kinds) == len(body.args) and all(
        _fits(code, arg, kind) for arg, kind in zip(body.args, kinds, strict=True)
    )


def _fits(code: Code, arg: n.Expr, kind: Fitting) -> bool:
    if isinstance(arg, n.Name):
        is_member = arg.id in code.all_members and not code.has_value(arg.id, 0)
        return is_member and (kind is None or arg.id in kind[0])
    return isinstance(arg, n.Number) and (kind is None or kind[1])


def _fitting(code: Code, name: str) -> tuple[Fitting, ...]:
    """What the parameters of a value or fact may be asked about; kept beside the compiled rules."""
    program = code.program
    if name in program.facts:
        return tuple((frozenset(program.members.get(kind, ())), False) for _, kind in program.facts[name].node.keys)
    if name not in program.values and name not in program.columns:
        return ()
    store = code.compiler.store
    kept = store.get(f"kinds {name}")
    if kept is None:
        types = types_of(code)
        for each in dict.fromkeys((*program.values, *program.columns)):
            store.put(f"kinds {each}", marshal.dumps(tuple(_parameters(types, each))))
        return tuple(_parameters(types, name))
    return cast("tuple[Fitting, ...]", marshal.loads(kept))


def _parameters(types: Types, name: str) -> Iterator[Fitting]:
    from referee.resolved.statements.sites import Of

    for position, type_ in enumerate(types.parameters(name)):
        known = types.kinds.related(type_) if types.is_guess(Of("value", name, position)) else type_
        yield None if known.any or known.empty else (known.members, known.number)

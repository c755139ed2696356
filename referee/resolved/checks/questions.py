"""Questions checked like rules: an argument of a wrong kind is refused, whatever an answer could be made of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.resolved.checks.expressions import Env
from referee.resolved.checks.faults import Faults, Note
from referee.resolved.checks.inference import Types
from referee.resolved.statements.sites import Of
from referee.resolved.statements.types import NONE, Type, covers, joined, meets
from referee.resolved.tree import nodes as r

_KEYS = ("TYPE-KEY", "TYPE-ARGUMENT")


class _Asked(Faults):
    """What is written out in a question must be of the kind; in a rule a guard may rule the rest out."""

    def __init__(self, types: Types, note: Note) -> None:
        super().__init__(types.kinds, types.known, note)
        self.types = types

    def argument(self, of: Of, part: r.Expr, found: Type, env: Env) -> None:
        """Where a kind is only guessed at, whatever shares a kind with it may be asked about."""
        if self.types.is_guess(of):
            known = self.known.parameters[of.sort, of.name][of.position]
            self.want(
                part,
                found,
                self.kinds.related(known),
                env,
                "TYPE-ARGUMENT",
                f"Argument {of.position + 1} of “{of.name}”",
            )
        else:
            super().argument(of, part, found, env)

    def compare(self, op: str, left: r.Expr, right: r.Expr, types: tuple[Type, Type], env: Env) -> None:
        """Whether something is none may always be asked, and whether a member is among things of its kind."""
        one, other = types
        alike = op in ("is", "in") and not isinstance(right, r.ListOf)
        if NONE not in types and not (alike and meets(self.kinds.related(one), self.kinds.related(other))):
            super().compare(op, left, right, types, env)

    def want(self, part: r.Expr, found: Type, wanted: Type, env: Env, code: str, what: str) -> None:
        written = code in _KEYS and _is_written(part) and not wanted.vague
        if written and not covers(joined(wanted, NONE), found):
            self.fault(part, found, wanted, code, what)
        elif not written:
            super().want(part, found, wanted, env, code, what)


def _is_written(expr: r.Expr) -> bool:
    match expr:
        case r.Const():
            return True
        case r.ListOf(items):
            return bool(items) and all(_is_written(item) for item in items)
    return False


def check_question(types: Types, expr: r.Expr, members: Mapping[str, Iterable[str]] | None = None) -> list[str]:
    """What is wrong with a resolved question, as sentences; `members` came with it, by their kind.

    An action is asked about as a `DeedOf`; a name that is a fact as well would be looked up otherwise.
    """
    found: dict[str, None] = {}
    asked = _Asked(types, lambda _, message, cure: found.setdefault(f"{message} {cure}"))
    asked.loose = {name: types.kinds.of(kind) for kind, names in (members or {}).items() for name in names}
    asked.of(expr, {})
    return list(found)

"""What cannot be in an expression: a part of a wrong type, a comparison that never holds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from referee.resolved.checks.expressions import Env, Known, Typer
from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.sites import Of
from referee.resolved.statements.types import NONE, NUMBER, Type, joined, meets
from referee.resolved.tree import nodes as r
from referee.resolved.tree.text import shown

Note = Callable[[str, str, str], None]  #: code, sentence, cure

_CURES = {
    "TYPE-KEY": "Look it up at {wanted}.",
    "TYPE-ARGUMENT": "Give {wanted}.",
    "TYPE-NUMBER": "Write {wanted}.",
    "TYPE-CARDS": "Write how many; a card by its name is put: “put c from p on q”, as a cost “requires c in p” and “effect at once put …”.",
    "TYPE-FLAG": "Write a condition, such as a comparison.",
    "TYPE-LIST": "Write a kind, a list or something that gives one.",
    "TYPE-VALUE": "Write {wanted}.",
    "CALL-WRONG": "Name an action, or a local that holds one.",
}
#: where what may be none may stand: a look-up at none is none, nothing is done with it
_ABSENT = ("TYPE-KEY", "TYPE-ARGUMENT", "TYPE-LIST")


def _branches(part: r.Expr, wanted: Type) -> list[tuple[r.Expr, Type]]:
    """The parts that each must be what the whole must be: both ways of a choice, the items of a list."""
    match part:
        case r.Choice(_, then, other):
            return [(then, wanted), (other, wanted)]
        case r.ListOf(items) if wanted.items is not None:
            return [(item, wanted.items) for item in items]
    return []


class Faults(Typer):
    """Hears what parts ought to be and notes where they cannot."""

    def __init__(self, kinds: Kinds, known: Known, note: Note) -> None:
        super().__init__(kinds, known)
        self.note = note
        self.uses: dict[Of, list[Type]] = {}  #: what a clause uses its parameters as
        self.tested: set[Of] = set()  #: the parameters a clause compares with something

    def want(self, part: r.Expr, found: Type, wanted: Type, env: Env, code: str, what: str) -> None:
        """Only what shares nothing with what is wanted is a fault: a guard may have ruled the rest out."""
        source = env.slots.get(part.slot) if isinstance(part, r.Local) else None
        if isinstance(source, Of) and code in _ABSENT:
            self.uses.setdefault(source, []).append(wanted)
        if not meets(found, wanted):
            self.fault(part, found, wanted, code, what)
            return
        for inner, type_ in _branches(part, wanted):
            self.want(inner, self.type(inner, env), type_, env, code, what)

    def fault(self, part: r.Expr, found: Type, wanted: Type, code: str, what: str) -> None:
        """Notes a part that is not what it must be."""
        cure = _CURES[code].format(wanted=wanted.words)
        self.note(code, f"{what} is {wanted.words}; `{shown(part)}` is {self.said(found)}.", cure)

    def said(self, type_: Type) -> str:
        """A type in words; a member written out is called by its kind."""
        return (self.kinds.smallest(type_) if len(type_.members) == 1 else type_).words

    def argument(self, of: Of, part: r.Expr, found: Type, env: Env) -> None:
        """A value may be asked for nobody: its clauses say what that means."""
        if of.sort != "value" or found != NONE:
            super().argument(of, part, found, env)

    def compare(self, op: str, left: r.Expr, right: r.Expr, types: tuple[Type, Type], env: Env) -> None:
        """Two sides that share nothing are never equal; only numbers and members of one scale have an order."""
        one, other = types
        for part in (left, right):
            source = env.slots.get(part.slot) if isinstance(part, r.Local) else None
            if isinstance(source, Of):
                self.tested.add(source)
        text = f"`{shown(left)} {op} {shown(right)}`"
        if op in ("is", "in"):
            if not meets(one, other):
                why = f"the left side is {self.said(one)}, the right {'holds' if op == 'in' else 'side is'} {self.said(other)}"
                self.note("TYPE-COMPARE", f"{text} can never hold: {why}.", "Compare what can be the same.")
            elif op == "in" and isinstance(right, r.ListOf):
                for item in right.items:
                    if not meets(one, self.type(item, env)):
                        why = f"the left side is {self.said(one)}"
                        self.note(
                            "TYPE-COMPARE", f"{text}: it is never `{shown(item)}`, {why}.", "Leave it out of the list."
                        )
            return
        for part, type_ in ((left, one), (right, other)):
            if not meets(type_, self._ordered(op)):
                scale = "a member of a scale" if op == "beside" else "a number or a member of a scale"
                self.note(
                    "TYPE-COMPARE",
                    f"{text}: `{shown(part)}` is {self.said(type_)}, which has no order.",
                    f"Compare {scale}.",
                )
                return
        if not self._one_order(one, other):
            why = f"the left side is {self.said(one)}, the right side is {self.said(other)}"
            self.note(
                "TYPE-COMPARE",
                f"{text} can never hold: {why}.",
                "Compare numbers with numbers, and members of one scale.",
            )

    def close_clause(self) -> None:
        """At the end of a clause: a parameter that nothing tells apart is used as two things that share nothing."""
        for of, types in self.uses.items():
            pair = next(((a, b) for a, b in combinations(types, 2) if not meets(a, b)), None)
            if pair is not None and of not in self.tested:
                text = f"Parameter {of.position + 1} of “{of.name}” is used as {pair[0].words} and as {pair[1].words}."
                self.note("TYPE-KEY", text, "No value is both: use two parameters, or test which of them it is.")
        self.uses, self.tested = {}, set()

    def _ordered(self, op: str) -> Type:
        scales = Type(members=self.kinds.scales)
        return scales if op == "beside" else joined(scales, NUMBER)

    def _one_order(self, one: Type, other: Type) -> bool:
        if one.any or other.any or one.empty or other.empty or (one.number and other.number):
            return True
        return self.kinds.share_scale(one.members, other.members)

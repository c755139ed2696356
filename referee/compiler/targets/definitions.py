"""Defined values and tables in the told target: how paragraphs add up, as one plain function a name."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.base.records import record
from referee.compiler.targets.told import Told
from referee.resolved.tree import nodes as r

#: what the rows of a table hold, as written
Cell = tuple[str, object, int, int]


@record
class Clause:
    """One paragraph's word on a value, resolved."""

    paragraph: str
    guard: r.Expr | None
    value: r.Expr
    overrides: frozenset[str]
    rank: int
    lifters: tuple[r.Expr | None, ...]  #: what switches the paragraph off
    about: r.Expr | None = None  #: of `holds`: the part of the guard that says which members the clause speaks of


class DefinitionWriter:
    """Writes the body of a value's function; the value is left in `v`. `noting`: the paragraphs that speak are cited."""

    def __init__(self, target: Told, clauses: Sequence[Clause], *, noting: bool = False) -> None:
        self.target = target
        self.out = target.out
        self.clauses = clauses
        self.noting = noting

    def _cite(self, clause: Clause) -> None:
        if self.noting and clause.paragraph:
            self.out.line(f"x.cites[{clause.paragraph!r}] = None")

    def write(self, mode: str) -> None:
        """All clauses of one name."""
        {"define": self._define, "holds": self._holds, "adds": self._adds}[mode]()

    def _live(self, clause: Clause) -> str:
        """Whether a clause speaks here."""
        parts = [] if clause.guard is None else [clause.guard]
        parts += [r.Not(r.Const(True) if lifter is None else lifter) for lifter in clause.lifters]
        return self.target.flag(r.And(tuple(parts))) if parts else "True"

    def _beaten(self, clause: Clause) -> int:
        """The clauses this one overrides, as bits; one that overrides its own paragraph stays."""
        return sum(
            1 << i
            for i, other in enumerate(self.clauses)
            if other.paragraph in clause.overrides and other.paragraph not in other.overrides
        )

    def _define(self) -> None:
        out, clauses = self.out, self.clauses
        if len(clauses) == 1:
            live = self._live(clauses[0])
            if live != "True":
                out.line(f"if not {live}: raise Untold")
            self._cite(clauses[0])
            self.target.into(clauses[0].value, "v")
            return
        out.line("n = 0")
        for index, clause in enumerate(clauses):
            live = self._live(clause)
            out.line(f"n += {1 << index}" if live == "True" else f"if {live}: n += {1 << index}")
        self._drop_beaten()
        for index, clause in enumerate(clauses):
            with out.block(f"{'if' if index == 0 else 'elif'} n == {1 << index}:"):
                self._cite(clause)
                self.target.into(clause.value, "v")
        out.line("elif n == 0: raise Untold")
        with out.block("else:"):
            out.line("n_values, n_spoken = [], []" if self.noting else "n_values = []")
            for index, clause in enumerate(clauses):
                with out.block(f"if n & {1 << index}:"):
                    out.line(f"n_values.append(({clause.rank}, {self.target.expr(clause.value)}))")
                    if self.noting:
                        out.line(f"n_spoken.append({clause.paragraph!r})")
            out.line("v = n_settle(x, n_values, n_spoken)" if self.noting else "v = settle(n_values)")

    def _drop_beaten(self) -> None:
        beaten = [(index, self._beaten(clause)) for index, clause in enumerate(self.clauses)]
        if any(mask for _, mask in beaten):
            self.out.line("n_beaten = 0")
            for index, mask in beaten:
                if mask:
                    self.out.line(f"if n & {1 << index}: n_beaten |= {mask}")
            self.out.line("n &= ~n_beaten")

    def _holds(self) -> None:
        out = self.out
        masks = [
            sum(1 << i for i, other in enumerate(self.clauses) if other.paragraph in clause.overrides)
            for clause in self.clauses
        ]
        some = any(masks)
        if some:
            out.line("n_beaten = 0")
            for clause, mask in zip(self.clauses, masks, strict=True):
                if mask:
                    out.line(f"if {self._live(clause)}: n_beaten |= {mask}")
        with out.block("while True:"):
            out.line("v = True")
            for index, clause in enumerate(self.clauses):
                spared = f"if not n_beaten & {1 << index}:" if some else "if True:"
                with out.block(spared), out.block(f"if {self._live(clause)}:"):
                    self._cite(clause)
                    out.line("break")
            out.line("v = False")
            if self.noting:
                self._cite_silent()
            out.line("break")

    def _cite_silent(self) -> None:
        """A clause about other members could not have said yes; where none is about these, the whole list is the reason."""
        out = self.out
        out.line("n_about = []")
        for clause in self.clauses:
            if clause.about is None:
                out.line(f"n_about.append({clause.paragraph!r})")
            else:
                with out.block(f"if {self.target.flag(clause.about)}:"):
                    out.line(f"n_about.append({clause.paragraph!r})")
        everything = [clause.paragraph for clause in self.clauses]
        out.line(f"for paragraph in n_about or {everything!r}: x.cites[paragraph] = None")

    def _adds(self) -> None:
        out = self.out
        masks = [
            sum(1 << i for i, other in enumerate(self.clauses) if other.paragraph in clause.overrides)
            for clause in self.clauses
        ]
        out.line("n = 0")
        for index, clause in enumerate(self.clauses):
            live = self._live(clause)
            out.line(f"n += {1 << index}" if live == "True" else f"if {live}: n += {1 << index}")
        if any(masks):
            out.line("n_beaten = 0")
            for index, mask in enumerate(masks):
                if mask:
                    out.line(f"if n & {1 << index}: n_beaten |= {mask}")
            out.line("n &= ~n_beaten")
        out.line("v = 0")
        for index, clause in enumerate(self.clauses):
            with out.block(f"if n & {1 << index}:"):
                out.line(f"n_part = {self.target.expr(clause.value)}")
                if self.noting and clause.paragraph:
                    out.line(f"if n_part != 0: x.cites[{clause.paragraph!r}] = None")
                out.line("v = v + n_part")


def write_table(
    target: Told, name: str, params: int, rows: Sequence[tuple[Sequence[Cell], r.Expr]], paragraph: str = ""
) -> None:
    """The function of one column of a table: the first row that fits counts. `paragraph`: it is cited."""
    out = target.out
    arguments = [f"a{i}" for i in range(params)]
    key = ", ".join(arguments) + ("," if params == 1 else "")
    exact = all(cell[0] == "value" for cells, _ in rows for cell in cells)
    constants = [constant_of(value) for _, value in rows]
    if exact and all(text is not None for text in constants):
        table: dict[tuple[object, ...], str] = {}
        for (cells, _), text in zip(rows, constants, strict=True):
            assert text is not None
            table.setdefault(tuple(cell[1] for cell in cells), text)
        out.line(f"T_{name} = {{{', '.join(f'{cells!r}: {text}' for cells, text in table.items())}}}")
    with out.block(f"def {'n' if paragraph else 'v'}_{name}(x{''.join(', ' + a for a in arguments)}):"):
        with out.block("if x.overrides:"):
            out.line(f"v = x.override({name!r}, ({key}))")
            out.line("if v is not MISSING: return v")
        if paragraph:
            out.line(f"x.cites[{paragraph!r}] = None")
        if exact and all(text is not None for text in constants):
            with out.block("try:"):
                out.line(f"return T_{name}[{key if params else '()'}]")
            with out.block("except KeyError:"):
                out.line("raise Untold from None")
            return
        for cells, value in rows:
            tests = [test for cell, argument in zip(cells, arguments, strict=False) if (test := _fits(cell, argument))]
            with out.block(f"if {' and '.join(tests) or 'True'}:"):
                out.line(f"return {target.expr(value)}")
        out.line("raise Untold")


def _fits(cell: Cell, argument: str) -> str:
    mode, value, low, high = cell
    if mode == "any":
        return ""
    if mode == "value":
        return f"same({argument}, {value!r})"
    return f"at_least(x, {argument}, {low})" + (f" and at_least(x, {high}, {argument})" if mode == "range" else "")


def constant_of(expr: r.Expr) -> str | None:
    """A written-out value as Python text; None for anything that must be worked out."""
    match expr:
        case r.Const(value):
            return repr(value)
        case r.Arithmetic("-", r.Const(0), r.Const(value)):
            return f"-{value!r}"
        case r.ListOf(items):
            parts = [constant_of(item) for item in items]
            return None if None in parts else f"({', '.join(map(str, parts))}{',' * (len(parts) == 1)})"
        case r.Amounts(pairs):
            texts = [(key, constant_of(value)) for key, value in pairs]
            if any(text is None for _, text in texts):
                return None
            return "Bag({" + ", ".join(f"{key!r}: {text}" for key, text in texts) + "})"
    return None

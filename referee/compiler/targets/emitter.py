"""What both targets share: names of functions and variables, constants, the tree walk."""

from __future__ import annotations

from collections.abc import Mapping

from referee.compiler.targets.writer import Writer
from referee.resolved.tree import nodes as r
from referee.resolved.tree.sorting import Sorts
from referee.resolved.tree.sorts import ANY, NAME, NUMBER


class Emitter:
    """Writes expressions of one frame as statements; `expr` gives back what names their value."""

    def __init__(
        self, out: Writer, sorts: Sorts, slots: Mapping[int, str], closed: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.out = out
        self.sorts = sorts
        self.slots = slots
        self.closed = closed  #: members of closed kinds
        self.arguments: dict[int, str] = {}  #: slots that are plain arguments of the function being written
        self._variables: dict[int, str] = {}  #: sorts of quantifier variables

    def expr(self, node: r.Expr) -> str:
        """Writes what is needed and gives the Python expression for the value."""
        method = getattr(self, "_" + type(node).__name__.lower())
        return str(method(node))

    def into(self, node: r.Expr, name: str) -> None:
        """Writes an expression whose value is to stand in a variable."""
        self.out.line(f"{name} = {self.expr(node)}")

    def sort(self, node: r.Expr) -> str:
        """The sort of an expression here."""
        if isinstance(node, r.Inner):
            return self._variables.get(node.index, ANY)
        return self.sorts.of(node, self.slots)

    def variable(self, over: r.Over) -> str:
        """The Python name of a loop's variable; its sort is noted."""
        items = over.items
        self._variables[over.var.index] = NUMBER if isinstance(items, r.Span) else NAME if over.kind else ANY
        return f"q{over.var.index}"

    # ---- what is the same in both ----------------------------------------------------------------------------------

    def _const(self, node: r.Const) -> str:
        return repr(node.value)

    def _inner(self, node: r.Inner) -> str:
        return f"q{node.index}"

    def _readingof(self, node: r.ReadingOf) -> str:
        return f"x.reading({node.dispute!r})"

    def _deedof(self, node: r.DeedOf) -> str:
        values = self.operands(*(value for _, value in node.args))
        args = "".join(f"({name!r}, {value}), " for (name, _), value in zip(node.args, values, strict=True))
        return f"Deed(({node.name!r}, ({args})))"

    def operands(self, *nodes: r.Expr) -> list[str]:
        """Values side by side, worked out in this order: one that needs statements lets those before it be kept first."""
        found: list[str] = []
        for node in nodes:
            with self.out.aside() as lines:
                value = self.expr(node)
            if lines:
                for index, earlier in enumerate(found):
                    if not earlier.isidentifier():
                        found[index] = name = self.out.temp()
                        self.out.line(f"{name} = {earlier}")
                self.out.lines += lines
            found.append(value)
        return found

    def tuple_of(self, nodes: tuple[r.Expr, ...]) -> str:
        """A Python tuple of values."""
        parts = self.operands(*nodes)
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"

    def _listof(self, node: r.ListOf) -> str:
        return self.tuple_of(node.items)

    def _amounts(self, node: r.Amounts) -> str:
        values = self.operands(*(value for _, value in node.pairs))
        return (
            "Bag({" + ", ".join(f"{key!r}: {value}" for (key, _), value in zip(node.pairs, values, strict=True)) + "})"
        )

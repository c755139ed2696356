"""The explain target: the same plain code, with a notebook of what was relied on, assumed and read."""

from __future__ import annotations

from typing import ClassVar

from referee.compiler.targets.told import Told
from referee.resolved.tree import nodes as r


class Noted(Told):
    """Writes expressions whose citations, assumptions and facts are noted in the context."""

    NOTING: ClassVar[bool] = True

    def _local(self, node: r.Local) -> str:
        if node.slot in self.arguments:
            return self.arguments[node.slot]
        return f"n_lazy(x, e, {node.slot})" if node.let else f"e[{node.slot}]"

    def _factat(self, node: r.FactAt) -> str:
        keys = "".join(f", {key}" for key in self.operands(*node.keys))
        return f"a_{node.name}(x{keys})"

    def _valueat(self, node: r.ValueAt) -> str:
        args = "".join(f", {arg}" for arg in self.operands(*node.args))
        return f"n_{node.name}(x{args})"

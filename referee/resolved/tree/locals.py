"""What an expression sees while it is resolved: slots, and the variables of quantifiers."""

from __future__ import annotations

from grammar.base.records import field, open_record
from referee.evaluation.scope import Scope
from referee.resolved.tree.nodes import Inner


@open_record
class Locals:
    """What an expression sees: the scope it stands in and the variables of the quantifiers around it."""

    scope: Scope
    inner: dict[str, Inner] = field(default_factory=dict)
    count: list[int] = field(default_factory=lambda: [0])  #: variables given out so far in this expression

    def with_variable(self, name: str) -> tuple[Locals, Inner]:
        """The same with one more variable."""
        self.count[0] += 1
        variable = Inner(self.count[0], name)
        return Locals(self.scope, {**self.inner, name: variable}, self.count), variable

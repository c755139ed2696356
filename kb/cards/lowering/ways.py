"""The ways of a card: what is done under a test or an option, what it asks the player, what it changes meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from grammar import nodes as n
from kb.cards.lowering.choices import CardChoice
from kb.cards.lowering.frames import Fitting
from kb.cards.lowering.pieces import any_of, guard_clause, guard_statement
from kb.cards.lowering.scene import Scene
from kb.model.keys import WAY
from kb.rules.reads import found_in, names_in


class Branches(Fitting):
    """Clauses under tests, with the statements beside the card."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.others: list[n.Statement] = []
        self.ways = 0  #: how many of its ways are cards of their own

    def action(self, clauses: list[n.Clause], params: list[n.Param], class_: str, type_: str = "") -> n.Action:
        """The card with these clauses: `params` first, then the choices; done by the card's roles or by any of a type."""
        listed = (*params, *(param.node() for param in self.scene.params))
        among = None if type_ else n.ListOf(tuple(self.words.role(role) for role in self.scene.roles))
        classes = (class_,) if class_ else ()
        return n.Action(self.scene.card, listed, "actor", type_, among, classes, tuple(clauses), card=True, at=(1, 1))

    def _one_of(self, ways: list[tuple[Callable[[], list[n.Clause]], n.Expr]]) -> list[n.Clause]:
        """Only one of these ways is gone, each under its test: a choice that several of them ask for is one parameter."""
        clauses: list[n.Clause] = []
        asked: list[tuple[CardChoice, list[n.Expr]]] = []  # with the tests of the ways that ask for it
        for way, test in ways:
            self.scene.shared = [param for param, _ in asked]
            found, new = self._only_if(way, test)
            for param, tests in asked:
                if param not in self.scene.shared:
                    tests.append(test)
            asked += [(param, [test]) for param in new]
            clauses += found
        self.scene.shared = []
        for param, tests in asked:
            if len(tests) < len(ways):
                clauses += unused([param], any_of(tests))
            elif not self.scene.optional:
                param.ask()
        return clauses

    def _optional(self, inner: Callable[[], list[n.Clause]], test: n.Expr) -> list[n.Clause]:
        """Clauses that count only when the test holds; what they ask the player need not be answered otherwise."""
        clauses, asked = self._only_if(inner, test)
        return [*clauses, *unused(asked, test)]

    def _only_if(self, inner: Callable[[], list[n.Clause]], guard: n.Expr) -> tuple[list[n.Clause], list[CardChoice]]:
        """Clauses that count only when the guard holds, and what they ask the player."""
        outer, self.scene.optional = self.scene.optional, True
        known, beside, card = len(self.scene.params), len(self.others), self.scene.card
        chosen = bool(self.scene.roles) and bool({param.name for param in self.scene.params} & set(names_in(guard)))
        if chosen:
            self.scene.card = f"{card}{WAY}{self.ways + 1}"
        done = dict(self.scene.done)
        try:
            clauses = inner()
            if chosen and self.others[beside:]:
                clauses = self._apart(clauses)
            elif self.others[beside:]:
                self.others[beside:] = [guard_statement(guard, statement) for statement in self.others[beside:]]
        finally:
            self.scene.optional, self.scene.card = outer, card
        for key, value in self.scene.done.items():
            if done.get(key) != value:
                self.scene.has_done(key, n.Choice(guard, value, done.get(key, n.Number(0))), (1, 1))
        return [guard_clause(guard, clause) for clause in clauses], self.scene.params[known:]

    def _apart(self, clauses: list[n.Clause]) -> list[n.Clause]:
        """The effects of a chosen way as a card of their own, so that what the way changes knows through which way it is done."""
        self.ways += 1
        effects = [clause for clause in clauses if any(found_in(clause, n.Effect))]
        read = {name for effect in effects for name in names_in(effect)}
        params, self.scene.params = self.scene.params, [param for param in self.scene.params if param.name in read]
        self.others.append(self.action(effects, [], ""))
        listed, self.scene.params = tuple(n.Name(param.name) for param in self.scene.params), params
        call = n.Effect(n.Do(n.Call(self.scene.card, listed)), at=(1, 1))
        return [*(clause for clause in clauses if clause not in effects), call]


def unused(params: list[CardChoice], test: n.Expr) -> list[n.Clause]:
    """That choices which need not be made are left alone unless the test holds."""
    return [n.Requires(param.unused(), n.Not(test), at=(1, 1)) for param in params if param.default is not None]

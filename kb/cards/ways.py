"""The ways of a card: what is done under a test or an option, what it asks the player, what it changes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grammar import nodes as n
from kb.cards.choices import Param
from kb.cards.frames import Fitting
from kb.cards.rules import clauses_of, expr_of, guard_clause, guard_statement, parsed
from kb.cards.scene import CardFault, Scene
from kb.reads import found_in, names_in

#: how long a count of what was done may grow
LONGEST_COUNT = 2_000


class Ways(Fitting):
    """Clauses under tests, with the statements beside the card."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.others: list[n.Statement] = []
        self.ways = 0  #: how many of its ways are cards of their own

    def action(self, clauses: list[n.Clause], params: list[str], class_: str, type_: str = "") -> n.Action:
        """The card with these clauses: `params` first, then the choices; done by the card's roles or by any of a type."""
        listed = ", ".join([*params, *(param.text() for param in self.scene.params)])
        among = ", ".join(str(self.words.vocabulary.said("ROLE", role, "is", role)) for role in self.scene.roles)
        head = f"card {self.scene.card}" + (f"({listed})" if listed else "")
        head += f" by actor: {type_}" if type_ else f" by actor in [{among}]"
        found = parsed(head + (f" as {class_}" if class_ else ""), (1, 1))[0]
        assert isinstance(found, n.Action)
        return replace(found, clauses=tuple(clauses))

    def _one_of(self, ways: list[tuple[Callable[[], list[n.Clause]], str]]) -> list[n.Clause]:
        """Only one of these ways is gone, each under its test: a choice that several of them ask for is one parameter."""
        clauses: list[n.Clause] = []
        asked: list[tuple[Param, list[str]]] = []  # with the tests of the ways that ask for it
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
                clauses += unused([param], " or ".join(tests))
            elif not self.scene.optional:
                param.ask()
        return clauses

    def _optional(self, inner: Callable[[], list[n.Clause]], test: str) -> list[n.Clause]:
        """Clauses that count only when the test holds; what they ask the player need not be answered otherwise."""
        clauses, asked = self._only_if(inner, test)
        return [*clauses, *unused(asked, test)]

    def _only_if(self, inner: Callable[[], list[n.Clause]], test: str) -> tuple[list[n.Clause], list[Param]]:
        """Clauses that count only when the test holds, and what they ask the player."""
        guard = expr_of(test)
        outer, self.scene.optional = self.scene.optional, True
        known, beside, card = len(self.scene.params), len(self.others), self.scene.card
        chosen = bool(self.scene.roles) and bool({param.name for param in self.scene.params} & set(names_in(guard)))
        if chosen:
            self.scene.card = f"{card}_way_{self.ways + 1}"
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
                self.scene.done[key] = f"(if {test} then {value} else {done.get(key, '0')} end)"
                if len(self.scene.done[key]) > LONGEST_COUNT:
                    raise CardFault((1, 1), "what the card has done is counted in too many steps", "Split the card.")
        return [guard_clause(guard, clause) for clause in clauses], self.scene.params[known:]

    def _apart(self, clauses: list[n.Clause]) -> list[n.Clause]:
        """The effects of a chosen way as a card of their own, so that what the way changes knows through which way it is done."""
        self.ways += 1
        effects = [clause for clause in clauses if any(found_in(clause, n.Effect))]
        read = {name for effect in effects for name in names_in(effect)}
        params, self.scene.params = self.scene.params, [param for param in self.scene.params if param.name in read]
        self.others.append(self.action(effects, [], ""))
        listed, self.scene.params = ", ".join(param.name for param in self.scene.params), params
        call = f"{self.scene.card}({listed})" if listed else self.scene.card
        return [*(clause for clause in clauses if clause not in effects), *clauses_of(f"effect do {call}", (1, 1))]


def unused(params: list[Param], test: str) -> list[n.Clause]:
    """That choices which need not be made are left alone unless the test holds."""
    return clauses_of("\n".join(f"requires {param.unused()} when not ({test})" for param in params if param.default), (1, 1))

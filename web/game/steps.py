"""One step of the course of play: what each role may do in it, and what is worked out in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from web.base.interface import sort_key
from web.game.quotes import Mention, Quotes
from web.game.volume import Volume


@dataclass(frozen=True, slots=True)
class Askable:
    """An action or value one can ask about, with its paragraph."""

    id: str
    title: str
    link: Mention | None


@dataclass(frozen=True, slots=True)
class ShownQuota:
    """How many of which actions a turn takes."""

    must: bool
    number: str
    actions: list[Askable]
    cards: list[Askable]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one role may do in a step."""

    role: str
    title: str
    quotas: list[ShownQuota]


@dataclass(frozen=True, slots=True)
class Stand:
    """Where play stands, and what can be done there."""

    id: str
    path: list[tuple[str, Mention | None]]  #: phases and the step, from the outside in
    before: tuple[str, str] | None  #: id and title of the step before
    after: tuple[str, str] | None
    turns: list[Turn] = field(default_factory=list)
    values: list[Askable] = field(default_factory=list)


class Steps:
    """The steps of one game for one reader."""

    def __init__(self, volume: Volume, quotes: Quotes) -> None:
        self.volume, self.quotes = volume, quotes
        self.referee, self.program = volume.referee, volume.game.program
        self.words = volume.words(quotes.reader.lang)

    def stand(self, step: str, roles: tuple[str, ...]) -> Stand:
        """A step, and what these roles may do in it."""
        order = self.referee.steps
        at = order.index(step)
        turns = [Turn(role, self.words.value(role), self.quotas(step, role)) for role in roles]
        return Stand(
            step,
            self.path(self.referee.path(step)),
            self._named(order[at - 1]) if at else None,
            self._named(order[at + 1]) if at + 1 < len(order) else None,
            [turn for turn in turns if turn.quotas],
            self.values(step),
        )

    def path(self, names: tuple[str, ...]) -> list[tuple[str, Mention | None]]:
        """Phases and a step, each with its paragraph."""
        program = self.program
        places = [(name, program.steps.get(name) or program.phases[name]) for name in names]
        return [(self.words.name(name), self.quotes.link(cited.paragraph)) for name, cited in places]

    def quotas(self, step: str, role: str) -> list[ShownQuota]:
        """What a turn of a role takes in a step; without a role what anybody's does."""
        return [
            ShownQuota(quota.must, quota.number, self._sorted(quota.actions), self._sorted(quota.cards))
            for quota in self.referee.quotas(step, role)
        ]

    def anytime(self, role: str) -> list[Askable]:
        """What a role may do in any step."""
        return [self._deed(name) for name in self.referee.anytime_actions(role)]

    def values(self, step: str) -> list[Askable]:
        """What the procedures of a step work out, as far as it has a name players know."""
        call = self.program.steps[step].node.call
        if call is None:
            return []
        graph = self.volume.graph
        found: dict[str, None] = {}
        seen = {("procedure", call.name): None}
        queue = list(seen)
        while queue:
            for link in graph.links(queue.pop(0)):
                if link.kind == "does" and link.target[0] == "procedure" and link.target not in seen:
                    seen[link.target] = None
                    queue.append(link.target)
                elif link.kind == "reads" and link.target[0] == "value" and link.source in seen:
                    found[link.target[1]] = None
        titles = self.volume.value_titles(self.words.lang)
        named = self.volume.named(list(titles))
        return self._in_order([Askable(name, titles[name], self._link(name)) for name in found if name in named])

    def _named(self, step: str) -> tuple[str, str]:
        return step, self.words.name(step)

    def _deed(self, name: str) -> Askable:
        return Askable(name, self.words.name(name), self._link(name))

    def _link(self, name: str) -> Mention | None:
        """The paragraph it is at home in."""
        return self.quotes.link(self.referee.names[name].paragraph)

    def _sorted(self, names: Iterable[str]) -> list[Askable]:
        return self._in_order([self._deed(name) for name in names])

    def _in_order(self, deeds: list[Askable]) -> list[Askable]:
        return sorted(deeds, key=lambda deed: sort_key(deed.title, self.words.lang))

"""One step of the course of play: what each role may do in it, and what is worked out in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from grammar import nodes as n
from referee.code import Code
from web.corpus import Volume
from web.i18n import sort_key
from web.paragraphs import Link, Pages
from web.parameters import roles_of


@dataclass(frozen=True, slots=True)
class Deed:
    """An action or value one can ask about, with its paragraph."""

    id: str
    title: str
    link: Link | None


@dataclass(frozen=True, slots=True)
class Quota:
    """How many of which actions a turn takes."""

    must: bool
    number: str
    actions: list[Deed]
    cards: list[Deed]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one role may do in a step."""

    role: str
    title: str
    quotas: list[Quota]


@dataclass(frozen=True, slots=True)
class Stand:
    """Where play stands, and what can be done there."""

    id: str
    path: list[tuple[str, Link | None]]  #: phases and the step, from the outside in
    before: tuple[str, str] | None  #: id and title of the step before
    after: tuple[str, str] | None
    turns: list[Turn] = field(default_factory=list)
    values: list[Deed] = field(default_factory=list)


class Stages:
    """The steps of one game for one reader."""

    def __init__(self, volume: Volume, code: Code, pages: Pages) -> None:
        self.volume, self.code, self.pages = volume, code, pages
        self.words = volume.words(pages.now.lang)

    def order(self, parent: str = "") -> list[str]:
        """All steps, in the order they are played."""
        found: list[str] = []
        for name in self.code.course.children.get(parent, ()):
            found += [name] if name in self.code.program.steps else self.order(name)
        return found

    def stand(self, step: str, roles: tuple[str, ...]) -> Stand:
        """A step, and what these roles may do in it."""
        order = self.order()
        at = order.index(step)
        turns = [Turn(role, self.words.value(role), self.quotas(step, role)) for role in roles]
        return Stand(
            step,
            self.path(step),
            self._named(order[at - 1]) if at else None,
            self._named(order[at + 1]) if at + 1 < len(order) else None,
            [turn for turn in turns if turn.quotas],
            self.values(step),
        )

    def path(self, step: str) -> list[tuple[str, Link | None]]:
        """The phases around a step, and the step."""
        path: list[tuple[str, Link | None]] = []
        program, name = self.code.program, step
        while name:
            cited = program.steps.get(name) or program.phases[name]
            path.insert(0, (self.words.name(name), self.pages.link(cited.paragraph)))
            name = self.code.course.parent(name)
        return path

    def quotas(self, step: str, role: str) -> list[Quota]:
        """What a turn of a role takes in a step; without a role what anybody's does."""
        found = [self._quota(node, role) for node in self.code.program.steps[step].node.quotas]
        return [quota for quota in found if quota.actions or quota.cards]

    def _quota(self, node: n.Quota, role: str) -> Quota:
        wanted = set(node.names)
        sides: dict[bool, list[Deed]] = {False: [], True: []}
        for name, action in self.code.program.actions.items():
            if wanted & {name, *self.code.classes_of(name)} and (not role or role in roles_of(self.code, name)):
                sides[bool(action.node.card)].append(self._deed(name, action.paragraph))
        number = str(node.most) if node.least == node.most or not node.must else f"{node.least}–{node.most}"
        return Quota(node.must, number, self._sorted(sides[False]), self._sorted(sides[True]))

    def anytime(self, role: str) -> list[Deed]:
        """What a role may do in any step."""
        return [
            self._deed(name, action.paragraph)
            for name, action in self.code.program.actions.items()
            if self.code.action(name).anytime and (not role or role in roles_of(self.code, name))
        ]

    def values(self, step: str) -> list[Deed]:
        """What the procedures of a step work out, as far as it has a name players know."""
        call = self.code.program.steps[step].node.call
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
        titles = self.volume.value_titles(self.code, self.words.lang)
        named = self.volume.named(list(titles))
        return self._sorted([Deed(name, titles[name], self._home(name)) for name in found if name in named])

    def _home(self, name: str) -> Link | None:
        """The first paragraph that has a say in a value."""
        program = self.code.program
        info = program.values.get(name)
        cited = info.clauses[0] if info and info.clauses else None
        if cited is None and name in program.columns:
            cited = program.tables[program.columns[name][0]]
        return self.pages.link(cited.paragraph) if cited else None

    def _named(self, step: str) -> tuple[str, str]:
        return step, self.words.name(step)

    def _deed(self, name: str, paragraph: str) -> Deed:
        return Deed(name, self.words.name(name), self.pages.link(paragraph))

    def _sorted(self, deeds: list[Deed]) -> list[Deed]:
        return sorted(deeds, key=lambda deed: sort_key(deed.title, self.words.lang))

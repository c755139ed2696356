"""What steps may write, also through procedures, actions, purses and the triggers they set off."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from grammar import nodes as n
from grammar.base.records import names_of
from kb.rules.program import Program, actions_of

#: stands for every fact: a step does what only its arguments know
EVERYTHING = "*"
#: built-in functions that name a card by its place in a pile, which is their first argument -> how many they take
AT_A_PLACE = {"top": 1, "bottom": 1, "card_at": 2}


def looked_into(what: n.Expr) -> n.Expr:
    """The pile of which a card is named by its place; anything else is what it is."""
    return what.args[0] if isinstance(what, n.Call) and len(what.args) == AT_A_PLACE.get(what.name, 0) else what


class Writes:
    """The facts that steps of one game may write."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[str, set[str]] = {}

    @cached_property
    def _piles(self) -> set[str]:
        return {
            name for name, cited in self.program.facts.items()
            if isinstance(cited.node.type, n.TypeMany) and cited.node.type.shape == "pile"
        }  # fmt: skip

    def everything(self, written: set[str]) -> bool:
        """Whether anything may have been written."""
        return EVERYTHING in written

    def of(self, node: object) -> set[str]:
        """What a step, or several, may write: everything that can be reached from the names they mention."""
        seen = self.reached(self.named(node))
        return {name for name in seen if name == EVERYTHING or name in self.program.facts}

    def reached(self, names: set[str]) -> set[str]:
        """Names, and all that is set off by what stands behind them."""
        seen: set[str] = set()
        queue = list(names)
        while queue:
            name = queue.pop()
            if name not in seen:
                seen.add(name)
                queue.extend(self._behind(name))
        return seen

    def named(self, node: object) -> set[str]:
        """The names that a step, or several, write to, call or tell of."""
        found = set(_heads(node))
        for inner in _inside(node):
            if isinstance(inner, n.Put) and inner.source is None:
                found |= self._taken_from(inner)
            elif any(name not in self._doable for name in _done(inner)):
                found.add(EVERYTHING)  # a deed held in a local
        return found

    @cached_property
    def _doable(self) -> set[str]:
        return {*self.program.actions, *self.program.classes, *self.program.procedures}

    def _taken_from(self, step: n.Put) -> set[str]:
        """Where a card is taken from that is only named: any pile of such cards, unless it is at a place of one, or all of it."""
        what = looked_into(step.what)
        return {_head(what)} if _head(what) in self._piles else self._alike(_head(step.pile))

    def _alike(self, pile: str) -> set[str]:
        """The piles that may hold the same cards."""
        kinds = {name: self.program.facts[name].node.type.kind for name in self._piles}
        if pile not in kinds:
            return self._piles
        own = set(self.program.members.get(kinds[pile], ()))
        return {
            name for name, kind in kinds.items()
            if kind == kinds[pile] or own & set(self.program.members.get(kind, ()))
        }  # fmt: skip

    def places(self, refs: tuple[n.Place, ...]) -> set[str]:
        """The facts behind a cascade of places."""
        found: set[str] = set()
        for ref in refs:
            name = _head(ref)
            if name in self.program.facts:
                found.add(name)
            for cited in self.program.purses.get(name, ()):
                found |= self.places(cited.node.places)
        return found

    def _behind(self, name: str) -> set[str]:
        """What a fact, purse, action, procedure or event of this name sets off."""
        found = self._known.get(name)
        if found is None:
            found = {other for home in self._homes(name) for other in self.named(home)}
            found |= {fact.node.name for fact in self.program.facts.values() if fact.node.scope == name}
            self._known[name] = found
        return found

    def _homes(self, name: str) -> list[object]:
        """Where it is written what a fact, purse, action, procedure or event of this name sets off."""
        program = self.program
        homes: list[object] = [cited.node.steps for cited in program.change_triggers.get(name, ())]
        homes += [cited.node.steps for cited in program.triggers.get(name, ())]
        homes += [cited.node.places for cited in program.purses.get(name, ())]
        if name in program.procedures:
            homes.append(program.procedures[name].node.steps)
        homes += [
            tuple(cited.node for cited in program.actions[action].clauses) for action in actions_of(program, name)
        ]
        return homes

    def may_be_refused(self, node: object) -> bool:
        """Whether a step, or several, do an action, or wait for what others do, also in procedures: all else is carried out as it stands."""
        queue, seen = [node], set[str]()
        while queue:
            for step in _inside(queue.pop()):
                if isinstance(step, n.Answered) or (isinstance(step, n.Offer) and step.must):
                    return True
                for name in _called(step):
                    if name not in self.program.procedures:
                        return True
                    if name not in seen:
                        seen.add(name)
                        queue += [self.program.procedures[name].node.steps, *self._replacements(name)]
        return False

    def _replacements(self, procedure: str) -> list[object]:
        return [cited.node.steps for cited in self.program.triggers.get(procedure, ())]


def _inside(node: object) -> Iterator[object]:
    yield node
    if isinstance(node, tuple):
        for item in node:
            yield from _inside(item)
    else:
        for name in names_of(node):
            yield from _inside(getattr(node, name))


def _heads(node: object) -> Iterator[str]:
    """The names that are written to, called or told of."""
    for inner in _inside(node):
        yield from _heads_of(inner)
    if isinstance(node, tuple):  # places of a cost or purse, as they are
        for item in node:
            for place in item if isinstance(item, tuple) else (item,):
                if isinstance(place, n.Name | n.Call):
                    yield _head(place)


def _called(step: object) -> Iterator[str]:
    """The action or procedure that a step does, if only where something is wanting."""
    if isinstance(step, n.Do):
        yield step.call.name
    elif isinstance(step, n.Pay | n.Draw) and step.rescue is not None:
        yield step.rescue.name


def _done(inner: object) -> Iterator[str]:
    """What a step does or offers."""
    if isinstance(inner, n.Do):
        yield inner.call.name
    elif isinstance(inner, n.Offer | n.Answered):
        yield from (call.name for call in inner.calls)


def _heads_of(inner: object) -> Iterator[str]:
    """The same of one step, whatever stands inside it."""
    if isinstance(inner, n.Assign | n.Choose | n.ChooseEach):
        yield _head(inner.target)
    elif isinstance(inner, n.Move | n.Pay | n.Cost):
        yield from (_head(place) for place in (*inner.source, *inner.target) if not isinstance(place, n.Nowhere))
        if isinstance(inner, n.Pay) and inner.rescue is not None:
            yield inner.rescue.name
    elif isinstance(inner, n.Put | n.Shuffle):
        yield _head(inner.pile)
        if isinstance(inner, n.Put) and inner.source is not None:
            yield _head(inner.source)
    elif isinstance(inner, n.Draw):
        yield from (_head(inner.source), _head(inner.target))
        if inner.rescue is not None:
            yield inner.rescue.name
    elif isinstance(inner, n.Do | n.Emit):
        yield inner.call.name
    elif isinstance(inner, n.Offer | n.Answered):
        yield from (call.name for call in inner.calls)


def _head(ref: object) -> str:
    return ref.id if isinstance(ref, n.Name) else ref.name if isinstance(ref, n.Call) else ""

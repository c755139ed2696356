"""The LALR(1) automaton: reads tokens by tables and calls a builder; knows no grammar."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from grammar.base.tokens import END, Kids, Made
from grammar.lalr.tables import ParserTables, Plan

#: what a rule makes, of how many children, the builder's method, which children count, whether one stands for itself, which one always does
Rule = tuple[str, int, Callable[[Kids], Made] | None, Callable[[Kids], Kids] | None, bool, int]


class UnexpectedToken(Exception):
    """A token that cannot stand where it stands: its number, its class, and what could stand there."""

    def __init__(self, index: int, type_: str, accepted: frozenset[str]) -> None:
        super().__init__(index, type_, accepted)
        self.index = index
        self.type = type_
        self.accepted = accepted


class _Rows(dict[int, dict[str, int]]):
    """The states of an automaton, each unpacked when the parser first comes to it."""

    def __init__(self, packed: Sequence[bytes | memoryview]) -> None:
        self._packed = packed

    def __missing__(self, state: int) -> dict[str, int]:
        row: dict[str, int] = marshal.loads(self._packed[state])
        self[state] = row
        return row


class Automaton:
    """A parser of one grammar; `method` gives what makes a node of the children of a rule."""

    def __init__(self, tables: ParserTables, method: Callable[[str], Callable[[Kids], Made]]) -> None:
        self._starts = tables.starts
        self._ends = tables.ends
        self._rows = _Rows(tables.states)
        self._reductions = tables.reductions
        self._method = method
        self._rules: dict[int, Rule] = {}
        self._jumps: dict[tuple[int, str, str], int] = {}

    def parse(self, tokens: Iterable[tuple[str, Made]], start: str) -> tuple[Made, int]:
        """What the builder made of the whole text, and how many parts of rules were open at most."""
        rows, rules, jumps = self._rows, self._rules, self._jumps
        most = 0
        end = self._ends[start]
        states = [self._starts[start]]
        values: Kids = []
        state = self._starts[start]
        for index, (type_, word) in enumerate(tokens):
            while True:
                action = rows[state].get(type_)
                if action is None:
                    raise UnexpectedToken(index, type_, self._accepted(states, end))
                if action >= 0:
                    state = action
                    states.append(action)
                    values.append(word)
                    break
                rule = rules.get(action)
                if rule is None:
                    rule = self._rule(action)
                origin, size, make, chosen, single, only = rule
                if only >= 0:
                    value = values[only - size]
                    del values[-size:], states[-size:]
                else:
                    if size == 1:
                        kids = [values.pop()]
                        states.pop()
                    elif size:
                        kids = values[-size:]
                        del values[-size:], states[-size:]
                    else:
                        kids = []
                    if chosen is not None:
                        kids = chosen(kids)
                    if make is None:
                        value = kids
                    elif single and len(kids) == 1:
                        value = kids[0]
                    else:
                        value = make(kids)
                key = (states[-1], origin, type_)
                after = jumps.get(key)
                state = self._jump(key) if after is None else after
                states.append(state)
                values.append(value)
                if state == end and type_ == END:
                    return value, most
            if len(states) > most:
                most = len(states)
        raise AssertionError("the tokens do not end with END")

    def _rule(self, action: int) -> Rule:
        origin, size, name, plan, single, only = self._reductions[-1 - action]
        make = self._method(name) if name and only < 0 else None
        rule = self._rules[action] = (origin, size, make, _chooser(plan), single, only)
        return rule

    def _jump(self, key: tuple[int, str, str]) -> int:
        """The state after a rule, past the rules by which it only takes other names before this token."""
        below, made, type_ = key
        while True:
            state = self._rows[below][made]
            action = self._rows[state].get(type_, 0)
            if action >= 0:
                break
            origin, size, _, _, _, only = self._reductions[-1 - action]
            if size != 1 or only != 0:
                break
            made = origin
        self._jumps[key] = state
        return state

    def _accepted(self, states: list[int], end: int) -> frozenset[str]:
        """What could stand here: terminals that would be shifted, now or after the reductions they call for."""
        types = [type_ for type_ in self._rows[states[-1]] if type_.isupper()]
        return frozenset(type_ for type_ in types if self._shifts(list(states), type_, end))

    def first(self, start: str) -> frozenset[str]:
        """What a text may begin with."""
        return self._accepted([self._starts[start]], self._ends[start])

    def unfinished(self, tokens: Iterable[tuple[str, Made]], start: str) -> list[int]:
        """The numbers of the tokens of rules that were begun and not ended where a text cannot be read on."""
        states, open_ = [self._starts[start]], [-1]
        for index, (type_, _) in enumerate(tokens):
            while True:
                action = self._rows[states[-1]].get(type_)
                if action is None:
                    return [number for number in open_ if number >= 0]
                if action >= 0:
                    states.append(action)
                    open_.append(index)
                    break
                origin, size, *_ = self._reductions[-1 - action]
                if size:
                    del states[-size:], open_[-size:]
                states.append(self._rows[states[-1]][origin])
                open_.append(-1)
                if states[-1] == self._ends[start] and type_ == END:
                    return []
        return []

    def _shifts(self, states: list[int], type_: str, end: int) -> bool:
        while (action := self._rows[states[-1]].get(type_)) is not None:
            if action >= 0:
                return True
            origin, size, *_ = self._reductions[-1 - action]
            if size:
                del states[-size:]
            states.append(self._rows[states[-1]][origin])
            if type_ == END and states[-1] == end:
                return True
        return False


def _chooser(plan: Plan | None) -> Callable[[Kids], Kids] | None:
    """What gives the children that count, in order; a list at the front is grown in place, so that long lists stay cheap."""
    match plan:
        case None:
            return None
        case (int(one),) if one >= 0:
            return lambda kids: [kids[one]]
        case (int(inner),):
            return lambda kids: kids[-1 - inner]
        case (int(first), int(second)) if first >= 0 and second >= 0:
            return lambda kids: [kids[first], kids[second]]
        case (int(inner), int(more)) if more >= 0:
            return lambda kids: _grown(kids[-1 - inner], kids[more])
    return partial(_chosen, plan)


def _grown(found: Kids, more: Made) -> Kids:
    found.append(more)
    return found


def _chosen(plan: Plan, kids: Kids) -> Kids:
    found: Kids = []
    for place in plan:
        if place is None:
            found.append(None)
        elif place >= 0:
            found.append(kids[place])
        elif found:
            found += kids[-1 - place]
        else:
            found = kids[-1 - place]
    return found

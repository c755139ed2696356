"""Texts that somebody hostile may type: questions, told facts, states, deeds, cards, searches, from the names of the games."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from web.cards.craft import example
from web.game.volume import Volume

#: numbers that are small, large, too large, and none
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "7",
    "12",
    "40",
    "99",
    "400",
    "1999",
    "2001",
    "9999",
    "99999",
    "999999",
    "1000000000000",
    "9" * 30,
    "9" * 4400,
    "-1",
)
LETTERS = "aąbcdeęfgіїйклмнопрст абвxyz0123456789-_.,;:'\"()[]{}<>*/+=§№“”\u0301\u200b🂡"


class Scribe:
    """Writes at random about one game; what it writes is mostly sense, so that it is not refused at the door."""

    def __init__(self, volume: Volume, chance: random.Random) -> None:
        self.volume, self.chance = volume, chance
        program = volume.game.program
        self.kinds = [kind for kind, members in program.members.items() if members] or ["none"]
        self.members = {kind: program.members.get(kind, ("none",)) for kind in self.kinds}
        self.facts, self.values = dict(program.facts), dict(program.values)
        self.actions = list(program.actions)
        self.columns = {name: program.tables[table].node.params for name, (table, _) in program.columns.items()}
        self.roles = list(volume.referee.roles) or ["nobody"]
        self.disputes = {name: [r.name for r in cited.node.readings] for name, cited in program.disputes.items()} or {
            "none": ["none"]
        }
        self.steps = list(program.steps) or ["none"]
        self._card = example(volume.game)
        self._titles = [title for p in volume.game.prose.paragraphs.values() for title in p.text.values()][:400]

    # ---- expressions -----------------------------------------------------------------------------------------------

    def one(self, items: Sequence[Any]) -> Any:
        """One of them."""
        return self.chance.choice(items)

    def number(self, deep: int, bound: dict[str, str]) -> str:
        """A number."""
        ways: list[Callable[[], str]] = [lambda: str(self.one(NUMBERS[:-3])), lambda: self.look_up(bound)]
        if bound:
            ways.append(lambda: str(self.one([*bound])))
        if deep > 0:
            ways += [
                lambda: self.loop("count", deep, bound), lambda: self.total(deep, bound),
                lambda: f"({self.number(deep - 1, bound)} {self.one('+-*')} {self.number(deep - 1, bound)})",
                lambda: f"({self.number(deep - 1, bound)} / {self.number(deep - 1, bound)} {self.one(['up', 'down'])})",
                lambda: f"size of {self.list(deep - 1, bound)}",
                lambda: f"how_many({self.member(bound)}, {self.list(deep - 1, bound)})",
                lambda: f"if {self.flag(deep - 1, bound)} then {self.number(deep - 1, bound)} else {self.number(deep - 1, bound)} end",
                lambda: f"{self.one(['min', 'max'])}({self.number(deep - 1, bound)}, {self.number(deep - 1, bound)})",
            ]  # fmt: skip
        return self.one(ways)()

    def flag(self, deep: int, bound: dict[str, str]) -> str:
        """A yes or no."""
        ways: list[Callable[[], str]] = [lambda: self.one(["yes", "no"]), lambda: self.look_up(bound)]
        if deep > 0:
            ways += [
                lambda: (
                    f"{self.number(deep - 1, bound)} {self.one(['<', '>=', 'is', 'is not'])} {self.number(deep - 1, bound)}"
                ),
                lambda: f"({self.flag(deep - 1, bound)} {self.one(['and', 'or'])} {self.flag(deep - 1, bound)})",
                lambda: f"not ({self.flag(deep - 1, bound)})",
                lambda: f"({self.member(bound)} in {self.list(deep - 1, bound)})",
                lambda: "(some " + self.over(deep, bound) + ")",
                lambda: "(every " + self.over(deep, bound).replace(" with ", " has ", 1) + ")",
                lambda: f"(at least {self.one(NUMBERS[:6])} " + self.over(deep, bound) + ")",
            ]
        return self.one(ways)()

    def list(self, deep: int, bound: dict[str, str]) -> str:
        """A list."""
        ways: list[Callable[[], str]] = [
            lambda: self.one(self.kinds), lambda: "[" + ", ".join(self.member(bound) for _ in range(self.chance.randint(0, 6))) + "]",
            lambda: self.look_up(bound),
        ]  # fmt: skip
        if deep > 0:
            ways += [
                lambda: self.loop("those", deep, bound),
                lambda: self.best(deep, bound),
                lambda: f"including({self.list(deep - 1, bound)}, {self.list(deep - 1, bound)})",
                lambda: f"without({self.list(deep - 1, bound)}, {self.list(deep - 1, bound)})",
                lambda: f"different({self.list(deep - 1, bound)})",
                lambda: f"({self.list(deep - 1, bound)} + {self.list(deep - 1, bound)})",
                lambda: "[" + ", ".join([self.list(deep - 1, bound)] * self.chance.randint(1, 9)) + "]",
                lambda: (
                    f"reach({self.member(bound)} by {self.one([*self.values, *self.columns, *self.facts, 'next'])} for z{deep} with {self.flag(deep - 1, {**bound, f'z{deep}': ''})})"
                ),
            ]
        return self.one(ways)()

    def over(self, deep: int, bound: dict[str, str]) -> str:
        """A variable, what it goes over, and its test."""
        name = f"x{len(bound)}"
        if self.chance.random() < 0.4:
            items, kind = f"1..{self.one(NUMBERS[:-2])}", ""
        else:
            kind = self.one(self.kinds)
            items = kind if self.chance.random() < 0.7 else self.list(deep - 1, bound)
        return f"{name} in {items} with {self.flag(deep - 1, {**bound, name: kind})}"

    def loop(self, word: str, deep: int, bound: dict[str, str]) -> str:
        """A count or a list."""
        return f"{word}({self.over(deep, bound)})"

    def total(self, deep: int, bound: dict[str, str]) -> str:
        """A sum, least or most."""
        over = self.over(deep, bound)
        name = over.split(" ", 1)[0]
        kind = over.split(" ", 3)[2] if over.split(" ", 3)[2] in self.members else ""
        return f"{self.one(['sum', 'min', 'max'])}({self.number(deep - 1, {**bound, name: kind})} for {over})"

    def best(self, deep: int, bound: dict[str, str]) -> str:
        """Those that are tied."""
        over = self.over(deep, bound)
        return f"best({over} by {self.number(deep - 1, {**bound, over.split(' ', 1)[0]: ''})})"

    def member(self, bound: dict[str, str], kind: str = "") -> str:
        """A member, or a variable that may be one."""
        fitting = [name for name, own in bound.items() if not kind or own == kind]
        if fitting and self.chance.random() < 0.7:
            return str(self.one(fitting))
        return str(self.one(self.members.get(kind) or self.members[self.one(self.kinds)]))

    def look_up(self, bound: dict[str, str]) -> str:
        """A fact, value or column at members that mostly fit."""
        sort = self.chance.random()
        if sort < 0.5 and self.facts:
            name = self.one(list(self.facts))
            keys = [self.member(bound, kind) for _, kind in self.facts[name].node.keys]
        elif sort < 0.9 and self.values:
            name = self.one(list(self.values))
            keys = [self.member(bound, self._kind_of(name, at)) for at in range(len(self.values[name].params))]
        elif self.columns:
            name = self.one(list(self.columns))
            keys = [self.member(bound, getattr(param.type, "name", "")) for param in self.columns[name]]
        else:
            return "0"
        return f"{name}({', '.join(keys)})" if keys else name

    def _kind_of(self, name: str, at: int) -> str:
        for clause in self.values[name].clauses:
            if at < len(clause.node.params) and clause.node.params[at].type is not None:
                return str(getattr(clause.node.params[at].type, "name", ""))
        return ""

    # ---- what is sent ----------------------------------------------------------------------------------------------

    def question(self) -> str:
        """A question, or what looks like one."""
        ways = (
            lambda: self.number(self.chance.randint(1, 6), {}), lambda: self.flag(self.chance.randint(1, 6), {}),
            lambda: self.list(self.chance.randint(1, 6), {}), self.deed, self.deed, lambda: self.look_up({}), self.tower,
            lambda: f"{self.look_up({})} after {' then '.join(self.deed() for _ in range(self.chance.randint(1, 4)))}", self.noise,
        )  # fmt: skip
        return str(self.one(ways)())

    def tower(self) -> str:
        """The same inside itself, again and again."""
        times = self.chance.randint(2, 60)
        kind = self.one(self.kinds)
        return str(self.one((
            "not " * times + "yes", "(" * times + "1" + ")" * times, "*".join(["999999999999"] * times), "+".join(["size of " + kind] * times),
            "+".join(["those(x in 1..1999 with yes)"] * times), "".join(f"count(x{at} in {kind} with " for at in range(times % 8)) + "yes" + ")" * (times % 8),
            "".join(f"some y{at} in {kind} with " for at in range(times % 20)) + "no", "if yes then " * times + "1" + " else 2 end" * times,
            "".join(f"sum(1 for w{at} in 1..{self.one(NUMBERS[:9])} with " for at in range(times % 7)) + "yes" + ")" * (times % 7),
            "[" + ", ".join([str(at) for at in range(times * 12)]) + "]",
        )))  # fmt: skip

    def deed(self) -> str:
        """An action with some of its arguments."""
        name = self.one(self.actions) if self.actions else "nothing"
        fields = self.volume.referee.fields(name, "en") if self.actions else []
        parts = []
        for field in fields:
            if self.chance.random() < 0.5:
                parts.append(f"{field.name}={self.argument(field)}")
        return f"{name}({', '.join(parts)})" if parts else str(name)

    def argument(self, field: Any) -> str:
        """Something that may fit a field."""
        options = [option.value for option in field.options]
        if field.shape == "set":
            return "[" + ", ".join(self.chance.choices(options or ["none"], k=self.chance.randint(0, 12))) + "]"
        if field.shape == "amounts":
            return (
                "{"
                + ", ".join(
                    f"{key}: {self.one(NUMBERS[:9])}"
                    for key in self.chance.sample(options, min(len(options), self.chance.randint(0, 5)))
                )
                + "}"
            )
        if field.shape == "flag":
            return str(self.one(["yes", "no"]))
        return str(self.one(options)) if options and self.chance.random() < 0.8 else str(self.one(NUMBERS[:12]))

    def told(self) -> str:
        """Facts as text."""
        return "; ".join(self.told_fact() for _ in range(self.chance.choice((0, 1, 2, 5, 20, 60, 400))))

    def told_fact(self) -> str:
        """One fact as text."""
        name = self.one(list(self.facts))
        fact = self.facts[name].node
        keys = [self.member({}, kind) for _, kind in fact.keys]
        where = f"{name} of {', '.join(keys)}" if len(keys) == 1 else f"{name}({', '.join(keys)})" if keys else name
        return f"{where} = {self.fact_value(name)}"

    def fact_value(self, name: str) -> str:
        """A value as text that may fit a fact."""
        return (
            self.argument(self.volume.referee.fact_field(name, "en"))
            if self.chance.random() < 0.9
            else str(self.one(NUMBERS))
        )

    def state(self) -> dict[str, Any]:
        """A state, or what looks like one."""
        found: dict[str, Any] = {}
        for _ in range(self.chance.choice((0, 1, 5, 40, 200))):
            name = self.one(list(self.facts))
            node: Any = found
            path = [name, *(self.member({}, kind) for _, kind in self.facts[name].node.keys)]
            for key in path[:-1]:
                node = node.setdefault(key, {}) if isinstance(node, dict) else {}
            if isinstance(node, dict):
                node[path[-1]] = self._json(name)
        sort = self.chance.random()
        if sort < 0.1:
            found |= {f"{self.one(list(self.facts))}{at}": at for at in range(self.chance.choice((10, 1_000, 60_000)))}
        elif sort < 0.2:
            name = self.one(list(self.facts))
            found[name] = {f"k{at}": at for at in range(self.chance.choice((10, 1_000, 40_000)))}
        elif sort < 0.3:
            found["members"] = {self.one(self.kinds): [f"m{at}" for at in range(self.chance.choice((3, 300, 30_000)))]}
        elif sort < 0.4:
            found[self.one(list(self.facts))] = [[[self.member({})] * 20] * 20] * self.chance.choice((1, 20))
        if self.chance.random() < 0.4:
            found["course"] = {
                "step": self.one(self.steps),
                "who": self.one(self.roles),
                "item": None,
                "queue": [],
                "taken": {},
            }
        return found

    def _json(self, name: str) -> Any:
        text = self.fact_value(name)
        if text in ("yes", "no"):
            return text == "yes"
        if text.lstrip("-").isdecimal() and len(text) < 20:
            return int(text)
        if text.startswith("["):
            return [part.strip() for part in text.strip("[]").split(",") if part.strip()]
        if text.startswith("{"):
            return {
                pair.split(":")[0].strip(): int(pair.split(":")[1][:15])
                for pair in text.strip("{}").split(",")
                if ":" in pair
            }
        return text

    def card(self) -> str:
        """A card of one's own: the sentences of one that is there, mixed, or noise."""
        lines = self._card.split("\n") or [""]
        sort = self.chance.random()
        if sort < 0.2:
            return self._card
        if sort < 0.3:
            return self.noise()
        body = [line for line in lines[1:] if line.strip()] or lines
        many = self.chance.choice((1, 2, 5, 20, 60))
        mixed = [self._twisted(self.one(body)) for _ in range(many)]
        return "\n".join([lines[0].replace("1", self.one(NUMBERS[:8])), *mixed])[
            : self.chance.choice((400, 4_096, 4_096, 9_000))
        ]

    def _twisted(self, line: str) -> str:
        words = line.split(" ")
        if len(words) > 1 and self.chance.random() < 0.5:
            at = self.chance.randrange(len(words))
            words[at] = self.one(
                [self.one(words), self.one(self.members[self.one(self.kinds)]), str(self.one(NUMBERS[:10]))]
            )
        return " ".join(words)

    def search(self) -> str:
        """What is typed into the search field."""
        sort = self.chance.random()
        if sort < 0.5 and self._titles:
            words = self.one(self._titles).split()
            at = self.chance.randrange(len(words)) if words else 0
            return " ".join(words[at : at + self.chance.choice((1, 2, 3, 8, 60, 400))])
        if sort < 0.7:
            return " ".join(self.chance.choices(self.actions or ["x"], k=self.chance.choice((1, 3, 30))))
        return self.noise()

    def noise(self) -> str:
        """Letters."""
        return "".join(self.chance.choices(LETTERS, k=self.chance.choice((1, 4, 12, 100, 1_500))))

    def twisted(self, text: str) -> str:
        """A text with a part of it doubled, left out, or put in from elsewhere."""
        if len(text) < 2:
            return text + self.question()
        a, b = sorted(self.chance.sample(range(len(text) + 1), 2))
        sort = self.chance.random()
        if sort < 0.3:
            return text[:b] + text[a:b] * self.chance.randint(1, 4) + text[b:]
        if sort < 0.5:
            return text[:a] + text[b:]
        digits = [at for at, letter in enumerate(text) if letter.isdigit()]
        if sort < 0.75 and digits:
            at = self.one(digits)
            return text[:at] + str(self.one(NUMBERS)) + text[at + 1 :]
        return text[:a] + self.one((self.question, self.noise, self.told_fact))() + text[b:]


def as_file(state: dict[str, Any], game: str, cards: list[str]) -> bytes:
    """A table's file."""
    return json.dumps(
        {"paragraf_table": 1, "game": game, "edition": "", "draws": "app", "state": state, "log": [], "cards": cards}
    ).encode()

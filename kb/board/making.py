"""table.toml: what is settled when a table is made, and which roles the rules may play; every name looked up in the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from grammar import nodes as n
from grammar.base.records import field, record
from kb.model.entities import Place, Texts
from kb.model.problems import Problem, did_you_mean, problem
from kb.rules.program import Program
from kb.text.reader import TextFile
from kb.text.toml import Said, TomlFile, read_tables

_CHOICE = ("fact", "players", "rules")
_NAMES = ("fact", "mode", "who", "turned", "tries", "holds", "because", "does")


@record
class PartChoice:
    """A part of the game that is in play or not: a flag of the whole table."""

    fact: str
    players: tuple[int, ...] = ()  #: with how many it can be; nothing: with any number
    rules: tuple[str, ...] = ()  #: how the ids of paragraphs begin that count only with it


@record
class ByRule:
    """How a role is played that nobody plays."""

    fact: str  #: the flag of a role that says so
    mode: str = ""  #: a fact of a role: in which way the rules play it
    who: str = ""  #: the value of a role that says whether they can; nothing: any
    turned: str = ""  #: a fact of a role: where a turn sets it, all is known that the turn is decided by
    tries: str = ""  #: the value of a role then: what is tried, in order
    holds: str = ""  #: the value of a role and one of those: whether it can be done
    because: str = ""  #: the value of the same that says it best, where it says the same
    does: str = ""  #: the value of a role: what is done
    quiet: tuple[str, ...] = ()  #: facts whose changes in a turn are not worth a line
    telling: tuple[str, ...] = ()  #: facts whose changes say what was done: told first where a turn changes much
    title: Texts = field(default_factory=dict)  #: what the game calls a role that is played so
    rules: tuple[str, ...] = ()  #: how the ids of paragraphs begin that count only where a role is played so


@record
class Making:
    """What can be settled before a game begins."""

    choices: tuple[PartChoice, ...] = ()
    by_rule: ByRule | None = None

    def idle(self, facts: Mapping[str, object], by_rule: bool) -> tuple[str, ...]:
        """How the ids of paragraphs begin that count for nothing at a table; `by_rule`: whether the rules play somebody there."""
        parts = [start for part in self.choices if facts.get(part.fact) is not True for start in part.rules]
        return (*parts, *(self.by_rule.rules if self.by_rule is not None and not by_rule else ()))

    def names(self) -> set[str]:
        """What of the rules it uses."""
        rule = self.by_rule
        used = {part.fact for part in self.choices}
        return used if rule is None else used | {name for key in _NAMES if (name := getattr(rule, key))}


def is_under(paragraph: str, start: str) -> bool:
    """Whether a paragraph stands in a chapter or section."""
    return paragraph == start or paragraph.startswith(f"{start}.")


def read_making(file: TextFile, program: Program) -> tuple[Making | None, list[Problem]]:
    """What a game lets a table settle, and what is wrong with how it is written; none where the file says nothing."""
    if not file.text.strip():
        return None, []
    reader = _Reader(read_tables(file), program)
    making = reader.making()
    return making, [*reader.tables.problems, *reader.found]


class _Reader:
    """Reads the tables of the file; what names nothing of the rules is left out and said."""

    def __init__(self, tables: TomlFile, program: Program) -> None:
        self.tables, self.program = tables, program
        self.found: list[Problem] = []

    def making(self) -> Making:
        """The whole file."""
        values = self.tables.values
        self.tables.known("", values, ("choice", "by_rule"))
        said = values.get("by_rule")
        return Making(
            tuple(self._choices(values.get("choice"))), self._by_rule(said) if isinstance(said, dict) else None
        )

    def _choices(self, said: object) -> Iterator[PartChoice]:
        for at, entry in enumerate(said if isinstance(said, list) else ()):
            self.tables.known("choice", entry, _CHOICE)
            place = self.tables.place("choice", "", at)
            name, players = str(entry.get("fact", "")), entry.get("players", [])
            if not isinstance(players, list) or not all(type(number) is int for number in players):
                self._wrong(place, f"The players of “{name}” are {players!r}.", "Write numbers: players = [3, 4].")
                players = []
            if self._is_fact(name, place, n.TypeFlag, roles=False):
                yield PartChoice(name, tuple(players), self._rules("choice", entry, place))

    def _by_rule(self, said: Said) -> ByRule | None:
        table = "by_rule"
        self.tables.known(table, said, (*_NAMES, "quiet", "telling", "title", "rules"))
        texts = {key: self.tables.text(table, key, said[key]) for key in _NAMES if key in said}
        if not self._is_fact(texts.get("fact", ""), self.tables.place(table, "fact"), n.TypeFlag, roles=True):
            return None
        for key, kind in (("mode", n.TypeName), ("turned", None)):
            if key in texts and not self._is_fact(texts[key], self.tables.place(table, key), kind, roles=True):
                del texts[key]
        for key in ("who", "tries", "holds", "because", "does"):
            if key in texts and texts[key] not in self.program.values:
                self._unknown(texts.pop(key), self.program.values, "value", self.tables.place(table, key))
        named = {key: self.tables.strings(table, key, said.get(key, [])) for key in ("quiet", "telling")}
        for key, names in named.items():
            for name in names:
                if name not in self.program.facts:
                    self._unknown(name, self.program.facts, "fact", self.tables.place(table, key))
        rules = self._rules(table, said, self.tables.place(table, "rules"))
        title = self.tables.texts(table, "title", said.get("title", {}))
        return ByRule(**texts, quiet=named["quiet"], telling=named["telling"], title=title, rules=rules)

    def _rules(self, table: str, said: Said, place: Place) -> tuple[str, ...]:
        """How ids of paragraphs begin that decide something."""
        program = self.program
        known = {cited.paragraph for cited in program.disputes.values()}
        known |= {cited.paragraph for cited in program.actions.values()}
        wanted = self.tables.strings(table, "rules", said.get("rules", []))
        for start in wanted:
            if not any(is_under(paragraph, start) for paragraph in known):
                self._wrong(place, f"No action and no dispute stands under “{start}”.", "Write how their ids begin.")
        return tuple(start for start in wanted if any(is_under(paragraph, start) for paragraph in known))

    def _is_fact(self, name: str, place: Place, type_: type | None, *, roles: bool) -> bool:
        """Whether it is a fact of the type that is needed, of the whole table or of a role."""
        cited = self.program.facts.get(name)
        if cited is None:
            self._unknown(name, self.program.facts, "fact", place)
            return False
        node: n.Fact = cited.node
        keys = [kind for _, kind in node.keys]
        if type_ is not None and not isinstance(node.type, type_):
            wanted = "yes or no" if type_ is n.TypeFlag else "a member of a kind"
            self._wrong(place, f"“{name}” is not {wanted}.", f"Name a fact that is {wanted}.")
            return False
        if len(keys) != int(roles):
            whose = "one role" if roles else "the whole table"
            self._wrong(place, f"“{name}” is not a fact of {whose}.", f"Name a fact of {whose}.")
            return False
        return True

    def _unknown(self, name: str, known: Collection[str], what: str, place: Place) -> None:
        cure = did_you_mean(name, known) or f"Write the name of a {what} of the rules."
        self.found.append(problem("TABLE-NAME", place, f"There is no {what} “{name}”.", cure))

    def _wrong(self, place: Place, message: str, cure: str) -> None:
        self.found.append(problem("TABLE-SHAPE", place, message, cure))

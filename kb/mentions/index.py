"""All mentions of a game, told apart by its program: what stands at a place, and where else it is named."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from functools import cached_property

from kb.mentions.files import FileMentions
from kb.mentions.mention import Mention, Thing
from kb.mentions.tables import CHOICE
from kb.mentions.words import Word
from kb.rules.phases import phases_around
from kb.rules.program import Program

#: paragraphs that a card has besides its heading
_CARD_PARTS = (".text", ".note")


class Index:
    """Made for one state of all texts; a file is looked through when it is first asked for."""

    def __init__(self, program: Program, files: Mapping[str, FileMentions], cards: Iterable[str] = ()) -> None:
        """`files`: by name; `cards`: the ids of cards, whose paragraphs are named after them."""
        self.program = program
        self.files = files
        self._cards = frozenset(cards)
        self._members = self._known_members()
        self._locals = self._bound_by_owner()
        self._found: dict[str, tuple[Mention, ...]] = {}

    def mentions(self, file: str) -> tuple[Mention, ...]:
        """Everything a file names, in no order."""
        if file not in self._found:
            part = self.files.get(file)
            self._found[file] = () if part is None else tuple(self._told_apart(file, part))
        return self._found[file]

    def at(self, file: str, line: int, column: int) -> Mention | None:
        """What is named at a place."""
        found = [mention for mention in self.mentions(file) if mention.covers(line, column)]
        return min(found, key=lambda mention: (mention.column + mention.length == column, mention.length), default=None)

    def of(self, thing: Thing) -> list[tuple[str, Mention]]:
        """Everywhere a thing is named: file and place."""
        return [(file, mention) for file in self.files for mention in self.mentions(file) if mention.thing == thing]

    def declarations(self, thing: Thing) -> list[tuple[str, Mention]]:
        """Where a thing is declared."""
        return [(file, mention) for file, mention in self.of(thing) if mention.declares]

    def local_names(self, owner: str) -> frozenset[str]:
        """What clauses of an action or class may call its parameters and choices."""
        return frozenset(self._locals.get(owner, {}))

    def owners(self, thing: Thing) -> frozenset[str]:
        """The actions, classes and procedures whose statements all see a local name."""
        return frozenset(
            word.owner
            for file, part in self.files.items()
            for word in part.words
            if word.wide and _local(file, word) == thing
        )

    def class_of(self, thing: Thing) -> str:
        """The class whose clauses speak of a local name of one of its actions; they mean that name of every such action."""
        actions = (self.program.actions.get(name) for name in self.owners(thing))
        classes = {each for info in actions if info is not None for each in info.node.classes}
        name = thing[1].split()[0]
        words = (word for part in self.files.values() for word in part.words)
        return next(
            (word.owner for word in words if word.owner in classes and word.text == name and not word.bound), ""
        )

    def words_at(self, file: str, first: int, last: int) -> list[Word]:
        """The words of the rules between two lines."""
        part = self.files.get(file)
        return [word for word in part.words if first <= word.line <= last] if part is not None else []

    # ---- telling words apart ---------------------------------------------------------------------------------------

    def _known_members(self) -> frozenset[str]:
        known = {member for members in self.program.members.values() for member in members}
        declared = (word for part in self.files.values() for word in part.words if word.declares)
        return frozenset(known | {word.text for word in declared if word.sort in ("member", "phase", "step")})

    def _bound_by_owner(self) -> dict[str, dict[str, Thing]]:
        """Parameters, options and choices by the action or class that they belong to."""
        own: dict[str, dict[str, Thing]] = {}
        for file, part in self.files.items():
            for word in part.words:
                if word.wide and not (word.unless == "fact" and word.text in self.program.facts):
                    own.setdefault(word.owner, {}).setdefault(word.text, _local(file, word))
        for name, info in self.program.actions.items():  # a card's parameters are written nowhere
            for param in (*(param.name for param in info.node.params), info.node.actor):
                own.setdefault(name, {}).setdefault(param, ("local", f"{param} of {name}"))
        found = {owner: dict(names) for owner, names in own.items()}
        for action, info in self.program.actions.items():
            for class_ in info.node.classes:
                found[class_] = {**own.get(action, {}), **found.get(class_, {})}
                found[action] = {**own.get(class_, {}), **found.get(action, {})}
        for phase in self.program.phases:
            for around in phases_around(self.program, phase):
                found[phase] = {**found.get(around, {}), **found.get(phase, {})}
        return found

    def _told_apart(self, file: str, part: FileMentions) -> Iterable[Mention]:
        for mention in part.plain:
            space, name = mention.thing
            if space == "paragraph":
                yield self._paragraph(name, mention.line, mention.column, mention.declares)
            elif space == CHOICE:
                thing = self._chosen(name)
                if thing is not None:
                    yield Mention(thing, mention.line, mention.column, mention.length)
            elif space == "edition":  # an edition is a reading of the dispute between them
                yield Mention(("name", name), mention.line, mention.column, mention.length, mention.declares)
            else:
                yield mention
        for word in part.words:
            if word.sort == "paragraph":
                yield self._paragraph(word.text, word.line, word.column, declares=False)
            else:
                thing, declares = self._thing(file, word)
                yield Mention(thing, word.line, word.column, len(word.text), declares)

    def _chosen(self, said: str) -> Thing | None:
        """What a question in words/ asks for, by its paragraph and its name: a fact, or the one local that is called so there."""
        paragraph, _, name = said.partition(" ")
        if name in self.program.facts:
            return "name", name
        found = self._locals_by_paragraph.get((paragraph, name), set())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _locals_by_paragraph(self) -> dict[tuple[str, str], set[Thing]]:
        found: dict[tuple[str, str], set[Thing]] = {}
        for file, part in self.files.items():
            homes = sorted(
                (mention.line, mention.thing[1])
                for mention in part.plain
                if mention.declares and mention.thing[0] == "paragraph"
            )
            for word in part.words:
                at = bisect(homes, word.line, key=lambda home: home[0])
                if word.sort == "local" and word.declares and at:
                    found.setdefault((homes[at - 1][1], word.text), set()).add(_local(file, word))
        return found

    def _paragraph(self, name: str, line: int, column: int, declares: bool) -> Mention:
        for part in _CARD_PARTS:
            if name.endswith(part) and name.removesuffix(part) in self._cards:
                name = name.removesuffix(part)
        return Mention(("paragraph", name), line, column, len(name), declares)

    def _thing(self, file: str, word: Word) -> tuple[Thing, bool]:
        text = word.text
        if word.sort == "local":
            known = {"fact": self.program.facts, "member": self._members}.get(word.unless, ())
            if text not in known:
                return _local(file, word), word.declares
            return ("name", text), False
        if word.sort == "slot":
            return ("slot", text), word.declares
        if word.declares:
            return ("name", text), not (word.sort == "member" and text in self.program.kinds)
        bound = self._locals.get(word.owner, {}).get(text) if word.sort in ("name", "named") else None
        if bound is None and word.sort == "named":
            return ("local", f"{text} of {word.owner}"), False  # a parameter of a card, which is written nowhere
        return bound or ("name", text), False


def _local(file: str, word: Word) -> Thing:
    assert word.bound is not None
    return "local", f"{word.text} {file}:{word.bound[0]}:{word.bound[1]}"

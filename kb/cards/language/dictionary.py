"""The vocabulary and the verb frames of a game's cards, read from its two tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, TypeVar

from grammar import nodes as n
from grammar.base.likeness import nearest
from grammar.cards.parse import function_words
from grammar.cards.vocabulary import CLASSES, Lexeme, Vocabulary, VocabularyError
from kb.cards.language.meanings import Clauses, Happening, Meanings, Statements, Texts, read_meanings
from kb.cards.language.templates import Template, clauses, expression, parameter, statements
from kb.model.entities import Place
from kb.model.problems import Problem, problem
from kb.text.forms import FormTable, notation
from kb.text.reader import TextFile
from kb.text.toml import TomlFile, loads, read_tables

Tree = TypeVar("Tree")

#: classes of words whose Polish and Ukrainian are names with forms
_DECLINED = ("noun", "role", "measure")
#: forms written out instead of a name: gender, then what follows
_PARADIGM = re.compile(r"(?:m|m1|f|n|pt1?)[=~]? ")

#: what follows a verb without being part of its frame: it changes how many
GENERIC = frozenset({"per", "equal_to", "at_most"})
_FRAME_KEYS = frozenset(
    {
        "verb",
        "subject",
        "obj",
        "takes",
        "rule",
        "also",
        "params",
        "done",
        "names",
        "own_n",
        "repeat",
        "again",
        "option",
        "of",
        "tags",
        "modal",
        "on",
        "doer",
        "thing",
        "kind",
        "under",
        "free",
        "only",
        "alone",
        "may",
        "any",
        "groups",
    }
)


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing a frame takes after its verb: a preposition and the kinds it accepts."""

    mod: str
    kinds: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class VerbFrame:
    """One way to use a verb: what it accepts and the rule clauses it becomes."""

    verb: str
    obj: tuple[str, ...]  #: kinds of the object; empty: no object
    takes: tuple[Taken, ...]
    data: Mapping[str, Any]
    line: int
    rule: Clauses
    may: Clauses  #: instead of the rule, where the player decides while the card is carried out
    again: Clauses  #: also, where it is done once more
    also: Statements
    alone: Statements
    params: tuple[Template[n.Param], ...] = ()
    done: Mapping[str, Template[n.Expr]] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, Template[n.Expr]]] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  #: a hole or a name of the rules -> what may be taken up by it
    only: Mapping[str, Template[n.Expr]] = field(default_factory=dict)
    any: Template[n.Expr] | None = None  #: the limit where the text names none
    on: Happening | None = None
    faulty: bool = False  #: some text of it is no rule

    def text(self, key: str) -> str:
        """A text of the frame, empty when it has none."""
        return str(self.data.get(key, ""))

    def counts(self, hole: str) -> bool:
        """Whether an amount means something to the frame."""
        holes = (self.rule.holes, self.also.holes, self.may.holes, *(param.holes for param in self.params))
        return any(hole in found for found in holes)

    @property
    def shape(self) -> str:
        """The frame as a pattern, for messages."""
        parts = [self.verb, "/".join(self.obj)]
        for item in self.takes:
            kinds = "/".join(kind for kind in item.kinds if (item.mod, kind) != ("price_of", "plain"))
            text = f"{'for …' if item.mod == 'price_of' else item.mod} {kinds}".strip()
            parts.append(f"[{text}]" if item.optional else text)
        return " ".join(part for part in parts if part).replace("_", " ")


@dataclass(frozen=True, slots=True)
class Tag:
    """A clause that a card may lift: of which verbs, and by which statements."""

    verbs: tuple[str, ...]
    rule: Statements


@dataclass(frozen=True)
class CardWords:
    """Everything a game says about the language of its cards."""

    vocabulary: Vocabulary
    frames: Mapping[str, tuple[VerbFrame, ...]]  #: verb -> its frames
    kinds: Mapping[
        str, Mapping[str, tuple[VerbFrame, ...]]
    ]  #: kind of cards -> its own frames; those of no kind under no name
    meanings: Meanings = field(default_factory=Meanings)
    tags: Mapping[str, Tag] = field(default_factory=dict)
    patterns: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  #: construct -> language -> pattern
    currency: str = ""  #: the sign of the money

    def of_kind(self, kind: str) -> CardWords:
        """The language of one kind of cards: a kind of members has frames of its own, all others share those of no kind."""
        own = kind if self.vocabulary.said("KIND", kind, "member") else ""
        return replace(self, frames=self.kinds.get(own, {}))

    def role(self, role: str) -> n.Expr:
        """A role as it is called in the rules."""
        said = self.meanings.expressions.get(("ROLE", role, "is"))
        return said.tree if said is not None else n.Name(role)


def read_card_words(
    game: str,
    words: TextFile,
    frames: TextFile,
    patterns: str,
    problems: list[Problem],
    forms: Mapping[str, FormTable] | None = None,
) -> CardWords | None:
    """Read both tables, the forms of their nouns by their names; without a usable vocabulary there are no cards."""
    said, ways = read_tables(words), read_tables(frames)
    problems += (*said.problems, *ways.problems)
    if said.problems or ways.problems:
        return None
    data = said.values
    try:
        entries = list(_entries(said, problems, forms or {}))
        money = [str(data.get("currency", "")), *(word.strip() for word in str(data.get("money", "")).split("|"))]
        vocabulary = Vocabulary(game, entries, function_words(), [word for word in money if word])
        meanings = read_meanings(Texts(said, "CARD-WORD", problems), entries, data.get("count", []))
    except (KeyError, AttributeError, TypeError, ValueError) as error:
        problems.append(problem("CARD-WORD", Place(words.name, 1), f"The vocabulary cannot be read: {error!r}."))
        return None
    except VocabularyError as error:
        problems.append(problem("CARD-WORD", said.place(error.word), f"{error}"))
        return None
    texts = Texts(ways, "CARD-FRAME", problems)
    found: dict[str, list[VerbFrame]] = {}
    for index, item in enumerate(ways.values.get("frame", [])):
        frame = FrameReader(texts, item, index).read()
        found.setdefault(frame.verb, []).append(frame)
        problems += _frame_faults(frame, vocabulary, ways, index)
    everything = {verb: tuple(items) for verb, items in found.items()}
    return CardWords(
        vocabulary,
        everything,
        {
            kind: _of_kind(everything, kind)
            for kind in {frame.text("kind") for items in found.values() for frame in items}
        },
        meanings,
        dict(_tags(texts, ways.values.get("tag", {}))),
        {**loads(patterns), **ways.values.get("pattern", {})},
        str(data.get("currency", "")),
    )


def _entries(said: TomlFile, problems: list[Problem], tables: Mapping[str, FormTable]) -> Iterator[Lexeme]:
    data = said.values
    for name, table in data.items():
        if name in ("count", "pattern", "currency", "money"):
            continue
        if name.upper() not in CLASSES:
            cure = f"Classes: {', '.join(c.lower() for c in CLASSES)}."
            problems.append(
                problem(
                    "CARD-WORD", said.place(f"{name}.{next(iter(table), '')}"), f"“{name}” is no class of words.", cure
                )
            )
            continue
        for identity, word in table.items():
            forms = tuple(form.strip() for form in str(word.get("en", "")).split("|") if form.strip())
            if not forms:
                problems.append(
                    problem("CARD-WORD", said.place(f"{name}.{identity}"), f"{name}.{identity} has no English form.")
                )
                continue
            if name in _DECLINED:
                word = _with_forms(said, f"{name}.{identity}", word, tables, problems)
            yield Lexeme(name.upper(), identity, forms, word)
    for name, table in data.get("pattern", {}).items():
        yield from _pattern(name.upper(), table)


def _with_forms(
    said: TomlFile, key: str, word: Mapping[str, Any], tables: Mapping[str, FormTable], problems: list[Problem]
) -> dict[str, Any]:
    """A word with the forms of the names it is called by; a paradigm of its own stays."""
    found = dict(word)
    for lang in ("pl", "uk"):
        text = word.get(lang)
        if not isinstance(text, str) or _PARADIGM.match(text):
            continue
        mass, name = text.startswith("= "), text.removeprefix("= ")
        found[f"{lang}_name"] = name
        found[lang] = notation(tables.get(lang, {}), lang, name, mass)
        if not found[lang]:
            del found[lang]
            problems.append(problem("CARD-NAME", said.place(key, lang), f"“{name}” has no forms in {lang!r}."))
    return found


def _pattern(cls: str, table: Mapping[str, Any]) -> Iterator[Lexeme]:
    """Words made by a pattern: each combination of its keys."""
    keys = list(table["keys"])
    for values in product(*(table[key].items() for key in keys)):
        shown = {key: value[0] for key, value in zip(keys, values, strict=True)}
        meant = {key: value[1] for key, value in zip(keys, values, strict=True)}
        langs = {}
        for lang in ("pl", "uk"):
            letters = table.get(f"{lang}_letters", {})
            langs[lang] = table["en"].format(**{key: letters.get(value, value) for key, value in shown.items()})
            langs[f"{lang}_holds"] = str(table.get(f"{lang}_holds", "{t}"))
        form = table["en"].format(**shown)
        yield Lexeme(cls, form, (form,), {"is": table["is"].format(**meant), **langs})


def _of_kind(frames: Mapping[str, tuple[VerbFrame, ...]], kind: str) -> dict[str, tuple[VerbFrame, ...]]:
    return {verb: tuple(frame for frame in found if frame.text("kind") == kind) for verb, found in frames.items()}


class FrameReader:
    """Reads one frame with its texts."""

    def __init__(self, texts: Texts, item: Mapping[str, Any], index: int) -> None:
        self.texts, self.item, self.index = texts, item, index
        self.faulty = False

    def read(self) -> VerbFrame:
        """The frame; what is wrong with it is told where it stands."""
        item = self.item
        takes = []
        for taken in item.get("takes", []):
            mod, _, kinds = str(taken).rstrip("?").partition(":")
            takes.append(Taken(mod, tuple(kind for kind in kinds.split("/") if kind), str(taken).endswith("?")))
        obj = tuple(kind for kind in str(item.get("obj", "")).split("/") if kind)
        line = self.texts.tables.place("frame", "", self.index).line
        named = {name: tuple(map(str, kinds)) for name, kinds in item.get("names", {}).items()}
        grouped = {
            key: (str(type_), self._expression("groups", amount))
            for key, (type_, amount) in item.get("groups", {}).items()
        }
        params = [self._said("params", text, parameter) for text in item.get("params", [])]
        frame = VerbFrame(
            str(item.get("verb", "")), obj, tuple(takes), item, line,
            rule=self._clauses("rule"), may=self._clauses("may"), again=self._clauses("again"),
            also=self._statements("also"), alone=self._statements("alone"),
            params=tuple(template for template in params if template is not None),
            done=self._expressions("done"), groups=grouped, names=named, only=self._expressions("only"),
            any=self._expression("any", item["any"]) if "any" in item else None, on=self._happening(),
        )  # fmt: skip
        return replace(frame, faulty=True) if self.faulty else frame

    def _said(self, key: str, text: object, parse: Callable[[str], Template[Tree]]) -> Template[Tree] | None:
        found = self.texts.read(parse, text, "frame", key, self.index)
        self.faulty = self.faulty or found is None
        return found

    def _expression(self, key: str, text: object) -> Template[n.Expr]:
        return self._said(key, text, expression) or Template(n.Nothing())

    def _expressions(self, key: str) -> dict[str, Template[n.Expr]]:
        return {name: self._expression(key, text) for name, text in self.item.get(key, {}).items()}

    def _clauses(self, key: str) -> Clauses:
        return self._said(key, self.item.get(key, ""), clauses) or Template(())

    def _statements(self, key: str) -> Statements:
        return self._said(key, self.item[key], statements) or Template(()) if key in self.item else Template(())

    def _happening(self) -> Happening | None:
        if "on" not in self.item:
            return None
        found = self.texts.happening(self.item["on"], "frame", "on", self.index)
        self.faulty = self.faulty or found is None
        return found


def _tags(texts: Texts, tags: Mapping[str, Any]) -> Iterator[tuple[str, Tag]]:
    for name, said in tags.items():
        rule = texts.read(statements, said.get("rule", ""), f"tag.{name}", "rule")
        yield name, Tag(tuple(said.get("verb", ())), rule or Template(()))


def _frame_faults(frame: VerbFrame, vocabulary: Vocabulary, ways: TomlFile, index: int) -> Iterator[Problem]:
    if ("VERB", frame.verb) not in vocabulary.entries:
        near = nearest(frame.verb, (name for cls, name in vocabulary.entries if cls == "VERB"), 1)
        cure = f"Did you mean {near[0]!r}?" if near else ""
        yield problem(
            "CARD-FRAME", ways.place("frame", "verb", index), f"“{frame.verb}” is no verb of the vocabulary.", cure
        )
    for key in frame.data:
        if key not in _FRAME_KEYS:
            cure = f"Keys: {', '.join(sorted(_FRAME_KEYS))}."
            yield problem("CARD-FRAME", ways.place("frame", key, index), f"“{key}” is no key of a frame.", cure)

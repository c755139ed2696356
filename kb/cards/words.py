"""The vocabulary and the verb frames of a game's cards, read from its two tables."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from grammar.cards.parse import function_words
from grammar.cards.vocabulary import CLASSES, Entry, Vocabulary, VocabularyError
from kb.model import Place
from kb.problems import Problem, nearest, problem
from kb.reader import TextFile

#: what follows a verb without being part of its frame: it changes how many
GENERIC = frozenset({"per", "equal_to", "at_most"})
_FRAME_KEYS = frozenset(
    {"verb", "subject", "obj", "takes", "rule", "also", "params", "done", "names", "own_n", "repeat", "again", "option", "of", "tags",
     "modal", "on", "doer", "thing", "kind", "under", "free", "only", "alone", "may", "any", "groups"}
)


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing a frame takes after its verb: a preposition and the kinds it accepts."""

    mod: str
    kinds: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """One way to use a verb: what it accepts and the rule clauses it becomes."""

    verb: str
    obj: tuple[str, ...]  #: kinds of the object; empty: no object
    takes: tuple[Taken, ...]
    data: Mapping[str, Any]
    line: int

    def text(self, key: str) -> str:
        """A text of the frame, empty when it has none."""
        return str(self.data.get(key, ""))

    @property
    def shape(self) -> str:
        """The frame as a pattern, for messages."""
        parts = [self.verb, "/".join(self.obj)]
        for item in self.takes:
            kinds = "/".join(kind for kind in item.kinds if (item.mod, kind) != ("price_of", "plain"))
            text = f"{'for …' if item.mod == 'price_of' else item.mod} {kinds}".strip()
            parts.append(f"[{text}]" if item.optional else text)
        return " ".join(part for part in parts if part).replace("_", " ")


@dataclass(frozen=True)
class CardWords:
    """Everything a game says about the language of its cards."""

    vocabulary: Vocabulary
    frames: Mapping[str, tuple[Frame, ...]]
    counts: tuple[Mapping[str, Any], ...] = ()
    tags: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    patterns: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  #: construct -> language -> pattern
    currency: str = ""  #: the sign of the money

    def of_kind(self, kind: str) -> CardWords:
        """The language of one kind of cards: a kind of members has frames of its own, all others share those of no kind."""
        own = kind if self.vocabulary.said("KIND", kind, "member") else ""
        frames = {verb: tuple(frame for frame in found if frame.text("kind") == own) for verb, found in self.frames.items()}
        return replace(self, frames=frames)


def read_card_words(
    game: str, words: TextFile, frames: TextFile, patterns: str, problems: list[Problem]
) -> CardWords | None:
    """Read both tables; without a usable vocabulary there are no cards."""
    data = _toml(words, problems)
    ways = _toml(frames, problems)
    if data is None or ways is None:
        return None
    try:
        entries = list(_entries(data, words, problems))
        money = [str(data.get("currency", "")), *(word.strip() for word in str(data.get("money", "")).split("|"))]
        vocabulary = Vocabulary(game, entries, function_words(), [word for word in money if word])
    except (KeyError, AttributeError, TypeError, ValueError) as error:
        problems.append(problem("CARD-WORD", Place(words.name, 1), f"The vocabulary cannot be read: {error!r}."))
        return None
    except VocabularyError as error:
        problems.append(problem("CARD-WORD", Place(words.name, _line(words.text, f"[{error.word}]")), f"{error}"))
        return None
    found: dict[str, list[Frame]] = {}
    lines = [index for index, line in enumerate(frames.text.split("\n"), 1) if line.strip() == "[[frame]]"]
    for item, line in zip(ways.get("frame", []), lines, strict=False):
        frame = _frame(item, line)
        found.setdefault(frame.verb, []).append(frame)
        problems += _frame_faults(frame, vocabulary, frames.name)
    common = tomllib.loads(patterns)
    return CardWords(
        vocabulary,
        {verb: tuple(items) for verb, items in found.items()},
        tuple(data.get("count", [])),
        ways.get("tag", {}),
        {**common, **ways.get("pattern", {})},
        str(data.get("currency", "")),
    )


def _toml(file: TextFile, problems: list[Problem]) -> dict[str, Any] | None:
    try:
        return tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        problems.append(problem("TOML-SYNTAX", Place(file.name, 1), f"{error}."))
        return None


def _line(text: str, needle: str) -> int:
    at = text.find(needle)
    return 1 if at < 0 else text.count("\n", 0, at) + 1


def _entries(data: Mapping[str, Any], file: TextFile, problems: list[Problem]) -> Iterator[Entry]:
    for name, table in data.items():
        if name in ("count", "pattern", "currency", "money"):
            continue
        if name.upper() not in CLASSES:
            cure = f"Classes: {', '.join(c.lower() for c in CLASSES)}."
            problems.append(problem("CARD-WORD", Place(file.name, _line(file.text, f"[{name}.")), f"“{name}” is no class of words.", cure))
            continue
        for identity, said in table.items():
            forms = tuple(form.strip() for form in str(said.get("en", "")).split("|") if form.strip())
            if not forms:
                problems.append(problem("CARD-WORD", Place(file.name, _line(file.text, f"[{name}.{identity}]")), f"{name}.{identity} has no English form."))
                continue
            yield Entry(name.upper(), identity, forms, said)
    for name, table in data.get("pattern", {}).items():
        yield from _pattern(name.upper(), table)


def _pattern(cls: str, table: Mapping[str, Any]) -> Iterator[Entry]:
    """Words made by a pattern: each combination of its keys."""
    keys = list(table["keys"])
    for values in product(*(table[key].items() for key in keys)):
        shown = {key: value[0] for key, value in zip(keys, values, strict=True)}
        meant = {key: value[1] for key, value in zip(keys, values, strict=True)}
        langs = {}
        for lang in ("pl", "uk"):
            letters = table.get(f"{lang}_letters", {})
            langs[lang] = table["en"].format(**{key: letters.get(value, value) for key, value in shown.items()})
        form = table["en"].format(**shown)
        yield Entry(cls, form, (form,), {"is": table["is"].format(**meant), **langs})


def _frame(item: Mapping[str, Any], line: int) -> Frame:
    takes = []
    for taken in item.get("takes", []):
        mod, _, kinds = str(taken).rstrip("?").partition(":")
        takes.append(Taken(mod, tuple(kind for kind in kinds.split("/") if kind), str(taken).endswith("?")))
    obj = tuple(kind for kind in str(item.get("obj", "")).split("/") if kind)
    return Frame(str(item.get("verb", "")), obj, tuple(takes), item, line)


def _frame_faults(frame: Frame, vocabulary: Vocabulary, file: str) -> Iterator[Problem]:
    place = Place(file, frame.line)
    if ("VERB", frame.verb) not in vocabulary.entries:
        near = nearest(frame.verb, (name for cls, name in vocabulary.entries if cls == "VERB"), 1)
        yield problem("CARD-FRAME", place, f"“{frame.verb}” is no verb of the vocabulary.", f"Did you mean {near[0]!r}?" if near else "")
    for key in frame.data:
        if key not in _FRAME_KEYS:
            yield problem("CARD-FRAME", place, f"“{key}” is no key of a frame.", f"Keys: {', '.join(sorted(_FRAME_KEYS))}.")

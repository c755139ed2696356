"""The attributes in braces at the end of a heading or paragraph."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grammar.base.records import field, record
from kb.model.entities import NO_RULE, WORKED_OUT, Place
from kb.model.problems import Problem, did_you_mean, problem

#: braces at the end of a line that are no attributes, because the id is not first
_BRACES = re.compile(r"[ \t]*\{([^{}]*)\}[ \t]*$")
_PART = re.compile(r"\S+")
_ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*")
_TRIED = re.compile(r"(?:[a-z]+=|id\b|[a-z]+\.[a-z0-9.]+)")

LISTS = ("restates", "clarifies", "see")
_VALUES = ("p", "n", "source", "norule", "printed", "of", "by")
_PLAIN = frozenset({"p", "n", "source", "of"})  #: values of any form
_FLAGS = ("unconfirmed",)
NAMES = ("p", "n", "source", "norule", *LISTS, "printed", *_FLAGS, "of", "by")

_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "norule": NO_RULE,
    "printed": ("board", "card"),
    "by": WORKED_OUT,
}


@record
class Attributes:
    """What stands in the braces: the id, single values, lists, flags and pages by edition."""

    id: str
    values: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    pages: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Every attribute given besides the id."""
        return (*self.values, *self.lists, *sorted(self.flags), *self.pages)


def at_end(line: str) -> tuple[str, str] | None:
    """A line that ends with attributes: what stands before them, and what stands in the braces."""
    whole = line.rstrip(" \t")
    start = whole.rfind("{#")
    if start < 0 or whole[-1] != "}":
        return None
    inside = whole[start + 1 : -1]
    return None if "{" in inside or "}" in inside else (whole[:start].rstrip(" \t"), inside)


def read_attributes(inside: str, place: Place, editions: frozenset[str], problems: list[Problem]) -> Attributes | None:
    """Read the text between the braces; without a usable id there are no attributes."""
    reading = _Reading(inside, place, editions, problems)
    parts = inside.split()
    identity = parts[0][1:]
    if not _ID.fullmatch(identity):
        reading.report("ID-FORM", 0, f"The id {identity!r} is not lower-case letters and digits joined by dots.")
        return None
    for index in range(1, len(parts)):
        reading.take(parts[index], index)
    return Attributes(identity, reading.values, reading.lists, frozenset(reading.flags), reading.pages)


def missing_id(line: str, place: Place, what: str) -> Problem:
    """Say that a block has no id, and what its braces hold instead."""
    found = _BRACES.search(line)
    if found and _TRIED.match(found[1]):
        column = found.start() + len(found[0]) - len(found[0].lstrip()) + 1
        where = Place(place.file, place.line, column)
        return problem("ID-MISSING", where, f"{{{found[1]}}} does not begin with #.", "Write the id first: {#id …}.")
    shown = line.strip()
    shown = shown if len(shown) <= 40 else shown[:37] + "…"
    return problem("ID-MISSING", place, f"The {what} {shown!r} has no id.")


class _Reading:
    """The attributes read so far, in one pair of braces."""

    __slots__ = ("editions", "flags", "inside", "lists", "pages", "place", "problems", "values")

    def __init__(self, inside: str, place: Place, editions: frozenset[str], problems: list[Problem]) -> None:
        self.inside, self.place, self.editions, self.problems = inside, place, editions, problems
        self.values: dict[str, str] = {}
        self.lists: dict[str, tuple[str, ...]] = {}
        self.flags: set[str] = set()
        self.pages: dict[str, str] = {}

    def report(self, code: str, index: int, message: str, cure: str = "") -> None:
        """Collect a problem at one of the parts inside the braces."""
        offset = [part.start() for part in _PART.finditer(self.inside)][index]
        place = Place(self.place.file, self.place.line, self.place.column + 1 + offset)
        self.problems.append(problem(code, place, message, cure))

    def take(self, part: str, index: int) -> None:
        """Read one key=value or flag."""
        key, equals, value = part.partition("=")
        if value and key in _PLAIN and key not in self.values and key not in self.editions and '"' not in value:
            self.values[key] = value
            return
        value = value.strip('"')
        if key in self.values or key in self.lists or key in self.pages or key in self.flags:
            self.report("ATTR-DUPLICATE", index, f"{key!r} is given twice.")
        elif key in _FLAGS:
            if equals:
                self.report("ATTR-FORM", index, f"{part!r} has a value.", f"Write {key} alone.")
            self.flags.add(key)
        elif key.startswith("#"):
            self.report("ATTR-FORM", index, f"{part!r} is a second id.", "Keep one id.")
        elif key not in _VALUES and key not in LISTS and key not in self.editions:
            self.report("ATTR-UNKNOWN", index, f"{part!r} is no attribute.", self._cure(key, equals))
        elif not equals or not value:
            self.report("ATTR-FORM", index, f"{part!r} has no value.", f"Write {key}=…, without spaces.")
        else:
            self._keep(key, value, index)

    def _keep(self, key: str, value: str, index: int) -> None:
        if key in LISTS:
            self.lists[key] = tuple(item for item in value.split(",") if item)
        elif key in self.editions:
            self.pages[key] = value
        elif key in _ALLOWED and value not in _ALLOWED[key]:
            cure = did_you_mean(value, _ALLOWED[key]) or f"Write one of: {', '.join(_ALLOWED[key])}."
            self.report("ATTR-VALUE", index, f"{key}={value} is not known.", cure)
        else:
            self.values[key] = value

    def _cure(self, key: str, equals: str) -> str:
        known = (*NAMES, *sorted(self.editions))
        if not equals:
            return did_you_mean(key, known) or "Values hold no spaces: join them with a comma."
        return did_you_mean(key, known) or f"Known: {', '.join(known)}."

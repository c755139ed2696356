"""board.toml: a layout read, and every name in it looked up in the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from grammar import nodes as n
from kb.board.layout import COLOURS, REACH, SHAPES, TOKENS, Area, During, Face, Layout, Look, Part, Report
from kb.model.entities import Place
from kb.model.problems import Problem, did_you_mean, problem
from kb.rules.program import Program
from kb.text.reader import TextFile
from kb.text.toml import Said, TomlFile, read_tables

_TOP = (
    "counted",
    "results",
    "look",
    "label",
    "headline",
    "glance",
    "area",
    "during",
    "report",
    "face",
    "plots",
    "amount",
    "aside",
)
_DURING = ("fact", "title", "counts", "over", "part")
_REPORT = ("fact", "text", "facts")
_FACE = ("kind", "text", "shows")
_AREA = ("name", "title", "each", "part")
_PART = (
    "shape", "facts", "title", "kind", "members", "wanted", "whose", "shown", "under", "slots", "stock", "seats", "prints", "tokens", "paths", "spots", "bare", "seldom", "up", "folded",
)  # fmt: skip
#: what only some parts have
_ONLY = {
    "wanted": ("sections",), "whose": ("sections",), "shown": ("cards",), "under": ("cards",), "slots": ("cards",), "stock": ("cards",), "seats": ("cards",),
    "prints": ("cards", "map"), "tokens": ("map",), "paths": ("map",), "spots": ("map",), "kind": ("cards", "map"),
    "bare": ("cards", "map"), "seldom": ("cards", "map"), "up": ("cards",),
}  # fmt: skip
#: where a text says what a face shows
_HOLE = re.compile(r"\{([^}]*)\}")
#: steps a row of sections may have
_STEPS = 8


def read_layout(file: TextFile, program: Program, languages: tuple[str, ...]) -> tuple[Layout | None, list[Problem]]:
    """The layout of a game, and what is wrong with it; none where the file says nothing."""
    if not file.text.strip():
        return None, []
    reader = _Reader(read_tables(file), program, languages)
    layout = reader.layout()
    return layout, [*reader.tables.problems, *reader.found, *_unshown(layout, program)]


def _unshown(layout: Layout, program: Program) -> Iterator[Problem]:
    """BOARD-UNSHOWN: facts of the table that nobody sees in the picture, and that the layout does not set aside."""
    known = layout.drawn() | layout.aside
    for name, cited in program.facts.items():
        node: n.Fact = cited.node
        if name not in known and not node.derived and not node.fixed and not node.scope and name not in program.fields:
            yield problem("BOARD-UNSHOWN", cited.place, f"“{name}” is drawn nowhere on the board.")


class _Reader:
    """Reads the tables of one file; what cannot be drawn is left out and said."""

    def __init__(self, tables: TomlFile, program: Program, languages: tuple[str, ...]) -> None:
        self.tables, self.program, self.languages = tables, program, languages
        self.found: list[Problem] = []
        self._members = {member for members in program.members.values() for member in members}

    def layout(self) -> Layout:
        """The whole file."""
        values = self.tables.values
        self.tables.known("", values, _TOP)
        aside = values.get("aside", {})
        facts = self.tables.strings("aside", "facts", aside.get("facts", [])) if isinstance(aside, dict) else ()
        for name in facts:
            self._fact(name, self.tables.place("aside", "facts"))
        return Layout(
            areas=tuple(self._areas()),
            looks=dict(self._looks(values.get("look", {}))),
            labels=dict(self._labels("label", values.get("label", {}))),
            amounts=dict(self._labels("amount", values.get("amount", {}))),
            headline=tuple(self._parts("headline", _several(values.get("headline")), 0, "")),
            glance=tuple(self._parts("glance", _several(values.get("glance")), 0, "")),
            during=tuple(self._during()),
            reports=tuple(self._reports()),
            faces=tuple(self._faces()),
            plots=self._plots(values.get("plots", {})),
            rounds=self._rounds(values.get("plots", {})),
            counted=self._counted(values.get("counted", "")),
            results=self._results(values.get("results", [])),
            aside=frozenset(facts),
        )

    def _counted(self, name: object) -> str:
        place = self.tables.place("", "counted")
        node = self._fact(str(name), place) if name else None
        if node is not None and (node.keys or not isinstance(node.type, n.TypeFlag)):
            self._wrong(place, f"“{name}” is no yes or no of the whole table.", "Name a flag without keys.")
            return ""
        return str(name) if node is not None else ""

    def _results(self, said: object) -> tuple[str, ...]:
        place, named = self.tables.place("", "results"), self.tables.strings("", "results", said)
        for name in named:
            if name not in self.program.values:
                self._unknown(name, self.program.values, "value", place)
            elif self.program.values[name].params:
                self._wrong(place, f"“{name}” is asked of something.", "Name a value that takes nothing.")
        return tuple(name for name in named if name in self.program.values and not self.program.values[name].params)

    def _plots(self, said: object) -> tuple[str, ...]:
        names = self.tables.strings("plots", "facts", said.get("facts", [])) if isinstance(said, dict) else ()
        return tuple(name for name in names if self._fact(name, self.tables.place("plots", "facts")) is not None)

    def _rounds(self, said: object) -> str:
        name = str(said.get("rounds", "")) if isinstance(said, dict) else ""
        place = self.tables.place("plots", "rounds")
        node = self._fact(name, place) if name else None
        if node is not None and node.keys:
            self._wrong(place, f"“{name}” is no number of the whole table.", "Name a fact without keys.")
            return ""
        return name if node is not None else ""

    def _during(self) -> Iterator[During]:
        first = 0
        for at, said in enumerate(_several(self.tables.values.get("during"))):
            place = self.tables.place("during", "", at)
            self.tables.known("during", said, _DURING)
            title = self.tables.texts("during", "title", said.get("title", {}))
            self._titled(title, "The title of what is drawn during something", place)
            parts = _several(said.get("part"))
            made = tuple(self._parts("during.part", parts, first, ""))
            first += len(parts)
            counts, over = str(said.get("counts", "")), str(said.get("over", ""))
            if counts and counts not in self.program.values:
                self._unknown(counts, self.program.values, "value", place)
            if over and over not in self.program.members:
                self._unknown(over, self.program.members, "kind", place)
            if self._fact(str(said.get("fact", "")), place) is not None:
                yield During(str(said["fact"]), title, made, counts, over)

    def _reports(self) -> Iterator[Report]:
        for at, said in enumerate(_several(self.tables.values.get("report"))):
            place = self.tables.place("report", "", at)
            self.tables.known("report", said, _REPORT)
            text = self.tables.texts("report", "text", said.get("text", {}))
            self._titled(text, "The text of a report", place)
            facts = [
                tuple(fact.split(" of ")) for fact in self.tables.strings("report", "facts", said.get("facts", []))
            ]
            for name, *keys in facts:
                self._fact(name, place)
                for key in keys:
                    if key not in self._members:
                        self._unknown(key, self._members, "member", place)
            if self._fact(str(said.get("fact", "")), place) is not None:
                yield Report(str(said["fact"]), text, tuple(facts))

    def _faces(self) -> Iterator[Face]:
        for at, said in enumerate(_several(self.tables.values.get("face"))):
            place = self.tables.place("face", "", at)
            self.tables.known("face", said, _FACE)
            text = self.tables.texts("face", "text", said.get("text", {}))
            self._titled(text, "The text of a face", place)
            kind, shows = str(said.get("kind", "")), self.tables.strings("face", "shows", said.get("shows", []))
            if kind not in self.program.members:
                self._unknown(kind, self.program.members, "kind", place)
            for name in shows:
                if name not in self.program.values and name not in self.program.columns:
                    self._unknown(name, [*self.program.values, *self.program.columns], "value", place)
            if any(sorted(set(_HOLE.findall(one))) != sorted(map(str, range(len(shows)))) for one in text.values()):
                self._wrong(
                    place, "The text of a face does not say all that it shows.", "Write {0}, {1} … once for each."
                )
                continue
            if kind in self.program.members and all(
                name in self.program.values or name in self.program.columns for name in shows
            ):
                yield Face(kind, text, shows)

    # ---- how members look ------------------------------------------------------------------------------------------

    def _looks(self, looks: object) -> Iterator[tuple[str, Look]]:
        for member, said in looks.items() if isinstance(looks, dict) else ():
            place = self.tables.place("look", member)
            if member not in self._members:
                self._unknown(member, self._members, "member", place)
            if not isinstance(said, dict):
                self._wrong(place, f"The look of {member} is {said!r}.", 'Write { colour = "red", sign = "W" }.')
                continue
            self.tables.known("look", said, ("colour", "sign", "token"))
            colour, token = str(said.get("colour", "grey")), str(said.get("token", "disc"))
            for value, all_ in ((colour, COLOURS), (token, TOKENS)):
                if value not in all_:
                    self._wrong(place, f"{member} is drawn as “{value}”.", f"Write one of: {', '.join(all_)}.")
            if colour in COLOURS and token in TOKENS:
                yield member, Look(colour, str(said.get("sign", ""))[:3], token)

    def _labels(self, table: str, labels: object) -> Iterator[tuple[str, dict[str, str]]]:
        for name, said in labels.items() if isinstance(labels, dict) else ():
            place = self.tables.place(table, name)
            texts = self.tables.texts(table, name, said)
            if self._fact(name, place) is not None and self._titled(texts, f"The {table} of “{name}”", place):
                yield name, texts

    def _titled(self, texts: dict[str, str], what: str, place: Place) -> bool:
        """Whether something is called by a name; BOARD-TITLE where a language lacks it."""
        for lang in self.languages:
            if lang not in texts:
                self.found.append(
                    problem("BOARD-TITLE", place, f"{what} is missing in {lang!r}.", f'Add {lang} = "…".')
                )
        return bool(texts)

    # ---- areas -----------------------------------------------------------------------------------------------------

    def _areas(self) -> Iterator[Area]:
        first, names = 0, set[str]()
        for at, said in enumerate(_several(self.tables.values.get("area"))):
            place = self.tables.place("area", "", at)
            self.tables.known("area", said, _AREA)
            name = str(said.get("name", ""))
            if not name.isidentifier() or name in names:
                self._wrong(place, f"An area is called “{name}”.", "Write a name of its own: letters and _.")
            names.add(name)
            title = self.tables.texts("area", "title", said.get("title", {}))
            if title or "each" not in said:  # the members of a kind may go by what the kind is called
                self._titled(title, f"The title of the area “{name}”", place)
            each = str(said.get("each", ""))
            if each and each not in self.program.members:
                self._unknown(each, self.program.members, "kind", place)
                each = ""
            parts = _several(said.get("part"))
            yield Area(name, title, tuple(self._parts("area.part", parts, first, each)), place, each)
            first += len(parts)

    def _parts(self, table: str, parts: list[Said], first: int, each: str) -> Iterator[Part]:
        for at, said in enumerate(parts, first):
            made = self._part(table, said, self.tables.place(table, "", at), each)
            if made is not None:
                yield made

    def _part(self, table: str, said: Said, place: Place, each: str) -> Part | None:
        self.tables.known(table, said, _PART)
        shape = str(said.get("shape", ""))
        if shape not in SHAPES:
            self._wrong(place, f"A part has the shape “{shape}”.", f"Write one of: {', '.join(SHAPES)}.")
            return None
        for key, shapes in _ONLY.items():
            if key in said and shape not in shapes:
                self._wrong(place, f"{shape} take no “{key}”.", f"Only {' and '.join(shapes)} have it.")
        texts = {
            key: str(said.get(key, ""))
            for key in ("kind", "wanted", "whose", "shown", "under", "stock", "seats", "tokens", "paths", "up")
        }
        lists = {
            key: self.tables.strings(table, key, said.get(key, []))
            for key in ("facts", "members", "slots", "prints", "bare", "seldom")
        }
        facts = tuple(name for name in lists.pop("facts") if self._drawable(name, shape, place, texts["kind"]))
        for name in (*lists["bare"], *lists["seldom"]):
            if name not in facts:
                self._unknown(name, facts, "fact of this part", place)
        for name in (
            *lists["slots"],
            *(
                texts[key]
                for key in ("wanted", "whose", "shown", "under", "stock", "tokens", "paths", "up")
                if texts[key]
            ),
        ):
            self._fact(name, place)
        for member in lists["members"]:
            if member not in self.program.members.get(each or self.program.roles, ()):
                self._unknown(member, self.program.members.get(each or self.program.roles, ()), "member", place)
        if shape in ("cards", "map"):
            if texts["kind"] not in self.program.kinds:
                self._unknown(texts["kind"], self.program.kinds, "kind", place)
                return None
        elif not facts:
            self._wrong(place, f"The {shape} show no fact.", 'Write facts = ["…"].')
            return None
        for name in (*lists["prints"], *([texts["seats"]] if texts["seats"] else [])):
            if name not in self.program.values and name not in self.program.columns:
                self._unknown(name, [*self.program.values, *self.program.columns], "value", place)
        return Part(
            shape, place, facts, self._title(table, said, place), texts["kind"], lists["members"], texts["wanted"], texts["whose"], texts["shown"], texts["under"], lists["slots"],
            texts["stock"], texts["seats"], lists["prints"], texts["tokens"], texts["paths"], self._spots(said.get("spots", {}), texts["kind"], place),
            lists["bare"], lists["seldom"], texts["up"], said.get("folded") is True,
        )  # fmt: skip

    def _title(self, table: str, said: Said, place: Place) -> dict[str, str]:
        title = self.tables.texts(table, "title", said["title"]) if "title" in said else {}
        if title:
            self._titled(title, "The title of a part", place)
        return title

    def _spots(self, said: object, kind: str, place: Place) -> dict[str, tuple[int, int]]:
        spots: dict[str, tuple[int, int]] = {}
        members = self.program.members.get(kind, ())
        for member, at in said.items() if isinstance(said, dict) else ():
            if member not in members:
                self._unknown(member, members, "member", place)
            elif not _is_spot(at):
                self._wrong(place, f"The spot of {member} is {at!r}.", f"Write [column, row], each from 1 to {REACH}.")
            else:
                spots[member] = (at[0], at[1])
        if spots:
            for member in members:
                if member not in spots:
                    self._wrong(place, f"{member} has no spot on the map.", "Add it to spots.")
        return spots

    # ---- names -----------------------------------------------------------------------------------------------------

    def _fact(self, name: str, place: Place) -> n.Fact | None:
        cited = self.program.facts.get(name)
        if cited is None:
            self._unknown(name, self.program.facts, "fact", place)
            return None
        node: n.Fact = cited.node
        return node

    def _drawable(self, name: str, shape: str, place: Place, kind: str) -> bool:
        """Whether a fact can be drawn like that."""
        node = self._fact(name, place)
        if node is None:
            return False
        reason = self._misfit(node, shape)
        if not reason and kind and (not node.keys or node.keys[0][1] != kind):
            reason = f"It is not kept by {kind}."
        if reason:
            self._wrong(place, f"“{name}” cannot be drawn as {shape}.", reason)
        return not reason

    def _misfit(self, node: n.Fact, shape: str) -> str:
        type_ = node.type
        if shape == "sections":
            few = isinstance(type_, n.TypeName) and 0 < len(self.program.members.get(type_.name, ())) <= _STEPS
            return (
                ""
                if few and node.keys
                else f"Sections show a fact of a kind that names one of at most {_STEPS} members."
            )
        if shape == "track":
            ends = isinstance(type_, n.TypeRange) and isinstance(type_.high, n.Number)
            return "" if ends else "A track shows a number with two ends that are known."
        fits: Mapping[str, tuple[type, ...]] = {
            "counters": (n.TypeRange, n.TypeNumber), "flags": (n.TypeFlag,), "choices": (n.TypeName, n.TypeEnum),
        }  # fmt: skip
        if shape in fits and not isinstance(type_, fits[shape]):
            return f"{shape.capitalize()} show {SHAPES[shape].partition(':')[0]}."
        if shape == "piles" and not isinstance(type_, n.TypeMany):
            return "Piles show what holds several."
        return ""

    def _unknown(self, name: str, known: Any, what: str, place: Place) -> None:
        cure = did_you_mean(name, known) or f"Write the name of a {what} of the rules."
        self.found.append(problem("BOARD-NAME", place, f"There is no {what} “{name}”.", cure))

    def _wrong(self, place: Place, message: str, cure: str) -> None:
        self.found.append(problem("BOARD-SHAPE", place, message, cure))


def _several(tables: object) -> list[Said]:
    return [table for table in tables if isinstance(table, dict)] if isinstance(tables, list) else []


def _is_spot(at: object) -> bool:
    return isinstance(at, list) and len(at) == 2 and all(type(part) is int and 1 <= part <= REACH for part in at)

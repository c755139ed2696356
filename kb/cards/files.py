"""The cards of a game: checked, and lowered to statements of the rule language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.base.records import replace
from grammar.cards import tree as t
from grammar.cards.parse import parse_body
from grammar.cards.printer import PrintError, print_body
from grammar.rules.unparse import rules
from kb.cards.called import called
from kb.cards.language.dictionary import CardWords, read_card_words
from kb.cards.lowering.lower import Lowered, lower
from kb.cards.lowering.scene import CardFault
from kb.cards.sheets import RawCard, Sheets
from kb.model.entities import Chapter, Heading, Paragraph, Place
from kb.model.keys import WAY
from kb.model.problems import Problem, problem
from kb.rules.program import Cited
from kb.text.prose import GameProse
from kb.text.reader import GameFiles

#: a sentence of a card, up to its full stop
_SENTENCE = re.compile(r"\S[^.]*\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One card of the corpus: its tree, whose it is, and the action that carries it out."""

    id: str  #: of its heading
    title: str
    kind: str
    roles: tuple[str, ...]
    copies: int
    parts: tuple[t.Part, ...]
    action: str  #: the action, or the member of the game's data, that carries it out
    written: str  #: own (lowered from its text), rule (a rule block under it), or elsewhere
    place: Place
    rule: str = ""  #: what its text became, in the rule language

    @property
    def paragraph(self) -> str:
        """The paragraph that holds its text."""
        return f"{self.id}.text"


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards of a game, with the prose and the statements they add."""

    entries: tuple[CardEntry, ...]
    words: CardWords | None
    prose: GameProse
    statements: tuple[Cited, ...]
    problems: tuple[Problem, ...]
    chapters: tuple[Chapter, ...] = ()  #: what they add to the prose


def patterns_text() -> str:
    """How each construct of the card language reads in each language."""
    return (resources.files("grammar") / "cards" / "patterns.toml").read_text("utf-8")


def load_cards(files: GameFiles, sheets: Sheets, prose: GameProse) -> Cards:
    """The cards of a game, whose files were read and cut before; a game without a card language is unchanged."""
    if files.vocabulary is None:
        return Cards((), None, prose, (), ())
    problems: list[Problem] = []
    words = read_card_words(files.id, files.vocabulary, files.frames, patterns_text(), problems, prose.forms)
    if words is None:
        return Cards((), None, prose, (), tuple(problems))
    problems += sheets.problems
    entries: list[CardEntry] = []
    statements: list[Cited] = []
    chapters: list[Chapter] = []
    seen: set[str] = {*prose.paragraphs, *prose.headings}
    for sheet in sheets.sheets:
        items: list[Heading | Paragraph] = []
        for raw in sheet:
            if raw.id in seen:
                problems.append(problem("ID-DUPLICATE", raw.place, f"{raw.id} is already used."))
                continue
            seen.add(raw.id)
            items += _items(raw, sheet[0], words, prose, entries, statements, problems)
        if items and isinstance(items[0], Heading):
            chapters.append(Chapter(items[0].id, items[0].title, tuple(items)))
    added = tuple(chapters)
    ways = [
        (cited.paragraph.removesuffix(".text"), cited.node.name)
        for cited in statements
        if isinstance(cited.node, n.Action) and WAY in cited.node.name
    ]
    named = called(prose, sheets, [*((entry.id, entry.action) for entry in entries), *ways], problems)
    return Cards(tuple(entries), words, with_chapters(named, added), tuple(statements), tuple(problems), added)


def with_chapters(prose: GameProse, chapters: tuple[Chapter, ...]) -> GameProse:
    """The prose with the chapters of its cards."""
    items = [item for chapter in chapters for item in chapter.items]
    return replace(
        prose,
        chapters=(*prose.chapters, *chapters),
        paragraphs={**prose.paragraphs, **{i.id: i for i in items if isinstance(i, Paragraph)}},
        headings={**prose.headings, **{i.id: i for i in items if isinstance(i, Heading)}},
    )


def _items(
    raw: RawCard, chapter: RawCard, words: CardWords, prose: GameProse, entries: list[CardEntry], statements: list[Cited],
    problems: list[Problem],
) -> Iterator[Heading | Paragraph]:  # fmt: skip
    entry = _entry(raw, chapter, words, statements, problems, prose) if raw.card is not None else None
    titles = {**dict.fromkeys(prose.languages, raw.title), **dict(raw.titles)}
    titles |= {lang: f"{titles[lang]} ({raw.title})" for lang in raw.ours}
    yield Heading(raw.id, raw.level, titles, chapter.id, raw.place, ours=raw.ours)
    if entry is not None:
        entries.append(entry)
        texts = {"en": print_body(entry.parts, words, "en")}
        for lang in prose.languages:
            if lang == "en":
                continue
            try:
                texts[lang] = print_body(entry.parts, words, lang)
            except PrintError as error:
                problems.append(problem("CARD-FORM", raw.place, f"“{raw.title}” cannot be printed in {lang}: {error}."))
        # a card that another paragraph encodes only says again what stands there
        norule = "reference" if entry.written == "elsewhere" else ""
        assert raw.card is not None
        begun = _beginnings(raw.card.text)
        sentences = begun if len(begun) == texts["en"].count("\n") + 1 else ()
        yield replace(_paragraph(raw, chapter, prose, texts), norule=norule, sentences=sentences)
    if raw.note:
        texts = {"en": raw.note, **dict(raw.notes)}
        yield replace(_paragraph(raw, chapter, prose, texts), id=f"{raw.id}.note", norule="definition", blocks=())


def _beginnings(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sentence of a card begins: line and column, from 1."""
    starts = (match.start() for match in _SENTENCE.finditer(text))
    return tuple((text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)) for at in starts)


def _paragraph(raw: RawCard, chapter: RawCard, prose: GameProse, texts: dict[str, str]) -> Paragraph:
    source = "card" if "card" in prose.sources else next(iter(prose.sources), "")
    return Paragraph(
        f"{raw.id}.text", prose.id, chapter.id, raw.id, texts, {}, source, raw.place, printed="card",
        unconfirmed="unconfirmed" in raw.attributes, blocks=raw.blocks,
    )  # fmt: skip


def _entry(
    raw: RawCard, chapter: RawCard, words: CardWords, statements: list[Cited], problems: list[Problem], prose: GameProse
) -> CardEntry | None:
    block = raw.card
    assert block is not None
    said = {**chapter.attributes, **raw.attributes}
    kind, roles = said.get("kind", ""), tuple(role for role in said.get("of", "").split(",") if role)
    place = block.place
    if ("KIND", kind) not in words.vocabulary.entries or any(
        ("ROLE", r) not in words.vocabulary.entries for r in roles
    ):
        problems.append(
            problem("CARD-FILE", raw.place, f"{raw.id}: kind={kind} of={','.join(roles)} is not in the vocabulary.")
        )
        return None
    try:
        parts = parse_body(block.text, words.vocabulary)
    except SyntaxProblemError as error:
        where = Place(place.file, place.line + error.line - 1, error.column)
        problems.append(problem("CARD-SYNTAX", where, f"{raw.title}: {error.message}.", error.cure))
        return None
    name = said.get("as") or said.get("name") or f"card_{raw.id.rsplit('.', 1)[-1]}"
    written = "elsewhere" if "as" in said else "rule" if raw.blocks else "own"
    copies = int(said.get("copies", "1")) if said.get("copies", "1").isdigit() else 1
    text = ""
    if written == "own":
        try:
            lowered = lower(words, name, roles, kind, parts)
        except CardFault as fault:
            where = Place(place.file, place.line + fault.at[0] - 1, fault.at[1])
            problems.append(problem("CARD-MEANING", where, f"{raw.title}: {fault.message}.", fault.cure))
            return None
        rank = prose.sources["card"].rank if "card" in prose.sources else 0
        statements += [Cited(node, f"{raw.id}.text", place, rank) for node in lowered.statements]
        text = as_rules(lowered)
    return CardEntry(raw.id, raw.title, kind, roles, copies, parts, name, written, raw.place, text)


def as_rules(lowered: Lowered) -> str:
    """What a card became, as a rule block."""
    return rules(lowered.statements)


def unplayable(entries: tuple[CardEntry, ...], actions: frozenset[str], members: frozenset[str]) -> Iterator[Problem]:
    """CARD-MEANING: cards said to be carried out by an action or a member that is not there."""
    for entry in entries:
        if entry.action not in actions and entry.action not in members:
            message = f"{entry.title}: there is no action or member “{entry.action}”."
            yield problem("CARD-MEANING", entry.place, message, "Write the rule of the card, or correct the name.")

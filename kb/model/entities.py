"""What a loaded corpus is made of: frozen records, no behaviour beyond look-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grammar.base.late import late_record
from grammar.base.records import field, record

if TYPE_CHECKING:
    from kb.model.problems import Problem

Texts = Mapping[str, str]  #: language -> text

#: why a paragraph carries no rule
NO_RULE = ("definition", "example", "component", "flavour", "advice", "reference", "absence", "todo")


#: from what a case was worked out; the first where nothing is said
WORKED_OUT = ("rules", "exam", "books", "reader", "play")


@record
class Place:
    """Where something stands in the corpus: for messages."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@record
class Block:
    """A fenced `rule` block as text, with the place of its first line."""

    text: str
    place: Place


@record
class Paragraph:
    """One citable paragraph."""

    id: str
    game: str
    chapter: str
    section: str  #: id of the nearest heading above
    text: Texts  #: language -> Markdown
    pages: Mapping[str, str]  #: edition -> page
    source: str
    place: Place
    number: str = ""  #: as printed in the book
    norule: str = ""
    restates: tuple[str, ...] = ()
    clarifies: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    printed: str = ""  #: "board" or "card" when the figure stands only there
    unconfirmed: bool = False
    blocks: tuple[Block, ...] = ()
    stale: frozenset[str] = frozenset()  #: languages whose translation is older than the original
    sentences: tuple[
        tuple[int, int], ...
    ] = ()  #: of a card: where each line of its text begins in what its author wrote


@record
class Heading:
    """A chapter or section heading."""

    id: str
    level: int
    title: Texts
    chapter: str
    place: Place
    pages: Mapping[str, str] = field(default_factory=dict)
    ours: tuple[str, ...] = ()  #: the languages no edition prints it in: there it is our own, the original in brackets


@record
class Chapter:
    """A chapter: its headings and paragraphs in reading order."""

    id: str
    title: Texts
    items: tuple[Heading | Paragraph, ...]


@record
class Term:
    """A glossary entry in every language."""

    id: str
    game: str
    names: Texts
    text: Texts
    aliases: Mapping[str, tuple[str, ...]]
    defined: tuple[str, ...]
    related: tuple[str, ...]
    differs: Mapping[str, str]  #: homonym's term id -> how it differs
    place: Place


@record
class Edition:
    """A printed book."""

    id: str
    title: str
    lang: str


@record
class Source:
    """A kind of source and its rank."""

    id: str
    rank: int
    title: Texts
    by: str = ""  #: the paragraph that grants the rank


@record
class Word:
    """How an identifier reads to a player."""

    id: str
    text: Texts
    ask: Texts
    alone: Texts = field(default_factory=dict)  #: without keys, where the name is also an action or a member
    denied: Texts = field(default_factory=dict)  #: where it is not so
    absent: Texts = field(default_factory=dict)  #: where there is none
    present: Texts = field(default_factory=dict)  #: where there is one, whichever
    same: Texts = field(default_factory=dict)  #: where it is a certain one, which stands behind its keys
    other: Texts = field(default_factory=dict)  #: where it is not that one
    least: Texts = field(default_factory=dict)  #: of a number: where it is at least what stands behind its keys
    aliases: tuple[
        str, ...
    ] = ()  #: what else an asker may write for it, in whatever language: a number, a printed mark
    card: str = ""  #: the heading of a card whose title stands where the text has {card}
    of: tuple[str, ...] = ()  #: of words of a check: the check as it is written, each where there are several alike
    place: Place | None = None


@late_record
class GameProse:
    """Everything a game folder says, its rule blocks still as text."""

    id: str
    prefix: str
    title: Texts
    languages: tuple[str, ...]
    players: tuple[int, ...]
    editions: Mapping[str, Edition]
    sources: Mapping[str, Source]
    chapters: tuple[Chapter, ...]
    paragraphs: Mapping[str, Paragraph]
    headings: Mapping[str, Heading]
    terms: Mapping[str, Term]
    words: Mapping[str, Word]
    forms: Mapping[str, Mapping[str, str]]  #: language -> name in lower case -> its forms (kb/text/forms.py)
    named: Mapping[str, str]  #: language -> digest of the names its forms were made of
    cases: tuple[tuple[str, str], ...]  #: file name, text
    retired: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def original(self) -> str:
        """The language that was written first: the first that is listed."""
        return self.languages[0]

"""A paragraph as the pages show it: text, place in the edition, citation, and every mark that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from kb.languages.texts import spoken
from kb.model.entities import Paragraph
from referee.service import attribution
from web.game.difference import Piece, word_difference
from web.game.reader import Reader
from web.game.volume import Volume


@dataclass(slots=True)
class Shown:
    """One paragraph, ready for a template."""

    id: str
    url: str
    label: str  #: printed number, else the id without the game
    section: str  #: the heading it stands under
    html: str
    lang: str
    page: str
    source: str
    kind: str
    wording: str  #: whose words they are, and where the original stands
    unconfirmed: bool
    stale: bool
    citation: str
    beside_html: str = ""
    beside_lang: str = ""
    clarified: list[Shown] = field(default_factory=list)
    clarifies: list[Mention] = field(default_factory=list)
    restates: list[Mention] = field(default_factory=list)
    restated: list[Mention] = field(default_factory=list)
    see: list[Mention] = field(default_factory=list)
    disputes: list[dict[str, Any]] = field(default_factory=list)
    editions: list[tuple[str, str]] = field(default_factory=list)  #: edition title, page; when they differ
    variants: list[Variant] = field(default_factory=list)  #: what single editions say instead


@dataclass(slots=True)
class Variant:
    """What one edition says where the others say something else."""

    edition: str  #: its title
    page: str  #: in that edition
    shown: Shown
    difference: list[Piece]  #: word by word, where the texts are close


@dataclass(frozen=True, slots=True)
class Mention:
    """A paragraph that is only named."""

    id: str
    url: str
    label: str
    section: str
    text: str


class Quotes:
    """Shows the paragraphs of one game to one reader."""

    def __init__(self, volume: Volume, reader: Reader) -> None:
        self.volume = volume
        self.reader = reader
        self.edition = reader.edition(volume.game)
        self.main_source = next(iter(volume.game.prose.sources), "")

    # ---- small things ----------------------------------------------------------------------------------------------

    def url(self, identity: str) -> str:
        """The address of a paragraph, in the reader's language of the rules."""
        return f"/g/{self.volume.id}/p/{identity}"

    def label(self, paragraph: Paragraph) -> str:
        """How it is numbered."""
        prefix = f"{self.volume.game.prose.prefix}."
        return paragraph.number or paragraph.id.removeprefix(prefix)

    def section(self, paragraph: Paragraph) -> str:
        """The heading it stands under."""
        heading = self.volume.heading(paragraph.section)
        return spoken(heading.title, self.reader.lang) if heading else ""

    def page(self, paragraph: Paragraph) -> str:
        """The page in the reader's edition."""
        page = paragraph.pages.get(self.edition, "")
        if page:
            return self.reader.t("read.page", page=page)
        if paragraph.pages and len(self.volume.game.prose.editions) > 1:
            return self.reader.t("read.not_in_edition")
        return ""

    def link(self, identity: str) -> Mention | None:
        """A paragraph by name only; None when it stands in no game we have."""
        paragraph = self.volume.game.paragraph(identity)
        if paragraph is None:
            heading = self.volume.heading(identity)
            if heading is None:
                return None
            url = f"/g/{self.volume.id}/c/{heading.chapter}#{identity}"
            return Mention(identity, url, "§", spoken(heading.title, self.reader.lang), "")
        text = self.volume.text(identity, self.reader.lang)
        return Mention(identity, self.url(identity), self.label(paragraph), self.section(paragraph), text)

    def links(self, identities: tuple[str, ...] | list[str]) -> list[Mention]:
        """Several, without those that are nowhere."""
        return [link for link in map(self.link, identities) if link is not None]

    def wording(self, paragraph: Paragraph) -> str:
        """Whose words it is in, for the reader's edition: or for the first that has it."""
        printed = self.edition if self.edition in paragraph.pages else next(iter(paragraph.pages), "")
        return attribution(self.volume.game.prose, paragraph, printed, self.reader.ui)

    def citation(self, paragraph: Paragraph) -> str:
        """Game, edition, section, whose words they are and a short text: what is copied; nothing is quoted that is ours."""
        prose = self.volume.game.prose
        edition = prose.editions.get(self.edition)
        text = self.volume.text(paragraph.id, self.reader.lang)
        short = text if len(text) <= 160 else text[:160].rsplit(" ", 1)[0] + "…"
        parts = [
            self.volume.title(self.reader.lang),
            edition.title if edition else "",
            self.section(paragraph),
            self.label(paragraph),
        ]
        said = self.wording(paragraph)
        return f"{', '.join(part for part in parts if part)}{f' ({said})' if said else ''}: {short}"

    # ---- the paragraph ---------------------------------------------------------------------------------------------

    def brief(self, identity: str) -> Shown:
        """A paragraph with its text and place only."""
        paragraph = self.volume.paragraph(identity)
        html, lang = self.volume.html(identity, self.reader.lang)
        source = self.volume.game.prose.sources.get(paragraph.source)
        shown = Shown(
            id=identity,
            url=self.url(identity),
            label=self.label(paragraph),
            section=self.section(paragraph),
            html=html,
            lang=lang,
            page=self.page(paragraph),
            source=spoken(source.title, self.reader.ui) if source and source.id != self.main_source else "",
            kind=paragraph.norule or "rule",
            wording=self.wording(paragraph),
            unconfirmed=paragraph.unconfirmed,
            stale=self.reader.lang in paragraph.stale,
            citation=self.citation(paragraph),
        )
        if self.reader.beside and paragraph.text.get(self.reader.beside):
            shown.beside_html, shown.beside_lang = self.volume.html(identity, self.reader.beside)
        return shown

    def full(self, identity: str) -> Shown:
        """A paragraph with everything that belongs to it."""
        shown = self.brief(identity)
        paragraph = self.volume.paragraph(identity)
        volume = self.volume
        shown.variants = [self._variant(identity, *pair) for pair in volume.variants.get(identity, ())]
        apart = {variant.shown.id for variant in shown.variants}
        shown.clarified = [self.brief(other) for other in volume.clarified.get(identity, ()) if other not in apart]
        shown.clarifies = self.links(paragraph.clarifies)
        shown.restates = self.links(paragraph.restates)
        shown.restated = self.links(volume.restated.get(identity, []))
        shown.see = self.links(paragraph.see)
        names = volume.disputed.get(identity, ())
        shown.disputes = [self.dispute(name) for name in names]
        shown.editions = self._editions(paragraph)
        return shown

    def dispute(self, name: str) -> dict[str, Any]:
        """A dispute with its readings and their paragraphs."""
        lang = self.reader.lang
        data: dict[str, Any] = msgspec.to_builtins(self.volume.referee.readings(name, lang))
        data["title"] = self.volume.dispute_title(name, lang)
        data["url"] = f"/g/{self.volume.id}/d/{name}"
        for reading in data["readings"]:
            reading["links"] = self.links(reading["cites"])
        return data

    def _variant(self, identity: str, edition: str, other: str) -> Variant:
        """What an edition says instead of a paragraph."""
        volume, lang = self.volume, self.reader.lang
        page = volume.paragraph(other).pages.get(edition, "")
        return Variant(
            volume.game.prose.editions[edition].title,
            self.reader.t("read.page", page=page) if page else "",
            self.brief(other),
            word_difference(volume.text(identity, lang), volume.text(other, lang)),
        )

    def _editions(self, paragraph: Paragraph) -> list[tuple[str, str]]:
        """Where the paragraph stands in each edition, when not everywhere on the same page or not in all of them."""
        editions = self.volume.game.prose.editions
        if len(editions) < 2 or not paragraph.pages or set(paragraph.pages) == set(editions):
            return []
        return [(edition.title, paragraph.pages.get(edition.id, "")) for edition in editions.values()]

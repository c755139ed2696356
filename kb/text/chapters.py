"""Chapters put together: pages and sources inherited from headings, texts joined across languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grammar.base.records import record
from kb.model.entities import Chapter, Heading, Paragraph, Texts
from kb.model.problems import Problem, did_you_mean, problem
from kb.text.attributes import Attributes
from kb.text.manifest import Manifest
from kb.text.outline import RawHeading, RawParagraph, read_outline
from kb.text.reader import TextFile
from kb.text.translations import Translation

#: what stays with the paragraph and is not for headings
_PARAGRAPH_ONLY = ("norule", "restates", "clarifies", "printed", "unconfirmed")


@record
class RawChapter:
    """A chapter as written in the original language, its ids checked."""

    id: str
    items: tuple[RawHeading | RawParagraph, ...]

    @property
    def original(self) -> dict[str, str]:
        """The original text of each heading and paragraph."""
        return {item.attributes.id: item.title if isinstance(item, RawHeading) else item.text for item in self.items}


@record
class Inherited:
    """What a heading hands down to the text under it."""

    pages: Mapping[str, str]
    source: str

    @classmethod
    def default(cls, manifest: Manifest) -> Inherited:
        """Give what holds before any heading: no page, the first source."""
        return cls({}, next(iter(manifest.sources), ""))

    def under(self, attributes: Attributes, editions: tuple[str, ...]) -> Inherited:
        """Give what holds under these attributes; pages of its own replace every inherited one: an edition left out lacks it."""
        pages = self.pages
        if (page := attributes.values.get("p")) or attributes.pages:
            pages = {**dict.fromkeys(editions if page else (), page or ""), **attributes.pages}
        return Inherited(pages, attributes.values.get("source", self.source))


def read_chapters(files: tuple[TextFile, ...], manifest: Manifest, problems: list[Problem]) -> tuple[RawChapter, ...]:
    """Read the original chapters and leave out what repeats an id."""
    seen: dict[str, str] = {}
    chapters: list[RawChapter] = []
    for file in files:
        outline = read_outline(file.text, file.name, manifest.editions)
        problems += outline.problems
        kept: list[RawHeading | RawParagraph] = []
        for item in outline.items:
            identity = item.attributes.id
            if identity in seen:
                message = f"{identity} is already used at {seen[identity]}."
                problems.append(problem("ID-DUPLICATE", item.place, message))
                continue
            seen[identity] = str(item.place)
            kept.append(item)
            problems += _faults(item, manifest)
        if kept:
            chapters.append(RawChapter(kept[0].attributes.id, tuple(kept)))
    return tuple(chapters)


class ChapterBuilder:
    """Makes the records of a chapter from its original items and the translations."""

    def __init__(self, game: str, start: Inherited, manifest: Manifest, translations: tuple[Translation, ...]) -> None:
        self.game, self.start, self.translations = game, start, translations
        self.editions, self.original = tuple(manifest.editions), manifest.original

    def build(self, raw: RawChapter) -> Chapter:
        """Walk the items in reading order and hand down what headings say."""
        above: list[tuple[int, Inherited]] = []
        section = raw.id
        items: list[Heading | Paragraph] = []
        for item in raw.items:
            if isinstance(item, RawHeading):
                while above and above[-1][0] >= item.level:
                    above.pop()
                inherited = self._inherited(above).under(item.attributes, self.editions)
                above.append((item.level, inherited))
                section = item.attributes.id
                title = self._texts(section, item.title)
                items.append(Heading(section, item.level, title, raw.id, item.place, inherited.pages))
            else:
                items.append(self._paragraph(item, raw.id, section, self._inherited(above)))
        return Chapter(raw.id, self._texts(raw.id, raw.original[raw.id]), tuple(items))

    def _inherited(self, above: list[tuple[int, Inherited]]) -> Inherited:
        return above[-1][1] if above else self.start

    def _texts(self, identity: str, original: str) -> Texts:
        texts = {self.original: original}
        for translation in self.translations:
            if text := translation.texts.get(identity):
                texts[translation.lang] = text
        return texts

    def _paragraph(self, item: RawParagraph, chapter: str, section: str, inherited: Inherited) -> Paragraph:
        attributes = item.attributes
        own = inherited.under(attributes, self.editions)
        values, lists = attributes.values, attributes.lists
        return Paragraph(
            id=attributes.id,
            game=self.game,
            chapter=chapter,
            section=section,
            text=self._texts(attributes.id, item.text),
            pages=own.pages,
            source=own.source,
            place=item.place,
            number=values.get("n", ""),
            norule=values.get("norule", ""),
            restates=lists.get("restates", ()),
            clarifies=lists.get("clarifies", ()),
            see=lists.get("see", ()),
            printed=values.get("printed", ""),
            unconfirmed="unconfirmed" in attributes.flags,
            blocks=item.blocks,
            stale=frozenset(each.lang for each in self.translations if attributes.id in each.stale),
        )


def _faults(item: RawHeading | RawParagraph, manifest: Manifest) -> Iterator[Problem]:
    attributes, place = item.attributes, item.place
    if manifest.prefix and not attributes.id.startswith(f"{manifest.prefix}."):
        message = f"{attributes.id} does not begin with {manifest.prefix!r}."
        yield problem("ID-PREFIX", place, message, f"Write {manifest.prefix}.….")
    if attributes.id in manifest.retired:
        yield problem("ID-DUPLICATE", place, f"{attributes.id} is retired in game.toml.", "Give it a new id.")
    source = attributes.values.get("source")
    if source and manifest.sources and source not in manifest.sources:
        cure = did_you_mean(source, manifest.sources) or f"Sources: {', '.join(manifest.sources)}."
        yield problem("ATTR-VALUE", place, f"source={source} is not in game.toml.", cure)
    if "of" in attributes.values:
        yield problem("ATTR-UNKNOWN", place, "`of` belongs to translations.", "Remove it here.")
    if "by" in attributes.values:
        yield problem("ATTR-UNKNOWN", place, "`by` belongs to headings of cases.", "Remove it here.")
    if isinstance(item, RawHeading):
        for name in attributes.names:
            if name in _PARAGRAPH_ONLY:
                yield problem("ATTR-VALUE", place, f"{name} is given to a heading.", "Move it to the paragraph.")
        return
    norule = attributes.values.get("norule", "")
    if norule == "todo":
        yield problem("RULE-TODO", place, f"{attributes.id} is not encoded yet.")
    elif not norule and not item.blocks:
        yield problem("RULE-MISSING", place, f"{attributes.id} has neither a rule nor a norule attribute.")
    elif norule and item.blocks:
        yield problem("RULE-BOTH", place, f"{attributes.id} has a rule and norule={norule}.")

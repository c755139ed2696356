"""A game folder as prose: chapters, paragraphs in every language, glossary, words and cases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grammar.base.records import replace
from kb.model.entities import Chapter, Heading, Paragraph, Place, Word
from kb.model.entities import GameProse as GameProse
from kb.model.problems import Problem, did_you_mean, problem
from kb.text.chapters import ChapterBuilder, Inherited, RawChapter, read_chapters
from kb.text.forms import read_form_tables
from kb.text.glossary import read_glossary
from kb.text.manifest import Manifest, read_manifest
from kb.text.markup import marked_terms
from kb.text.reader import GameFiles, read_game
from kb.text.relations import with_relations
from kb.text.translations import Translation, digest, missing, read_translation
from kb.text.words import read_words


def load_prose(folder: Path, cards: frozenset[str] = frozenset()) -> GameProse:
    """Load a game folder; faults are in `problems`, never raised. `cards`: ids of its cards, which paragraphs may name."""
    return prose_from_files(read_game(folder), cards)


def prose_from_files(files: GameFiles, cards: frozenset[str] = frozenset()) -> GameProse:
    """Put the texts of a game folder together."""
    problems = list(files.problems)
    manifest, found = read_manifest(files.manifest, files.id)
    problems += found
    raw = read_chapters(files.rules, manifest, problems)
    chapters = _build(files, manifest, raw, problems)
    headings = {item.id: item for chapter in chapters for item in chapter.items if isinstance(item, Heading)}
    paragraphs = {item.id: item for chapter in chapters for item in chapter.items if isinstance(item, Paragraph)}
    forms, digests, found = read_form_tables(files.forms, files.own_forms, manifest.languages)
    problems += found
    terms, found = read_glossary(files.terms, files.id, manifest.languages)
    problems += found
    words: dict[str, Word] = {}
    for file in files.words:
        more, found = read_words(file, manifest.languages, terms)
        words |= more
        problems += found
    prose = GameProse(
        id=files.id,
        prefix=manifest.prefix,
        title=manifest.title,
        languages=manifest.languages,
        players=manifest.players,
        editions=manifest.editions,
        sources=manifest.sources,
        chapters=chapters,
        paragraphs=paragraphs,
        headings=headings,
        terms=with_relations(terms, forms.get(manifest.original, {}), manifest.original),
        words=words,
        forms=forms,
        named=digests,
        cases=tuple((file.name, file.text) for file in files.cases),
        retired=manifest.retired,
        problems=(),
    )
    problems += _references(prose, manifest, cards)
    problems += _links(prose)
    return _with_problems(prose, problems)


def _build(
    files: GameFiles, manifest: Manifest, raw: tuple[RawChapter, ...], problems: list[Problem]
) -> tuple[Chapter, ...]:
    digests = {identity: digest(text) for chapter in raw for identity, text in chapter.original.items()}
    places = {chapter.id: {item.attributes.id: item.place for item in chapter.items} for chapter in raw}
    translations: list[Translation] = []
    for lang in manifest.languages[1:]:
        translation = read_translation(lang, files.translations.get(lang, ()), digests, tuple(manifest.editions))
        problems += translation.problems
        problems += missing(translation, places)
        translations.append(translation)
    builder = ChapterBuilder(files.id, Inherited.default(manifest), manifest, tuple(translations))
    return tuple(builder.build(chapter) for chapter in raw)


def _references(prose: GameProse, manifest: Manifest, cards: frozenset[str]) -> Iterator[Problem]:
    """Check every written reference inside the game; those into another game are left to the library."""
    own = f"{prose.prefix}."
    known = prose.paragraphs.keys() | prose.headings.keys() | cards

    def check(identity: str, place: Place, said: str) -> Iterator[Problem]:
        if identity not in known and (identity.startswith(own) or "." not in identity):
            family = identity[: identity.rfind(".") + 1]
            cure = did_you_mean(identity, (name for name in known if name.startswith(family)))
            yield problem("REF-UNKNOWN", place, f"{said} {identity}, which does not exist.", cure)

    for paragraph in prose.paragraphs.values():
        for kind in ("restates", "clarifies", "see"):
            for identity in getattr(paragraph, kind):
                if identity == paragraph.id:
                    yield problem("REF-SELF", paragraph.place, f"{paragraph.id} names itself in {kind}.")
                yield from check(identity, paragraph.place, f"{paragraph.id} has {kind}=")
    for term in prose.terms.values():
        for identity in term.defined:
            yield from check(identity, term.place, f"[{term.id}] is defined in")
    for source in prose.sources.values():
        if source.by:
            yield from check(source.by, manifest.source_places[source.id], f"[sources.{source.id}] has its rank by")


def _links(prose: GameProse) -> Iterator[Problem]:
    """Check the [[term]] links of every paragraph and language."""
    for paragraph in prose.paragraphs.values():
        for lang, text in paragraph.text.items():
            for name in marked_terms(text):
                if name not in prose.terms:
                    cure = did_you_mean(name, prose.terms)
                    message = f"{paragraph.id} links [[{name}]] in its {lang} text; there is no such term."
                    yield problem("TERM-UNKNOWN", paragraph.place, message, cure)


def _with_problems(prose: GameProse, problems: list[Problem]) -> GameProse:
    ordered = sorted(set(problems), key=lambda item: (item.place.file, item.place.line, item.place.column, item.code))
    return replace(prose, problems=tuple(ordered))

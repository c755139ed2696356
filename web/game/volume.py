"""One game as it is read: its text rendered, its referee, its cross references turned around."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path

from grammar.nodes import SIGN
from kb.languages.texts import spoken, spoken_in
from kb.library import Game
from kb.model.entities import Chapter, Heading, Paragraph, Term
from kb.survey.graph import RuleGraph, graph_of
from kb.text.markup import plain_text, render
from kb.text.termlinks import TermFinder
from referee.service import Referee, Sort, Words
from referee.service.game.disputes import dispute_title
from web.base.faults import MissingError


class Volume:
    """One game as it is read: its text rendered, its referee, its cross references turned around."""

    def __init__(self, game: Game, cache: Path | None = None, kin: Volume | None = None, root: str = "") -> None:
        """`kin`: the volume of the game that this one is grown from; `root`: what stands before every address of the app."""
        self.game = game
        self.root: str = kin.root if kin is not None else root
        self.id = game.id
        self._cache = cache
        self.referee: Referee = Referee(game, cache, kin.referee if kin is not None else None)
        self._finders: dict[str, TermFinder] = {}
        self._titles: dict[str, dict[str, str]] = {}
        self._order = [
            item.id for chapter in game.prose.chapters for item in chapter.items if isinstance(item, Paragraph)
        ]
        self._position = {identity: at for at, identity in enumerate(self._order)}
        self._html = lru_cache(maxsize=8192)(self._render)
        self.definition = lru_cache(maxsize=2048)(self._define)
        self.text = lru_cache(maxsize=8192)(self._text)  #: a paragraph as plain text, by its id and a language

    # ---- rules -----------------------------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        """The wording of the game in a language."""
        return self.referee.words(lang)

    def value_titles(self, lang: str) -> dict[str, str]:
        """What every value is called, its keys named by their kinds."""
        if lang not in self._titles:
            words, keys = self.words(lang), self.referee.key_fields
            self._titles[lang] = {
                value.name: words.name(value.name, *(field.label for field in keys(value.name, lang)))
                for value in self.referee.all_of(Sort.VALUE)
            }
        return self._titles[lang]

    def dispute_title(self, name: str, lang: str) -> str:
        """What a dispute is called; whatever else is asked for, its name."""
        words = self.words(lang)
        return dispute_title(self.game, words, name) if name in self.game.program.disputes else words.name(name)

    def named(self, names: list[str]) -> set[str]:
        """Those that have a word of their own; all of them while most have none."""
        prose = self.game.prose
        of = {name: name.rpartition(SIGN)[2] for name in names}
        found = {name for name in names if of[name] in prose.words or of[name] in prose.terms}
        return found if 2 * len(found) >= len(names) else set(names)

    @cached_property
    def graph(self) -> RuleGraph:
        """What defines, reads, overrides, clarifies what."""
        return graph_of(self.game, self._cache)

    # ---- text ------------------------------------------------------------------------------------------------------

    def html(self, identity: str, lang: str) -> tuple[str, str]:
        """A paragraph as HTML and the language it is in: English, or the original, where there is no translation."""
        return self._html(identity, lang)

    def _render(self, identity: str, lang: str) -> tuple[str, str]:
        paragraph = self.game.prose.paragraphs[identity]
        shown = spoken_in(paragraph.text, lang)
        return self.render(
            paragraph.text.get(shown, ""), shown, lang, home=self._homes.get(paragraph.section, ())
        ), shown

    def _define(self, identity: str, lang: str) -> str:
        """A term's definition as HTML."""
        texts = self.game.prose.terms[identity].text
        written = spoken_in(texts, lang)
        return self.render(texts.get(written, ""), written, lang, (identity,))

    def render(self, text: str, written: str, lang: str, skip: tuple[str, ...] = (), home: tuple[str, ...] = ()) -> str:
        """Any text of the game as HTML, its terms linked."""
        finder = self._finders.get(written)
        if finder is None:
            finder = self._finders[written] = TermFinder(
                self.game.prose.terms.values(), written, self.game.prose.forms.get(written, {})
            )
        return render(text, finder, lambda term: f"{self.root}/g/{self.id}/t/{term}?lang={lang}", skip, home)

    def _text(self, identity: str, lang: str) -> str:
        paragraph = self.game.prose.paragraphs[identity]
        return plain_text(spoken(paragraph.text, lang))

    def title(self, lang: str) -> str:
        """What the game is called."""
        titles = self.game.prose.title
        return spoken(titles, lang) or self.id

    def speaks(self, lang: str) -> str:
        """The language in which the game answers somebody who reads one: English or the original where it has no texts in that."""
        return spoken_in(dict.fromkeys(self.game.prose.languages, "text"), lang)

    def chapter(self, identity: str) -> Chapter:
        """A chapter by its id."""
        for chapter in self.game.prose.chapters:
            if chapter.id == identity:
                return chapter
        raise MissingError("chapter", identity, [chapter.id for chapter in self.game.prose.chapters])

    def paragraph(self, identity: str) -> Paragraph:
        """A paragraph by its id, with near ids when it is not there."""
        found = self.game.paragraph(identity)
        if found is None:
            raise MissingError("paragraph", identity, self.game.prose.paragraphs)
        return found

    def term(self, identity: str) -> Term:
        """A term by its id, with near ids when it is not there."""
        found = self.game.prose.terms.get(identity)
        if found is None:
            raise MissingError("term", identity, self.game.prose.terms)
        return found

    def heading(self, identity: str) -> Heading | None:
        """A heading by its id."""
        return self.game.prose.headings.get(identity)

    def neighbours(self, identity: str) -> tuple[str, str]:
        """The paragraphs before and after, or nothing."""
        at = self._position[identity]
        before = self._order[at - 1] if at else ""
        after = self._order[at + 1] if at + 1 < len(self._order) else ""
        return before, after

    # ---- what hangs together ---------------------------------------------------------------------------------------

    @cached_property
    def clarified(self) -> dict[str, list[str]]:
        """Paragraph -> those that clarify it."""
        return self._turned("clarifies")

    @cached_property
    def restated(self) -> dict[str, list[str]]:
        """Paragraph -> those that say it again."""
        return self._turned("restates")

    def _turned(self, attribute: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for paragraph in self.game.prose.paragraphs.values():
            for target in getattr(paragraph, attribute):
                found.setdefault(target, []).append(paragraph.id)
        return found

    @cached_property
    def variants(self) -> dict[str, list[tuple[str, str]]]:
        """Paragraph -> what single editions say instead: edition and paragraph, told by an id that ends with the edition."""
        found: dict[str, list[tuple[str, str]]] = {}
        prose = self.game.prose
        for paragraph in prose.paragraphs.values():
            stem, _, edition = paragraph.id.rpartition(".")
            if edition in prose.editions:
                overridden = [
                    link.target[1]
                    for link in self.graph.links(("paragraph", paragraph.id))
                    if link.kind == "overrides" and link.source[1] == paragraph.id
                ]
                for place in dict.fromkeys([stem, *paragraph.clarifies, *overridden]):
                    if place in prose.paragraphs:
                        found.setdefault(place, []).append((edition, paragraph.id))
        return found

    @cached_property
    def disputed(self) -> dict[str, list[str]]:
        """Paragraph -> the disputes that stand under it or name it."""
        found: dict[str, list[str]] = {}
        for name, cited in self.game.program.disputes.items():
            places = [cited.paragraph] if cited.paragraph else []
            for reading in cited.node.readings:
                places += reading.places
            for place in dict.fromkeys(places):
                found.setdefault(place, []).append(name)
        return found

    @cached_property
    def _homes(self) -> dict[str, tuple[str, ...]]:
        """Section -> the terms that are defined in it."""
        paragraphs, found = self.game.prose.paragraphs, dict[str, tuple[str, ...]]()
        for term in self.game.prose.terms.values():
            for section in dict.fromkeys(paragraphs[each].section for each in term.defined if each in paragraphs):
                found[section] = (*found.get(section, ()), term.id)
        return found

    @cached_property
    def defined(self) -> dict[str, list[str]]:
        """Paragraph -> the terms it defines."""
        found: dict[str, list[str]] = {}
        for term in self.game.prose.terms.values():
            for identity in term.defined:
                found.setdefault(identity, []).append(term.id)
        return found

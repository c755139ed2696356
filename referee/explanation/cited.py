"""Paragraphs as they are cited: where they stand in the edition asked for, and before the asker's eyes."""

from __future__ import annotations

from msgspec.structs import replace

from kb.languages.texts import spoken, spoken_in
from kb.library import Game
from referee import answers as a
from referee.explanation.attribution import attribution


class Cited:
    """Citations of a game in one language, each made once an edition."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self._edition = next(iter(game.prose.editions), "")  #: unless another is asked for
        #: edition -> paragraph -> how it is cited
        self._made: dict[str, dict[str, a.Citation]] = {each: {} for each in (*game.prose.editions, self._edition)}

    def all(self, identities: list[str], edition: str | None, near: str | None) -> list[a.Citation]:
        """Those of paragraphs: a dispute that nobody declared is none."""
        paragraphs, made = self.game.prose.paragraphs, self._made.get(edition or self._edition, {})
        found = []
        for identity in identities:
            known = None if near else made.get(identity)
            if known is not None:
                found.append(known)
            elif identity in paragraphs:
                found.append(self.one(identity, edition, near))
        return found

    def known(self, identities: list[str]) -> int:
        """How many of these are paragraphs; those that were cited are."""
        paragraphs, made = self.game.prose.paragraphs, self._made[self._edition]
        return sum([identity in made or identity in paragraphs for identity in identities])

    def one(self, identity: str, edition: str | None = None, near: str | None = None) -> a.Citation:
        """A paragraph, or the one that says the same where the asker is looking."""
        shown = self._at_hand(identity, near) if near else identity
        edition = edition or self._edition
        made = self._made.get(edition, {})
        found = made.get(shown)
        if found is None:
            found = made[shown] = self._make(shown, edition)
        return found if shown == identity else replace(found, restates=identity)

    def _at_hand(self, identity: str, near: str) -> str:
        """The paragraph of the section the asker is looking at that says the same, if there is one."""
        paragraphs = self.game.prose.paragraphs
        section = paragraphs[near].section if near in paragraphs else near
        if paragraphs[identity].section == section:
            return identity
        for other in paragraphs.values():
            if other.section == section and (identity in other.restates or other.id in paragraphs[identity].restates):
                return other.id
        return identity

    def _make(self, identity: str, edition: str) -> a.Citation:
        paragraph = self.game.prose.paragraphs[identity]
        printed = edition if edition in paragraph.pages else next(iter(paragraph.pages), edition)
        heading = self.game.prose.headings.get(paragraph.section)
        return a.Citation(
            id=identity,
            game=self.game.id,
            edition=printed,
            section=spoken(heading.title, self.lang) if heading is not None else "",
            number=paragraph.number,
            page=paragraph.pages.get(printed, ""),
            printed=paragraph.printed,
            unconfirmed=paragraph.unconfirmed,
            source=paragraph.source,
            restates="",
            text=spoken(paragraph.text, self.lang),
            wording=attribution(self.game.prose, paragraph, printed, self.lang),
            lang=spoken_in(paragraph.text, self.lang),
        )

"""The notebook of an evaluation: what was cited, consulted, assumed and read, page by page."""

from __future__ import annotations

from typing import TypeVar

from referee.evaluation.tally import Counting
from referee.values import Leaf

K = TypeVar("K")
V = TypeVar("V")

#: what was cited, consulted, assumed and read
Page = tuple[dict[str, None], dict[str, None], dict[Leaf, object], dict[Leaf, None]]
#: a page, and how long each part of it was
Mark = tuple[Page, tuple[int, int, int, int]]


class Notebook(Counting):
    """A notebook that counts what is noted: whole in itself, an evaluation is one that can also read a state."""

    __slots__ = ("assumed", "beside", "cites", "seen", "touched")

    cites: dict[str, None]
    touched: dict[str, None]  #: disputes that were consulted
    assumed: dict[Leaf, object]
    seen: dict[Leaf, None]  #: facts that were read where that is noted
    beside: dict[Leaf, None]  #: facts that were read beside the checks: by what these go over, by a trial

    def cite(self, paragraph: str) -> None:
        """Notes a paragraph that was relied on."""
        if paragraph:
            self.cites[paragraph] = None

    def open_book(self) -> Page:
        """A new page; the one before is given back."""
        outer = (self.cites, self.touched, self.assumed, self.seen)
        self.cites, self.touched, self.assumed, self.seen = {}, {}, {}, {}
        return outer

    def tear_out(self, outer: Page) -> None:
        """The page did not count."""
        self.cites, self.touched, self.assumed, self.seen = outer

    def keep(self, outer: Page) -> Page:
        """The page counts: it is copied into the one before and given back."""
        page = (self.cites, self.touched, self.assumed, self.seen)
        cites, touched, assumed, seen = page
        self.cites, self.touched, self.assumed, self.seen = outer
        if cites:
            outer[0].update(cites)
        if touched:
            outer[1].update(touched)
        if assumed:
            outer[2].update(assumed)
        if seen:
            outer[3].update(seen)
        return page

    def mark(self) -> Mark:
        """How far the page is written: what is written from here on may not count."""
        cites, touched, assumed, seen = self.cites, self.touched, self.assumed, self.seen
        return (cites, touched, assumed, seen), (len(cites), len(touched), len(assumed), len(seen))

    def strike_out(self, mark: Mark) -> None:
        """What was written since did not count."""
        page, (cites, touched, assumed, seen) = mark
        self.cites, self.touched, self.assumed, self.seen = page
        _cut(page[0], cites)
        _cut(page[1], touched)
        _cut(page[2], assumed)
        _cut(page[3], seen)

    def note_beside(self, page: Page) -> None:
        """What was read on a page was read beside the checks."""
        self.beside.update(page[3])
        self.beside.update(dict.fromkeys(page[2]))

    def copy_in(self, page: Page) -> None:
        """Notes all that stands on a page."""
        cites, touched, assumed, seen = page
        if cites:
            self.cites.update(cites)
        if touched:
            self.touched.update(touched)
        if assumed:
            self.assumed.update(assumed)
        if seen:
            self.seen.update(seen)


def _cut(notes: dict[K, V], length: int) -> None:
    """Leaves the first so many notes."""
    while len(notes) > length:
        notes.popitem()  # the last that was noted

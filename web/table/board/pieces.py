"""The page of a table in pieces: each has a mark of what is in it, and a phone that has it already is not sent it again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

#: the header in which a phone says which pieces it has, and the one that says that an answer is of such pieces
HAVE, PIECES = "Have-Pieces", "Pieces"
#: letters of a mark, and of all marks that are read
MARK, READ = 8, 600


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a phone has of a page: of one that asks for the page whole, nothing."""

    number: int  #: of the newest entry
    have: frozenset[str] = frozenset()

    @classmethod
    def read(cls, number: int, header: str) -> Pieces:
        """As a phone tells it: marks with dots between them."""
        return cls(number, frozenset(header[:READ].split(".")))

    def mark(self, html: str) -> str:
        """The mark of a piece; which entry its forms saw does not count, for the phone mends that itself."""
        text = html.replace(f'name="seen" value="{self.number}"', "")
        return hashlib.blake2b(text.encode(), digest_size=MARK // 2).hexdigest()

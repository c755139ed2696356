"""What a request can be refused for before any rule is asked: its form, a missing right, an address that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.base.likeness import nearest
from referee.errors import UnknownNameError


class BadRequestError(Exception):
    """A request that does not fit the shape asked for."""


class ForbiddenError(Exception):
    """Writing without the table's key, or for a role that another phone plays; the text says so."""


class MissingError(UnknownNameError):
    """An address that leads nowhere; comes with near names."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        super().__init__(what, name, names)
        self.near = nearest(name, names)

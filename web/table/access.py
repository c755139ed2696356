"""Who is at a table: a phone is known by a cookie, may write with the table's key, and sees what its roles see."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from typing import cast

from flask import Flask, after_this_request, current_app, g, request
from werkzeug.wrappers import Response

from web.base import cookies
from web.base.faults import ForbiddenError, MissingError
from web.base.limits import Limiter
from web.base.work import spend
from web.game.reader import here
from web.store.entries import StoredTable
from web.store.secret import ALPHABET, CODES, KEYS, clean_word, digest, same
from web.store.tables import TableStore

#: the cookie that names the table a phone looked at last
LAST = "at"
#: tables a phone remembers
REMEMBERED = 12


@dataclass(frozen=True, slots=True)
class Access:
    """What this phone may do at a table."""

    table: StoredTable
    writer: bool
    host: bool
    seats: dict[str, str]  #: role -> digest of its phone
    phone: str

    def mine(self, role: str) -> bool:
        """Whether this phone plays a role; what nobody took is played by the phone that made the table."""
        if not self.writer:
            return False
        held = self.seats.get(role)
        return self.host if held is None else same(self.phone, held)

    def taken(self, role: str) -> bool:
        """Whether some phone sits there."""
        return role in self.seats

    @property
    def own(self) -> list[str]:
        """The roles that this phone took; for what nobody took it only answers, where it made the table."""
        return [role for role in self.seats if self.mine(role)]

    def roles(self, everyone: tuple[str, ...]) -> tuple[str, ...]:
        """The roles of this phone."""
        return tuple(role for role in everyone if self.mine(role))


def init_app(app: Flask) -> None:
    """Making, joining and guessing tables is slow."""
    app.extensions["paragraf-table-limiter"] = Limiter(app.config["NEW_TABLES"])


def store() -> TableStore:
    """The store of this app."""
    return cast(TableStore, current_app.extensions["paragraf-store"]())


def enter(code: str) -> Access:
    """The table at an address, and what this phone may do there."""
    found = found_table(code)
    phone = request.cookies.get("phone", "")
    key = request.cookies.get(f"t_{code}", "")
    writer = same(key, found.key_hash)
    if key and not writer:
        spend_rarely()  # guessing keys is slow, by whatever way they come
    if request.cookies.get(LAST) != code:
        after_this_request(partial(_look_at, code))
    return Access(found, writer, writer and same(phone, found.host_hash), store().seats(code), phone)


def _look_at(code: str, response: Response) -> Response:
    """Has the phone remember where it looked: its tab leads back there."""
    if response.status_code < 400:
        cookies.remember(response, LAST, code)
    return response


def found_table(code: str) -> StoredTable:
    """The table of a code, by whatever address it is asked for; one that is not there counts as a guess."""
    found = store().find(code) if is_code(code) else None
    if found is None:
        spend_rarely()  # guessing codes is slow
        raise MissingError("table", code[:20], ())
    return found


def writable(code: str) -> StoredTable | None:
    """A table this phone may write to; None when there is no such table or the key is missing."""
    key = request.cookies.get(f"t_{code}", "") if is_code(code) else ""
    found = store().find(code) if key else None
    return found if found is not None and same(key, found.key_hash) else None


def is_code(text: str) -> bool:
    """Whether it can be a table's code."""
    return len(text) in CODES and all(letter in ALPHABET for letter in text)


def read_code(text: str) -> tuple[str, str]:
    """A code as it was typed, and the key if it stands behind it."""
    word = clean_word(text)
    for code, key in zip(CODES, KEYS, strict=True):
        if len(word) == code + key:
            return word[:code], word[code:]
    return word, ""


def spend_rarely() -> None:
    """Counts making, joining and guessing tables against the address."""
    current_app.extensions["paragraf-table-limiter"].spend(request.remote_addr or "")


def require_writer(access: Access) -> None:
    """Refuses who does not have the key."""
    spend()
    if not access.writer:
        raise ForbiddenError(here().t("table.no_key"))


def phone_secret() -> str:
    """The secret of this phone; made when it has none."""
    found = request.cookies.get("phone", "") or cast(str, g.get("new_phone", ""))
    if not found:
        found = g.new_phone = secrets.token_urlsafe(18)
    return found


def remember(response: Response, code: str, key: str) -> None:
    """Lets this phone write at the table from now on."""
    cookies.remember(response, "phone", phone_secret())
    cookies.remember(response, f"t_{code}", clean_word(key))
    known = [code, *(c for c in known_codes() if c != code)]
    cookies.remember(response, "tables", ".".join(known[:REMEMBERED]))
    for old in known[REMEMBERED:]:
        response.delete_cookie(f"t_{old}")


def forget(response: Response, code: str) -> None:
    """Takes a table off this phone."""
    response.delete_cookie(f"t_{code}")
    cookies.remember(response, "tables", ".".join(c for c in known_codes() if c != code))


def last_table(game: str = "") -> str:
    """The table this phone looked at last, or, of a game, the newest it may write at; empty where there is none."""
    last = request.cookies.get(LAST, "")
    if not game:
        return last if is_code(last) and store().find(last) is not None else ""
    for code in dict.fromkeys((last, *known_codes())):
        found = writable(code)
        if found is not None and found.game == game:
            return code
    return ""


def known_codes() -> list[str]:
    """The tables this phone joined, newest first."""
    return [code for code in request.cookies.get("tables", "").split(".") if is_code(code)]


def tables_of_phone() -> list[dict[str, str]]:
    """The tables this phone joined that are still there: code, code as read aloud, game."""
    codes = known_codes()[:REMEMBERED]
    if not codes:
        return []
    reader = here()
    titles = {volume.id: volume.title(reader.lang) for volume in reader.corpus.volumes()}
    found = [
        table for table in map(writable, codes) if table is not None and table.game in titles
    ]  # a code alone could be a guess
    return [{"code": table.code, "shown": shown_code(table.code), "title": titles[table.game]} for table in found]


def shown_code(code: str) -> str:
    """A code as it is read aloud."""
    return f"{code[: len(code) // 2]}-{code[len(code) // 2 :]}"


def fits_key(table: StoredTable, key: str) -> bool:
    """Whether a typed key is the table's."""
    return digest(clean_word(key)) == table.key_hash

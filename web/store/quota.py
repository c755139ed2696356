"""How much the store takes: of all tables, of one table, and of one address in a day."""

from __future__ import annotations

import hashlib
import ipaddress
from dataclasses import dataclass

from web.store.transaction import Transaction

DAY = 86_400
#: own cards of one table that count at a time
CARDS = 20
#: of an IPv6 address only the network is looked at: whoever has one has all its addresses
NETWORK = 64


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """How much the store takes."""

    tables: int = 20_000
    entries: int = 5_000  #: of one table
    bytes: int = 4_000_000  #: of all entries of one table, as they are stored
    state: int = 400_000  #: bytes of one state as JSON
    days: int = 120  #: an untouched table is kept so long
    made: int = 100  #: tables made from one address in a day; 0: no limit
    cards: int = CARDS
    texts: int = 100  #: own cards of one table that ever counted: the log can bring each of them back


class StoreLimitError(Exception):
    """More than the store takes; names the limit."""

    def __init__(self, what: str, most: int, wait: int = 0) -> None:
        super().__init__(f"{what}: at most {most}")
        self.what, self.most = what, most
        self.wait = wait  #: seconds after which it may be tried again; 0: waiting does not help


def maker_of(address: str, day: int) -> str:
    """What is kept of an address for one day: not the address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        network = address
    else:
        network = str(ipaddress.ip_network((found, NETWORK), strict=False) if found.version == 6 else found)
    return hashlib.sha256(f"{day} {network}".encode()).hexdigest()[:32]


def count_made(run: Transaction, address: str, now: int, most: int) -> None:
    """Counts a table against the address it is made from; whoever has made too many today is refused."""
    day = now // DAY
    maker = maker_of(address, day)
    run.execute("INSERT INTO makers (maker, day, made) VALUES (?, ?, 0) ON CONFLICT (maker) DO NOTHING", (maker, day))
    run.execute("UPDATE makers SET made = made + 1 WHERE maker = ?", (maker,))
    if run.execute("SELECT made FROM makers WHERE maker = ?", (maker,))[0][0] > most:
        raise StoreLimitError("made", most, (day + 1) * DAY - now)

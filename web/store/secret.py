"""Codes, keys and what is kept of them: words that cannot be guessed, and digests that do not tell them."""

from __future__ import annotations

import hashlib
import hmac
import secrets

#: letters and digits that cannot be mistaken for one another
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE, KEY = 6, 6
#: lengths that tables in use may have: those made earlier have longer ones
CODES, KEYS = (6, 8), (6, 20)
#: the digits of a digest that tell own cards apart
MARK = 16


def new_word(length: int) -> str:
    """An unguessable word."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def clean_word(text: str) -> str:
    """A code or key as it was typed or read aloud, without its hyphens and spaces."""
    return "".join(letter for letter in text.upper() if letter in ALPHABET)


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def mark_of(text: str) -> str:
    """What an own card is found by among those of its table."""
    return digest(text)[:MARK]


def same(secret: str, kept: str) -> bool:
    """Whether a secret is the kept one."""
    return bool(secret) and hmac.compare_digest(digest(secret), kept)

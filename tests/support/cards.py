"""The drafted cards of two games with their vocabularies, and random cards made of their words."""

from __future__ import annotations

import random
from functools import cache

from grammar.cards.parse import function_words
from grammar.cards.vocabulary import Lexeme, Vocabulary
from tests.support.places import ROOT

DATA = ROOT / "tests" / "data" / "cards"
GAMES = ("hegemony", "new_angeles")


@cache
def vocabulary(game: str) -> Vocabulary:
    """The words of a game, without their meaning."""
    entries = []
    for line in (DATA / f"{game}-words.txt").read_text("utf-8").splitlines():
        head, _, forms = line.partition(":")
        cls, identity = head.split()
        entries.append(Lexeme(cls, identity, tuple(form.strip() for form in forms.split("|"))))
    return Vocabulary(game, entries, function_words())


@cache
def drafts(game: str) -> str:
    """The drafted cards of a game."""
    return (DATA / f"{game}.txt").read_text("utf-8")


def random_text(rng: random.Random, words: list[str], length: int) -> str:
    """Words of the language in any order."""
    return " ".join(rng.choice(words) for _ in range(length)) + "."


def mutated(rng: random.Random, text: str, words: list[str]) -> str:
    """A card with some words replaced, dropped, doubled or spoilt."""
    parts = text.split(" ")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(parts))
        kind = rng.randrange(5)
        if kind == 0:
            parts[at] = rng.choice(words)
        elif kind == 1 and len(parts) > 1:
            del parts[at]
        elif kind == 2:
            parts.insert(at, parts[at])
        elif kind == 3:
            parts[at] = parts[at][::-1] + rng.choice(["", "§", '"', "{x}", "0", "”"])
        else:
            parts.insert(at, rng.choice(words))
    return " ".join(parts)

"""The names of a game that have forms: of its glossary, its cards, and whatever its words call by a name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from grammar.base.likeness import nearest
from kb.games.game import Game
from kb.model.entities import Place
from kb.model.problems import Problem, problem
from kb.text.forms import base, key_of

_DIGITS = 12


def names_of(game: Game, lang: str) -> dict[str, bool]:
    """Each name in a language as its game writes it first, by how a table has it; True where it must have forms."""
    names: dict[str, bool] = {}
    for name in _needed(game, lang):
        names.setdefault(base(name)[0], True)
    known = {key_of(name) for name in names}
    for name in _worded(game, lang) if lang != "en" else ():  # names that no case changes have no forms worth a line
        plain = base(name)[0]
        if key_of(plain) not in known:
            known.add(key_of(plain))
            names[plain] = False
    return names


def english_of(game: Game) -> frozenset[str]:
    """Every English name, those of words too, in lower case."""
    return frozenset(key_of(base(name)[0]) for name in (*_needed(game, "en"), *_worded(game, "en")))


def digest_of(names: Iterable[str]) -> str:
    """A digest of names: others mean that the forms are to be made again."""
    text = "\n".join(sorted({key_of(name) for name in names}))
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def check_forms(game: Game) -> Iterator[Problem]:
    """FORM-MISSING, FORM-UNKNOWN, FORM-STALE: what the tables of forms lack, or have too much."""
    for lang, table in game.prose.forms.items():
        names = names_of(game, lang)
        place = Place(f"corpus/{game.id}/forms/{lang}.toml", 1)
        keys = {key_of(name) for name in names}
        parts = {word for key in keys for word in key.split()}
        for key in table:
            if key not in keys and key not in parts:
                near = nearest(key, keys)
                cure = f"Did you mean {near[0]!r}?" if near else ""
                yield problem("FORM-UNKNOWN", place, f"{key!r} has forms and is no name of the game.", cure)
        for name, needed in names.items():
            if needed and key_of(name) not in table:
                yield problem("FORM-MISSING", place, f"“{name}” has no forms in {lang!r}.")
        if lang in game.prose.named and game.prose.named[lang] != digest_of(names):
            yield problem(
                "FORM-STALE", place, f"The names of {game.id} in {lang!r} are others than those the forms were made of."
            )


def _needed(game: Game, lang: str) -> Iterator[str]:
    for term in game.prose.terms.values():
        if lang in term.names:
            yield term.names[lang]
        yield from term.aliases.get(lang, ())
    if game.card_words is not None:
        for entry in game.card_words.vocabulary.entries.values():
            name = entry.data.get(f"{lang}_name")
            if isinstance(name, str):
                yield name


def _worded(game: Game, lang: str) -> Iterator[str]:
    """What words say, also with holes for keys, of which the head declines; checks of rules say whole sentences."""
    for identity, word in game.prose.words.items():
        if not identity.startswith(("#", "?")):
            yield from (said[lang] for said in (word.text, word.alone) if lang in said)

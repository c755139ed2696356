"""Which roles can have something: by the kinds that the vocabulary gives them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grammar import nodes as n
from grammar.cards import tree as t
from grammar.cards.vocabulary import Vocabulary
from kb.cards.language.templates import Filling
from kb.cards.lowering.pieces import ACTOR
from kb.cards.lowering.scene import CardFault, Scene


@lru_cache(maxsize=16)
def role_kinds(vocabulary: Vocabulary) -> dict[str, frozenset[str]]:
    """Each role with everything it may be taken as."""
    roles = {name: entry for (cls, name), entry in vocabulary.entries.items() if cls == "ROLE"}
    return {name: frozenset({"role", name, *entry.data.get("kinds", ())}) for name, entry in roles.items()}


def able(vocabulary: Vocabulary, kinds: Iterable[str]) -> list[str]:
    """The roles that are of one of these kinds; none where the kinds are of things."""
    asked = frozenset(kinds)
    return [role for role, are in role_kinds(vocabulary).items() if are & asked]


def shown(vocabulary: Vocabulary, roles: Iterable[str], joint: str = ", ") -> str:
    """Roles as a text names them."""
    return joint.join(f"the {vocabulary.entry('ROLE', role).forms[0]}" for role in roles)


def called(expr: Filling) -> str:
    """The name of something in the rules, empty where it is worked out."""
    return expr.id if isinstance(expr, n.Name) else ""


def whose(scene: Scene, owner: Filling) -> tuple[str, ...]:
    """The roles that an owner may be: whoever plays the card may be any of its roles."""
    return scene.roles if owner == ACTOR else (called(owner),)


def may_have(scene: Scene, owner: Filling, kinds: Iterable[str], what: str, at: t.At) -> None:
    """Some things belong only to roles of certain kinds."""
    vocabulary = scene.words.vocabulary
    owners = able(vocabulary, kinds)
    for role in whose(scene, owner):
        if owners and role not in owners and ("ROLE", role) in vocabulary.entries:
            cure = f"Say whose: {shown(vocabulary, owners, ' or ')}."
            raise CardFault(at, f"{shown(vocabulary, [role])} has no {what}", cure)

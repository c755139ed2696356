"""Which roles can have something: by the kinds that the vocabulary gives them."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.cards.vocabulary import Vocabulary


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

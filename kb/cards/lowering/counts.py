"""How the vocabulary says that things are counted."""

from __future__ import annotations

from grammar.cards import tree as t
from kb.cards.language.dictionary import CardWords


def relation(post: t.Post) -> str:
    """A relation with the adjectives of what it leads to: `sailing_in old`."""
    adjectives = (
        [a for group in post.what.adjectives for a in group if a != "other"] if isinstance(post.what, t.Noun) else []
    )
    return " ".join([post.word, *adjectives])


def countable(words: CardWords, word: str) -> str:
    """The words with which a thing can be counted, as a cure."""
    entries = words.vocabulary.entries
    forms = {name: entry.forms[0] for (cls, name), entry in entries.items() if cls in ("ADJ", "QUAL", "REL")}
    said = [count.marks for count in words.meanings.counts if count.noun == word]
    found = [[" ".join(forms.get(part, part) for part in item.split()) for item in items] for items in said]
    known = "; ".join(sorted({" + ".join(item) or "the word alone" for item in found})) or "nothing"
    return f"Known: {known}. More by a [[count]] in the vocabulary."

"""The words: words.toml, how identifiers of the rule language read to a player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.model.entities import Term, Word
from kb.model.problems import Problem, did_you_mean
from kb.text.reader import TextFile
from kb.text.toml import read_tables

#: what else is said of a name: see Word
_SAYINGS = ("ask", "alone", "denied", "absent", "present", "same", "other")


def read_words(
    file: TextFile, languages: Iterable[str], terms: Mapping[str, Term]
) -> tuple[dict[str, Word], tuple[Problem, ...]]:
    """Read the words of a game; what is called like a term refers to it."""
    tables = read_tables(file)
    wanted = tuple(languages)
    words: dict[str, Word] = {}
    for identity, entry in tables.entries():
        tables.known(identity, entry, (*wanted, "term", *_SAYINGS))
        term = tables.text(identity, "term", entry.get("term", ""))
        if term and term not in terms:
            cure = did_you_mean(term, terms) or "Write the id of a term of terms.toml."
            tables.report("TERM-UNKNOWN", identity, "term", f"[{identity}] refers to the term {term!r}.", cure)
        text = dict(terms[term].names) if term in terms else {}
        own = {lang: tables.text(identity, lang, entry[lang]) for lang in wanted if lang in entry}
        text |= {lang: said for lang, said in own.items() if said}  # what is still to be filled in says nothing
        sayings = {key: tables.texts(identity, key, entry.get(key, {})) for key in _SAYINGS}
        words[identity] = Word(identity, text, place=tables.place(identity), **sayings)
        for lang in wanted:
            if lang not in text and not term:
                tables.report("WORD-TEXT", identity, "", f"[{identity}] has no text in {lang!r}.", f'Add {lang} = "…".')
    return words, tuple(tables.problems)

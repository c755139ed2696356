"""The words: words.toml, how identifiers of the rule language read to a player."""

from __future__ import annotations

from collections.abc import Iterable

from kb.model.entities import Word
from kb.model.problems import Problem
from kb.text.reader import TextFile
from kb.text.toml import read_tables


def read_words(file: TextFile, languages: Iterable[str]) -> tuple[dict[str, Word], tuple[Problem, ...]]:
    """Read the words of a game."""
    tables = read_tables(file)
    wanted = tuple(languages)
    words: dict[str, Word] = {}
    for identity, entry in tables.entries():
        tables.known(identity, entry, (*wanted, "ask", "alone"))
        text = {lang: tables.text(identity, lang, entry[lang]) for lang in wanted if lang in entry}
        ask = tables.texts(identity, "ask", entry.get("ask", {}))
        alone = tables.texts(identity, "alone", entry.get("alone", {}))
        words[identity] = Word(identity, text, ask, alone, tables.place(identity))
        for lang in wanted:
            if lang not in text:
                tables.report("WORD-TEXT", identity, "", f"[{identity}] has no text in {lang!r}.", f'Add {lang} = "…".')
    return words, tuple(tables.problems)

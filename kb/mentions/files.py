"""One file of a game: what it names, by what kind of file it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePath

from grammar.base.records import record
from kb.mentions import tables
from kb.mentions.mention import Mention
from kb.mentions.prose import prose_mentions
from kb.mentions.words import Word, words_of
from kb.text.fences import fenced

#: a fenced block -> as what the rule language reads it
STARTS = {"rule": "rules", "case": "cases"}


@record
class FileMentions:
    """What one file names: outright, and by words of rules, which only a program can tell apart."""

    plain: tuple[Mention, ...]
    words: tuple[Word, ...]  #: with places in the file


def sort_of(inside: PurePath) -> str:
    """What a file of a game folder is, by its path in it: rules, translation, cases, cards, words, terms, manifest, board, card tables."""
    parts = inside.parts
    if inside.suffix == ".md" and len(parts) == 2:
        return parts[0] if parts[0] in ("rules", "cases", "cards") else "translation"
    if inside.suffix == ".toml":
        if len(parts) == 1:
            return {"game.toml": "manifest", "terms.toml": "terms", "board.toml": "board", "table.toml": "board"}.get(
                parts[0], ""
            )
        return {"words": "words", "cards": "card tables"}.get(parts[0], "")
    return ""


def mentions_of(text: str, sort: str, languages: Collection[str]) -> FileMentions:
    """What a text names that is a file of this sort."""
    return FileMentions(tuple(_plain(text, sort, languages)), tuple(_words(text, sort)))


def _plain(text: str, sort: str, languages: Collection[str]) -> Iterator[Mention]:
    match sort:
        case "rules" | "translation" | "cases" | "cards":  # translations and cases repeat the ids of the chapters
            yield from prose_mentions(text, original=sort in ("rules", "cards"), cards=sort == "cards")
        case "terms":
            yield from tables.term_mentions(text)
        case "words":
            yield from tables.word_mentions(text)
        case "manifest":
            yield from tables.manifest_mentions(text)
        case "board":
            yield from tables.board_mentions(text)
        case "card tables":
            yield from tables.card_table_mentions(text, languages)


def _words(text: str, sort: str) -> Iterator[Word]:
    if sort not in ("rules", "cases", "cards"):
        return
    for block in fenced(text):
        if block.kind in STARTS:
            for word in words_of(block.text, STARTS[block.kind]):
                yield word.moved(block.line - 1)

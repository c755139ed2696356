"""Text -> words of the rule language: names and numbers by one pattern, keywords and signs by a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grammar.base.tokens import END, PlacedWord, Token
from grammar.lalr.tables import ParserTables

#: the class of a character that begins no word
ALIEN = "$ALIEN"


class Lexer:
    """What a basic lexer does: the longest word at each place, and a keyword is always a keyword."""

    def __init__(self, tables: ParserTables) -> None:
        self._words = tables.words
        self._kept = frozenset(tables.kept)
        groups = [f"({pattern})" for _, pattern in tables.patterns]
        groups.append(f"({'|'.join(map(re.escape, tables.signs))})")
        self._types = (END, *(name for name, _ in tables.patterns), "", ALIEN)
        # whatever stands there is a word, the end, or alien: the pattern never fails and so never tries again
        self._pattern = re.compile(f"(?:{'|'.join(tables.skipped)})*(?:{'|'.join(groups)}|(.)|\\Z)", re.DOTALL)

    def tokens(self, text: str) -> Iterator[tuple[str, PlacedWord | None]]:
        """The class of each word, and the word itself where a builder looks at it; END comes last."""
        words, kept, types, new = self._words, self._kept, self._types, PlacedWord.__new__
        line, start, end = 1, 0, text.find("\n")
        for match in self._pattern.finditer(text):
            group = match.lastindex or 0
            if not group:
                break
            word = match.group(group)
            type_ = words.get(word) or types[group]
            if type_ not in kept:
                yield type_, None
                continue
            at = match.start(group)
            while -1 < end < at:
                line, start = line + 1, end + 1
                end = text.find("\n", start)
            made = new(PlacedWord, word)
            made.type, made.line, made.column = type_, line, at - start + 1
            yield type_, made
        yield END, None

    def located(self, text: str, indexes: Sequence[int]) -> list[Token]:
        """The tokens of these numbers, in their order, whatever their class, with their place: for messages."""
        wanted = frozenset(indexes)
        found = []
        for number, match in enumerate(self._pattern.finditer(text)):
            if number in wanted and match.lastindex:
                word, at = match.group(match.lastindex), match.start(match.lastindex)
                type_ = self._words.get(word) or self._types[match.lastindex]
                found.append(Token(type_, word, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), at))
        return found if len(found) == len(wanted) else [*found, Token(END, "")]

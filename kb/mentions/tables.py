"""What the TOML files of a game name: terms, words, sources, and the rules in the vocabulary and the frames of cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from grammar.base.records import record
from grammar.rules.concrete import loose_words
from kb.mentions.mention import Mention

_TOKEN = re.compile(
    r"#[^\n]*"
    r'|"""(?P<long>(?:.|\n)*?)"""'
    r"|'''(?:.|\n)*?'''"
    r'|"(?P<text>(?:\\.|[^"\\\n])*)"'
    r"|'(?P<plain>[^'\n]*)'"
    r"|^[ \t]*\[+[ \t]*(?P<table>[^\]\n\"]+?)[ \t]*\]+"
    r"|^[ \t]*(?P<key>[A-Za-z0-9_.-]+)[ \t]*="
    r"|(?P<inner>[A-Za-z0-9_.-]+)[ \t]*=",
    re.MULTILINE,
)
#: a header of words of a check or a choice: the paragraph it stands in
_OF = re.compile(r"[#?]([\w.]*\w)")
#: what is chosen somewhere, as the header of its question says it: paragraph and name
CHOICE = "choice"
#: keys of vocabulary.toml and frames.toml whose texts speak the rule language, or name something of it
_RULES = frozenset({
    "is", "test", "your", "other", "counted", "of", "who", "whose", "guard", "owner", "this", "when", "larger", "smaller", "doubled",
    "holds", "own", "may", "enters", "type", "numbered", "called", "choices", "on", "as", "member", "action",
    "rule", "also", "params", "done", "again", "only", "alone", "groups",
})  # fmt: skip
#: keys of board.toml and table.toml whose texts name something of the rules
_BOARD = frozenset({
    "counted", "each", "fact", "facts", "counts", "over", "kind", "members", "wanted", "whose", "shown", "under", "slots", "stock", "seats", "prints", "tokens", "paths",
    "mode", "who", "turned", "tries", "holds", "because", "does", "quiet", "telling", "results", "bare", "seldom", "up",
})  # fmt: skip
_BRACED = re.compile(r"\{[^{}\n]*\}|\\.")


@record
class TomlWord:
    """A header, a key or a text, with where it stands: `table` and `key` are those it stands under."""

    part: str  #: table, key, inner (a key inside braces) or text
    said: str
    offset: int
    table: str
    key: str


def toml_words(text: str) -> Iterator[TomlWord]:
    """The headers, keys and texts of a TOML file, in order; one that is being typed too."""
    table = key = ""
    for found in _TOKEN.finditer(text):
        group = found.lastgroup
        if group is None:
            continue
        if group == "table":
            table, key = found[group], ""
        elif group == "key":
            key = found[group]
        part = "text" if group in ("long", "text", "plain") else group
        yield TomlWord(part, found[group], found.start(group), table, key)


class _Lines:
    """Offsets as lines and columns, for offsets that only grow."""

    def __init__(self, text: str) -> None:
        self._text, self._line, self._start, self._at = text, 1, 0, 0

    def mention(self, space: str, name: str, offset: int, length: int, declares: bool = False) -> Mention:
        self._line += self._text.count("\n", self._at, offset)
        self._start = self._text.rfind("\n", 0, offset) + 1
        self._at = offset
        return Mention((space, name), self._line, offset - self._start + 1, length, declares)


def term_mentions(text: str) -> Iterator[Mention]:
    """terms.toml: the terms, those they are related to or differ from, the paragraphs that define them."""
    lines = _Lines(text)
    for word in toml_words(text):
        top = word.key.partition(".")[0]
        if word.part == "table":
            yield lines.mention("term", word.said, word.offset, len(word.said), declares=True)
        elif word.part == "text" and top in ("related", "defined"):
            space = "term" if top == "related" else "paragraph"
            yield lines.mention(space, word.said, word.offset, len(word.said))
        elif word.part == "inner" and word.key == "not":
            yield lines.mention("term", word.said, word.offset, len(word.said))
        elif word.part == "key" and top == "not" and "." in word.said:
            name = word.said.partition(".")[2]
            yield lines.mention("term", name, word.offset + len("not."), len(name))


def word_mentions(text: str) -> Iterator[Mention]:
    """words/*.toml: each table is headed by a name or by the paragraph of a check or a choice, and may refer to a term."""
    lines = _Lines(text)
    for word in toml_words(text):
        if word.part == "table" and "." not in word.said:
            yield lines.mention("name", word.said, word.offset, len(word.said))
        elif word.part == "text" and text[word.offset - 2 : word.offset] == '["' and (found := _OF.match(word.said)):
            yield lines.mention("paragraph", found[1], word.offset + 1, len(found[1]))
            if chosen := word.said[found.end() :].strip():
                said = f"{found[1]} {chosen}"
                yield lines.mention(CHOICE, said, word.offset + word.said.rindex(chosen), len(chosen))
        elif word.part == "text" and word.key == "term":
            yield lines.mention("term", word.said, word.offset, len(word.said))


def manifest_mentions(text: str) -> Iterator[Mention]:
    """game.toml: sources, editions, and the paragraphs that grant a rank."""
    lines = _Lines(text)
    for word in toml_words(text):
        space, _, name = word.said.partition(".")
        if word.part == "table" and space in ("sources", "editions") and name:
            yield lines.mention(space[:-1], name, word.offset + len(space) + 1, len(name), declares=True)
        elif word.part == "text" and word.key == "by" and word.table.startswith("sources."):
            yield lines.mention("paragraph", word.said, word.offset, len(word.said))


def board_mentions(text: str) -> Iterator[Mention]:
    """board.toml and table.toml: facts, kinds, values and members; titles, shapes and names of areas are words of its own."""
    lines = _Lines(text)
    for word in toml_words(text):
        named = word.part == "text" and word.key in _BOARD
        member = (word.part == "key" and word.table in ("look", "label", "amount")) or (
            word.part == "inner" and word.key == "spots"
        )
        if named or member:
            yield lines.mention("name", word.said, word.offset, len(word.said))


def card_table_mentions(text: str, languages: Collection[str]) -> Iterator[Mention]:
    """vocabulary.toml and frames.toml: the words of their rules; the words of the cards themselves are another language."""
    lines = _Lines(text)
    for word in toml_words(text):
        sort, _, name = word.said.partition(".")
        top, last = word.key.partition(".")[0], word.key.rpartition(".")[2]
        if word.part == "table" and sort == "role":
            yield lines.mention("name", name, word.offset + len("role."), len(name))
        elif word.part == "inner" and word.key == "needs":
            yield lines.mention("name", word.said, word.offset, len(word.said))
        elif word.part == "text" and (top in _RULES or (word.table.startswith("pattern.") and last not in languages)):
            yield from _rule_words(word, lines)


def _rule_words(word: TomlWord, lines: _Lines) -> Iterator[Mention]:
    bare = _BRACED.sub(lambda found: " " * len(found[0]), word.said)  # {n}: filled in when a card is read
    starts = [0]
    for line in bare.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for each in loose_words(bare):
        if each.type in ("NAME", "REF"):
            mark = each.type == "REF"
            said = str(each)[mark:]
            offset = word.offset + starts[each.line - 1] + each.column - 1 + mark
            yield lines.mention("paragraph" if mark else "name", said, offset, len(said))

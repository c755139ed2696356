"""Text -> tokens: at each point the longest phrase found among function words and the vocabulary of the game."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from grammar.base.tokens import Token
from grammar.cards.vocabulary import Vocabulary

#: other spellings of function words
ALIASES: Mapping[str, str] = {
    "an": "_A", "it": "PRON", "them": "PRON", "they": "PRON", "are": "_IS", "has": "_HAVE", "there are": "_THERE", "copy": "_COPIES",
    "appears": "_APPEAR", "those": "_THAT", "these": "_THAT", "their": "_ITS", "onto": "_INTO", ", then": "THEN",
    "; otherwise": "_OTHERWISE", ", otherwise": "_OTHERWISE", ", rounded up": "_UP", ", rounded down": "_DOWN",
    "another": "ANOTHER", ", rest paid by": "_RESTPAIDBY", ", paid by": "_PAIDBY", ", without": "_WITHOUT", ", at most": "_ATMOST",
    ", if able": "_IFABLE", ", until": "_UNTIL", ", unless": "_UNLESS", "every": "EACH",
}  # fmt: skip
NOISE = frozenset({"the"})
#: numbers that players write as words
NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
    "eleven": "11", "twelve": "12",
}  # fmt: skip
#: the last alternative is a character that begins no word: it becomes UNKNOWN, and the fault is told at its place
_WORD = re.compile(r"\"[^\"\n]*\"|[0-9]+[^\W\d_]+|[0-9]+|[^\W\d_][\w'’\-]*(?:/[\w'’\-]+)*|[.,;:]|\S")
_SKIP = re.compile(r"(?:\s+|--[^\n]*)+")


def _words(text: str) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    position = 0
    while position < len(text):
        if skipped := _SKIP.match(text, position):
            position = skipped.end()
            continue
        word = _WORD.match(text, position)
        assert word is not None  # what is no space begins a word
        found.append((word.group(), position))
        position = word.end()
    return found


def tokens(text: str, vocabulary: Vocabulary, function_words: Mapping[str, str]) -> list[Token]:
    """The tokens of a card text; a word nobody knows becomes UNKNOWN with its place."""
    words = _words(text)
    lines = [0, *(match.end() for match in re.finditer("\n", text))]
    lowered = [word.lower().replace("’", "'") for word, _ in words]
    found: list[Token] = []
    at = 0
    while at < len(words):
        word, position = words[at]
        line = bisect_right(lines, position)
        place = {"start_pos": position, "line": line, "column": position - lines[line - 1] + 1}
        if word.startswith('"'):
            found.append(Token("STRING", word[1:-1], **place))
            at += 1
            continue
        for length in range(min(vocabulary.reach.get(lowered[at], 0), len(words) - at), 0, -1):
            phrase = " ".join(lowered[at : at + length])
            known = vocabulary.phrases.get(phrase)
            if phrase in vocabulary.kinds and (_begins(found) or _titled(words, at + length)):
                known = ("KIND", vocabulary.kinds[phrase])
            if known is None and phrase in function_words:
                known = (function_words[phrase], "them" if phrase == "they" else phrase)
            if known is not None:
                last = words[at + length - 1]
                found.append(Token(known[0], known[1], end_pos=last[1] + len(last[0]), **place))
                at += length
                break
        else:
            number = NUMBERS.get(lowered[at], word)
            if number.isdigit():
                found.append(Token("NUM", number, end_pos=position + len(word), **place))
            elif lowered[at] not in NOISE and not _says_money(lowered, at, found, vocabulary):
                found.append(Token("UNKNOWN", word, end_pos=position + len(word), **place))
            at += 1
    return list(_told_apart(found))


def _begins(found: list[Token]) -> bool:
    return not found or found[-1].type == "_DOT"


def _titled(words: list[tuple[str, int]], after: int) -> bool:
    return after < len(words) and words[after][0].startswith('"')


def _says_money(lowered: list[str], at: int, found: list[Token], vocabulary: Vocabulary) -> bool:
    """A word or sign of money beside its number says nothing new: a bare number is money."""
    after = lowered[at + 1] if at + 1 < len(lowered) else ""
    beside = (found and found[-1].type in ("NUM", "MEASURE")) or NUMBERS.get(after, after).isdigit()
    return lowered[at] in vocabulary.money and bool(beside)


def _told_apart(found: list[Token]) -> Iterator[Token]:
    """`another` is `a other`; `and`, `or` before a verb or between roles are tokens of their own."""
    for index, token in enumerate(found):
        after = found[index + 1].type if index + 1 < len(found) else ""
        if token.type == "ANOTHER":
            yield token.again("_A", "a")
            yield token.again("OTHER", "other")
            continue
        if token.type in ("_AND", "_OR"):
            if after == "VERB":
                token = token.again(f"{token.type}_V", token.value)
            elif after == "ROLE" and index and found[index - 1].type == "ROLE":
                token = token.again(f"{token.type}_R", token.value)
        yield token

"""The sentence of a paragraph that says the rule: not what stands over it, and of a card the one that was not met."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from kb.languages.texts import language
from kb.model.entities import Paragraph

_LINK = re.compile(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]")
#: a run-in heading: bold up to its full stop
_HEADING = re.compile(r"^\s*\*\*[^*]*[.:]\*\*\s+(?=\S)")
#: a sentence ends before a space, but not in “Mr. Li” and not where it goes on with a small letter, as behind the number of something
_SENTENCE = re.compile(r".+?(?<!\bMr)(?<!\bDr)[.!?…][\"”»)]?(?=\s+[^a-ząćęłńóśźżа-яіїєґ]|\s*$)")
#: words of a sentence that only names what comes after it: “Step 3.”, “Public Companies.”
_LABEL = 2
_TABLE = re.compile(r"^\s*\|(.*)\|\s*$", re.MULTILINE)


def first_sentence(text: str) -> str:
    """The first sentence of a text that says something, without marks; a table says nothing without its rows, what leads up to one does."""
    if _TABLE.match(text) is not None:
        return ""
    rest = _plain(_HEADING.sub("", text.partition("\n|")[0], count=1))
    found = _SENTENCE.match(rest)
    while found is not None:
        after = rest[found.end() :].lstrip()
        if len(found.group().split()) > _LABEL or not after:
            return found.group()
        rest, found = after, _SENTENCE.match(after)
    return f"{rest.rstrip(':')}." if rest.endswith(":") else rest


def whole_text(text: str) -> str:
    """All of a text on one line, without marks."""
    return _plain(_HEADING.sub("", text, count=1))


def states_ban(sentence: str, lang: str) -> bool:
    """Whether a sentence says by itself that something is not allowed or is asked for; else it only tells what is done."""
    return _ban(lang).search(sentence) is not None


@cache
def _ban(lang: str) -> re.Pattern[str]:
    words = language(lang)["bans"].split(", ")
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def headline(paragraph: Paragraph, text: str, at: tuple[int, int] | None = None) -> str:
    """What a paragraph says; `at`: where in a card the clause stands that counts."""
    if at is not None and paragraph.sentences:
        lines = text.split("\n")
        number = bisect_right(paragraph.sentences, at) - 1
        if 0 <= number < len(lines):
            return _plain(lines[number])
    return first_sentence(text)


def _plain(text: str) -> str:
    return " ".join(_LINK.sub(r"\1", text).replace("*", "").split())

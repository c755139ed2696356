"""Nothing English is left in what Polish and Ukrainian players read: approved answers, our own texts, the templates of the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.forms.proof import english_names
from kb.languages.texts import HOME as TEXTS
from kb.languages.texts import language, texts
from tests.snapshots.pages import HOME
from tests.support import games
from tests.support.places import ROOT

#: small words of English that are none of Polish
ENGLISH = frozenset(
    {
        "the",
        "of",
        "is",
        "are",
        "and",
        "with",
        "without",
        "for",
        "from",
        "that",
        "this",
        "has",
        "have",
        "not",
        "when",
        "which",
        "their",
        "its",
        "per",
        "each",
        "other",
        "than",
    }
)
#: what is written in the rule language or names a file, an option, a paragraph: it is the same in every language
FORMAL = re.compile(
    r"#[\w.]+|\[[^\]]*\]|--\w+(?: '[^']*')?|`[^`]*`|\{[^{}]*\}|https?://\S+|„[^”]*” \([A-Z][^)]*\)|\([A-Z][A-Za-z' -]+\)"
)
#: names that stay as they are
OURS = frozenset({"Paragraf", "CSV", "JSON", "API", "Markdown", "WebAssembly", "https", "api", "openapi", "json"})
WORD = re.compile(r"[^\W\d_]+")
LATIN = re.compile(r"[a-zA-Z]{3,}")


def left_over(text: str, lang: str, names: frozenset[str]) -> set[str]:
    """The words of a text that can only be English: in Polish small words, in another alphabet whatever is in Latin letters."""
    plain = FORMAL.sub(" ", text)
    if lang == "pl":
        return {word for word in WORD.findall(plain) if word in ENGLISH} - names
    return set(LATIN.findall(plain)) - names


def approved(lang: str) -> Iterator[tuple[str, str, Path]]:
    """The approved answers in a language: the game, the text, where it stands."""
    for path in sorted((HOME / "answers").rglob("*.md")):
        section = path.read_text("utf-8").partition(f"\n## {lang}\n")[2].partition("\n## ")[0]
        yield path.parent.name, section, path


@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_no_english_is_left_in_an_approved_answer(lang: str) -> None:
    accepted = frozenset(language(lang)["accepted"].split())
    found = {}
    for game, text, path in approved(lang):
        assert text, path
        if left := left_over(text, lang, accepted | english_names(games.game(game))):
            found[path.name] = left
    assert found == {}


@pytest.mark.parametrize("lang", ["pl", "uk"])
@pytest.mark.parametrize(
    "name",
    sorted(path.stem for path in (TEXTS / "en").glob("*.toml") if path.stem not in ("asking", "language", "search")),
)
def test_no_english_is_left_in_our_own_texts(lang: str, name: str) -> None:
    accepted = frozenset(language(lang)["accepted"].split())
    ours = {key: text for key, text in texts(lang, name).items() if not key.startswith("form.")}  # half rules
    found = {key: left for key, text in ours.items() if (left := left_over(text, lang, accepted | OURS))}
    assert found == {}


def test_templates_hold_no_words_of_their_own() -> None:
    code = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.S)
    marks = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^<>]*>|&\w+;", re.S)
    for path in sorted((ROOT / "web" / "templates").rglob("*.html")):
        words = LATIN.findall(marks.sub(" ", code.sub("", path.read_text("utf-8"))))
        assert set(words) <= OURS, path


def test_the_search_for_leftovers_finds_them() -> None:
    assert left_over("pieniądze of Klasa (nie #heg.st.1)", "pl", frozenset()) == {"of"}
    assert left_over("видання – held: так, [--ruling x=held]", "uk", frozenset()) == {"held"}
    assert left_over("карта «Mark Yale»", "uk", frozenset({"Mark", "Yale"})) == set()

"""Languages of search: their stemmers, their small words, and the forms the glossary lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from kb.languages.texts import language, languages, texts
from kb.search import stems
from kb.search.concepts import Concept
from kb.search.fold import fold, is_cyrillic, spans, words


@dataclass(frozen=True, slots=True)
class Language:
    """What search knows of a language."""

    stem: Callable[[str], str]
    small: frozenset[str]  #: words that say nothing about what is sought
    cyrillic: bool = False
    letters: frozenset[str] = frozenset()  #: those that no other of the languages has


def _small(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in text.split())


#: how words lose their endings; in other languages only the forms count that a glossary lists
_STEMS: Mapping[str, Callable[[str], str]] = {"en": stems.english, "pl": stems.polish, "uk": stems.ukrainian}


def _language(lang: str) -> Language:
    letters = frozenset(language(lang)["letters"])
    cyrillic = is_cyrillic("".join(letters))
    others = frozenset().union(*(language(other)["letters"] for other in languages() if other != lang))
    own = frozenset() if cyrillic else letters - others  # the script tells it already
    return Language(_STEMS.get(lang, stems.same), _small(texts(lang, "search")["small"]), cyrillic, own)


LANGUAGES: Mapping[str, Language] = {lang: _language(lang) for lang in languages()}
#: texts whose words are kept, for the snippets of one who goes on typing
_TEXTS_KEPT = 2_000
_OTHER = Language(stems.same, frozenset())


class Analysis:
    """Stems of words in each language of the corpus; a form the glossary lists beats the stemmer."""

    def __init__(self, languages: Iterable[str], listed: Mapping[str, Mapping[str, str]]) -> None:
        self.languages = tuple(languages)
        self.listed = listed
        self._texts: dict[tuple[str, str], list[tuple[int, int, str, str]]] = {}

    def stem(self, word: str, lang: str) -> str:
        """Give the stem of a folded word."""
        return self.listed.get(lang, {}).get(word) or LANGUAGES.get(lang, _OTHER).stem(word)

    def read(self, text: str, lang: str) -> list[tuple[int, int, str, str]]:
        """Give the words of a text with where they stand and their stems; texts shown again are not read again."""
        found = self._texts.get((lang, text))
        if found is None:
            found = [(start, end, word, self.stem(word, lang)) for start, end, word in spans(text)]
            if len(self._texts) >= _TEXTS_KEPT:
                self._texts.clear()
            self._texts[lang, text] = found
        return found

    def languages_of(self, word: str) -> tuple[str, ...]:
        """Give the languages a word may be in, by its script; digits may be in all."""
        if not word.isalpha():
            return self.languages
        cyrillic = is_cyrillic(word)
        return tuple(lang for lang in self.languages if LANGUAGES.get(lang, _OTHER).cyrillic == cyrillic)

    def written_in(self, text: str) -> str:
        """Give the language that the letters of a text betray, or nothing."""
        for lang in self.languages:
            if not LANGUAGES.get(lang, _OTHER).letters.isdisjoint(text.lower()):
                return lang
        return ""

    def is_small(self, word: str) -> bool:
        """Say whether a word says nothing in a language it may be in."""
        return any(word in LANGUAGES.get(lang, _OTHER).small for lang in self.languages_of(word))


def languages_in(concepts: Iterable[Concept]) -> tuple[str, ...]:
    """Give the languages concepts are written in, English first."""
    found = {lang for concept in concepts for lang in concept.wordings}
    return tuple(sorted(found, key=lambda lang: (lang != "en", lang)))


def listed_stems(concepts: Iterable[Concept]) -> dict[str, dict[str, str]]:
    """Give each listed inflection the stem of the title it inflects, where the stemmer does not see it."""
    listed: dict[str, dict[str, str]] = {}
    disputed: set[tuple[str, str]] = set()
    for concept in concepts:
        if concept.kind != "term":
            continue
        for lang, wording in concept.wordings.items():
            title = words(wording.title)
            table = listed.setdefault(lang, {})
            for form in wording.forms:
                for inflected, base in _aligned(words(form), title):
                    stem = LANGUAGES.get(lang, _OTHER).stem(base)
                    if table.setdefault(inflected, stem) != stem:
                        disputed.add((lang, inflected))
    for lang, table in listed.items():
        stemmer = LANGUAGES.get(lang, _OTHER).stem
        for word in [word for word, stem in table.items() if (lang, word) in disputed or stemmer(word) == stem]:
            del table[word]
    return listed


def _aligned(form: list[str], title: list[str]) -> Iterable[tuple[str, str]]:
    """Pair the words of a form with those of the title; an alias shares no beginning and pairs with nothing."""
    if len(form) != len(title):
        return
    for inflected, base in zip(form, title, strict=True):
        shared = 2 if min(len(inflected), len(base)) <= 4 else 3
        if inflected != base and inflected[:shared] == base[:shared]:
            yield inflected, base

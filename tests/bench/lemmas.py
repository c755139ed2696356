"""Which stems are of one word: written from dictionaries for all words that the games and the languages use, where a stemmer alone does not see it.

`python -m tests.bench.lemmas` writes `kb/asking/lemmas/LANG.toml`; it needs the dictionaries (`make dictionaries`).
"""

from __future__ import annotations

from collections.abc import Iterator

from grammar.patterns.tree import Choice, Pattern, Word
from kb.asking.lemmas import FOLDER
from kb.forms.polish import Polish
from kb.forms.ukrainian import Ukrainian
from kb.languages.texts import texts
from kb.library import Library, load_library
from kb.search.analysis import LANGUAGES
from kb.search.fold import fold, spans
from kb.text.markup import plain_text

DICTIONARIES = {"pl": Polish, "uk": Ukrainian}
#: letters from which on a word is worth it
LEAST = 3


def said(library: Library, lang: str) -> Iterator[str]:
    """Every text in a language whose words players may use."""
    asking = texts(lang, "asking")
    yield from (asking[name] for name in asking)
    for game in library.games.values():
        for phrases in game.asking.phrases.values():
            yield from (_text(pattern) for pattern in phrases.ways.get(lang, ()))
        yield from (" ".join(group) for group in game.asking.same.get(lang, ()))
        for word in game.prose.words.values():
            for table in (word.text, word.alone, word.ask, word.denied, word.absent):
                yield table.get(lang, "")
        for term in game.prose.terms.values():
            yield from (term.names.get(lang, ""), *term.aliases.get(lang, ()))
        for paragraph in game.prose.paragraphs.values():
            yield plain_text(paragraph.text.get(lang, ""))


def _text(pattern: Pattern) -> str:
    parts = [
        " ".join(map(_text, item.ways)) if isinstance(item, Choice) else item.text
        for item in pattern
        if isinstance(item, Choice | Word)
    ]
    return " ".join(parts)


def _named(library: Library) -> frozenset[str]:
    """What the games call their own: the forms of these stand with each game."""
    programs = [game.program for game in library.games.values()]
    members = (member for program in programs for kind in program.members.values() for member in kind)
    return frozenset((*members, *(name for program in programs for name in (*program.facts, *program.actions))))


def lemmas(library: Library, lang: str) -> dict[str, list[str]]:
    """Stem of a word -> the other stems that its forms have."""
    dictionary, stem = DICTIONARIES[lang](), LANGUAGES[lang].stem
    named = _named(library)
    known: set[str] = set()
    for text in said(library, lang):
        known.update(text[start:end].lower() for start, end, _ in spans(text))
    found: dict[str, set[str]] = {}
    for word in sorted(known):
        if len(word) < LEAST or not word.isalpha():
            continue
        for lemma, forms in dictionary.lemmas(word).items():
            lemma = lemma.partition(":")[0]
            if not lemma.isalpha() or len(lemma) < LEAST:
                continue
            own = stem(fold(lemma))
            if own in named:
                continue
            stems = {stem(fold(form)) for form in forms if form.isalpha()}
            found.setdefault(own, set()).update(stems - named)
    others = {stem for own, stems in found.items() for stem in stems - {own}}
    # a word all of whose forms look alike is told of only where they are forms of another word too
    return {own: sorted(stems - {own}) for own, stems in sorted(found.items()) if stems - {own} or own in others}


def main() -> None:
    library = load_library()
    FOLDER.mkdir(exist_ok=True)
    for lang in DICTIONARIES:
        found = lemmas(library, lang)
        lines = [
            "# Written by `python -m tests.bench.lemmas` from dictionaries: a word's stem, and the stems of its other forms."
        ]
        lines += [f'{own} = "{" ".join(stems)}"' for own, stems in found.items()]
        (FOLDER / f"{lang}.toml").write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{lang}: {len(found)} words, {sum(map(len, found.values()))} other stems")


if __name__ == "__main__":
    main()

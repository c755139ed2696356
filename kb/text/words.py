"""The words: words.toml, how identifiers of the rule language read to a player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grammar.base.numbered import row_of
from grammar.base.records import replace
from grammar.cards.inflection import CASES
from kb.languages.holes import HOLE, is_asked
from kb.model.entities import Term, Word
from kb.model.keys import CARD, CHECK, OF
from kb.model.problems import Problem, did_you_mean
from kb.text.reader import TextFile
from kb.text.toml import TomlFile, read_tables

#: what else is said of a name: see Word
_SAYINGS = ("ask", "alone", "denied", "absent", "present", "same", "other", "least")


def read_words(
    file: TextFile, languages: Iterable[str], terms: Mapping[str, Term]
) -> tuple[dict[str, Word], tuple[Problem, ...]]:
    """Read the words of a game; what is called like a term refers to it."""
    tables = read_tables(file)
    wanted = tuple(languages)
    known = (*wanted, "term", "card", "aliases", *_SAYINGS)
    words: dict[str, Word] = {}
    for identity, entry in tables.entries():
        tables.known(identity, entry, (*known, OF) if identity.startswith(CHECK) else known)
        term = tables.text(identity, "term", entry["term"]) if "term" in entry else ""
        if term and term not in terms:
            cure = did_you_mean(term, terms) or "Write the id of a term of terms.toml."
            tables.report("TERM-UNKNOWN", identity, "term", f"[{identity}] refers to the term {term!r}.", cure)
        card = tables.text(identity, "card", entry["card"]) if "card" in entry else ""
        text = dict(terms[term].names) if term in terms else dict.fromkeys(wanted, CARD) if card else {}
        own = {lang: tables.text(identity, lang, entry[lang]) for lang in wanted if lang in entry}
        text |= {lang: said for lang, said in own.items() if said}  # what is still to be filled in says nothing
        for key, said in own.items():
            _check_holes(tables, identity, key, said)
        for key in _SAYINGS:
            if key in entry:
                _check_holes(tables, identity, key, entry[key])
        sayings = {key: tables.texts(identity, key, entry[key]) if key in entry else {} for key in _SAYINGS}
        aliases = tables.strings(identity, "aliases", entry["aliases"]) if "aliases" in entry else ()
        of = entry.get(OF, [])
        written = tables.strings(identity, OF, [of] if isinstance(of, str) else of) if of != [] else ()
        made = Word(identity, text, aliases=aliases, card=card, of=written, place=tables.place(identity), **sayings)
        words |= _numbered(made) or {identity: made}
        for lang in wanted:
            if lang not in text and not term:
                tables.report("WORD-TEXT", identity, "", f"[{identity}] has no text in {lang!r}.", f'Add {lang} = "…".')
    return words, tuple(tables.problems)


def _numbered(word: Word) -> dict[str, Word]:
    """The words of each of several names in a row (`c1..c30`), with its number in their texts."""
    found: dict[str, Word] = {}
    for name, number in row_of(word.id).items():
        said = {
            key: {lang: _filled(text, number) for lang, text in getattr(word, key).items()}
            for key in ("text", *_SAYINGS)
        }
        aliases = tuple(_filled(alias, number) for alias in word.aliases)
        found[name] = replace(word, id=name, aliases=aliases, **said)
    return found


def _filled(text: str, number: int) -> str:
    return text.replace("{number}", str(number))


def _check_holes(tables: TomlFile, identity: str, key: str, said: object) -> None:
    for text in said.values() if isinstance(said, dict) else (said,):
        if isinstance(text, str) and "{" not in text:
            continue
        for hole in HOLE.finditer(str(text)):
            if not is_asked(hole[2] or ""):
                cure = f"Write {{{hole[1]}}}, a case ({', '.join(CASES)}) or two to four words."
                tables.report("WORD-HOLE", identity, key, f"[{identity}] has the hole {hole[0]}.", cure)

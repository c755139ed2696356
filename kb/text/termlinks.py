"""Terms found in prose without marks: the longest written form of the glossary wins.

A word that two terms claim is linked by the author's mark alone. An ordinary word (an alias of one word in lower case) means a term
only where the text is at home in it, that is beside the paragraphs that define it: in “points to the page” it does not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb.languages.texts import spoken
from kb.model.entities import Term
from kb.text import forms
from kb.text.forms import FormTable
from kb.text.glossary import spellings

_WORD = re.compile(r"\w+(?:['’ʼ-]\w+)*")
_APOSTROPHES = str.maketrans("’ʼ", "''")


@dataclass(frozen=True, slots=True)
class TermSpan:
    """A stretch of text that names a term."""

    start: int
    end: int
    term: str
    ordinary: bool = False


class TermFinder:
    """Finds the terms of a glossary in texts of one language."""

    def __init__(self, terms: Iterable[Term], lang: str, table: FormTable) -> None:
        self.lang = lang
        self.names: dict[str, str] = {}
        #: first word -> the forms that begin with it, longest first
        self._forms: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._ordinary: dict[str, frozenset[str]] = {}  #: term -> its ordinary words
        owners: dict[tuple[str, ...], tuple[int, set[str]]] = {}
        for term in terms:
            self.names[term.id] = spoken(term.names, lang) or term.id
            self._ordinary[term.id] = _ordinary(term, lang, table)
            _claim(owners, term, lang, table)
        self.shared = {form: ids for form, (_, ids) in owners.items() if len(ids) > 1}  #: they point to neither
        for form, (_, ids) in owners.items():
            if len(ids) == 1:
                self._forms.setdefault(form[0], []).append((form, next(iter(ids))))
        for beginning in self._forms.values():
            beginning.sort(key=lambda entry: -len(entry[0]))

    def find(self, text: str) -> list[TermSpan]:
        """Give the terms named in a text, in order, not overlapping."""
        words = [(match.start(), match.end(), _key(match[0])) for match in _WORD.finditer(text)]
        spans: list[TermSpan] = []
        at = 0
        while at < len(words):
            if words[at][2] not in self._forms:
                at += 1
                continue
            length, term = self._longest(words, at)
            if term:
                found = length == 1 and words[at][2] in self._ordinary.get(term, ())
                spans.append(TermSpan(words[at][0], words[at + length - 1][1], term, found))
            at += length
        return spans

    def claimed(self, text: str) -> list[str]:
        """The words of a text that several terms claim."""
        words = [_key(match[0]) for match in _WORD.finditer(text)]
        return [
            " ".join(form)
            for form in self.shared
            if form[0] in words and any(tuple(words[at : at + len(form)]) == form for at in range(len(words)))
        ]

    def _longest(self, words: list[tuple[int, int, str]], at: int) -> tuple[int, str]:
        for form, term in self._forms[words[at][2]]:
            end = at + len(form)
            if end <= len(words) and all(words[at + step][2] == form[step] for step in range(1, len(form))):
                return len(form), term
        return 1, ""


def _claim(owners: dict[tuple[str, ...], tuple[int, set[str]]], term: Term, lang: str, table: FormTable) -> None:
    """Enter a term's forms; a name beats the aliases and inflections of other terms, and a form of a name that of an alias."""
    name = term.names.get(lang, "")
    near = {*term.aliases.get(lang, ()), *forms.spellings(table, lang, name)} if name else set()
    for spelling in spellings(term, lang, table):
        form = (_key(spelling),) if spelling.isalpha() else tuple(_key(found) for found in _WORD.findall(spelling))
        if all(word.isdigit() for word in form):  # a mark like 3+ is no reason to link every 3
            continue
        strength = 3 if spelling == name else 2 if spelling in near else 1
        held, ids = owners.get(form, (0, set()))
        if strength > held:
            owners[form] = (strength, {term.id})
        elif strength == held:
            ids.add(term.id)


def _ordinary(term: Term, lang: str, table: FormTable) -> frozenset[str]:
    """The words of every day among a term's aliases, in all their forms; a form of its own name is none."""
    name = term.names.get(lang, "")
    own = {_key(spelling) for spelling in (name, *forms.spellings(table, lang, name))}
    plain = [alias for alias in term.aliases.get(lang, ()) if alias.isalpha() and alias.islower()]
    return frozenset(_key(each) for alias in plain for each in (alias, *forms.spellings(table, lang, alias))) - own


def _key(word: str) -> str:
    key = word.casefold()
    return key if key.isalpha() else key.translate(_APOSTROPHES)

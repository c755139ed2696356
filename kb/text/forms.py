"""The forms of names: one table a language, for search, for cards and for the wording of answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal

from grammar.cards.inflection import CASES, Forms, adjective, cells, read_forms

if TYPE_CHECKING:
    from kb.model.problems import Problem
    from kb.text.reader import TextFile

#: name in lower case -> its forms in the notation of docs/corpus.md
FormTable = Mapping[str, str]
Number = Literal["one", "many"]

#: what may stand behind a name without being part of it: a number, a remark in brackets
_BEHIND = re.compile(r"((?: \d+| \([^()]*\))+)$")
_ENDS = frozenset("0123456789)")
_DIGEST = re.compile(r"^names = '([0-9a-f]*)'$", re.MULTILINE)
_LINE = re.compile(r"""^(?:'([^'\n]+)'|"([^"\\\n]+)") = (?:'([^'\n]+)'|"([^"\\\n]+)")$""", re.MULTILINE)
_REMARK = re.compile(r" \([^()]*\)")
_ADJECTIVE_KEYS = ("m", "m1", "f", "n", "p", "p1")
_UNDECLINED = ("~", "v")  #: names that never change, and those that begin with a verb
_KEPT = 4096


def read_form_tables(
    files: Mapping[str, TextFile], own: TextFile, languages: Iterable[str]
) -> tuple[dict[str, dict[str, str]], dict[str, str], tuple[Problem, ...]]:
    """The forms of each language, those of the author before those that were made; and the digests of the names they were made of."""
    from kb.text.toml import read_tables  # whoever only asks for a form reads no table

    problems: list[Problem] = []
    decided = read_tables(own)
    forms: dict[str, dict[str, str]] = {}
    digests: dict[str, str] = {}
    for lang in languages:
        if lang in files:
            digests[lang], forms[lang] = _made(files[lang], problems)
        for name, text in decided.values.get(lang, {}).items():
            if not well_formed(lang, text):
                message = f"[{lang}] {name} is {text!r}, which is no paradigm."
                decided.report("FORM-WRONG", lang, name, message)
                continue
            forms.setdefault(lang, {})[name] = text
    decided.known("", decided.values, languages)
    return forms, digests, (*problems, *decided.problems)


def _made(file: TextFile, problems: list[Problem]) -> tuple[str, dict[str, str]]:
    """The digest and the forms of a file as it is written: line by line, which is faster than TOML; else by the parser."""
    head, _, body = file.text.partition("\n[forms]\n")
    lines = _LINE.findall(body)
    digest = _DIGEST.search(head)
    if digest and len(lines) == body.count("\n"):
        return digest[1], {key or quoted: text or other for key, quoted, text, other in lines}
    from kb.text.toml import read_tables

    made = read_tables(file)
    problems += made.problems
    return str(made.values.get("names", "")), dict(made.values.get("forms", {}))


def well_formed(lang: str, text: object) -> bool:
    """Whether a text is a paradigm: six forms in each number, one for all, an adjective, or the mark of a name that never changes."""
    if not isinstance(text, str):
        return False
    try:
        return text.partition(" ")[0] in _UNDECLINED or bool(_paradigm(lang, "", text).form("nom", False))
    except ValueError:
        return False


def form(forms: Mapping[str, FormTable], name: str, lang: str, case: str, number: Number = "one") -> str:
    """A name in a case and number, with its capitals; one that never changes, or has no forms, stays as it is."""
    found = paradigm(forms.get(lang, {}), lang, name)
    return name if found is None else found.form(case, number == "many") + base(name)[1]


def paradigm(table: FormTable, lang: str, name: str) -> Forms | None:
    """The forms of a name, spelt with its capitals; a name that is a plural has no others."""
    plain, _ = base(name)
    text = table.get(key_of(plain))
    if text is None or text.partition(" ")[0] in _UNDECLINED:
        return None
    found = _paradigm(lang, key_of(plain), text)
    return Forms(
        found.gender,
        tuple(_cased(each, plain) for each in found.singular),
        tuple(_cased(each, plain) for each in found.plural),
        found.mass,
    )


def notation(table: FormTable, lang: str, name: str, mass: bool = False) -> str:
    """The forms of a name as cards take them: written out, those of a mass noun without a plural; nothing without forms."""
    try:
        found = paradigm(table, lang, name)
    except ValueError:  # a file of forms that was edited by hand: it is as if there were none
        return ""
    if found is None:
        return f"n~ {name}" if key_of(name) in table else ""
    halves = [found.singular] if mass else [half for half in (found.singular, found.plural) if half]
    mark = f"{found.gender}=" if mass else found.gender if found.singular else "pt1" if found.gender == "m1" else "pt"
    return f"{mark} " + " / ".join(" ".join(form.replace(" ", "_") for form in half) for half in halves)


def spellings(table: FormTable, lang: str, name: str) -> Iterator[str]:
    """Every form of a name with all its alternatives, in lower case and without remarks; the name itself among them."""
    plain, behind = base(name)
    number = _REMARK.sub("", behind)
    text = table.get(key_of(plain), "~")
    if text == "~":
        yield key_of(plain) + number
        return
    mark, _, rest = text.partition(" ")
    if mark == "a":
        made = (adjective(lang, rest, key, case) for key in _ADJECTIVE_KEYS for case in CASES)
        yield from dict.fromkeys(form.replace("_", " ") + number for form in made)
        return
    declined, tail = _parted(key_of(plain), rest)
    behind = tail + number
    halves = declined.split() if mark == "v" else [cell for half in declined.split(" / ") for cell in cells(half)]
    seen = dict.fromkeys(halves)
    for cell in seen:
        if "|" not in cell:
            yield cell.replace("_", " ") + behind
        else:
            yield from (" ".join(words) + behind for words in product(*(part.split("|") for part in cell.split("_"))))


def base(name: str) -> tuple[str, str]:
    """A name, and the numbers and brackets behind it, which never change."""
    if name[-1:] not in _ENDS:
        return name, ""
    behind = _BEHIND.search(name)
    return (name[: behind.start()], behind[0]) if behind else (name, "")


def key_of(name: str) -> str:
    """A name as it stands in a table."""
    return name.lower()


@lru_cache(_KEPT)
def _paradigm(lang: str, name: str, text: str) -> Forms:
    mark, _, rest = text.partition(" ")
    if mark == "a":
        return Forms("m", _column(lang, rest, "m"), _column(lang, rest, "p"))
    declined, tail = _parted(name, text)
    found = read_forms(declined)
    if tail:
        singular, plural = (tuple(each + tail for each in half) for half in (found.singular, found.plural))
        found = Forms(found.gender, singular, plural, found.mass)
    if found.singular and found.plural and name == found.plural[0] and name != found.singular[0]:
        return Forms("m1" if found.gender == "m1" else "n", (), found.plural)
    return found


def _parted(name: str, text: str) -> tuple[str, str]:
    """What declines, and the words behind it that stay, where a `+` says so."""
    if not text.endswith(" +"):
        return text, ""
    declined = text.removesuffix(" +")
    stay = name.split()[declined.rpartition(" ")[2].count("_") + 1 :]
    return declined, " " + " ".join(stay) if stay else ""


def _column(lang: str, text: str, key: str) -> tuple[str, ...]:
    return tuple(adjective(lang, text, key, case).replace("_", " ") for case in CASES)


def _cased(form: str, name: str) -> str:
    """A form with the capitals of its name, word by word."""
    if name.islower():
        return form
    words, model = form.split(" "), name.split(" ")
    if len(words) != len(model):
        return form
    return " ".join(map(_cased_word, words, model))


def _cased_word(word: str, model: str) -> str:
    if word == model.lower():
        return model
    return word[:1].upper() + word[1:] if model[:1].isupper() else word

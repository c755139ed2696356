"""Translations: matched to the original text by id, stale when the original has changed since."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kb.model.entities import Place
from kb.model.problems import Problem, did_you_mean, problem
from kb.text.attributes import at_end
from kb.text.outline import RawHeading, RawParagraph, read_outline
from kb.text.reader import TextFile, read_game, write_text

_OF = re.compile(r"[ \t]of=\S*")


@dataclass
class Translation:
    """One language of a game: texts by id, and the ids whose text is stale."""

    lang: str
    texts: dict[str, str] = field(default_factory=dict)
    stale: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def digest(prose: str) -> str:
    """Give the digest of an original text; line breaks and the spelling of accents do not count."""
    normal = unicodedata.normalize("NFC", " ".join(prose.split()))
    return hashlib.sha256(normal.encode()).hexdigest()[:8]


def read_translation(
    lang: str, files: tuple[TextFile, ...], digests: Mapping[str, str], editions: Collection[str] = ()
) -> Translation:
    """Read one language and compare it with the digests of the original texts by id."""
    translation = Translation(lang)
    for file in files:
        outline = read_outline(file.text, file.name, editions)
        translation.problems += outline.problems
        unstamped = [
            item for item in outline.items if not _take(translation, item, digests) and item.attributes.id in digests
        ]
        if unstamped:
            message = f"{len(unstamped)} texts carry no digest; the first is {unstamped[0].attributes.id}."
            translation.problems.append(problem("TRANS-UNSTAMPED", unstamped[0].place, message))
    return translation


def missing(translation: Translation, chapters: Mapping[str, Mapping[str, Place]]) -> list[Problem]:
    """Report what is not translated: a whole chapter once, else each text."""
    problems: list[Problem] = []
    for chapter, places in chapters.items():
        absent = [identity for identity in places if identity not in translation.texts]
        if len(absent) == len(places):
            message = f"The chapter {chapter} is not translated into {translation.lang!r}."
            problems.append(problem("TRANS-MISSING", places[absent[0]], message))
            continue
        for identity in absent:
            message = f"{identity} is not translated into {translation.lang!r}."
            problems.append(problem("TRANS-MISSING", places[identity], message))
    return problems


def stamp_text(text: str, digests: Mapping[str, str], again: Collection[str] = ()) -> str:
    """Write `of=` into a translation where it is missing, and anew for the ids given in `again`."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = at_end(line)
        if found is None:
            continue
        identity = found[1].split()[0][1:]
        stamped = _OF.search(" " + found[1])
        if identity in digests and (not stamped or identity in again):
            inside = _OF.sub("", found[1]).rstrip()
            lines[number] = line[: line.rfind("{") + 1] + f"{inside} of={digests[identity]}}}"
    return "\n".join(lines)


def stamp_game(folder: Path, again: Collection[str] = ()) -> int:
    """Stamp the translation files of a game folder and give the number of texts stamped."""
    files = read_game(folder)
    digests = {
        item.attributes.id: digest(item.text if isinstance(item, RawParagraph) else item.title)
        for file in files.rules
        for item in read_outline(file.text, file.name).items
    }
    count = 0
    for file in (file for group in files.translations.values() for file in group):
        stamped = stamp_text(file.text, digests, again)
        if stamped != file.text:
            write_text(file.path, stamped)
            count += sum(old != new for old, new in zip(file.text.split("\n"), stamped.split("\n"), strict=True))
    return count


def _take(translation: Translation, item: RawHeading | RawParagraph, digests: Mapping[str, str]) -> bool:
    """Keep one text and say whether it is stamped."""
    identity, place = item.attributes.id, item.place
    report = translation.problems.append
    if identity not in digests:
        family = identity[: identity.rfind(".") + 1]
        cure = did_you_mean(identity, (known for known in digests if known.startswith(family)))
        report(problem("TRANS-EXTRA", place, f"{identity} is not in the original text (rules/).", cure))
        return True
    if identity in translation.texts:
        report(problem("ID-DUPLICATE", place, f"{identity} is translated twice into {translation.lang!r}."))
        return True
    extra = [name for name in item.attributes.names if name != "of"]
    if extra:
        report(problem("TRANS-ATTR", place, f"{identity} has {', '.join(extra)} in a translation."))
    if isinstance(item, RawParagraph):
        translation.texts[identity] = item.text
        if item.blocks:
            report(problem("TRANS-RULE", item.blocks[0].place, f"{identity} has a rule block in a translation."))
    else:
        translation.texts[identity] = item.title
    of = item.attributes.values.get("of", "")
    if of and of != digests[identity]:
        translation.stale.add(identity)
        message = f"{identity} translates another original text (of={of}, now {digests[identity]})."
        cure = f"Revise it, then run `paragraf stamp` for {identity}."
        report(problem("TRANS-STALE", place, message, cure))
    return bool(of)

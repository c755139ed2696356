"""What makes cases hard to read, found: repeats, long lines, a place where nobody would look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from kb.cases.file import CaseFile, PlacedCase
from kb.games.game import Game
from kb.model.entities import Heading, Place
from kb.model.problems import Problem, problem

#: characters of a line that a screen shows side by side with another text
LONGEST = 160


def case_faults(game: Game, files: Sequence[CaseFile]) -> Iterator[Problem]:
    """Every fault of the case files of a game, besides cases that fail."""
    for name, text in game.prose.cases:
        yield from _long_lines(name, text)
    for file in files:
        yield from file.problems
        yield from _headings(game, file)
    cases = [case for file in files for case in file.cases]
    yield from _repeats(cases)
    yield from _titles(cases)
    for case in cases:
        yield from _reason(game, case)


def file_of(game: Game, chapter: str) -> str:
    """The name that the case file of a chapter has: as the chapter's own; of cards, with `cards-` before it."""
    place = PurePosixPath(game.prose.headings[chapter].place.file)
    return f"cards-{place.name}" if place.parent.name == "cards" else place.name


def _long_lines(name: str, text: str) -> Iterator[Problem]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST:
            said = f"The line has {len(line)} characters, {len(line) - LONGEST} too many."
            yield problem("CASE-LINE", Place(name, number, LONGEST + 1), said)


def _headings(game: Game, file: CaseFile) -> Iterator[Problem]:
    """The file is one chapter, and its headings are those of the chapter."""
    known = game.prose.headings
    first = file.headings[0] if file.headings else None
    if first is None or first.level != 1:
        cure = "Begin with the heading of the chapter: '# Title {#id}'."
        yield problem("HEAD-CHAPTER", Place(file.name, 1), "The file does not begin with a # heading with an id.", cure)
        return
    for heading in file.headings:
        if heading.id not in known:
            yield problem("REF-UNKNOWN", heading.place, f"No chapter or section has the id {heading.id}.")
            continue
        own = known[heading.id]
        if (heading.title, heading.level) != (own.title[game.prose.original], own.level):
            said = f"The heading {heading.id} reads otherwise in its chapter."
            yield problem("CASE-PLACE", heading.place, said, f"Write '{_written(game, own)}'.")
        elif own.chapter != first.id:
            said = f"The section {heading.id} belongs to the chapter {own.chapter}."
            yield problem("CASE-PLACE", heading.place, said, f"Move it to {file_of(game, own.chapter)}.")
    if first.id in known and PurePosixPath(file.name).name != file_of(game, known[first.id].chapter):
        said = f"The cases of {first.id} stand in {PurePosixPath(file.name).name}."
        yield problem("CASE-PLACE", first.place, said, f"Call the file {file_of(game, known[first.id].chapter)}.")


def _written(game: Game, heading: Heading) -> str:
    return f"{'#' * heading.level} {heading.title[game.prose.original]} {{#{heading.id}}}"


def _repeats(cases: Iterable[PlacedCase]) -> Iterator[Problem]:
    seen: dict[object, PlacedCase] = {}
    for case in cases:
        node = case.node
        key = (
            frozenset((given.target, given.value, given.kind) for given in node.given),
            (node.asking, node.expected, node.doings, node.moves),
            frozenset((given.target, given.value) for given in node.then),
        )
        first = seen.setdefault(key, case)
        if first is not case:
            said = f"{node.title}: the same is told, asked and expected as at {first.place} ({first.node.title})."
            yield problem("CASE-REPEAT", case.place, said)


def _titles(cases: Iterable[PlacedCase]) -> Iterator[Problem]:
    seen: dict[str, PlacedCase] = {}
    for case in cases:
        first = seen.setdefault(case.node.title, case)
        if first is not case:
            yield problem("CASE-TITLE", case.place, f"{case.node.title}: the case at {first.place} is called so, too.")


def _reason(game: Game, case: PlacedCase) -> Iterator[Problem]:
    """The paragraph that decides comes first, and the case stands under its heading."""
    node = case.node
    for identity in node.because:
        if identity not in game.prose.paragraphs:
            yield problem("REF-UNKNOWN", case.place, f"{node.title}: there is no paragraph #{identity}.")
    deciding = game.prose.paragraphs.get(node.because[0]) if node.because else None
    if deciding is None or deciding.section == case.heading:
        return
    heading = game.prose.headings[deciding.section]
    said = f"{node.title}: it is decided by #{deciding.id}, which stands in another {_apart(game, case, heading)}."
    cure = f"Move it to {file_of(game, heading.chapter)}, under '{_written(game, heading)}'."
    yield problem("CASE-PLACE", case.place, said, cure)


def _apart(game: Game, case: PlacedCase, heading: Heading) -> str:
    own = game.prose.headings.get(case.heading)
    return "section" if own is not None and own.chapter == heading.chapter else "chapter"

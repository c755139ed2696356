"""What the code may not know, and how large a module may grow."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support import games
from tests.support.places import ROOT

PACKAGES = ("grammar", "kb", "referee", "web")
#: words that games use and that code needs in their ordinary sense ("strike" stands in a table of irregular English verbs)
ORDINARY = frozenset((ROOT / "tests" / "data" / "ordinary_words.txt").read_text("utf-8").split())


def game_words() -> set[str]:
    """Names that only a game would use: members of its kinds, its facts, actions, terms, titles."""
    words: set[str] = set()
    for game in games.library().games.values():
        program = game.program
        for members in program.members.values():
            words.update(members)
        words.update(program.roles and program.members.get(program.roles, ()))
        words.update(program.facts, program.actions, program.procedures)
        words.add(game.id)
    return {w.lower() for w in words if len(w) > 3 and w.lower() not in ORDINARY}


#: dictionaries: tables of stems, written by a program for whatever words there are, in which no line means anything to the code
DICTIONARIES = Path("kb/asking/lemmas")


def test_no_game_is_known_to_the_code() -> None:
    words = game_words()
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in (".py", ".lark", ".html", ".js", ".css", ".toml") and path.is_file():
                if path.is_relative_to(ROOT / DICTIONARIES):
                    continue
                for match in re.finditer(r"[A-Za-z_][A-Za-z0-9_]*", path.read_text("utf-8")):
                    word = match.group().lower()
                    if word in words:
                        found.append(f"{path.relative_to(ROOT)}: {word}")
    titles = {t.lower() for game in games.library().games.values() for t in game.prose.title.values()}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text("utf-8").lower()
            found += [f"{path.relative_to(ROOT)}: {title}" for title in titles if title in text]
    assert sorted(set(found)) == []


def test_modules_stay_small() -> None:
    too_long = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            lines = len(path.read_text("utf-8").splitlines())
            if lines > 400:
                too_long.append(f"{path.relative_to(ROOT)}: {lines}")
    assert too_long == []


#: modules in one folder, and the room that has more: nouns all, and not one step back
MOST, LARGE = 16, "kb/search"


def rooms() -> list[Path]:
    return [path.parent for package in PACKAGES for path in sorted((ROOT / package).rglob("__init__.py"))]


def test_rooms_stay_small() -> None:
    modules = {room: [path for path in room.glob("*.py") if path.name != "__init__.py"] for room in rooms()}
    assert {str(room.relative_to(ROOT)): len(found) for room, found in modules.items() if len(found) > MOST}.keys() <= {
        LARGE
    }


def test_every_room_says_what_is_in_it_and_what_may_not_be() -> None:
    silent = []
    for room in rooms():
        inside, _, outside = (ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or "").partition(
            "\n\n"
        )
        if "\n" in inside or not re.search(r"\b(?:no|not|never|nothing|only)\b", outside, re.I):
            silent.append(str(room.relative_to(ROOT)))
    assert silent == []


def test_every_module_says_what_it_is() -> None:
    silent = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if not path.read_text("utf-8").lstrip().startswith('"""'):
                silent.append(str(path.relative_to(ROOT)))
    assert silent == []


def test_no_path_of_a_machine_in_the_files() -> None:
    pattern = re.compile(
        r"/(?:root|work|home/\w+)/|https?://(?!localhost|127\.0\.0\.1|www\.w3\.org|json-schema\.org|spec\.openapis\.org|example\.|paragraf;)"
    )
    found = []
    for path in sorted(Path(ROOT).rglob("*")):
        if (
            any(part.startswith(".") or part in ("node_modules", "vendor") for part in path.relative_to(ROOT).parts)
            or not path.is_file()
        ):
            continue
        if (
            path.suffix in (".py", ".md", ".toml", ".txt", ".lark", ".html", ".js", ".css", ".json")
            and path.name != "test_architecture.py"
        ):
            for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1):
                if pattern.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}")
    assert found == []

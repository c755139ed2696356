"""A new game: a folder that checks clean and can be played to its end, with comments that say what belongs where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template

from grammar.base.errors import SyntaxProblemError
from grammar.base.records import record
from grammar.rules.parse import parse_rules
from kb.games.folders import GAME
from kb.languages.texts import texts
from kb.text.reader import write_text
from kb.text.translations import stamp_game

_TEMPLATE = Path(__file__).parent / "template"
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
_RULE = re.compile(r"\n```rule\n.*?\n```\n", re.DOTALL)
#: who plays when nobody says so
ROLES = ("ada", "ben", "cleo", "dana", "emil", "fay")
#: names that the rules of a new game use themselves
_TAKEN = (
    "player",
    "players",
    "plays",
    "seated",
    "heap",
    "taken",
    "take",
    "turns",
    "rounds",
    "last_taker",
    "winner",
    "p",
    "n",
    "actor",
)


class BeginningError(Exception):
    """Why a game cannot be begun like this; the text says what to write instead."""


@record
class Wish:
    """What an author says of a new game."""

    title: str
    least: int
    most: int
    languages: tuple[str, ...]
    roles: tuple[str, ...]


def wish(name: str, title: str = "", players: str = "", languages: str = "", roles: str = "") -> Wish:
    """What was written, read; what was not is taken to be usual."""
    named = _listed(roles)
    least, most = _players(players) if players else (2, max(2, len(named)) if named else 4)
    if most > len(ROLES) and not named:
        raise BeginningError(f"{most} players need names: write them with --roles, separated by commas.")
    named = named or ROLES[:most]
    if len(named) != most:
        raise BeginningError(
            f"There are {len(named)} roles ({', '.join(named)}) for at most {most} players; name as many."
        )
    for role in named:
        _check_role(role)
    if len(set(named)) < len(named):
        raise BeginningError(f"Two roles have the same name: {', '.join(named)}.")
    spoken = _listed(languages) or ("en",)
    for lang in spoken:
        if not _LANGUAGE.fullmatch(lang):
            raise BeginningError(f"“{lang}” is no code of a language; write for example en, or pl,uk.")
    return Wish(title or name.replace("_", " ").capitalize(), least, most, tuple(dict.fromkeys(spoken)), named)


def begin_game(folder: Path, wished: Wish) -> list[Path]:
    """Writes the folder of a new game, and gives its files; one that is there is left alone."""
    name = folder.name
    if not _NAME.fullmatch(name):
        raise BeginningError(f"“{name}” cannot name a game; write lower-case words joined by _, for example my_game.")
    if folder.exists():
        raise BeginningError(f"{folder} is there already; nothing was changed. Name a folder that is not.")
    files = dict(_files(name, wished))
    folder.mkdir(parents=True)
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        write_text(folder / path, text)
    stamp_game(folder)
    return [folder / path for path in files]


def prefix_of(name: str) -> str:
    """What the ids of a game begin with: the first letters of its words, or of its only word."""
    words = name.split("_")
    return "".join(word[0] for word in words) if len(words) > 1 else name[:3]


def _files(name: str, wished: Wish) -> Iterator[tuple[str, str]]:
    said = {lang: texts(lang, "beginning") for lang in wished.languages}
    original, prefix = wished.languages[0], prefix_of(name)
    common = {
        "prefix": prefix, "roles": ", ".join(wished.roles), "first": wished.roles[0], "second": wished.roles[1 % len(wished.roles)],
        "least": str(wished.least), "most": str(wished.most), "seats": _seats(wished),
    }  # fmt: skip
    chapter, file = Template((_TEMPLATE / "rules.md").read_text("utf-8")), f"01-{name.replace('_', '-')}.md"
    prose = {lang: {key.replace(".", "_"): text for key, text in said[lang].items()} for lang in wished.languages}
    for lang in wished.languages:
        written = chapter.substitute(common, **prose[lang])
        if lang == original:
            yield GAME, _manifest(prefix, wished, said)
            yield f"rules/{file}", written
        else:
            yield f"{lang}/{file}", re.sub(r" p=\d+}", "}", _RULE.sub("", written))
    yield "terms.toml", _terms(prefix, said)
    yield f"words/{Path(file).stem}.toml", _words(wished, said)
    yield f"patterns/{Path(file).stem}.toml", _patterns(said)
    cases = Template((_TEMPLATE / "cases.md").read_text("utf-8"))
    yield f"cases/{file}", cases.substitute(common, **prose[original])


def _manifest(prefix: str, wished: Wish, said: Mapping[str, Mapping[str, str]]) -> str:
    codes = ", ".join(f'"{lang}"' for lang in wished.languages)
    original = wished.languages[0]
    sources = ", ".join(f"{lang} = {_quoted(text['book.source'])}" for lang, text in said.items())
    lines = [
        "# The game: what it is called, in which languages it is written, which books and sources there are.",
        f'prefix = "{prefix}"                # every id begins with it',
        f"languages = [{codes}]           # the first is the original: rules/ is written in it; others have a folder each",
        f"players = [{', '.join(map(str, range(wished.least, wished.most + 1)))}]",
        "",
        "[title]",
        *(f"{lang} = {_quoted(wished.title)}" for lang in wished.languages),
        "",
        "[editions.first]                # a printed book, in the order of preference; pages are told of each",
        f"title = {_quoted(said[original]['book.edition'])}",
        f'lang = "{original}"',
        "",
        "[sources.rulebook]              # where a paragraph comes from; a higher rank wins a contradiction",
        "rank = 10",
        f"title = {{ {sources} }}",
    ]
    return "\n".join(lines) + "\n"


def _terms(prefix: str, said: Mapping[str, Mapping[str, str]]) -> str:
    lines = [
        "# The glossary: a table for each term, found in the prose by its name, or where it is written as [[heap]].",
        '# aliases.en = ["pile"] adds other words for it; the forms of both that players type come from `paragraf forms`.',
        "[heap]",
        *(f"names.{lang} = {_quoted(text['term.name'])}" for lang, text in said.items()),
        *(f"text.{lang} = {_quoted(text['term.text'])}" for lang, text in said.items()),
        f'defined = ["{prefix}.parts.2"]',
    ]
    return "\n".join(lines) + "\n"


def _words(wished: Wish, said: Mapping[str, Mapping[str, str]]) -> str:
    names = [key.removeprefix("word.") for key in next(iter(said.values())) if key.startswith("word.")]
    lines = [
        "# How the names of the rules read to players; {0}, {1} stand for keys or arguments.",
        "# `paragraf words GAME` adds entries for names that have none.",
    ]
    for name in names:
        lines += ["", f"[{name}]", *(f"{lang} = {_quoted(text[f'word.{name}'])}" for lang, text in said.items())]
    for role in wished.roles:
        called = _quoted(role.replace("_", " ").title())
        lines += ["", f"[{role}]", *(f"{lang} = {called}" for lang in said)]
    return "\n".join(lines) + "\n"


def _patterns(said: Mapping[str, Mapping[str, str]]) -> str:
    lines = [
        '# How players say it in their own words, where the words of words/ do not do: `paragraf ask GAME "may I take two?"`.',
        "# {n} is a parameter or key, (a|b) one of these, [a] perhaps; a heading with = is a fact and how it is told.",
    ]
    for name, heading in (
        ("take", "take"),
        ("winner", "winner"),
        ("players", '"players = {value}"'),
        ("heap", '"heap = {value}"'),
    ):
        lines += ["", f"[{heading}]"]
        for lang, text in said.items():
            ways = ", ".join(_quoted(way) for way in text[f"pattern.{name}"].split("; "))
            lines.append(f"{lang} = [{ways}]")
    lines += ["", "[internal]                      # what nobody asks about: never a reading", 'names = ["plays"]']
    return "\n".join(lines) + "\n"


def _seats(wished: Wish) -> str:
    """Who plays, whatever their number."""
    lines = [f"holds plays(p) when p in [{', '.join(wished.roles[: wished.least])}]"]
    for number in range(wished.least + 1, wished.most + 1):
        lines.append(f"holds plays(p) when p is {wished.roles[number - 1]} and players >= {number}")
    return "\n".join(lines)


def _players(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})(?:\s*-\s*(\d{1,2}))?", text.strip())
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= least <= most:
        raise BeginningError(f"“{text}” is no number of players; write for example 3, or 2-4.")
    return least, most


def _check_role(role: str) -> None:
    if not _NAME.fullmatch(role) or role in _TAKEN:
        raise BeginningError(
            f"“{role}” cannot name a role; write a lower-case word that the rules do not use, such as {ROLES[0]}."
        )
    try:
        parse_rules(f"roles player: {role}")
    except SyntaxProblemError:
        raise BeginningError(f"“{role}” is a word of the rule language and cannot name a role.") from None


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter for letter in escaped if letter.isprintable()) + '"'

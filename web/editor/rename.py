"""A new name for an id, everywhere it stands; or the reason why not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from grammar.rules.parse import keywords
from kb.mentions.index import Index
from kb.mentions.mention import Mention, Thing
from referee.service import builtins
from web.editor.desk import Desk

_FORMS: Mapping[str, tuple[str, str]] = {
    "name": (r"[a-zA-Z_][a-zA-Z0-9_]*", "letters, digits and underscores, not beginning with a digit"),
    "paragraph": (r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*", "lower-case words joined by dots"),
    "term": (r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*", "lower-case words joined by _"),
}


class RenameRefused(Exception):
    """Why something cannot be given another name."""


def renamed(desk: Desk, index: Index, thing: Thing, new: str) -> dict[Path, list[Mention]]:
    """The places to write the new name at, by file; raises RenameRefused."""
    refuse_fixed(desk, index, thing)
    space, old = thing
    pattern, said = _FORMS.get(space, _FORMS["name"])
    if not re.fullmatch(pattern, new):
        raise RenameRefused(f"“{new}” cannot be a name here: write {said}.")
    if space in ("name", "local", "slot") and new in keywords():
        raise RenameRefused(f"“{new}” is a word of the language and cannot be a name. Choose a longer one.")
    if space == "name" and new in builtins():
        raise RenameRefused(f"“{new}” is a function of the language. Choose another name.")
    prefix = desk.reading().game.prose.prefix
    if space == "paragraph" and not new.startswith(f"{prefix}."):
        raise RenameRefused(f"The ids of this game begin with “{prefix}.”; write {prefix}.{new}.")
    if space == "local":
        _refuse_clash(desk, index, thing, new)
    elif index.of((space, new)):
        raise RenameRefused(f"There is “{new}” already, at {_place(index, (space, new))}. Choose another name.")
    paths = {name: file.path for name, file in desk.texts().items()}
    found: dict[Path, list[Mention]] = {}
    for file, mention in [*index.of(thing), *(_words_for(index, thing) if space == "local" else ())]:
        found.setdefault(paths[file], []).append(mention)
    if not found:
        raise RenameRefused(f"“{old}” stands nowhere in the texts.")
    return found


def refuse_fixed(desk: Desk, index: Index, thing: Thing) -> None:
    """Raises RenameRefused for what has its name from elsewhere."""
    space, name = thing
    game = desk.reading().game
    if space == "name" and not index.declarations(thing):
        card = next((entry for entry in game.cards if entry.action == name), None)
        if card is None:
            raise RenameRefused(f"Nothing in this game declares “{name}”.")
        if not _named(index, card.place.file, card.place.line, name):
            raise RenameRefused(f"“{name}” is made of the id of its card, #{card.id}. Write name={name} there first.")
    if space == "local" and " of " in name:
        raise RenameRefused("This parameter comes from the text of a card. It has no name that could be changed.")
    if space == "local":
        _refuse_shared(index, thing)
    if space == "paragraph":
        if not index.declarations(thing):
            raise RenameRefused(f"There is no paragraph or heading #{name}.")
        card = next((entry for entry in game.cards if entry.id == name), None)
        if (
            card is not None
            and card.written != "elsewhere"
            and not _named(index, card.place.file, card.place.line, card.action)
        ):
            raise RenameRefused(
                f"The action “{card.action}” is named after this card. Write name={card.action} behind its id first."
            )


def _refuse_shared(index: Index, thing: Thing) -> None:
    """A parameter that others speak of without saying whose it is."""
    name = thing[1].split()[0]
    if shared := index.class_of(thing):
        raise RenameRefused(
            f"Clauses of the class “{shared}” speak of “{name}” of each of its actions: rename it by hand in all of them."
        )
    for file, part in index.files.items():
        if file.endswith(".toml") and "/cards/" in file:
            said = {mention.thing[1] for mention in part.plain if mention.thing[0] == "name"}
            if name in said and said & index.owners(thing):
                raise RenameRefused(
                    f"{file} speaks of “{name}” as well, where nothing tells it from others: rename it by hand."
                )


def _words_for(index: Index, thing: Thing) -> list[tuple[str, Mention]]:
    """The words of a parameter that no other name and no other parameter shares."""
    name = thing[1].split()[0]
    spoken = index.of(("name", name))
    alike = (mention.thing for file in index.files for mention in index.mentions(file) if mention.thing != thing)
    if any("/words/" not in file for file, _ in spoken) or any(
        space in ("local", "slot") and other.split()[0] == name for space, other in alike
    ):
        return []
    return list(spoken)


def _named(index: Index, file: str, line: int, name: str) -> bool:
    """Whether a heading says which action or member carries the card out."""
    return any(each.line == line and each.thing == ("name", name) for each in index.mentions(file))


def _refuse_clash(desk: Desk, index: Index, thing: Thing, new: str) -> None:
    """A local name may not become one that stands in the same statements."""
    lines = {(file, mention.line) for file, mention in index.of(thing)}
    for file in {file for file, _ in lines}:
        touched = [line for each, line in lines if each == file]
        for mention in index.mentions(file):
            space, name = mention.thing
            if min(touched) <= mention.line <= max(touched) and name.split()[0] == new and space in ("name", "local"):
                raise RenameRefused(f"“{new}” stands in the same statement already. Choose another name.")


def _place(index: Index, thing: Thing) -> str:
    file, mention = index.of(thing)[0]
    return f"{file}:{mention.line}"

"""One card of your own: what it means, or what is wrong with it, and the file it becomes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from grammar import nodes as n
from grammar.cards import tree as t
from grammar.cards.english import English
from grammar.cards.printer import print_body
from kb.cards.lowering.lower import Lowered
from kb.library import Game
from referee.errors import RefereeError
from web.cards.meaning import find_cards, meaning_of

#: a longer card is refused, in bytes
LONGEST = 4_096
#: what one card may leave to be chosen, and the digits of its numbers
MOST_CHOICES = 12
MOST_DIGITS = 6
#: characters of a title that are shown, and that its action and its file are named by
LONGEST_TITLE, NAMED_BY = 80, 40


@dataclass(frozen=True, slots=True)
class Craft:
    """A card as it was read: its meaning and its rule, or its faults."""

    meaning: dict[str, str] = field(default_factory=dict)
    rule: str = ""
    errors: tuple[dict[str, Any], ...] = ()
    card: t.Card | None = None
    name: str = ""  #: of its action
    lowered: Lowered | None = None

    @property
    def action(self) -> n.Action | None:
        """What playing it is; None when it is faulty, or no player plays cards of its kind."""
        return self.lowered.action if self.lowered is not None else None

    def data(self) -> dict[str, Any]:
        """As the API gives it."""
        return {"meaning": self.meaning, "rule": self.rule, "errors": list(self.errors)}


def craft(game: Game, text: str) -> Craft:
    """Reads one card; whatever is wrong with it is told with its place."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    words = game.card_words
    if words is None:
        raise RefereeError(f"{game.id} has no card language: there is no cards/vocabulary.toml.")
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST:
        return Craft(errors=(_fault(text, 1, 1, f"the card has {size} bytes", f"Keep it under {LONGEST}."),))
    if large := re.search(rf"\d{{{MOST_DIGITS + 1},}}", text):
        line, start = text.count("\n", 0, large.start()) + 1, text.rfind("\n", 0, large.start()) + 1
        return Craft(
            errors=(
                _fault(
                    text, line, large.start() - start + 1, "the number is too large", f"At most {MOST_DIGITS} digits."
                ),
            )
        )
    try:
        cards = find_cards(words, text, lambda title: own_name(game, title))
        found = [meaning_of(game, words, card) for card in cards]
        errors = [
            _fault(text, e["line"], e["column"], e["message"], e["cure"]) for card in found for e in card["errors"]
        ]
        if len(found) > 1 and not errors:
            errors.append(_fault(text, found[1]["line"], 1, "a second card begins here", "One card at a time."))
        if not found or (not errors and not found[0]["rule"]):
            errors.append(
                _fault(text, 1, 1, "there is no card", "Write a sentence, for example as the cards of the game do.")
            )
        if errors:
            return Craft(found[0]["text"] if len(found) == 1 else {}, errors=tuple(errors))
        card, lowered = cards[0].card, cards[0].lowered
        assert card is not None and lowered is not None  # it has no error
        choices = len(lowered.action.params) if lowered.action is not None else 0
        if choices > MOST_CHOICES:
            fault = _fault(
                text, 1, 1, f"the card leaves {choices} things to be chosen", f"At most {MOST_CHOICES}; leave some out."
            )
            return Craft(found[0]["text"], errors=(fault,))
    except RecursionError:
        return Craft(errors=(_fault(text, 1, 1, "the card is nested too deeply", "Split it into several sentences."),))
    return Craft(found[0]["text"], found[0]["rule"], (), card, cards[0].name, lowered)


def _fault(text: str, line: int, column: int, message: str, cure: str) -> dict[str, Any]:
    lines = text.split("\n")
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    caret = " " * (column - 1) + "^" if shown else ""
    return {"line": line, "column": column, "message": message, "cure": cure, "shown": shown, "caret": caret}


def own_name(game: Game, title: str) -> str:
    """A name for the card's action that nothing in the game has."""
    base = "card_" + (re.sub(r"[^a-z0-9]+", "_", title.lower())[:NAMED_BY].strip("_") or "new")
    program = game.program
    taken = {*program.actions, *program.procedures, *program.values, *program.facts, *(e.action for e in game.cards)}
    taken.update(member for members in program.members.values() for member in members)
    number = 2
    name = base
    while name in taken:
        name = f"{base}_{number}"
        number += 1
    return name


def shown_title(card: t.Card, name: str) -> str:
    """The title without what a heading or a pattern would read as its own, and not too long."""
    return re.sub(r"[{}#\s]+", " ", card.title)[:LONGEST_TITLE].strip() or name.removeprefix("card_").replace("_", " ")


def example(game: Game) -> str:
    """A card of the game itself, as a beginning."""
    words = game.card_words
    own = [entry for entry in game.cards if entry.written == "own"]
    if words is None or not own:
        return ""
    entry = min(own, key=lambda e: (len(e.parts) != 2, len(e.rule), e.id))
    title = entry.title.replace('"', "")
    printed = English(words.vocabulary).card(t.Card(entry.kind, title, entry.roles, entry.copies, entry.parts))
    return "\n".join(line.strip() for line in printed.splitlines()) + "\n"


def as_file(game: Game, made: Craft) -> str:
    """The card as a Markdown file for the cards folder of its game."""
    card, words = made.card, game.card_words
    assert card is not None and words is not None
    last = made.name.removeprefix("card_")
    home = f"{game.prose.prefix}.card.own_{last}"
    title = shown_title(card, made.name)
    lines = [
        f"# {title} {{#{home} kind={card.kind} of={','.join(card.roles)}}}", "",
        f"## {title} {{#{home}.{last} copies={card.copies or 1}}}", "",
        "```card", print_body(card.parts, words, "en"), "```", "",
    ]  # fmt: skip
    return "\n".join(lines)

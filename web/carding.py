"""Cards of your own: a text is read, its meaning shown in every language, its faults at the word; nothing is ever run."""

from __future__ import annotations

import re
from typing import Any

from grammar.cards import tree as t
from grammar.cards.parse import parse_body, read_cards
from grammar.cards.printing import PrintError, print_body
from grammar.errors import SyntaxProblemError
from kb.card_lower import lower
from kb.card_scene import CardFault
from kb.card_words import CardWords
from kb.cards import as_rules
from kb.library import Game
from referee.errors import RefereeError

#: a longer text is refused
LONGEST = 40_000
#: a card in a corpus file
FENCED = re.compile(r"^## +(?P<title>[^{\n]*?) *(?:\{[^}\n]*\})? *\n(?:(?!```|#)[^\n]*\n)*```card[^\n]*\n(?P<body>.*?)^```", re.M | re.S)


def check_cards(game: Game, text: str) -> list[dict[str, Any]]:
    """Every card of a text: its meaning in the languages of the game and the rule it becomes, or what is wrong with it."""
    words = game.card_words
    if words is None:
        raise RefereeError(f"{game.id} has no card language: there is no cards/vocabulary.toml.")
    if len(text) > LONGEST:
        raise RefereeError(f"The text is {len(text)} characters long; keep it under {LONGEST}.")
    if "```card" in text:
        return [_fenced(game, words, text, match) for match in FENCED.finditer(text)]
    if not any(form in text.lower() for form in words.vocabulary.of_class("KIND")):
        return [_bare(game, words, "", text, 1, ())]
    cards, faults = read_cards(text, words.vocabulary)
    found = [_meaning(game, words, card.title, card.parts, (card.at[0], 0), card.roles, card.kind) for card in cards]
    found += [{"title": "", "line": fault.line, "text": {}, "rule": "", "errors": [_error(fault)]} for fault in faults]
    return sorted(found, key=lambda item: item["line"])


def _fenced(game: Game, words: CardWords, text: str, match: re.Match[str]) -> dict[str, Any]:
    first = text.count("\n", 0, match.start("body")) + 1
    return _bare(game, words, match["title"].strip(), match["body"], first, ())


def _bare(game: Game, words: CardWords, title: str, body: str, line: int, roles: tuple[str, ...]) -> dict[str, Any]:
    """The sentences of one card without a header."""
    try:
        parts = parse_body(body, words.vocabulary)
    except SyntaxProblemError as fault:
        fault.line += line - 1
        return {"title": title, "line": line, "text": {}, "rule": "", "errors": [_error(fault)]}
    return _meaning(game, words, title, parts, (line, line - 1), roles, "")


def _meaning(
    game: Game, words: CardWords, title: str, parts: tuple[t.Part, ...], where: tuple[int, int], roles: tuple[str, ...], kind: str
) -> dict[str, Any]:
    """What a card says in every language, and what it becomes; a card that only reads is told apart from one that runs."""
    line, offset = where
    texts: dict[str, str] = {}
    errors: list[dict[str, Any]] = []
    for lang in game.prose.languages:
        try:
            texts[lang] = print_body(parts, words, lang)
        except PrintError as error:
            errors.append({"line": line, "column": 1, "message": f"{lang}: {error}", "cure": "Add the form."})
    everyone = tuple(name for cls, name in words.vocabulary.entries if cls == "ROLE")
    kinds = [name for cls, name in words.vocabulary.entries if cls == "KIND"]
    name = "card_" + (re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_") or "new")
    rule = ""
    try:
        rule = as_rules(lower(words, name, roles or everyone, kind or kinds[0], parts))
    except CardFault as fault:
        at = (offset + fault.at[0], fault.at[1])
        errors.append({"line": at[0], "column": at[1], "message": fault.message, "cure": fault.cure})
    return {"title": title, "line": line, "text": texts, "rule": rule, "errors": errors}


def _error(fault: SyntaxProblemError) -> dict[str, Any]:
    return {"line": fault.line, "column": fault.column, "message": fault.message, "cure": fault.cure}


def cards_text(found: list[dict[str, Any]]) -> str:
    """The result for the terminal."""
    lines: list[str] = []
    for card in found:
        lines.append(f"{card['title'] or '—'}  (line {card['line']})")
        for lang, text in card["text"].items():
            lines += [f"  {lang}: {line}" for line in text.splitlines()]
        lines += [f"  | {line}" for line in card["rule"].splitlines()]
        for error in card["errors"]:
            lines.append(f"  ✗ line {error['line']}, column {error['column']}: {error['message']}. {error['cure']}")
    return "\n".join(lines) or "no card"

"""Cards of your own: a text is read, its meaning shown in every language, its faults at the word; nothing is ever run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from grammar.base.errors import SyntaxProblemError
from grammar.cards import tree as t
from grammar.cards.parse import parse_body, read_cards
from grammar.cards.printer import PrintError, print_body
from kb.cards.files import as_rules
from kb.cards.language.dictionary import CardWords
from kb.cards.lowering.lower import Lowered, lower
from kb.cards.lowering.scene import CardFault
from kb.library import Game
from referee.errors import RefereeError

#: a longer text is refused
LONGEST = 40_000
#: a card in a corpus file, and the attributes of a heading
FENCED = re.compile(
    r"^## +(?P<title>[^{\n]*?) *(?P<said>\{[^}\n]*\})? *\n(?:(?!```|#)[^\n]*\n)*```card[^\n]*\n(?P<body>.*?)^```",
    re.M | re.S,
)
_CHAPTER = re.compile(r"^# +[^\n]*(?P<said>\{[^}\n]*\})", re.M)
_SAID = re.compile(r"(kind|of)=([^\s}]+)")


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card found in a text: read and lowered, or the fault that stopped it."""

    line: int
    title: str = ""
    card: t.Card | None = None
    offset: int = 0  #: lines of the text before the first of its sentences
    fault: SyntaxProblemError | None = None  #: it cannot be read
    name: str = ""  #: of its action
    lowered: Lowered | None = None
    unfit: CardFault | None = None  #: it can be read but not carried out


#: title -> name of the action
Naming = Callable[[str], str]


def find_cards(words: CardWords, text: str, naming: Naming) -> list[FoundCard]:
    """The cards of a text: of a corpus file, with headers, or the bare sentences of one."""
    if "```card" in text:
        chapter = _CHAPTER.search(text)
        inherited = dict(_SAID.findall(chapter["said"])) if chapter is not None else {}
        return [_fenced(words, text, match, inherited, naming) for match in FENCED.finditer(text)]
    if not any(re.search(rf"^\s*{re.escape(form)}\b", text, re.M | re.I) for form in words.vocabulary.of_class("KIND")):
        return [_bare(words, "", text, 1, {}, naming)]
    cards, faults = read_cards(text, words.vocabulary)
    found = [_complete(words, FoundCard(card.at[0], card.title, card), naming) for card in cards]
    found += [FoundCard(fault.line, fault=fault) for fault in faults]
    return sorted(found, key=lambda item: item.line)


def _fenced(words: CardWords, text: str, match: re.Match[str], inherited: dict[str, str], naming: Naming) -> FoundCard:
    said = {**inherited, **dict(_SAID.findall(match["said"] or ""))}
    line = text.count("\n", 0, match.start("body")) + 1
    return _bare(words, match["title"].strip(), match["body"], line, said, naming)


def _bare(words: CardWords, title: str, body: str, line: int, said: dict[str, str], naming: Naming) -> FoundCard:
    """The sentences of one card without a header."""
    try:
        parts = parse_body(body, words.vocabulary)
    except SyntaxProblemError as fault:
        fault.line += line - 1
        return FoundCard(line, title, fault=fault)
    known = {cls: [name for c, name in words.vocabulary.entries if c == cls] for cls in ("ROLE", "KIND")}
    roles = tuple(role for role in said.get("of", "").split(",") if role in known["ROLE"])
    kind = said.get("kind", "")
    card = t.Card(kind if kind in known["KIND"] else "", title, roles, None, parts)
    return _complete(words, FoundCard(line, title, card, line - 1), naming)


def _complete(words: CardWords, found: FoundCard, naming: Naming) -> FoundCard:
    """The card with a kind, and with whose it is: everybody's, or if it cannot be that, the first one's whose it can be."""
    card, entries = found.card, words.vocabulary.entries
    assert card is not None
    kind, name = card.kind or next(name for cls, name in entries if cls == "KIND"), naming(card.title)
    everyone = tuple(name for cls, name in entries if cls == "ROLE")
    unfit: CardFault | None = None
    for roles in (card.roles,) if card.roles else (everyone, *((role,) for role in everyone)):
        try:
            lowered = lower(words, name, roles, kind, card.parts)
        except CardFault as fault:
            unfit = unfit or fault
            continue
        return replace(found, card=replace(card, kind=kind, roles=roles), name=name, lowered=lowered)
    return replace(found, card=replace(card, kind=kind, roles=card.roles or everyone), name=name, unfit=unfit)


def check_cards(game: Game, text: str) -> list[dict[str, Any]]:
    """Every card of a text: its meaning in the languages of the game and the rule it becomes, or what is wrong with it."""
    words = game.card_words
    if words is None:
        raise RefereeError(f"{game.id} has no card language: there is no cards/vocabulary.toml.")
    if len(text) > LONGEST:
        raise RefereeError(f"The text is {len(text)} characters long; keep it under {LONGEST}.")
    return [meaning_of(game, words, found) for found in find_cards(words, text, plain_name)]


def plain_name(title: str) -> str:
    """The action of a card by its title."""
    return "card_" + (re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_") or "new")


def meaning_of(game: Game, words: CardWords, found: FoundCard) -> dict[str, Any]:
    """What a card says in every language, and what it becomes; a card that only reads is told apart from one that runs."""
    result: dict[str, Any] = {"title": found.title, "line": found.line, "of": [], "text": {}, "rule": "", "errors": []}
    card = found.card
    if card is None:
        assert found.fault is not None
        return {**result, "errors": [_error(found.fault)]}
    texts: dict[str, str] = {}
    errors: list[dict[str, Any]] = []
    for lang in game.prose.languages:
        try:
            texts[lang] = print_body(card.parts, words, lang)
        except PrintError as error:
            errors.append({"line": found.line, "column": 1, "message": f"{lang}: {error}", "cure": "Add the form."})
    if (fault := found.unfit) is not None:
        line = found.offset + fault.at[0]
        errors.append({"line": line, "column": fault.at[1], "message": fault.message, "cure": fault.cure})
    rule = as_rules(found.lowered) if found.lowered is not None else ""
    return {**result, "of": list(card.roles), "text": texts, "rule": rule, "errors": errors}


def _error(fault: SyntaxProblemError) -> dict[str, Any]:
    return {"line": fault.line, "column": fault.column, "message": fault.message, "cure": fault.cure}


def cards_text(found: list[dict[str, Any]]) -> str:
    """The result for the terminal."""
    lines: list[str] = []
    for card in found:
        lines.append(
            f"{card['title'] or '—'}  (line {card['line']}" + (f", of {', '.join(card['of'])})" if card["of"] else ")")
        )
        for lang, text in card["text"].items():
            lines += [f"  {lang}: {line}" for line in text.splitlines()]
        lines += [f"  | {line}" for line in card["rule"].splitlines()]
        for error in card["errors"]:
            lines.append(f"  ✗ line {error['line']}, column {error['column']}: {error['message']}. {error['cure']}")
    return "\n".join(lines) or "no card"

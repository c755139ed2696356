"""Card text -> tree: the automaton of the card language, fed with the words of a game."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from grammar.base.errors import SyntaxProblemError
from grammar.base.tokens import END, Made, Token, Tree
from grammar.cards import tree as t
from grammar.cards.build import build
from grammar.cards.faults import expected_text, known_mistake, unknown_word
from grammar.cards.lexer import ALIASES, tokens
from grammar.cards.vocabulary import Vocabulary
from grammar.lalr.automaton import Automaton, UnexpectedToken
from grammar.lalr.cache import tables_of
from grammar.lalr.tables import ParserTables, lark_parser

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("start", "body")
GRAMMAR = Path(__file__).with_name("cards.lark")
#: longer texts, cards of more words and deeper sentences than these are refused
LONGEST = 100_000
MOST_WORDS = 600
DEEPEST = 40
MOST_CARDS = 400


def grammar_text() -> str:
    """The grammar of cards, for digests and the docs."""
    return GRAMMAR.read_text("utf-8")


def build_parser(*, strict: bool = False) -> Lark:
    """lark's own parser of the same grammar, of which the tables are made."""
    return lark_parser(grammar_text(), STARTS, strict=strict)


@cache
def _tables() -> ParserTables:
    return tables_of(GRAMMAR, build_parser)


@cache
def _automaton() -> Automaton:
    """It is fed with tokens, so one serves all games."""
    return Automaton(_tables(), lambda name: partial(Tree, name))


@cache
def function_words() -> dict[str, str]:
    """Every word of the card language itself -> its terminal."""
    return {**_tables().words, **ALIASES}


def parse_body(text: str, vocabulary: Vocabulary) -> tuple[t.Part, ...]:
    """The sentences of one card, without its header."""
    return _parse(text, vocabulary, "body")  # type: ignore[no-any-return]


def parse_cards(text: str, vocabulary: Vocabulary) -> tuple[t.Card, ...]:
    """A file of cards, each with its header; the first fault is raised."""
    return _parse(text, vocabulary, "start")  # type: ignore[no-any-return]


def read_cards(text: str, vocabulary: Vocabulary) -> tuple[list[t.Card], list[SyntaxProblemError]]:
    """A file of cards: every card that can be read, and one fault for each that cannot."""
    try:
        found = _tokens(text, vocabulary, LONGEST)
    except SyntaxProblemError as error:
        return [], [error]
    starts = [i for i, token in enumerate(found) if token.type == "KIND" and _is_header(found, i)]
    cards: list[t.Card] = []
    faults: list[SyntaxProblemError] = []
    if found and (not starts or starts[0] > 0):
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(found)], strict=True):
        if end - start > MOST_WORDS or len(cards) + len(faults) >= MOST_CARDS:
            faults.append(_too_much(found[start], text, end - start))
            break
        try:
            cards += _run(text, found[start:end], vocabulary, "start")
        except SyntaxProblemError as error:
            faults.append(error)
    return cards, faults


def _too_much(token: Token, text: str, words: int) -> SyntaxProblemError:
    if words > MOST_WORDS:
        message, cure = f"the card has more than {MOST_WORDS} words", "Shorten it or split it."
    else:
        message, cure = f"there are more than {MOST_CARDS} cards", "Put the rest in another file."
    return SyntaxProblemError(token.line, token.column, message, cure, text)


def _is_header(found: list[Token], index: int) -> bool:
    return index + 1 < len(found) and found[index + 1].type == "STRING"


def _tokens(text: str, vocabulary: Vocabulary, most: int) -> list[Token]:
    if len(text) > LONGEST:
        raise SyntaxProblemError(1, 1, f"the text is {len(text)} characters long", f"Keep it under {LONGEST}.")
    found = tokens(text, vocabulary, function_words())
    if len(found) > most:
        raise _too_much(found[most], text, len(found))
    return found


def _parse(text: str, vocabulary: Vocabulary, start: str) -> Made:
    most = MOST_WORDS if start == "body" else LONGEST
    return _run(text, _tokens(text, vocabulary, most), vocabulary, start)


def _run(text: str, found: list[Token], vocabulary: Vocabulary, start: str) -> Made:
    last = found[-1] if found else Token(END, "")
    end = last.again(END, "")
    try:
        result, _ = _automaton().parse([*((token.type, token) for token in found), (END, end)], start)
    except UnexpectedToken as error:
        token = found[error.index] if error.index < len(found) else end
        if token is end:
            lines = text[: last.end_pos].split("\n")
            end.line, end.column = len(lines), len(lines[-1]) + 1
        raise _problem(text, found[: error.index], token, set(error.accepted), vocabulary) from None
    _refuse_depth(result, text)
    return build(result)


def _problem(
    text: str, before: list[Token], token: Token, accepts: set[str], vocabulary: Vocabulary
) -> SyntaxProblemError:
    shown = {name: word for word, name in reversed(function_words().items())}
    line, column = token.line, token.column
    if token.type == "UNKNOWN":
        return SyntaxProblemError(line, column, *unknown_word(token, accepts, vocabulary, shown), text)
    mistake = known_mistake(before, token, accepts)
    if mistake is not None:
        return SyntaxProblemError(line, column, *mistake, text)
    word = text[token.start_pos : token.end_pos] or str(token)
    return SyntaxProblemError(
        line, column, f"“{word}” cannot stand here", f"Expected {expected_text(accepts, shown)}.", text
    )


def _refuse_depth(tree: object, text: str) -> None:
    stack = [(tree, 0)]
    while stack:
        node, depth = stack.pop()
        if depth > DEEPEST:
            raise SyntaxProblemError(1, 1, "the sentence is nested too deeply", "Split it into several.", text)
        if isinstance(node, Tree):
            stack.extend((child, depth + 1) for child in node.children)

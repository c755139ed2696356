"""What the parser could not read -> what the writer is told: the place, the reason and the cure."""

from __future__ import annotations

from collections.abc import Collection

from grammar.base.errors import SyntaxProblemError
from grammar.base.likeness import nearest
from grammar.base.tokens import END, Token
from grammar.rules.lexer import ALIEN
from grammar.rules.mistakes import describe_expected, explain_mistake


def fault(text: str, token: Token, accepted: frozenset[str], keywords: Collection[str]) -> SyntaxProblemError:
    """The problem with a token that cannot stand where it stands."""
    line, column = token.line, token.column
    if token.type == ALIEN:
        return SyntaxProblemError(
            line, column, f"{str(token)!r} is no part of the language",
            "Names are letters, digits and underscores; text stands in double quotes.", text,
        )  # fmt: skip
    if token.type == END:
        lines = text.splitlines() or [""]
        cure = f"Expected {describe_expected(accepted)}."
        return SyntaxProblemError(len(lines), len(lines[-1]) + 1, "the text ends too early", cure, text)
    word = str(token)
    mistake = explain_mistake(text, line, column, word, set(accepted))
    if mistake:
        return SyntaxProblemError(line, column, *mistake, text)
    cure = f"Expected {describe_expected(accepted)}."
    if token.type == "NAME":
        near = nearest(word.lower(), keywords, 1)
        if near:
            cure += f" Did you mean “{near[0]}”?"
    elif word in keywords and "NAME" in accepted:
        return SyntaxProblemError(
            line, column, f"“{word}” is a word of the language and cannot be a name",
            f"Choose another name, for example “{word}_1” or a longer one.", text,
        )  # fmt: skip
    return SyntaxProblemError(line, column, f"“{word}” cannot stand here", cure, text)

"""What the parser could not read -> what the writer is told: the place, the reason and the cure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from grammar.base.errors import SyntaxProblemError
from grammar.base.likeness import NEAR_WORD, nearest
from grammar.base.records import record
from grammar.base.tokens import END, Token
from grammar.rules.lexer import ALIEN
from grammar.rules.mistakes import ALIENS, describe_expected, explain_mistake

#: words that begin what an `end` closes; steps, phases, windows and secret choices begin what none closes, though `each` stands in it
OPENERS = frozenset({"IF", "FOR", "REPEAT", "EACH", "OPTION", "PROCEDURE", "ON", "WHENEVER", "INSTEAD", "WHILE"})
WITHOUT_END = frozenset({"STEP", "PHASE", "SECRETLY", "ANSWERED", "FOLLOWED"})
#: what the head of such a statement ends with
HEAD_ENDS = frozenset({"COLON", "THEN"})
#: what a case goes on with: where it cannot stand, a name was not meant
OF_CASES = frozenset({"ASK", "EXPECT", "GIVEN", "BECAUSE", "MOVES", "ANSWERS"})

#: statements that are often written
_SOME = "“fact”, “define”, “action”, “rule”, “step”"


@record
class Stopped:
    """Where reading stopped: the token, what could stand there, and the words of what was begun and not ended."""

    text: str
    token: Token
    accepted: frozenset[str]
    keywords: Collection[str]
    first: frozenset[str]  #: what a text may begin with
    left_open: Sequence[Token]


def fault(at: Stopped) -> SyntaxProblemError:
    """The problem with a token that cannot stand where it stands."""
    text, token, accepted = at.text, at.token, at.accepted
    line, column = token.line, token.column
    if token.type == ALIEN:
        cure = ALIENS.get(str(token), "Names are letters, digits and underscores; text stands in double quotes.")
        return SyntaxProblemError(line, column, f"“{token}” is no part of the language", cure, text)
    if "END" in accepted and (token.type == END or token.type in at.first) and (unclosed := list(_unclosed(at))):
        return _without_end(at, unclosed)
    if token.type == END:
        lines = text.splitlines() or [""]
        cure = f"Expected {describe_expected(accepted)}."
        return SyntaxProblemError(len(lines), len(lines[-1]) + 1, "the text ends too early", cure, text)
    word = str(token)
    mistake = explain_mistake(text, line, column, word, set(accepted))
    if mistake:
        return SyntaxProblemError(line, column, *mistake, text)
    cure = f"Expected {describe_expected(accepted)}."
    if token.type == "NAME" and at.first <= accepted and not _line_before(at):
        cure = f"A statement begins with a word such as {_SOME}; prose stands outside the block."
        near = nearest(word.lower(), [each for each in at.keywords if each.upper() in at.first], 1, NEAR_WORD)
        more = f" Did you mean “{near[0]}”?" if near else ""
        return SyntaxProblemError(line, column, f"“{word}” begins no statement", cure + more, text)
    if token.type == "NAME":
        possible = [each for each in at.keywords if each.upper() in accepted]
        if near := nearest(word.lower(), possible, 1, NEAR_WORD):
            cure += f" Did you mean “{near[0]}”?"
    elif word in at.keywords and "NAME" in accepted and token.type not in OF_CASES:
        return SyntaxProblemError(
            line, column, f"“{word}” is a word of the language and cannot be a name",
            f"Choose another name, for example “{word}_1” or a longer one.", text,
        )  # fmt: skip
    return SyntaxProblemError(line, column, f"“{word}” cannot stand here", cure, text)


def _line_before(at: Stopped) -> str:
    """What stands on the same line before the token."""
    lines = at.text.splitlines()
    return lines[at.token.line - 1][: at.token.column - 1].strip() if at.token.line <= len(lines) else ""


def _unclosed(at: Stopped) -> Iterator[tuple[Token, str]]:
    """The statements that still need their `end`, from the outside in, each by its first words."""
    head: list[Token] = []
    for token in at.left_open:
        if head:
            head.append(token)
        elif token.type in OPENERS or token.type in WITHOUT_END:
            head = [token]
        if head and token.type in HEAD_ENDS:
            if head[0].type in OPENERS:
                named = len(head) > 1 and head[1].type not in HEAD_ENDS and str(head[1])[:1].isalpha()
                yield head[0], f"{head[0]} {head[1]}" if named else str(head[0])
            head = []


def _without_end(at: Stopped, unclosed: list[tuple[Token, str]]) -> SyntaxProblemError:
    """Several may lack it; an `end` closes the innermost, so the place is where the innermost begins."""
    opener = unclosed[-1][0]
    names = [name for _, name in unclosed]
    shown = "”, “".join(names)
    message = f"“{shown}” {'has' if len(names) == 1 else 'have'} no “end”"
    before = "before the block ends" if at.token.type == END else f"before “{at.token}” {_further(at.token, opener)}"
    times = "“end”" if len(names) == 1 else f"“end” {len(names)} times"
    return SyntaxProblemError(opener.line, opener.column, message, f"Write {times} {before}.", at.text)


def _further(token: Token, opener: Token) -> str:
    down = token.line - opener.line
    return "of the same line" if not down else "one line further down" if down == 1 else f"{down} lines further down"

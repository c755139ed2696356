"""The words that checks have of their own: whether each stands for a check, for the one it was written for, and names only what that check knows."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.base.records import record
from grammar.rules.parse import parse_rules
from grammar.rules.unparse import clause
from kb.languages.holes import HOLE
from kb.library import Game
from kb.model.entities import Word
from kb.model.keys import CHECK, OF
from kb.model.problems import Problem, problem
from referee.rules.actions import checks_in
from referee.rules.code import Code


@record
class _Spoken:
    """What words of a check speak for: the checks as they are written, and the local names that all of them know."""

    written: tuple[str, ...]
    known: frozenset[str]


def check_words(game: Game, code: Code) -> Iterator[Problem]:
    """WORD-CHECK: words of a check that there is not or that is another by now, and holes that it has nothing for."""
    own = {key: word for key, word in game.prose.words.items() if key.startswith(CHECK)}
    spoken = _spoken(game, code, own) if own else {}
    for key, word in own.items():
        if word.place is None:
            continue
        if key not in spoken:
            yield problem("WORD-CHECK", word.place, *_nowhere(key))
            continue
        yield from _changed(key, word, spoken[key].written)
        for text in word.text.values():
            for hole in HOLE.finditer(text):
                if hole[1] not in spoken[key].known:
                    cure = f"It knows {', '.join(sorted(spoken[key].known))}."
                    yield problem("WORD-CHECK", word.place, f"{key} does not know {{{hole[1]}}}.", cure)


def _spoken(game: Game, code: Code, own: dict[str, Word]) -> dict[str, _Spoken]:
    found: dict[str, _Spoken] = {}
    for name in game.program.actions:
        action = code.action(name)
        for check in (*checks_in(action.class_parts), *checks_in(action.parts)):
            key = next((key for key in check.keys if key in own), None)
            if key is None:
                continue
            text, known = clause(check.node), frozenset(check.scope.slots)
            before = found.get(key, _Spoken((), known))
            written = before.written if text in before.written else (*before.written, text)
            found[key] = _Spoken(written, before.known & known)
    return found


def _nowhere(key: str) -> tuple[str, ...]:
    """That there is no such check; the first is written without a number."""
    if key.endswith("/1"):
        first = key.removesuffix("/1")
        return (
            f"There is no check {key}.",
            f'The first check of a paragraph is written without a number: ["{first}"].',
        )
    return (f"There is no check {key} that has no words of its action's own.",)


def _as_written(text: str) -> str:
    """A check as an author may repeat it, in the form in which it is compared."""
    try:
        made = parse_rules(f"rule check_of {text}")
    except SyntaxProblemError:
        return text
    return clause(made[0].clauses[0]) if isinstance(made[0], n.Rule) and len(made[0].clauses) == 1 else text


def _changed(key: str, word: Word, written: tuple[str, ...]) -> Iterator[Problem]:
    """Words that would be said of a check they were not written for."""
    if word.place is None or {_as_written(text) for text in word.of} == set(written):
        return
    was = " and ".join(f"`{text}`" for text in word.of) or "no check"
    now = " and ".join(f"`{text}`" for text in written)
    quoted = ", ".join(f"'{text}'" if '"' in text else f'"{text}"' for text in written)
    cure = f"Put them under the check that they speak of; if it is this one: {OF} = {quoted if len(written) == 1 else f'[{quoted}]'}"
    yield problem("WORD-CHECK", word.place, f"{key} was written for {was}, and now speaks of {now}.", cure)

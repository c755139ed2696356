"""The words that checks have of their own: whether each stands for a check, and names only what that check knows."""

from __future__ import annotations

from collections.abc import Iterator

from kb.library import Game
from kb.model.problems import Problem, problem
from kb.text.words import CHECK, HOLE
from referee.rules.actions import checks_in
from referee.rules.code import Code


def check_words(game: Game, code: Code) -> Iterator[Problem]:
    """WORD-CHECK: words of a check that there is not, and holes that it has nothing for."""
    own = {key: word for key, word in game.prose.words.items() if key.startswith(CHECK)}
    locals_: dict[str, set[str]] = {}
    for name in game.program.actions if own else ():
        action = code.action(name)
        for check in (*checks_in(action.class_parts), *checks_in(action.parts)):
            for key in check.keys:
                known = set(check.scope.slots)
                locals_[key] = locals_[key] & known if key in locals_ else known
    for key, word in own.items():
        if word.place is None:
            continue
        if key not in locals_:
            yield problem("WORD-CHECK", word.place, f"There is no check {key}.")
            continue
        for text in word.text.values():
            for hole in HOLE.finditer(text):
                if hole[1] not in locals_[key]:
                    cure = f"It knows {', '.join(sorted(locals_[key]))}."
                    yield problem("WORD-CHECK", word.place, f"{key} does not know {{{hole[1]}}}.", cure)

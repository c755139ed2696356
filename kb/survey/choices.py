"""What the rules let somebody choose, or leave to chance, and whether it is put as a question to whoever must answer."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from kb.games.game import Game
from kb.model.entities import Place
from kb.model.keys import CHOICE, choice_key
from kb.model.problems import Problem, did_you_mean, problem
from kb.rules.program import Program
from kb.rules.reads import found_in
from kb.survey.doubles import statements


def choices_of(program: Program) -> dict[tuple[str, str], Place]:
    """The paragraph and the name of every choice, and where it stands; a name may be chosen in many paragraphs."""
    found: dict[tuple[str, str], Place] = {}
    for cited in statements(program):
        targets: list[n.Ref] = [each.target for each in found_in(cited.node, n.Choose)]
        targets += [each.target for each in found_in(cited.node, n.ChooseEach)]
        for target in targets:
            name = target.id if isinstance(target, n.Name) else target.name
            found.setdefault((cited.paragraph, name), cited.place)
    return found


def unasked(game: Game) -> dict[str, Place]:
    """The choices that no sentence asks for, by the heading under which it would stand; of a fact its `ask` will do."""
    words, found = game.prose.words, {}
    for (paragraph, name), place in choices_of(game.program).items():
        key = choice_key(paragraph, name)
        fact = words.get(name) if name in game.program.facts else None
        if key not in words and not (fact is not None and all(fact.ask.get(lang) for lang in game.prose.languages)):
            found[key] = place
    return found


def unasked_choices(game: Game) -> Iterator[Problem]:
    """WORD-CHOICE: choices that no sentence asks for; WORD-UNKNOWN: sentences for a choice that there is not."""
    words = game.prose.words
    if not words:
        return
    for key, place in unasked(game).items():
        paragraph, _, name = key.removeprefix(CHOICE).partition(" ")
        text = f"“{name}” is chosen in {paragraph}, and nothing says what is asked."
        yield problem("WORD-CHOICE", place, text, f'Write ["{key}"] with a question into words/.')
    known = {choice_key(paragraph, name) for paragraph, name in choices_of(game.program)}
    for key, word in words.items():
        if key.startswith(CHOICE) and key not in known and word.place is not None:
            yield problem("WORD-UNKNOWN", word.place, f"“{key[1:]}” is no choice.", did_you_mean(key, known))

"""Checks a loaded game by compiling all of it and running its cases; every fault becomes a problem."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.checks import check_rules
from kb.library import Game, PlacedCase, cases_of
from kb.model import Place
from kb.problems import Problem, problem
from kb.program import Cited
from referee.cases import run_case
from referee.code import Code, code_of
from referee.compiler.effects import EffectWriter
from referee.course import StepCode
from referee.errors import RefereeError
from referee.happenings import ChangeTriggerCode, ProcedureCode, TriggerCode, WheneverCode
from referee.scope import Scope


def compile_all(code: Code) -> list[Problem]:
    """Compiles everything, so that each unresolved name is found with its place."""
    found: list[Problem] = []
    program = code.program

    def attempt(place: Place, make: Any) -> None:
        try:
            make()
        except RefereeError as error:
            found.append(problem("NAME-UNKNOWN", place, str(error), "Declare it or correct the spelling."))

    for info in program.values.values():
        for cited in info.clauses:
            names = tuple(p.name for p in cited.node.params)
            attempt(
                cited.place,
                lambda c=cited, s=names: (
                    code.compiler.maybe(c.node.when, Scope(s)),
                    code.formula(c.node.value, Scope(s)),
                ),
            )
            if names and len(names) != len(info.params):
                text = f"“{info.name}” takes {len(info.params)} keys elsewhere, here {len(names)}."
                found.append(problem("VALUE-KEYS", cited.place, text))
            if cited.node.mode != info.mode:
                text = f"“{info.name}” is given by `{info.mode}` elsewhere, here by `{cited.node.mode}`."
                found.append(problem("VALUE-MODE", cited.place, text))
    for name, (table, _) in program.columns.items():
        attempt(program.tables[table].place, lambda x=name: code.lookup.evaluator(x))
    for action in program.actions.values():
        attempt(action.place, lambda x=action.name: _compile_action(code, x))
        for class_name in action.node.classes:
            if class_name not in program.classes:
                text = f"There is no class “{class_name}”."
                found.append(problem("NAME-UNKNOWN", action.place, text))
    for cited in program.rules:
        if cited.node.name not in program.actions and cited.node.name not in program.classes:
            found.append(problem("NAME-UNKNOWN", cited.place, f"There is no action or class “{cited.node.name}”."))
    makers: list[tuple[Iterable[Cited], Any]] = [
        (program.procedures.values(), ProcedureCode),
        ([c for cs in program.triggers.values() for c in cs], TriggerCode),
        ([c for cs in program.change_triggers.values() for c in cs], ChangeTriggerCode),
        (program.whenevers, WheneverCode),
        (program.steps.values(), StepCode),
    ]
    for group, maker in makers:
        for cited in group:
            attempt(cited.place, lambda m=maker, c=cited: m(code.compiler, c))
    attempt(Place("course", 1), lambda: code.course)
    for cited in [*program.always]:
        attempt(cited.place, lambda c=cited: code.formula(c.node.body, Scope()))
    for cited in program.ends:
        attempt(cited.place, lambda c=cited: code.formula(c.node.when, Scope()))
    for name, first, second in program.twice:
        text = f"“{name}” is declared twice, first under #{first.paragraph}."
        found.append(problem("NAME-TWICE", second.place, text, "Remove one, or give it another name."))
    return found


def _compile_action(code: Code, name: str) -> None:
    from referee.clauses import EachCode, EffectCode, OptionCode

    action = code.action(name)

    def walk(parts: list[Any]) -> None:
        for part in parts:
            if isinstance(part, EffectCode) and part.run is None:
                part.run = EffectWriter(code.compiler, part.scope, part.paragraph).made((part.node.step,))
            elif isinstance(part, EachCode | OptionCode):
                walk(part.parts)

    walk(action.class_parts)
    walk(action.parts)


def same_paragraphs(game: Game) -> dict[str, frozenset[str]]:
    """Paragraphs that say the same, both ways."""
    groups: dict[str, set[str]] = {}
    for paragraph in game.prose.paragraphs.values():
        for other in paragraph.restates:
            groups.setdefault(other, set()).add(paragraph.id)
            groups.setdefault(paragraph.id, set()).add(other)
    return {key: frozenset(value) for key, value in groups.items()}


def run_cases(game: Game, code: Code, cases: Iterable[PlacedCase]) -> tuple[int, list[Problem]]:
    """How many passed, and the failures as problems."""
    same = same_paragraphs(game)
    passed = 0
    failures = []
    for case in cases:
        outcome = run_case(code, case.node, same)
        if outcome.passed:
            passed += 1
        else:
            failures.append(problem("CASE-FAILED", case.place, f"{case.node.title}: {outcome.message}."))
    return passed, failures


def unknown_references(game: Game) -> list[Problem]:
    """Paragraph ids that rules, disputes and cases name but nobody wrote."""
    known = game.prose.paragraphs
    found = []

    def note(place: Place, ids: Iterable[str]) -> None:
        for identity in ids:
            if identity not in known:
                found.append(problem("REF-UNKNOWN", place, f"There is no paragraph #{identity}."))

    program = game.program
    for info in program.values.values():
        for cited in info.clauses:
            note(cited.place, cited.node.overrides)
    for action in [*program.actions.values(), *program.classes.values()]:
        for cited in action.clauses:
            note(cited.place, getattr(cited.node, "overrides", ()))
    for cited in program.lifts:
        note(cited.place, cited.node.targets)
    for cited in program.disputes.values():
        for reading in cited.node.readings:
            note(cited.place, reading.places)
        if sum(r.default for r in cited.node.readings) != 1 and cited.node.name != "edition":
            text = f"“{cited.node.name}” must have exactly one default reading."
            found.append(problem("DISPUTE-DEFAULT", cited.place, text))
    return found


def check_game(game: Game, cases: Iterable[PlacedCase] | None = None) -> tuple[int, list[Problem]]:
    """Everything that is wrong with a game, and how many cases passed."""
    code = code_of(game)
    problems = [*game.problems, *compile_all(code), *unknown_references(game), *check_rules(game)]
    if cases is None:
        cases, unreadable = cases_of(game)
        problems += [*unreadable, *_unknown_reasons(game, cases)]
    passed, failures = run_cases(game, code, cases)
    return passed, [*problems, *failures]


def _unknown_reasons(game: Game, cases: Iterable[PlacedCase]) -> list[Problem]:
    known = game.prose.paragraphs
    return [
        problem("REF-UNKNOWN", case.place, f"There is no paragraph #{identity}.")
        for case in cases
        for identity in case.node.because
        if identity not in known
    ]

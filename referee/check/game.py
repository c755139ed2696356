"""Checks a loaded game by typing all of it and running its cases; every fault becomes a problem."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from grammar import nodes as n
from kb.cases import CaseFile, PlacedCase, case_files
from kb.cases.faults import case_faults
from kb.forms.names import check_forms
from kb.games.compilation import UNREAD
from kb.library import Game
from kb.model.entities import Place
from kb.model.problems import Problem, problem
from kb.rules.program import ROLES, Cited, Program
from kb.survey.checks import asked_names, check_rules, framed_names
from referee.check.cases import run_case
from referee.check.patterns import check_patterns
from referee.check.words import check_words
from referee.resolved.checks.inference import Types
from referee.resolved.checks.typecheck import check_types
from referee.resolved.checks.unused import check_unused
from referee.resolved.statements.courses import check_course
from referee.rules.code import Code
from referee.runs.ahead.game import code_of


def check_program(types: Types, asked: Collection[str] = ()) -> list[Problem]:
    """Every name resolved, every expression typed, the course walked; `asked` are names that cases ask about."""
    return [*check_types(types), *check_course(types.program, asked), *_declared_twice(types.program)]


def _declared_twice(program: Program) -> Iterator[Problem]:
    """NAME-TWICE: a name, or those who play."""
    for name, first, second in program.twice:
        if name == ROLES:
            text = f"Who plays is said twice, first under #{first.paragraph}."
            yield problem("NAME-TWICE", second.place, text, "Name all of them in one `roles` statement.")
        else:
            yield _twice(name, first, second)


def _twice(name: str, first: Cited, second: Cited) -> Problem:
    """What grows by clauses is told how."""
    grows = isinstance(second.node, n.Action | n.ActionClass)
    cure = f"Write `rule {name} …` to add clauses to it, or give it another name." if grows else ""
    text = f"“{name}” is declared twice, first under #{first.paragraph}."
    return problem("NAME-TWICE", second.place, text, cure)


def same_paragraphs(game: Game) -> dict[str, frozenset[str]]:
    """Paragraphs that say the same, both ways."""
    groups: dict[str, set[str]] = {}
    for paragraph in game.prose.paragraphs.values():
        for other in paragraph.restates:
            groups.setdefault(other, set()).add(paragraph.id)
            groups.setdefault(paragraph.id, set()).add(other)
    return {key: frozenset(value) for key, value in groups.items()}


#: what to do where the program failed, whatever the game says
_REPORT = "That is a fault of the program, not of the rule or the case: report it, with the case."


def run_cases(
    game: Game,
    code: Code,
    cases: Iterable[PlacedCase],
    own: bool = False,
    step: Callable[[int, int], None] | None = None,
) -> tuple[int, list[Problem]]:
    """How many passed, and the failures as problems; `own`: those of the game, which have to name their reasons.

    `step` is told how many were run, of how many."""
    same = same_paragraphs(game)
    passed = 0
    failures = []
    listed = tuple(cases)
    for number, case in enumerate(listed, 1):
        if step is not None:
            step(number, len(listed))
        outcome = run_case(code, case.node, same)
        if outcome.passed:
            passed += 1
            if own:
                failures += _reason(case, outcome.cites)
        else:
            told = f"{case.node.title}: {_sentence(outcome.message)}"
            failures.append(problem("CASE-FAILED", case.place, told, _REPORT if outcome.stumbled else ""))
    return passed, failures


def _sentence(text: str) -> str:
    """With its full stop, unless it has one."""
    return text if text.endswith((".", "?")) else f"{text}."


def _reason(case: PlacedCase, cites: tuple[str, ...]) -> list[Problem]:
    """A case names the paragraph that decides, wherever the answer cites one; where the rules are silent none does."""
    silent = case.node.expected is not None and case.node.expected.verdict == "silent"
    if case.node.because or not cites or silent:
        return []
    said = f"{case.node.title}: it is not said which paragraph decides."
    return [problem("CASE-REASON", case.place, said, f"Add `because #id`; the answer cites #{cites[0]} first.")]


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


def lint_game(game: Game, types: Types, files: Sequence[CaseFile] = ()) -> list[Problem]:
    """Everything that is wrong with a game, and with these case files, as they are written."""
    asked = asked_names(game)
    return [
        *game.problems,
        *check_program(types, asked),
        *unknown_references(game),
        *check_rules(game),
        *check_forms(game),
        *check_unused(types, framed_names(game)),
        *(case_faults(game, files) if files else ()),
    ]


#: faults of what stands beside the rules: they keep nothing from being looked at
_BESIDE = ("WORD-", "PATTERN-", "TERM-", "FORM-", "TRANS-", "BOARD-")


def _is_of_rules(fault: Problem) -> bool:
    return fault.severity == "error" and not fault.code.startswith(_BESIDE) and "/cases/" not in fault.place.file


def check_game(
    game: Game, cases: Iterable[PlacedCase] | None = None, step: Callable[[int, int], None] | None = None
) -> tuple[int, list[Problem]]:
    """Everything that is wrong with a game, and how many cases passed."""
    own = cases is None
    files = case_files(game) if cases is None else ()
    problems = lint_game(game, Types(game.program), files)
    if cases is None:
        cases = [case for file in files for case in file.cases]
    if game.program.unread:
        return 0, [*_not_following(problems), *_not_asked(game, len(list(cases)))]
    code = code_of(game)
    if not any(map(_is_of_rules, problems)):
        problems += check_words(game, code)
        problems += check_patterns(game, code)
    passed, failures = run_cases(game, code, cases, own, step)
    return passed, [*problems, *failures]


#: what may be told of a name only because a block that declares or uses it cannot be read
FOLLOWING = frozenset(
    {
        "NAME-UNKNOWN",
        "KIND-UNKNOWN",
        "CALL-WRONG",
        "TRIGGER-WRONG",
        "TARGET-WRONG",
        "COURSE-PHASE",
        "COURSE-AFTER",
        "COURSE-FIRST",
        "COURSE-QUOTA",
        "COURSE-ACTION",
        "COURSE-ENDLESS",
        "NAME-UNUSED",
        "FACT-UNUSED",
        "VALUE-UNUSED",
        "VALUE-MISSING",
        "PARAM-KIND",
        "CLASS-EMPTY",
        "READING-UNUSED",
        "WORD-UNKNOWN",
        "OVERRIDE-NOTHING",
    }
)


def _not_following(problems: list[Problem]) -> list[Problem]:
    """Without what mending the block that cannot be read may mend as well."""
    return [each for each in problems if each.code not in FOLLOWING]


def _not_asked(game: Game, cases: int) -> list[Problem]:
    """CASE-WAITING: no case can be asked of rules that are not all there."""
    if not cases:
        return []
    place = next(each.place for each in game.problems if each.code in UNREAD)
    text = f"{cases} cases were not asked, and names were not looked up: some rules cannot be read."
    return [problem("CASE-WAITING", place, text)]

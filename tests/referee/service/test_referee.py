"""The service: one door to the referee, the same for every caller and from several threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from grammar.base.records import replace
from grammar.rules.parse import parse_rules
from kb.library import Game, load_game
from kb.model.entities import Place
from kb.rules.assembly import build_program
from kb.rules.program import Cited
from referee import answers
from referee.answers import Answer, Status, Verdict
from referee.books import Course
from referee.errors import ImpossibleStateError, RefereeError, UnknownNameError, UntoldFactError
from referee.explanation.explain import Explainer
from referee.questions.question import read_question, read_situation
from referee.runs.ahead.game import code_of
from referee.runs.listing import Work
from referee.service import (
    IllegalActionError,
    Position,
    Referee,
    Sort,
    Told,
    call_text,
    changes_of,
    failed_paragraphs,
    told_changes,
)
from referee.service.game.disputes import declared
from referee.state import State
from referee.verdict.ask import ask
from tests.support.games import game
from tests.support.own_cards import favour_games

LEASABLE = "owner of north = none; coins of red = 10; owner of middle = none"
QUESTIONS = (
    ("lease(north)", "red", "owner of north = green"), ("lease(north)", "red", LEASABLE), ("lease", "red", ""), ("price(wine)", None, ""),
    ("rest", "green", "players = 2"), ("lease(north)", "red", "owner of north = none"), ("price(silk)", None, "silk: cargo"),
)  # fmt: skip


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Referee]:
    """The made-up game with bargains and favours."""
    yield Referee(load_game(favour_games(tmp_path_factory.mktemp("service")) / "harbour"))


@pytest.fixture
def begun(referee: Referee) -> Position:
    return referee.position(Told("players = 2")).begin().position


@pytest.mark.parametrize("lang", ["en", "pl", "uk"])
@pytest.mark.parametrize(("question", "actor", "told"), QUESTIONS)
def test_an_answer_holds_all_that_is_explained(
    harbour: Game, question: str, actor: str | None, told: str, lang: str
) -> None:
    code = code_of(harbour)
    situation = read_situation(code, told)
    asked = read_question(code, question, situation, actor)
    explained = Explainer(harbour, code, lang).answer(ask(code, asked, situation, viewer=asked.actor))
    answer = Referee(harbour).ask(question, actor, Told(told), lang)
    assert answer == explained
    assert msgspec.convert(msgspec.to_builtins(answer), Answer) == answer  # every part is what its type says


def test_verdicts_and_checks_are_one_of_a_few(referee: Referee) -> None:
    no = referee.ask("lease(north)", "red", Told("owner of north = green"))
    assert no.verdict is Verdict.NO and Status.FAIL in {check.result for check in no.checks}
    assert referee.ask("lease(north)", "red", Told(LEASABLE)).verdict is Verdict.YES
    assert referee.ask("price(wine)").verdict is Verdict.VALUE


def test_an_answer_cannot_be_changed(referee: Referee) -> None:
    answer = referee.ask("price(wine)")
    with pytest.raises(AttributeError):
        answer.verdict = Verdict.NO  # type: ignore[misc]


def test_questions_from_many_threads_do_not_meet(referee: Referee) -> None:
    def run(number: int) -> tuple[str, str]:
        name = f"boat{number % 5}"
        mine = referee.ask(f"price({name})", told=Told(f"{name}: cargo"))
        with pytest.raises(RefereeError, match="stranger"):
            referee.ask("price(stranger)", told=Told(f"{name}: cargo"))
        return mine.verdict, mine.shown

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(run, range(40))) == {(Verdict.VALUE, "2")}


def test_a_position_is_read_once_and_asked_often(begun: Position) -> None:
    before = begun.state.data()
    assert begun.ask("rest", "red", "en").verdict is Verdict.YES
    assert begun.moves("red", "en").moves and begun.move("rest", "red").state != begun.state
    assert begun.state.data() == before


def test_every_listed_move_can_be_done(begun: Position) -> None:
    for move in begun.moves("red", "en").moves:
        outcome = begun.move(call_text(move.action, move.args), "red")
        assert (outcome.action, outcome.args) == (move.action, move.args)


def test_what_cannot_be_listed_at_once_is_the_next_choice(begun: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = begun.told("owner of north = red")
    whole = [move for move in begun.moves("red", "en").moves if move.action == "load"]
    assert len(whole) > 3
    monkeypatch.setattr("referee.play.moves.FLAT", Work(looks=3, trials=3))
    listed = begun.moves("red", "en")
    assert "load" not in {move.action for move in listed.moves}
    choices = [move for move in listed.begun if move.action == "load"]
    assert [list(move.args) for move in choices] == [["g"]] * len(choices)
    monkeypatch.undo()
    assert [move for choice in choices for move in begun.moves("red", "en", choice.deed).moves] == whole


def test_every_list_that_is_not_whole_is_said_to_be(begun: Position) -> None:
    told = begun.told("crates(red, wine) = 2; crates(red, salt) = 2")
    (gap,) = told.moves("red", "en", "swap").more
    assert gap.action == "swap" and "longer lists" in gap.text
    short, long = told.moves("red", "en", "swap(green)"), told.moves("red", "en", "swap(green)", deep=True)
    assert short.more and not long.more and len(long.moves) > len(short.moves)
    assert {move.deed for move in short.moves} <= {move.deed for move in long.moves}
    for move in long.moves:
        assert told.ask(move.deed, "red", "en").verdict is Verdict.YES


def test_an_action_that_the_course_does_not_allow_goes_on_nowhere(begun: Position) -> None:
    assert begun.moves("red", "en", "lease").moves and not begun.moves("green", "en", "lease").moves


def test_a_move_of_ones_own_is_nobody_elses(begun: Position) -> None:
    assert begun.move("rest by green", "red", own=True).action == "rest"
    with pytest.raises(IllegalActionError):
        begun.move("rest by green", "red")


def test_a_refusal_names_its_paragraphs(begun: Position) -> None:
    with pytest.raises(IllegalActionError) as refused:
        begun.move("card_fair_wind", "red")
    assert failed_paragraphs(refused.value) == ["har.fav.1"]


def test_what_is_missing_is_asked_for(referee: Referee) -> None:
    with pytest.raises(UntoldFactError) as need:
        referee.apply("lease(north)", "red")
    assert need.value.leaf[0] in referee.facts


def test_a_choice_is_answered_by_values_not_by_text(begun: Position) -> None:
    waiting = begun.move("bargain", "red")
    assert waiting.state.pending is not None and waiting.state.pending.choice.name == "favourite"
    drawing = waiting.position.answer("wine").position
    assert drawing.state.pending is not None and drawing.state.pending.answers == ("wine",)
    done = drawing.answer(2)
    assert done.state.pending is None and done.state.fact("coins", "red") == 12
    assert {"fact": "luck", "keys": ["red"], "paragraph": "har.barg.1", "new": 2} in changes_of(done)
    with pytest.raises(RefereeError, match="“answer” must be an action"):
        waiting.position.answer({"do": 1, "with": 2})
    with pytest.raises(RefereeError):
        waiting.position.answer("zebra")


def test_told_facts_are_told_apart_from_what_was_there(begun: Position) -> None:
    told = begun.told("coins of red = 3; full_house = seven")
    assert told_changes(begun, told) == [{"fact": "coins", "keys": ["red"], "paragraph": "", "old": 10, "new": 3}]
    assert told.state.rulings == {"full_house": "seven"} and begun.state.rulings == {}
    assert told.checked() is told


def test_a_ruling_is_kept_and_taken_back(begun: Position) -> None:
    ruled = begun.ruled("full_house", "seven")
    assert ruled.state.rulings == ruled.rulings == {"full_house": "seven"}
    assert ruled.ruled("full_house", "").state.rulings == {} == ruled.ruled("full_house", "").rulings
    with pytest.raises(UnknownNameError):
        begun.ruled("full_house", "nine")


def test_the_course_is_told_in_order(referee: Referee, begun: Position) -> None:
    stage = begun.stage()
    assert stage is not None and stage.who == "red" and stage.path[-1] in referee.steps
    assert referee.path(stage.path[-1]) == stage.path
    assert {name for quota in referee.quotas(stage.path[-1], "red") for name in (*quota.actions, *quota.cards)} >= set(
        begun.open_actions("red")
    )
    assert begun.open_actions("green") == []
    assert referee.position().stage() is None and "lease" in referee.position().open_actions("green")
    assert begun.seated() == ("red", "green")


def test_names_are_known_by_their_sort(referee: Referee) -> None:
    sorts = {name: referee.names[name].sort for name in ("lease", "card_fair_wind", "price", "coins")}
    assert sorts == {"lease": Sort.ACTION, "card_fair_wind": Sort.CARD, "price": Sort.VALUE, "coins": Sort.FACT}
    assert (
        referee.names["lease"].actor == "actor"
        and referee.names["lease"].is_action
        and not referee.names["coins"].is_action
    )


def test_fields_know_their_kinds(referee: Referee) -> None:
    (dock,) = referee.fields("lease", "en")
    assert dock.shape == "choice" and "north" in {option.value for option in dock.options}
    (cargo,) = referee.fields("price", "en")
    assert cargo.shape == "choice" and "wine" in {option.value for option in cargo.options}
    assert referee.fact_field("coins", "en").shape == "number"
    assert [field.shape for field in referee.key_fields("coins", "en")] == ["choice"]
    with pytest.raises(UnknownNameError):
        referee.fields("zz", "en")


def test_facts_know_who_may_see_them(referee: Referee) -> None:
    assert referee.facts["coins"].keys == ("captain",) and not referee.facts["coins"].hidden
    assert {fact.hidden for fact in referee.facts.values()} <= {"", "others", "all"}


def test_what_is_shown(referee: Referee) -> None:
    assert isinstance(referee.show("har.act.2"), answers.ShownParagraph)
    assert isinstance(referee.show("dock"), answers.ShownTerm) and isinstance(
        referee.show("lease"), answers.ShownAction
    )
    assert referee.show("zz") is None
    assert referee.citation("har.act.2", "pl", "print2").edition == "print2"
    with pytest.raises(UnknownNameError):
        referee.citation("har.act.2", "pl", "print9")


def test_a_course_that_is_told_counts(referee: Referee) -> None:
    (step,) = {step for step in referee.steps if referee.belongs("lease", step)}
    asked = referee.ask("lease(north)", "red", Told(LEASABLE, State(course=Course(step, "green"))))
    assert asked.verdict is Verdict.NO
    with pytest.raises(ImpossibleStateError, match="There is no step of the course"):
        referee.position(Told(state=State(course=Course("zz"))))


def test_the_check_of_a_game(harbour: Game, tmp_path: Path) -> None:
    passed, problems = Referee(harbour).check()
    assert passed == 16 and not [problem for problem in problems if problem.severity == "error"]
    assert Referee(harbour).check([])[0] == 0


def test_kinds_that_are_not_written_are_those_the_type_checker_found(referee: Referee) -> None:
    (dock,) = referee.fields("rent", "en")
    assert dock.shape == "choice" and {option.value for option in dock.options} == {"north", "middle", "south"}
    shapes = {value.name: [key.type for key in value.keys] for value in referee.schema("en").values}
    assert shapes["rent"] == ["one dock (north, middle, south)"] and shapes["score"] == [
        "one captain (red, green, blue)"
    ]


def test_disputes_are_told_by_their_names_in_order(harbour: Game) -> None:
    code = "dispute zeal: a default, b\ndispute arms: a default, b\ngap mill: a default, b"
    program = build_program("t", [Cited(node, "t.1", Place("t", 1), 10) for node in parse_rules(code)])
    assert declared(replace(harbour, program=program)) == ["arms", "mill", "zeal"]


def test_a_pile_is_shuffled_and_nobody_knows_the_order(begun: Position) -> None:
    with pytest.raises(RefereeError, match="No pile is being shuffled"):
        begun.apply("shuffled", None)
    played = begun.told("deck = []; spent_pile = [calm, gale, calm2]")
    for role in ("red", "green"):
        played = played.apply("rest", role).position.apply("done", role).position
    assert played.state.pending is not None and played.state.pending.choice.kind == "shuffle"
    for answer in ("answer none", "shuffled"):
        asked = played.apply(answer, None).state.pending
        assert asked is not None and (asked.choice.kind, asked.choice.options) == ("chance", ["calm", "gale", "calm2"])
    after = played.apply("shuffled", None).position.apply("answer gale", None).state
    assert after.facts["spent_pile"] == ("gale",) and after.facts["storm"]["middle"] is True


def test_the_schema_tells_what_values_are_what_may_be_left_out_and_which_options_there_are() -> None:
    schema = Referee(game("hegemony")).schema("en")
    assert [value.name for value in schema.values if not value.text] == []
    actions = {action.name: action for action in schema.actions}
    assert actions["propose_bill"].options == ["immediate_vote"]
    assert [typed.default for typed in actions["campaign"].parameters] == ["1"]
    assert [typed.default for typed in actions["propose_bill"].parameters] == ["", ""]

"""Questions that tell facts and no course: an action is taken in its step, as far as what is told decides that."""

from __future__ import annotations

import pytest

from kb.library import Game
from referee.explanation.explain import Explainer
from referee.play.moves import moves
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

MISSION = """
roles player: ada, ben, cleo, dan
fact leader: player
fact team: set of player
fact under_way: flag
fact calm: flag assumed no
fact tired of player: flag assumed no
fact stones: 0..9
fact helped of player: flag
dispute shout: loud default at #t.shout, low at #t.low
action propose by actor: player
  effect set leader = ben
  effect set under_way = yes
action play by actor: player
action rest by actor: player
action take by actor: player
  effect lower stones by 1
action cheer by actor: player
action help by actor: player
--- #t.rounds
phase rounds cycle while stones > 0
--- #t.leader
step proposing in rounds: leader must 1 propose
--- #t.mission
step on_mission in rounds after proposing when under_way each p in team: p must 1 play
--- #t.rest
step resting in rounds after on_mission when calm each p in player with not tired of p: p may 1 rest
--- #t.take
step taking in rounds after resting when stones > 0: leader must 1..3 take
--- #t.help
step helping in rounds after taking each p in player with not helped of p: p may 1 help
--- #t.again
step helping_again in rounds after helping when under_way: leader may 1 help
--- #t.shout
step shouting in rounds after helping_again when shout is low and not under_way: leader may 1 cheer
--- #t.low
"""


@pytest.fixture(scope="module")
def code() -> Code:
    return code_from(MISSION)


def asked(code: Code, deed: str, who: str | None, **facts: object) -> Finding:
    situation = Situation(State(facts), {})
    return ask(code, read_question(code, deed, situation, who), situation)


@pytest.mark.parametrize(
    ("deed", "who", "facts", "cited"),
    [
        ("propose", "ben", {"leader": "ada"}, "t.leader"),
        ("play", "cleo", {"under_way": False, "team": ("cleo", "dan")}, "t.mission"),
        ("play", "cleo", {"under_way": False}, "t.mission"),
        ("play", "ada", {"under_way": True, "team": ("cleo", "dan")}, "t.mission"),
        ("play", "ada", {"team": ("cleo", "dan")}, "t.mission"),
        ("rest", "ada", {"tired": {"ada": True}}, "t.rest"),
        ("rest", "ada", {"calm": False}, "t.rest"),
    ],
)
def test_a_step_that_told_facts_shut_says_no_and_is_cited(
    code: Code, deed: str, who: str, facts: dict[str, object], cited: str
) -> None:
    said = asked(code, deed, who, **facts)
    assert said.verdict == "no"
    assert said.cites == [cited]
    assert [(r.check.paragraph, r.status) for r in said.results if r.status != "pass"] == [(cited, "fail")]


@pytest.mark.parametrize(
    ("deed", "who", "facts"),
    [
        ("propose", "ada", {"leader": "ada"}),
        ("propose", "ben", {}),
        ("play", "cleo", {"under_way": True, "team": ("cleo", "dan")}),
        ("play", "cleo", {"under_way": True}),
        ("play", "cleo", {}),
    ],
)
def test_what_holds_or_is_not_told_is_asked_as_if_it_were_the_turn(
    code: Code, deed: str, who: str, facts: dict[str, object]
) -> None:
    assert asked(code, deed, who, **facts).verdict == "yes"


def test_what_is_assumed_shuts_no_step(code: Code) -> None:
    assert asked(code, "rest", "ada", tired={"ben": True}).verdict == "yes"  # nobody told whether it is calm


def test_a_reading_shuts_no_step(code: Code) -> None:
    assert asked(code, "cheer", "ada", under_way=False).verdict == "yes"


def test_what_the_step_itself_changes_does_not_shut_it(code: Code) -> None:
    """Its condition is looked at when it begins: three are taken though the first was the last one."""
    assert asked(code, "take", "ada", leader="ada", stones=0).verdict == "yes"
    assert asked(code, "take", "ben", leader="ada", stones=3).cites == ["t.take"]


def test_one_open_step_of_several_is_enough(code: Code) -> None:
    assert asked(code, "help", "ada", helped={"ada": True}).verdict == "yes"
    assert asked(code, "help", "ada", under_way=False).verdict == "yes"
    shut = asked(code, "help", "ada", helped={"ada": True}, under_way=False)
    assert (shut.verdict, shut.cites) == ("no", ["t.help", "t.again"])


def test_it_says_what_would_have_to_be_otherwise(code: Code) -> None:
    assert (("under_way", ()), True) in asked(code, "play", "cleo", under_way=False).would_change


def test_moves_are_listed_alike(code: Code) -> None:
    listed = {name for name, _ in moves(code, State({"leader": "ada", "under_way": False}), "ben").calls}
    assert {"propose", "play"}.isdisjoint(listed) and "rest" in listed


def test_after_a_deed_what_was_told_counts_as_it_is_then(code: Code) -> None:
    assert asked(code, "propose after propose by ada", "ada", leader="ada").cites == ["t.leader"]
    assert asked(code, "propose after propose by ada", "ben", leader="ada").verdict == "yes"
    assert (
        asked(code, "propose after propose by ada", "ada").verdict == "no"
    )  # nobody told who leads, but who leads now is known


@pytest.mark.parametrize(
    ("lang", "whose", "among"),
    [
        ("en", "Leader is ben", "Ada is among team"),
        ("pl", "Leader to ben", "Ada należy do team"),
        ("uk", "Leader — ben", "Ada — серед team"),
    ],
)
def test_it_says_who_is_to_act(code: Code, harbour: Game, lang: str, whose: str, among: str) -> None:
    explainer = Explainer(harbour, code, lang)
    said = [asked(code, "propose", "ben", leader="ada"), asked(code, "play", "ada", team=("cleo", "dan"))]
    assert [explainer.check(finding.results[-1]).text for finding in said] == [whose, among]


SEATS = """
roles player: ada, ben, cleo
fact players: 2..3 assumed 3
define seated = those(p in player with p is not cleo or players is 3)
action draw_one by actor: player
action play_one by actor: player
--- #t.turn
phase turn each p in seated
--- #t.draw
step drawing in turn: p must 1 draw_one
--- #t.play
step playing in turn after drawing: p must 1 play_one
"""


def test_who_has_no_turn_in_the_phase_has_none_in_its_steps() -> None:
    code = code_from(SEATS)
    said = asked(code, "play_one", "cleo", players=2)
    assert said.verdict == "no" and "t.turn" in said.cites
    assert asked(code, "play_one", "ben", players=2).verdict == "yes"
    assert asked(code, "play_one", "cleo").verdict == "yes"  # what is only assumed shuts nothing


BOAST = """
--- #t.parts
roles player: ada, ben
fact boaster: player or none
action lay by actor: player
action boast by actor: player
  effect set boaster = actor
action chat by actor: player
--- #t.turns
phase turns each p in player with boaster is none
step laying in turns: p must 1 lay or boast, may 1 chat
"""


def test_a_turn_ends_with_the_action_by_which_its_condition_no_longer_holds() -> None:
    """So the condition of a turn holds before each of several actions in it, although one of them can change it."""
    told = State({"boaster": "ben"})

    def asked(rules: str) -> Finding:
        code, situation = code_from(rules), Situation(told, {})
        return ask(code, read_question(code, "lay", situation, "ada"), situation)

    said = asked(BOAST)
    assert (said.verdict, said.cites[0]) == ("no", "t.turns")
    shout = "action shout by actor: player\n  playable anytime\n  effect set boaster = actor"
    assert asked(BOAST + shout).verdict == "yes"  # somebody may have shouted in the middle of the turn

"""What somebody may not see: nothing is assumed of it, deeds are judged without it, and no choice is passed over because of it."""

from __future__ import annotations

import pytest

from kb.rules.reads import hidden_reads
from referee.play.foresight import foresee
from referee.play.progress import apply_move
from referee.questions.question import read_question, read_situation, told_facts
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.units.deed import IllegalActionError
from referee.verdict.ask import ask
from tests.support.rules import code_from

CHARMS = """
roles captain: red, green
kind charm: amber, bell, comb
fact charms of captain: pile of charm hidden from others
fact deck: pile of charm hidden from all
fact shown: pile of charm
fact vow of captain: 0..5 hidden from others assumed 0
fact marks of captain: set of charm hidden from others
fact coins of captain: 0..9
derived fact bears(c: captain, x: charm): flag assumed yes
define bears(c, x) = x in charms of c
define many(c) = size of charms of c > 1
define ambers(c) = those(x in charms of c with x is amber)
define lucky(c) = size of ambers(c) > 0
define marked(c) = size of marks of c > 0
define vowed = sum(vow of c for c in captain)
action reveal(x: charm) by actor: captain
  requires x in charms of actor
  effect put x on shown
action filch(victim: captain, x: charm) by actor: captain
  requires coins of actor >= 1
  requires bears(victim, x)
  effect set charms of victim = without(charms of victim, x)
action stow by actor: captain
  effect choose z: charm by actor with z in charms of actor
  effect put z on shown
action wait_for_all by actor: captain
  effect offer reveal to green
action count_all by actor: captain
  effect choose rich: flag by actor with rich or size of charms of actor > 1
  effect if rich then raise coins of actor by 1 end
"""
UNSEEN = frozenset((("charms", ("green",)), ("vow", ("green",))))


@pytest.fixture(scope="module")
def code() -> Code:
    return code_from(CHARMS)


def seen(**facts: object) -> Situation:
    """A state for the eyes of red."""
    held = {"charms": {"red": ("amber",), "green": 2}, "vow": {"red": 1}, "coins": {"red": 3, "green": 0}, **facts}
    return Situation(State(held, unseen=UNSEEN), {})


def test_hidden_facts_behind_an_expression_are_not_those_that_are_only_counted(code: Code) -> None:
    def behind(name: str) -> set[str]:
        clauses = code.program.values[name].clauses
        return set(hidden_reads(code.program, tuple((cited.node.value, cited.node.when) for cited in clauses)))

    assert behind("bears") == {"charms"} and behind("vowed") == {"vow"} and behind("many") == set()
    assert behind("lucky") == {"charms"}  # how many of them are so is no number of cards in a pile
    assert behind("marked") == {"marks"}  # only a pile lies there for all to count


def test_nothing_is_assumed_of_what_is_not_seen(code: Code) -> None:
    situation = seen()
    for text in ("vowed", "bears(green, bell)"):
        answer = ask(code, read_question(code, text, situation, "red"), situation, viewer="red")
        assert answer.verdict == "depends" and not answer.assumed and bool(answer.hidden) == (text == "vowed")
    open_ = Situation(State({"charms": {"red": ("amber",)}}), {})
    assert ask(code, read_question(code, "vowed", open_, "red"), open_, viewer="red").value == 0


def test_what_is_told_in_a_question_may_be_seen_in_it(code: Code) -> None:
    base = seen()
    situation = read_situation(code, "vow of green = 4", base.state)
    assert ("vow", ("green",)) not in situation.state.unseen and ("charms", ("green",)) in situation.state.unseen
    assert ask(code, read_question(code, "vowed", situation, "red"), situation, viewer="red").value == 5


def test_a_deed_is_judged_by_what_is_seen_of_it(code: Code) -> None:
    found = foresee(code, seen(), "filch(green, bell)", "red")
    assert (found.action, found.args, found.hangs_on) == (
        "filch",
        {"victim": "green", "x": "bell"},
        (("charms", ("green",)),),
    )
    assert foresee(code, seen(), "reveal(amber)", "red").hangs_on == ()
    for deed, actor in (("reveal(bell)", "red"), ("filch(red, bell)", "green")):
        with pytest.raises(IllegalActionError):
            foresee(code, seen(), deed, actor)


def test_values_are_among_what_a_text_tells(code: Code) -> None:
    told = told_facts(
        code, "bears(green, bell) = yes; size of charms of green = 3; vowed = 2; coins of red = 1", State()
    )
    assert told == [("bears", ("green", "bell")), ("charms", ("green",)), ("vowed", ()), ("coins", ("red",))]


@pytest.mark.parametrize("cards", [("bell", "bell"), ("bell", "comb")])
def test_a_choice_among_hidden_cards_is_asked_even_if_it_is_none(code: Code, cards: tuple[str, ...]) -> None:
    state = State({"charms": {"red": (), "green": cards}, "shown": ()})
    played = apply_move(code, state, "stow", {}, "green")
    assert (
        played.choice is not None
        and played.choice.options == sorted(set(cards))
        and played.choice.rests_on == ["charms"]
    )
    offered = apply_move(code, State({"charms": {"green": cards[:0]}, "shown": ()}), "wait_for_all", {}, "red")
    assert offered.choice is not None and offered.choice.options == [None]


def test_a_choice_that_only_counts_cards_is_passed_over_where_there_is_none(code: Code) -> None:
    state = State({"charms": {"red": ("bell",)}, "coins": {"red": 0}})
    played = apply_move(code, state, "count_all", {}, "red")
    assert played.choice is None and played.state.fact("coins", "red") == 1


def test_who_plays_nobody_is_asked_for_what_some_player_sees() -> None:
    """Nothing is hidden from nobody in particular but what nobody sees at all."""
    code = code_from(
        "roles p: a, b\nkind c: x, y\nfact hand of p: pile of c hidden from others\nfact deck: pile of c hidden from all\n"
        "fact back of p: c hidden from v when v is p\n"
        "asked define f = size of hand of a + (if back of b is x then 1 else 0 end)\nasked define g = top of deck is x"
    )
    situation = read_situation(code, "hand of a = [x]")
    assert ask(code, read_question(code, "f", situation, None), situation).needs == [("back", ("b",))]
    assert ask(code, read_question(code, "g", situation, None), situation).needs == []


def test_a_card_nobody_has_seen_is_no_answer() -> None:
    code = code_from("roles p: a, b\nkind c: x, y\nfact hand of p: pile of c hidden from others")
    situation = read_situation(code, "hand of a = 2")
    found = ask(code, read_question(code, "top of hand of a", situation, None), situation)
    assert found.verdict == "depends" and found.needs == [("hand", ("a",))]


@pytest.mark.parametrize(
    ("text", "leaf", "counted"),
    [
        ("size of charms of green", ("charms", ("green",)), True),
        ("many(green)", ("charms", ("green",)), True),
        ("size of deck", ("deck", ()), True),
        ("top of charms of green", ("charms", ("green",)), False),
        ("bell in charms of green", ("charms", ("green",)), False),
        ("top of deck", ("deck", ()), False),
    ],
)
def test_how_many_cards_a_hidden_pile_holds_may_be_asked_of_anybody(
    code: Code, text: str, leaf: tuple[str, tuple[str, ...]], counted: bool
) -> None:
    situation = Situation(State({"coins": {"red": 3}}), {})
    answer = ask(code, read_question(code, text, situation, "red"), situation, viewer="red")
    assert answer.verdict == "depends"
    assert (answer.needs, answer.hidden) == (([leaf], []) if counted else ([], [leaf]))

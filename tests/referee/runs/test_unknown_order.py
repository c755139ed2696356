"""Decks whose order nobody knows: what they hold or only their number is told, and what comes up is asked for when it counts."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import UntoldFactError, WrongValueError
from referee.play.progress import Aftermath, answer_choice, apply_move
from referee.questions.question import read_question, read_situation
from referee.state import State
from referee.values import Heap
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

CODE = code_from("""
roles player: anna, boris
kind weather: calm, gale, fog
fact deck: pile of weather hidden from all
fact spent: pile of weather
fact hand of player: pile of weather hidden from others
fact storm: flag
fact lowest: weather or none
start deck = [calm, calm, gale, fog]
start spent = []
start hand of p = []
action turn_over by actor: player
  effect let w = top of deck
  effect put w from deck on spent
  effect if w is gale then set storm = yes end
action lay_open by actor: player
  effect draw 2 from deck to spent
action take(n: 1..4) by actor: player
  effect draw n from deck to hand of actor
action mix by actor: player
  effect shuffle deck
action show_at(i: 1..3) by actor: player
  effect let w = card_at(hand of actor, i)
  effect put w from hand of actor on spent
action mix_twice by actor: player
  effect shuffle deck
  effect shuffle spent
action hide_top by actor: player
  effect put top of deck on hand of actor
action gather by actor: player
  effect put spent into deck
  effect shuffle deck
action note_last by actor: player
  effect set lowest = bottom of deck
action throw by actor: player
  effect choose c: weather by actor with c in hand of actor
  effect put c on spent
action rob(victim: player) by actor: player
  effect choose c: weather by actor with c in hand of victim and c is not fog
  effect put c on spent
action look_out by actor: player
  effect if top of deck in [gale, fog] then set storm = yes else set storm = no end
action look_far by actor: player
  effect let w = bottom of deck
  effect set storm = (w not in [calm])
action brave by actor: player
  requires top of deck not in [gale, fog]
action stormy by actor: player
  requires gale in deck
""")


def deed(name: str, facts: dict[str, object], **args: object) -> Aftermath:
    return apply_move(CODE, State({"hand": {"anna": (), "boris": ()}, "storm": False, **facts}), name, args, "anna")


def asked(text: str, given: str) -> Finding:
    situation = read_situation(CODE, given)
    return ask(CODE, read_question(CODE, text, situation, None), situation, viewer=None)


@pytest.mark.parametrize(
    ("question", "told", "verdict"),
    [
        ("top of deck is gale", "deck = 3", "depends"),
        ("bottom of deck is gale", "deck = 3", "depends"),
        ("top of deck is gale", "deck = {calm: 2, gale: 1}", "depends"),
        ("top of deck is fog", "deck = {calm: 2, gale: 1}", "no"),
        ("top of deck is calm", "deck = {calm: 2}", "yes"),
        ("top of deck is none", "deck = 0", "yes"),
        ("gale in deck", "deck = {calm: 2, gale: 1}", "yes"),
        ("fog in deck", "deck = {calm: 2, gale: 1}", "no"),
        ("gale in deck", "deck = 2", "depends"),
        ("some w in deck with w is gale", "deck = 2", "depends"),
        ("every w in deck has w is calm", "deck = {calm: 2}", "yes"),
        ("first(w in deck) is calm", "deck = {calm: 2, gale: 1}", "depends"),
        ("stormy by anna", "deck = {calm: 2, gale: 1}", "yes"),
        ("stormy by anna", "deck = 3", "depends"),
        ("brave by anna", "deck = 3", "depends"),
        ("brave by anna", "deck = {calm: 2}", "yes"),
        ("top of deck in [gale, fog]", "deck = 3", "depends"),
        ("top of deck not in [gale, fog]", "deck = {calm: 2, gale: 1}", "depends"),
        ("top of deck in [gale, fog]", "deck = {fog: 2, gale: 1}", "yes"),
        ("some w in deck with w in [gale, fog]", "deck = 2", "depends"),
        ("every w in deck has w in [gale, fog]", "deck = 2", "depends"),
        ("count(w in deck with w in [gale, fog]) > 0", "deck = 2", "depends"),
        ("first(w in deck with w in [gale, fog]) is none", "deck = 2", "depends"),
        ("storm after look_out by anna", "deck = 3; storm = no", "depends"),
        ("seen(top of deck)", "deck = 3", "no"),
        ("card_at(deck, 2) is gale", "deck = [calm, gale]", "yes"),
        ("card_at(deck, 2) is gale", "deck = 2", "depends"),
        ("card_at(deck, 3) is none", "deck = 2", "yes"),
        ("seen(top of deck)", "deck = {calm: 1, gale: 1}", "no"),
        ("seen(top of deck)", "deck = [calm, gale]", "yes"),
        ("storm after turn_over by anna", "deck = 3; spent = []; storm = no", "depends"),
        ("storm after turn_over by anna", "deck = [gale]; spent = []; storm = no", "yes"),
        ("size of spent after lay_open by anna", "deck = 3; spent = []", "value"),
    ],
)
def test_a_card_that_nobody_has_seen_is_unknown(question: str, told: str, verdict: str) -> None:
    found = asked(question, told)
    assert found.verdict == verdict
    if verdict == "depends" and " by " not in question:
        assert [*found.needs, *found.hidden] == [("deck", ())]  # nobody can be asked for it


@pytest.mark.parametrize(
    ("question", "value"), [("size of deck", 3), ("how_many(calm, deck)", 2), ("count(w in deck)", 3)]
)
def test_what_a_deck_holds_can_be_told_without_its_order(question: str, value: int) -> None:
    assert asked(question, "deck = {calm: 2, gale: 1}").value == value


def test_nobody_knows_the_order_of_a_shuffled_deck() -> None:
    played = deed("mix", {"deck": ("calm", "gale", "calm")})
    assert played.choice is not None and played.choice.kind == "shuffle"
    after = answer_choice(CODE, played.state, None).state
    assert after.facts["deck"] == Heap({"calm": 2, "gale": 1}) and after.data()["deck"] == {"calm": 2, "gale": 1}
    assert apply_move(CODE, after, "mix", {}, "anna").choice is None  # there is nothing to tell of it
    with pytest.raises(WrongValueError, match="or none: nobody knows it"):
        answer_choice(CODE, played.state, ["calm"])


def test_a_card_is_named_by_its_place() -> None:
    played = deed("show_at", {"hand": {"anna": ("calm", "?", "?")}, "deck": 1, "spent": ()}, i=2)
    assert played.choice is not None and played.choice.name == "hand" and "gale" in played.choice.options
    after = answer_choice(CODE, played.state, "gale").state
    assert after.facts["spent"] == ("gale",) and after.facts["hand"]["anna"] == ("calm", "?")
    known = deed("show_at", {"hand": {"anna": ("calm", "fog")}, "deck": 1, "spent": ()}, i=2)
    assert known.state.facts["spent"] == ("fog",)


def test_all_that_is_shuffled_in_one_deed_is_answered_once() -> None:
    both = deed("mix_twice", {"deck": ("calm", "gale"), "spent": ("fog", "calm")})
    once = answer_choice(CODE, both.state, None)
    assert once.choice is not None and once.choice.name == "spent"
    after = answer_choice(CODE, both.state, "shuffled").state
    assert after.pending is None and after.facts["spent"] == Heap({"fog": 1, "calm": 1})


def test_an_unseen_card_is_put_where_nobody_looks_without_being_told() -> None:
    after = deed("hide_top", {"deck": Heap({"calm": 1, "gale": 1}), "spent": ()}).state
    assert after.facts["hand"]["anna"] == ("?",) and after.facts["deck"] == 1


def test_what_is_shuffled_in_is_known_to_be_there() -> None:
    played = deed("gather", {"deck": Heap({"fog": 1}), "spent": ("calm", "gale")})
    assert played.state.facts["deck"] == Heap({"fog": 1, "calm": 1, "gale": 1}) and played.state.facts["spent"] == ()
    played = deed("gather", {"deck": 2, "spent": ("calm", "gale")})
    assert played.choice is not None  # some of it is in an order that was known
    assert answer_choice(CODE, played.state, None).state.facts["deck"] == 4


def test_what_comes_up_in_the_open_is_asked_for() -> None:
    played = deed("lay_open", {"deck": Heap({"calm": 2, "gale": 1}), "spent": ()})
    assert played.choice is not None and (played.choice.kind, played.choice.name) == ("chance", "deck")
    assert played.choice.options == ["calm", "gale"]
    played = answer_choice(CODE, played.state, "gale")
    assert played.choice is None  # only calm is left
    assert played.state.facts["spent"] == ("gale", "calm") and played.state.facts["deck"] == Heap({"calm": 1})


def test_what_can_come_up_is_what_lies_nowhere_else() -> None:
    played = deed("lay_open", {"deck": 3, "spent": ("gale",)})
    assert played.choice is not None and played.choice.options == ["calm", "fog"]
    played = answer_choice(CODE, played.state, "fog")
    assert played.choice is not None and played.choice.options == ["calm"]
    with pytest.raises(WrongValueError, match="What came up of deck"):
        answer_choice(CODE, played.state, "fog")
    after = answer_choice(CODE, played.state, "calm").state
    assert after.facts["spent"] == ("gale", "fog", "calm") and after.facts["deck"] == 1


def test_what_is_drawn_unseen_stays_unseen() -> None:
    after = deed("take", {"deck": Heap({"calm": 2, "gale": 1}), "spent": ()}, n=2).state
    assert after.pending is None and after.facts["hand"]["anna"] == ("?", "?") and after.facts["deck"] == 1
    after = deed("take", {"deck": Heap({"calm": 2, "gale": 1}), "spent": ()}, n=3).state
    assert Counter(after.facts["hand"]["anna"]) == {"calm": 2, "gale": 1} and after.facts["deck"] == ()
    after = deed("take", {"deck": Heap({"calm": 3}), "spent": ()}, n=2).state
    assert after.facts["hand"]["anna"] == ("calm", "calm") and after.facts["deck"] == Heap({"calm": 1})


@pytest.mark.parametrize(("card", "storm"), [("gale", True), ("calm", False)])
def test_a_card_is_turned_up_where_a_rule_reads_it(card: str, storm: bool) -> None:
    played = deed("turn_over", {"deck": 3, "spent": ()})
    assert played.choice is not None and played.choice.options == ["calm", "gale", "fog"]
    after = answer_choice(CODE, played.state, card).state
    assert after.facts["spent"] == (card,) and after.facts["deck"] == ("?", "?") and after.facts["storm"] is storm


@pytest.mark.parametrize("card", ["gale", "calm"])
@pytest.mark.parametrize("action", ["look_out", "look_far"])
def test_a_card_is_turned_up_where_it_is_looked_for_among_some(action: str, card: str) -> None:
    played = deed(action, {"deck": 3})
    assert played.choice is not None and played.choice.options == ["calm", "gale", "fog"]
    assert answer_choice(CODE, played.state, card).state.facts["storm"] is (card == "gale")


def test_the_end_that_is_read_is_turned_up() -> None:
    played = deed("note_last", {"deck": ("calm", "?", "?"), "spent": ()})
    after = answer_choice(CODE, played.state, "gale").state
    assert after.facts["lowest"] == "gale" and after.facts["deck"] == ("calm", "?", "gale")


@given(st.data())
def test_cards_whose_order_nobody_knows_are_never_lost_or_made(data: st.DataObject) -> None:
    deck = ["calm", "calm", "gale", "fog"]
    state = State(
        {"hand": {"anna": (), "boris": ()}, "storm": False, "deck": Heap.of(deck), "spent": (), "lowest": None}
    )
    for _ in range(4):
        name, args = data.draw(st.sampled_from([("lay_open", {}), ("take", {"n": 2}), ("gather", {}), ("mix", {})]))
        played = apply_move(CODE, state, name, args, "anna")
        while played.choice is not None:
            answer = None if played.choice.kind == "shuffle" else data.draw(st.sampled_from(played.choice.options))
            played = answer_choice(CODE, played.state, answer)
        state = played.state
        piles = [state.facts["deck"], state.facts["spent"], state.facts["hand"]["anna"]]
        assert sum(
            p if isinstance(p, int) else sum(p.values()) if isinstance(p, Heap) else len(p) for p in piles
        ) == len(deck)
        known = Counter(c for p in piles if not isinstance(p, int) for c in (p.cards() if isinstance(p, Heap) else p))
        del known["?"]
        assert known <= Counter(deck)


def test_a_deck_in_no_order_is_read_back_as_it_was_written() -> None:
    situation = read_situation(CODE, "deck = {calm: 2, gale: 1}")
    assert isinstance(situation.state.facts["deck"], Heap)
    with pytest.raises(WrongValueError):
        read_situation(CODE, "deck = {anna: 2}")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("size of hand of boris after show_at(1) by anna", 1),  # the open pile is not told: no other is touched by it
        ("hand of anna after show_at(1) by anna", ("gale",)),
        (
            "size of hand of boris after take(1) by anna",
            1,
        ),  # neither where cards are drawn from a deck of which nothing is told
        ("size of hand of boris after gather by anna", 1),
    ],
)
def test_a_pile_of_which_nothing_is_told_makes_no_other_unknown(question: str, value: object) -> None:
    found = asked(question, "hand of anna = [calm, gale]; hand of boris = [fog]")
    assert (found.verdict, found.value) == ("value", value)


def test_a_pile_of_which_nothing_is_told_stays_unknown() -> None:
    found = asked(
        "top of spent is calm after show_at(1) by anna then lay_open by anna", "hand of anna = [calm]; deck = [fog]"
    )
    assert found.verdict == "depends" and found.needs == [("spent", ())]


def test_a_card_thrown_out_of_an_untold_hand_is_taken_whichever_it_is() -> None:
    for hand in (3, ("?", "?", "?")):
        thrown = deed("throw", {"hand": {"anna": hand, "boris": ()}, "deck": (), "spent": ("fog",)})
        assert thrown.choice is None and thrown.state.facts["spent"] == ("?", "fog")
        assert thrown.state.facts["hand"]["anna"] == ("?", "?")


def test_of_a_hand_told_in_part_a_told_card_or_one_of_the_others_is_thrown() -> None:
    asked = deed("throw", {"hand": {"anna": ("gale", "?"), "boris": ()}, "deck": (), "spent": ()})
    assert asked.choice is not None and asked.choice.options == ["gale", "?"]
    told = answer_choice(CODE, asked.state, "gale").state
    assert told.facts["hand"]["anna"] == ("?",) and told.facts["spent"] == ("gale",)
    untold = answer_choice(CODE, asked.state, "?").state
    assert untold.facts["hand"]["anna"] == ("gale",) and untold.facts["spent"] == ("?",)
    with pytest.raises(WrongValueError):
        answer_choice(CODE, asked.state, "calm")


def test_where_more_is_asked_of_a_card_than_where_it_lies_its_face_must_be_told() -> None:
    with pytest.raises(UntoldFactError):
        deed("rob", {"hand": {"anna": (), "boris": ("?",)}, "deck": (), "spent": ()}, victim="boris")

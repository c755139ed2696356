"""Cards from pile to pile: taken from where they are said to lie, never lost, and what was shown of them known while they stay."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.books import Glimpse
from referee.errors import RefereeError, RuleFaultError
from referee.evaluation.sight import view
from referee.play.progress import answer_choice, apply_move
from referee.state import State
from tests.support.rules import code_from

CODE = code_from("""
roles player: anna, boris, clara
kind tile: white, black, red
fact hand of player: pile of tile hidden from others
fact deck: pile of tile hidden from all
fact spent: pile of tile
fact badge of player: tile or none hidden from others
action pass_on(x: tile, who: player) by actor: player
  effect put x from hand of actor on hand of who
action lay_down(x: tile) by actor: player
  effect put x on spent
action discard_two(x: tile, y: tile) by actor: player
  effect put [x, y] from hand of actor under spent
action turn_up by actor: player
  effect put top of deck on spent
action draw_three by actor: player
  effect draw 3 from deck to hand of actor or do refill
action draw_plain(n: 0..9) by actor: player
  effect draw n from deck to hand of actor
procedure refill:
  put spent into deck
  shuffle deck
end
action peek(whose: player) by actor: player
  effect disclose hand of whose to actor
action foresee(n: 1..3) by actor: player
  effect disclose n from deck to [actor]
action ask_badge(whose: player) by actor: player
  effect disclose badge of whose to actor
action mix by actor: player
  effect shuffle deck
action slide(x: tile, place: number) by actor: player
  effect put x from hand of actor into deck at place
action pick_at(i: number) by actor: player
  effect put card_at(deck, i) on spent
action pick_last by actor: player
  effect put bottom of deck on spent
""")
HANDS = {"anna": ("white", "white"), "boris": ("black", "white"), "clara": ()}


def done(name: str, facts: dict[str, object], *answers: object, by: str = "anna", **args: object) -> State:
    """The state after a deed and its answers."""
    state = apply_move(CODE, State(facts), name, args, by).state
    for answer in answers:
        state = answer_choice(CODE, state, answer).state
    return state


def everything(state: State) -> Counter[str]:
    held = [*state.facts["hand"].values(), state.facts["deck"], state.facts["spent"]]
    return Counter(card for pile in held for card in pile)


def test_one_of_several_equal_cards_is_taken_from_the_pile_that_is_named() -> None:
    after = done("pass_on", {"hand": HANDS}, x="white", who="clara", by="boris")
    assert after.facts["hand"] == {"anna": ("white", "white"), "boris": ("black",), "clara": ("white",)}
    after = done("discard_two", {"hand": HANDS, "spent": ("red",)}, x="white", y="white")
    assert after.facts["hand"]["anna"] == () and after.facts["spent"] == ("red", "white", "white")


def test_what_does_not_lie_there_cannot_be_taken_from_there() -> None:
    with pytest.raises(RuleFaultError, match="red is to be taken from hand of anna, and does not lie there"):
        done("pass_on", {"hand": HANDS}, x="red", who="boris")
    with pytest.raises(RuleFaultError, match="black is to be taken from hand of anna"):
        done("discard_two", {"hand": HANDS, "spent": ()}, x="white", y="black")


def test_of_a_pile_told_by_its_number_one_fewer_is_left() -> None:
    after = done("pass_on", {"hand": {"anna": 3, "boris": ()}}, x="red", who="boris")
    assert after.facts["hand"] == {"anna": ("?", "?"), "boris": ("red",)}


def test_a_card_that_lies_in_several_piles_must_be_said_to_come_from_one() -> None:
    with pytest.raises(RuleFaultError, match="white lies in hand of anna and in hand of boris; the rule must say"):
        done("lay_down", {"hand": HANDS, "spent": ()}, x="white")
    after = done("lay_down", {"hand": HANDS, "spent": ()}, x="black")
    assert after.facts["hand"]["boris"] == ("white",) and after.facts["spent"] == ("black",)


def test_the_top_card_is_taken_from_its_pile_though_others_hold_one_like_it() -> None:
    after = done("turn_up", {"hand": HANDS, "deck": ("white", "red"), "spent": ()})
    assert after.facts["hand"] == HANDS and after.facts["deck"] == ("red",) and after.facts["spent"] == ("white",)


def test_a_card_is_put_at_a_place_from_the_top_on() -> None:
    told = {"hand": HANDS, "deck": ("red", "black")}
    lies = [done("slide", dict(told), x="white", place=place).facts["deck"] for place in (1, 2, 3)]
    assert lies == [("white", "red", "black"), ("red", "white", "black"), ("red", "black", "white")]
    assert done("slide", {"hand": HANDS, "deck": 2}, x="white", place=2).facts["deck"] == ("?", "white", "?")
    for place in (0, 4, -1):
        with pytest.raises(RuleFaultError, match="which has places from 1 to 3 for it"):
            done("slide", dict(told), x="white", place=place)


def test_what_was_shown_moves_on_where_a_card_is_slipped_in() -> None:
    state = done("foresee", {"hand": HANDS, "deck": ("red", "black", "red")}, n=2)
    after = apply_move(CODE, state, "slide", {"x": "white", "place": 2}, "anna").state
    assert {at for glimpse in after.glimpses for at in glimpse.cards or ()} == {0, 2}


def test_a_card_named_by_its_place_is_taken_from_there_and_no_equal_one() -> None:
    deck = ("white", "red", "white", "black", "white")
    state = done("foresee", {"hand": HANDS, "deck": deck, "spent": ()}, n=3)
    after = apply_move(CODE, state, "pick_at", {"i": 3}, "anna").state
    assert after.facts["deck"] == ("white", "red", "black", "white") and after.facts["spent"] == ("white",)
    assert {at for glimpse in after.glimpses for at in glimpse.cards or ()} == {0, 1}  # the one below was not shown
    after = apply_move(CODE, state, "pick_last", {}, "anna").state
    assert after.facts["deck"] == ("white", "red", "white", "black")
    assert after.facts["hand"] == HANDS


def test_who_draws_from_too_few_cards_draws_fewer_or_refills_first() -> None:
    facts = {"hand": HANDS, "deck": ("red",), "spent": ("black", "white")}
    after = done("draw_plain", dict(facts), n=3)
    assert after.facts["hand"]["anna"] == ("white", "white", "red") and after.facts["deck"] == ()
    after = done("draw_three", dict(facts), ["white", "black"])
    assert after.facts["hand"]["anna"] == ("white", "white", "red", "white", "black")
    assert after.facts["deck"] == after.facts["spent"] == ()
    after = done("draw_three", {**facts, "spent": ()})  # refilling brings nothing: what is there is drawn
    assert after.facts["hand"]["anna"] == ("white", "white", "red")


TILES = st.lists(st.sampled_from(["white", "black", "red"]), max_size=4).map(tuple)


@given(st.data(), TILES, TILES, TILES, TILES)
def test_whatever_is_done_no_card_is_lost_or_made(
    data: st.DataObject, mine: tuple[str, ...], yours: tuple[str, ...], deck: tuple[str, ...], spent: tuple[str, ...]
) -> None:
    facts = {"hand": {"anna": mine, "boris": yours, "clara": ()}, "deck": deck, "spent": spent}
    state = State(facts)
    before = everything(state)
    for _ in range(data.draw(st.integers(1, 4))):
        tile = data.draw(st.sampled_from(["white", "black", "red"]))
        name, args = data.draw(
            st.sampled_from([
                ("pass_on", {"x": tile, "who": "boris"}), ("discard_two", {"x": tile, "y": tile}), ("turn_up", {}),
                ("draw_plain", {"n": 2}), ("draw_three", {}), ("foresee", {"n": 2}), ("slide", {"x": tile, "place": 2}),
                ("pick_at", {"i": 2}), ("pick_last", {}),
            ])
        )  # fmt: skip
        try:
            after = apply_move(CODE, state, name, args, "anna").state
            while after.pending is not None:
                after = answer_choice(CODE, after, data.draw(st.permutations(after.pending.choice.options[0]))).state
        except RefereeError:
            continue  # nothing was changed
        state = after
        assert everything(state) == before


def seen(state: State, viewer: str) -> dict[str, object]:
    return dict(view(CODE, state, viewer)[0].facts)


def test_who_was_shown_a_hand_knows_the_cards_that_stay_in_it() -> None:
    state = done(
        "peek", {"hand": {"anna": (), "boris": ("black", "red"), "clara": ()}, "deck": ("white",)}, whose="boris"
    )
    assert seen(state, "anna")["hand"] == {"anna": (), "boris": ("black", "red"), "clara": 0}
    assert seen(state, "clara")["hand"] == {"anna": 0, "boris": 2, "clara": ()}
    drawn = apply_move(CODE, state, "draw_plain", {"n": 1}, "boris").state
    assert seen(drawn, "anna")["hand"]["boris"] == ("black", "red", "?")
    passed = apply_move(CODE, drawn, "pass_on", {"x": "black", "who": "clara"}, "boris").state
    assert seen(passed, "anna")["hand"] == {"anna": (), "boris": ("red", "?"), "clara": 1}


def test_who_has_looked_at_a_deck_forgets_it_when_it_is_shuffled() -> None:
    deck = ("white", "red", "black")
    state = done("foresee", {"deck": deck, "hand": HANDS}, n=2)
    assert seen(state, "anna")["deck"] == ("white", "red", "?") and seen(state, "boris")["deck"] == 3
    drawn = apply_move(CODE, state, "draw_plain", {"n": 1}, "boris").state
    assert seen(drawn, "anna")["deck"] == ("red", "?")
    mixed = answer_choice(CODE, apply_move(CODE, state, "mix", {}, "boris").state, list(deck)).state
    assert seen(mixed, "anna")["deck"] == 3  # though it came out as it was


def test_what_is_shown_of_a_fact_that_is_no_pile_is_known_until_it_changes() -> None:
    state = done("ask_badge", {"badge": {"anna": None, "boris": None}}, whose="boris")
    assert seen(state, "anna")["badge"] == {"anna": None, "boris": None}
    assert seen(state, "clara")["badge"] == {}


def test_what_was_shown_is_kept_with_the_state() -> None:
    state = done("foresee", {"deck": ("white", "red"), "hand": HANDS}, n=1)
    assert state.glimpses == (Glimpse("anna", "deck", (), (0,)),)
    assert State.read(state.data()).glimpses == state.glimpses

"""Who can have and do what: a card that gives a role what it has not, or lets it do what it cannot, is refused at the word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.cards.test_lowering import FRAMES, VOCABULARY, card, faults, rule_of, toy

BLUE_ONLY = VOCABULARY.replace('en = "fame"', 'en = "fame"\nowned_by = ["blue"]').replace(
    'en = "crate | crates"', 'en = "crate | crates"\nowned_by = ["blue"]'
)
HOLD = '\n[[count]]\nnoun = "crate"\nwith = ["your"]\nis = "load_of({of})"\n'
BLUE_SAILS = FRAMES.replace(
    'obj = "ship"\nrule = "effect do sail', 'obj = "ship"\nof = ["blue"]\nrule = "effect do sail'
)


@pytest.mark.parametrize(("text", "fault"), [
    ("Gain fame.", "the red player has no fame Say whose: the blue player"),
    ("Gain 1 per your crate.", "the red player has no crate Say whose: the blue player"),
])  # fmt: skip
def test_what_a_role_has_not_is_told(tmp_path: Path, text: str, fault: str) -> None:
    (found,) = faults(toy(tmp_path, card(text), FRAMES, BLUE_ONLY + HOLD))
    assert fault in found.replace(". ", " ")


def test_what_is_said_of_its_owner_is_right(tmp_path: Path) -> None:
    game = toy(tmp_path, card("Gain fame of the blue player."), FRAMES, BLUE_ONLY)
    assert faults(game) == [] and game.cards[0].rule.strip().endswith("by fame of blue")


def test_what_a_role_cannot_do_is_told_with_who_can(tmp_path: Path) -> None:
    (found,) = faults(toy(tmp_path, card("Sail your ship."), BLUE_SAILS))
    assert (
        "“sail” cannot be done this way by the red player" in found and "It is for cards of the blue player." in found
    )


def test_your_thing_is_chosen_and_not_its_owner(tmp_path: Path) -> None:
    frames = '[[frame]]\nverb = "gain"\nobj = "crate"\nrule = "effect raise load of {owner} by {n}"\n\n' + FRAMES
    assert rule_of(tmp_path, "Gain 1 crate of your ship.", frames) == [
        "card card_pick(s: ship) by actor in [red] as lucky",
        "  requires owner of s is actor",
        "  effect raise load of s by 1",
    ]


def test_what_one_has_is_ones_own(tmp_path: Path) -> None:
    rule = rule_of(tmp_path, "If you have at least 2 ships, gain 1.")
    assert (
        rule[-1] == "  effect if count(it_ in ship with owner of it_ is actor) >= 2 then raise coins of actor by 1 end"
    )


def test_a_count_holds_for_all_its_words_and_for_its_roles(tmp_path: Path) -> None:
    counts = VOCABULARY + '\n[[count]]\nnoun = "ship"\nwith = ["of_owner"]\nwhose = ["blue"]\nis = "fleet_of({y})"\n'
    for text, shown in (
        ("Gain 1 per ship owned by the blue player.", "fleet_of of blue"),
        ("Gain 1 per ship owned by the red player.", "count(it_ in ship with owner of it_ is red)"),
        (
            "Gain 1 per full ship owned by the blue player.",
            "count(it_ in ship with load of it_ is 3 and owner of it_ is blue)",
        ),
    ):
        game = toy(tmp_path / shown[:9] / text[10:14].strip(), card(text), FRAMES, counts)
        assert faults(game) == [] and game.cards[0].rule.strip().endswith(f"by {shown}")


@pytest.mark.parametrize("who", ["each other player", "all other players", "every other player"])
def test_it_is_done_for_each_of_those_behind_a_preposition(tmp_path: Path, who: str) -> None:
    frames = FRAMES.replace(
        "cost {n} from coins of {subject}", "cost {n} from coins of {subject} to coins of {to}"
    ).replace("to:role?", "to:role")
    assert rule_of(tmp_path, f"Pay 2 to {who}.", frames)[-1] == (
        "  each it_ in player with it_ is not actor: cost 2 from coins of actor to coins of it_ end"
    )


def test_money_is_a_number_whatever_stands_beside_it(tmp_path: Path) -> None:
    words = VOCABULARY.replace('currency = "$"', 'currency = "$"\nmoney = "coin | coins"')
    game = toy(tmp_path, card("Gain $5. Gain five coins. Gain 5$."), FRAMES, words)
    assert faults(game) == [] and game.cards[0].rule.count("raise coins of actor by 5") == 3


def test_a_thing_may_be_called_like_a_kind_of_card(tmp_path: Path) -> None:
    words = VOCABULARY.replace('en = "crate | crates"', 'en = "luck card | luck cards"')
    game = toy(tmp_path, card("Gain 1 per luck card."), FRAMES, words)
    assert faults(game) == [] and game.cards[0].rule.strip().endswith("by crates")


@pytest.mark.parametrize(("text", "fault"), [
    ("Gain 2 full crates.", "“full” says nothing about “crate” here"),
    ("Gain 2 crates owned by the blue player.", "what stands behind “crate” cannot be told of it"),
    ("The blue player gains 2 crates.", "“gain” can be done here only by whoever plays the card"),
    ("Gain 2 ships.", "“gain” is done once here, not 2 times"),
        ("Gain your ships.", "“gain” takes one thing at a time here"),
        ("Sail your ship per crate.", "“sail” is not done so many times"),
        ("Sail your ship, at most 3.", "“sail” has no number to limit here"),
])  # fmt: skip
def test_nothing_a_card_says_is_passed_over(tmp_path: Path, text: str, fault: str) -> None:
    frames = (
        '[[frame]]\nverb = "gain"\nobj = "crate"\nsubject = "you"\nrule = "effect raise crates by {n}"\n\n' + FRAMES
    )
    frames += '\n[[frame]]\nverb = "gain"\nobj = "ship"\nrule = "effect set owner of {obj} = {subject}"\n'
    (found,) = faults(toy(tmp_path, card(text), frames))
    assert fault in found


def test_for_each_may_stand_behind_what_is_done(tmp_path: Path) -> None:
    assert rule_of(tmp_path / "a", "Gain 1 for each full ship.") == rule_of(tmp_path / "b", "Gain 1 per full ship.")


def test_what_counts_at_all_holds_for_each_of_them(tmp_path: Path) -> None:
    words = VOCABULARY.replace('param = "s"', 'param = "s"\ncounted = "in_port of {x}"')
    game = toy(tmp_path, card("For each full ship, gain 2."), FRAMES, words)
    assert faults(game) == []
    assert game.cards[0].rule.splitlines()[1] == (
        "  each it_ in ship with in_port of it_ and load of it_ is 3: effect raise coins of actor by 2 end"
    )


@pytest.mark.parametrize(
    ("condition", "test"),
    [
        ("you have at least 2 crates", "crates >= 2"),
        ("your crate is at least 2", "crates >= 2"),
        ("number of your ships is at least 1", "count(it_ in ship with owner of it_ is actor) >= 1"),
    ],
)
def test_a_condition_reads_what_it_names(tmp_path: Path, condition: str, test: str) -> None:
    assert rule_of(tmp_path, f"If {condition}, gain 1.")[-1] == f"  effect if {test} then raise coins of actor by 1 end"


def test_a_condition_is_about_one(tmp_path: Path) -> None:
    (found,) = faults(toy(tmp_path, card("If each player has a ship, gain 1.")))
    assert "“each player” names no single one" in found

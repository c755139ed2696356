"""Sentences about several: each of them, so many of them, those named before; and what a sentence leaves to decide while a card is carried out."""

from __future__ import annotations

from pathlib import Path

from referee.play.progress import answer_choice, apply_move
from referee.questions.question import read_situation
from referee.runs.ahead.game import code_of
from tests.kb.cards.test_lowering import FRAMES, VOCABULARY, card, faults, rule_of, toy

MORE = """
[[frame]]
verb = "pay"
obj = "crate"
takes = ["to:player"]
rule = "effect do carry({n}, {to})"
names = { hold = ["crate", "loaded_crate"] }

[[frame]]
verb = "gain"
obj = "part_loaded_crate"
own_n = true
any = "9"
rule = "effect do keep({least}, {limit})"
may = "effect do keep_if_wished({limit})"

"""


def rules(folder: Path, text: str, frames: str = FRAMES) -> list[str]:
    return [line.strip() for line in rule_of(folder, text, frames)][1:]


def test_each_of_several_does_it(tmp_path: Path) -> None:
    assert rules(tmp_path, "Each other player pays 2 to you.") == [
        "each it_ in player with it_ is not actor: effect move up to 2 from coins of it_ to coins of actor end"
    ]


def test_so_many_are_one_choice_and_can_be_named_again(tmp_path: Path) -> None:
    assert rule_of(tmp_path, "2 other players each pay 1 to you. Those players pay 3 to you.") == [
        "card card_pick(who: set of player sized 2..2) by actor in [red] as lucky",
        "  each it_ in who: requires it_ is not actor end",
        "  each it_ in who: effect move up to 1 from coins of it_ to coins of actor end",
        "  each it_ in who: effect move up to 3 from coins of it_ to coins of actor end",
    ]


def test_a_choice_of_several_is_played_for_each(tmp_path: Path) -> None:
    game = toy(tmp_path, card("2 players each pay 1 to the blue player."))
    code = code_of(game)
    state = read_situation(code, "coins of red = 4; coins of blue = 2").state
    assert apply_move(code, state, "card_pick", {"who": ("red", "blue")}, "red").state.facts["coins"] == {
        "red": 3,
        "blue": 3,
    }


def test_that_x_is_the_one_all_its_words_fit(tmp_path: Path) -> None:
    assert (
        rules(tmp_path / "a", "Choose a full ship and choose a ship. Sail that full ship.")[-1] == "effect do sail(s)"
    )
    (fault,) = faults(toy(tmp_path / "b", card("Choose a full ship and choose a ship. Sail that ship.")))
    assert "“that ship” may stand for s or s_2" in fault


def test_what_follows_the_verb_is_chosen_once_for_all_its_things(tmp_path: Path) -> None:
    assert rules(tmp_path, "Pay 1 crate and 2 crates to another player.", MORE + FRAMES) == [
        "requires who is not actor",
        "effect do carry(1, who)",
        "effect do carry(2, who)",
    ]


def test_a_part_of_what_was_named_has_a_least_and_a_most(tmp_path: Path) -> None:
    pay = "Pay 4 crates to the blue player."
    assert rules(tmp_path / "a", f"{pay} Gain 2 of them.", MORE + FRAMES)[-1] == "effect do keep(2, 2)"
    assert rules(tmp_path / "b", f"{pay} Gain up to 2 of them.", MORE + FRAMES)[-1] == "effect do keep(0, 2)"


def test_a_frame_may_ask_while_the_card_is_carried_out(tmp_path: Path) -> None:
    text = "Pay 4 crates to the blue player. You may gain 2 of them."
    assert rule_of(tmp_path / "a", text, MORE + FRAMES) == [
        "card card_pick by actor in [red] as lucky",
        "  effect do carry(4, blue)",
        "  effect do keep_if_wished(2)",
    ]
    other = text.replace("gain 2 of them", "gain 2")  # the frame of money does not ask: this is decided beforehand
    assert (
        rule_of(tmp_path / "b", other, MORE + FRAMES)[0]
        == "card card_pick(may_gain: flag = no) by actor in [red] as lucky"
    )


def test_what_was_asked_is_answered_when_it_is_known(tmp_path: Path) -> None:
    frames = FRAMES.replace(
        'done = { moved = "1" }',
        'may = "effect choose go: flag by {subject}\\neffect if coins of actor >= 1 then do sail({obj}) end"',
    )
    code = code_of(toy(tmp_path, card("Gain 1. You may sail your ship."), frames))
    state = read_situation(code, "owner of tern = red; coins of red = 0; in_port of tern").state
    pending = apply_move(code, state, "card_pick", {"s": "tern"}, "red")
    assert pending.state.pending.choice.options == [False, True]
    assert answer_choice(code, pending.state, True).state.facts["in_port"] == {"tern": False}


def test_for_each_thing_done_counts_where_it_was_done(tmp_path: Path) -> None:
    frames = FRAMES.replace(
        'done = { moved = "1" }', 'done = { moved = "1" }\ngroups = { moved = ["ship", "load of {x}"] }'
    )
    text = "Sail your ship. For each ship moved, gain 2."
    assert (
        rules(tmp_path / "a", text, frames)[-1]
        == "effect for its_ in ship with load of its_ > 0: raise coins of actor by 2 * load of its_ end"
    )
    code = code_of(toy(tmp_path / "b", card(text), frames))
    state = read_situation(
        code, "owner of tern = red; in_port of tern; load of tern = 2; load of gull = 0; coins of red = 1"
    ).state
    assert apply_move(code, state, "card_pick", {"s": "tern"}, "red").state.facts["coins"]["red"] == 5


def test_an_exception_under_a_condition_counts_only_there(tmp_path: Path) -> None:
    found = rules(tmp_path, "If storm, sail your ship without toll; otherwise sail your ship.")
    assert found[-1] == "allowed when via is card_pick and stormy overrides #toy.a.2"
    assert sum("do sail(s)" in line for line in found) == 2  # one ship, asked for once


def test_a_count_may_tell_of_what_and_whose(tmp_path: Path) -> None:
    vocabulary = VOCABULARY + '\n[[count]]\nnoun = "crate"\nwith = ["of"]\nis = "crates_of({of}, {which})"\n'
    vocabulary = vocabulary.replace('en = "crate | crates"', 'en = "crate | crates"\nof = "hold of {x} is {y}"')
    game = toy(tmp_path, card("Choose a ship. Gain 1 per crate of that ship."), FRAMES, vocabulary)
    assert faults(game) == []
    assert game.cards[0].rule.splitlines()[-1] == "  effect raise coins of actor by crates_of(actor, s)"


def test_its_thing_belongs_to_what_was_named(tmp_path: Path) -> None:
    vocabulary = VOCABULARY.replace('en = "crate | crates"', 'en = "crate | crates"\nowned_by = ["ship"]')
    frames = '[[frame]]\nverb = "gain"\nobj = "its_crate"\nrule = "effect do unload({owner})"\n\n' + FRAMES
    game = toy(tmp_path / "a", card("Choose a ship. Gain its crate."), frames, vocabulary)
    assert faults(game) == []
    assert game.cards[0].rule.splitlines()[-1] == "  effect do unload(s)"
    (fault,) = faults(toy(tmp_path / "b", card("Choose a ship. Gain 1 crate."), frames, vocabulary))
    assert "“gain” has no frame for crate" in fault


def test_a_price_of_things_is_no_money(tmp_path: Path) -> None:
    frames = (
        '[[frame]]\nverb = "sail"\nobj = "ship"\ntakes = ["price_of:things"]\nrule = "effect do exchange({obj}, {price_of})"\n\n'
        + FRAMES
    )
    assert rules(tmp_path / "a", "Sail your ship for a full ship.", frames)[-1] == "effect do exchange(s, s_2)"
    (fault,) = faults(toy(tmp_path / "b", card("Sail your ship for 5."), frames))
    assert "“sail” has no frame for ship with “price of”" in fault

"""Slips that can be carried out are told of, and what only looks like one is left alone."""

from __future__ import annotations

import pytest

from kb.survey.oversights import oversights, unlike_players
from kb.survey.ranges import numbers_out_of_range
from tests.support.rules import code_from

BASE = """
roles side: red, blue
kind thing: cup, ring
fact gold of side: 0..9
fact shown of thing: flag
rule go requires shown of cup
action go by actor: side
"""

SEATS = "fact players: 1..2\ndefine seated = those(s in side with s is red or players is 2)"


def found(text: str) -> list[str]:
    program = code_from(BASE + text).program
    return [f"{each.code}: {each.message}" for each in (*oversights(program), *numbers_out_of_range(program))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "fact deck: pile of thing\nfact heap of side: pile of thing\nprocedure p1: let c = top of deck move 1 from deck to heap of red end\non go: do p1 end",
            "PILE-END: `move … from deck` takes the lowest cards, and `top of deck` is looked at beside it.",
        ),
        ("kind hue: pink, grey", "NAME-UNUSED: Nothing is of the kind “hue”, and no rule names it."),
        ("kind hue: pink, grey, pink\nfact h: hue", "NAME-TWICE: “pink” stands twice in “hue”."),
        ("rule go effect let n = 3", "NAME-UNUSED: “n” is worked out, and nothing reads it."),
        ("rule go effect choose t: thing by actor", "NAME-UNUSED: “t” is chosen, and nothing reads it."),
        ("procedure p: let n = 1 raise n by 1 end", "NAME-UNUSED: “n” is worked out, and nothing reads it."),
        ("rule go effect random d: 1..6", "NAME-UNUSED: “d” is left to chance, and nothing reads it."),
        ("start gold of bleu = 3", "NAME-NEAR: “bleu” is no member of “side”"),
        ("on change of gold of bleu: set gold of red = 1 end", "NAME-NEAR: “bleu” is no member of “side”"),
        ("fact deck: pile of thing hidden from others", "VIEWER-WRONG: `hidden from others`: “deck” has no player"),
        ("fact h of thing: flag hidden from others", "VIEWER-WRONG: `hidden from others`: “h” has no player"),
        (
            "fact v of side: flag\nrule go effect secretly choose v of actor: flag by each s in side",
            "TARGET-WRONG: `secretly choose v`: each of them chooses, and “s” is no key",
        ),
        ("phase a\nstep b in a each s in side: red must 1 go", "NAME-UNUSED: “b” goes over each “s”"),
        (
            "fact players: 1..2\ndefine seated = those(s in side with s is red or players is 2)\nrule go requires sum(gold of s for s in side) > 3",
            "SEATED-MISSED: This goes over every “side”",
        ),
        (
            f"{SEATS}\naction give(whom: side) by actor: side\n  requires whom is not actor\nphase a\nstep b in a: red must 1 give",
            "SEATED-CHOSEN: “whom” of “give” may be any “side”, also one who does not play.",
        ),
        (
            f"{SEATS}\nrule go effect choose whom: side by actor with whom is not actor\nrule go effect raise gold of whom by 1",
            "SEATED-CHOSEN: What is chosen as “whom” may be any “side”, also one who does not play.",
        ),
        ("action setup by actor: side", "NAME-RESERVED: “setup” is what runs before the first step"),
        ("fact luck: 5..1", "RANGE-WRONG: The range of “luck”, 5..1, holds no number."),
        ("start gold of s = 12", "RANGE-WRONG: “gold” cannot be 12: it is a number from 0 to 9."),
        ("rule go effect set gold of actor = -1", "RANGE-WRONG: “gold” cannot be -1"),
        ("fact luck: 1..3 assumed 4", "RANGE-WRONG: “luck” cannot be 4"),
        ("rule go requires gold of actor > 9", "RANGE-WRONG: “gold” > 9 can never hold"),
        ("rule go forbidden when 12 < gold of actor", "RANGE-WRONG: “gold” > 12 can never hold"),
        ("rule go requires gold of actor is 10", "RANGE-WRONG: “gold” is 10 can never hold"),
        ("procedure p(n: 1..3): nothing end\nrule go effect do p(4)", "RANGE-WRONG: “n” of “p” cannot be 4"),
        ("define f(n: 1..3) = n\nrule go requires f(7) > 2", "RANGE-WRONG: “n” of “f” cannot be 7"),
        ("table f(n: 1..3): | * => 1\nrule go requires f(7) > 2", "RANGE-WRONG: “n” of “f” cannot be 7"),
    ],
)
def test_a_slip_is_told_of(text: str, expected: str) -> None:
    assert any(each.startswith(expected) for each in found(text)), found(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{SEATS}\naction give(whom: side) by actor: side\n  requires whom in seated and whom is not actor\nphase a\nstep b in a: red must 1 give",
        f"{SEATS}\naction give(whom: side) by actor: side\nphase a\nstep b in a: red must 1 go\nrule go answered by first s in [actor]: give(actor)",
        f"{SEATS}\nrule go effect choose whom: side by actor with gold of whom > 1\nrule go effect raise gold of whom by 1",
        "kind hue: pink, grey\nfact h: hue",
        "fact deck: pile of thing\nfact heap: pile of thing\nprocedure p1: if seen(top of deck) then put top of deck on heap else move 1 from deck to heap end end\non go: do p1 end",
        "kind hue: pink, grey\nkind wide: hue, thing\nfact h: wide",
        "rule go effect let n = 3\nrule go effect raise gold of actor by n",
        "class deed\naction run by actor: side as deed\n  let n = 3\nrule deed requires gold of actor > n",
        "procedure p: let n = 1 repeat up to 3: raise n by 1 end set gold of red = n end",
        "start gold of s = 3\nstart gold of blue = 9",
        "fact v of side: flag\nrule go effect secretly choose v of s: flag by each s in side",
        "fact hand of side: pile of thing hidden from others",
        "phase a\nstep b in a each i in 1..3: red must 1 go",
        "rule go requires gold of actor >= 0",
        "rule go requires sum(gold of s for s in side) > 3",
        "fact players: 1..2\ndefine seated = those(s in side with s is red or players is 2)\nalways sum(gold of s for s in side) < 9",
        "holds plays(s) when s is red\ndefine seated = those(s in side with plays(s))\nrule go requires some s in side with plays(s) and gold of s > 1",
        "rule go requires some gold in [10, 11] with gold > 9",
        "define f(n: 1..3) = n\nrule go requires f(3) > 2",
    ],
)
def test_what_is_meant_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_the_numbers_of_players_are_told_alike() -> None:
    program = code_from(BASE + "fact players: 2..3").program
    assert [each.code for each in unlike_players(program, (2, 3))] == []
    (wrong,) = unlike_players(program, (2, 3, 5))
    assert wrong.message == "game.toml lists 5 players; the fact “players” goes from 2 to 3."

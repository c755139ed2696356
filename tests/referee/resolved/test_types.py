"""Types: what they hold, how they meet, and what is inferred of parameters and values."""

from __future__ import annotations

import pytest

from referee.resolved.checks.inference import Types
from referee.resolved.statements.types import (
    ANY,
    FLAG,
    NONE,
    NOTHING,
    NUMBER,
    Type,
    covers,
    join_all,
    joined,
    list_of,
    meets,
)
from referee.values import Bag, Deed
from tests.support.rules import code_from

GAME = """
roles player: red, blue, green
kind pair: red, blue
kind colour: white, black
scale size: small, large
kind field
kind sheet { price: number tone: colour }
fact coins of player: 0..20
fact crop of field: colour
fact share of pair: number
fact hand of player: pile of colour
fact owner of colour: player or none
fact bag of player: amounts by colour
class play
action jump(c: colour) by actor: player as play
procedure tidy(p: pair, n): set share of p = n end
"""


def types_of(text: str) -> Types:
    return Types(code_from(f"{GAME}\n{text}").program)


def words(text: str, name: str) -> list[str]:
    return [type_.words for type_ in types_of(text).parameters(name)]


# ---- types ---------------------------------------------------------------------------------------------------------

COLOUR = Type(members=frozenset({"white", "black"}), name="colour")
WHITE = Type(members=frozenset({"white"}))


def test_types_meet_where_they_share_a_value() -> None:
    assert meets(COLOUR, WHITE)
    assert meets(joined(NUMBER, NONE), NONE)
    assert meets(list_of(COLOUR), list_of(WHITE))
    assert meets(ANY, NUMBER)
    assert meets(NOTHING, NUMBER)
    assert not meets(COLOUR, NUMBER)
    assert not meets(FLAG, NUMBER)
    assert not meets(list_of(COLOUR), COLOUR)
    assert not meets(list_of(COLOUR), list_of(NUMBER))


def test_a_join_holds_both() -> None:
    both = join_all([COLOUR, NUMBER, NONE, WHITE])
    assert covers(both, COLOUR)
    assert covers(both, NUMBER)
    assert not covers(COLOUR, both)
    assert both.words == "a number or a member of “colour” or none"


@pytest.mark.parametrize(
    ("type_", "fitting", "wrong"),
    [
        (NUMBER, 3, True),
        (FLAG, True, 1),
        (COLOUR, "white", "red"),
        (joined(COLOUR, NONE), None, "red"),
        (COLOUR, "black", None),
        (list_of(COLOUR), ("white", "black"), ("white", "red")),
        (list_of(COLOUR, "pile"), 3, "white"),
        (Type(keys=COLOUR), Bag({"white": 2}), Bag({"red": 2})),
        (Type(deeds=frozenset({"jump"})), Deed(("jump", ())), Deed(("fly", ()))),
        (Type(kinds=frozenset({"field"})), "f1", "f9"),
        (Type(kinds=frozenset({"sheet"})), Bag({"price": 3}), 3),
    ],
)
def test_a_value_fits_or_not(type_: Type, fitting: object, wrong: object) -> None:
    def members_of(kind: str) -> tuple[str, ...] | None:
        return ("f1", "f2") if kind == "field" else None

    assert type_.fits(fitting, members_of)
    assert not type_.fits(wrong, members_of)


def test_members_nobody_can_list_all_fit() -> None:
    assert Type(kinds=frozenset({"field"})).fits("anything", lambda kind: None)


# ---- parameters ----------------------------------------------------------------------------------------------------

A_PLAYER, A_COLOUR = "a member of “player”", "a member of “colour”"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("define f(p) = coins of p", [A_PLAYER]),
        ("define f(p: pair) = coins of p", ["a member of “pair”"]),
        ("define f(x) = crop of x", ["a member of “field”"]),
        ("define f(c) = price of c", ["a member of “sheet”"]),
        ("define f(n) = n + 1", ["a number"]),
        ("holds f(b) when b", ["yes or no"]),
        ("holds f(b) when not b", ["yes or no"]),
        ("define f(s) = sum(coins of p for p in s)", ["a list of “player”"]),
        ("define f(s) = size of s\ndefine g = f(hand of red)", ["a pile of “colour”"]),
        ("define f(b) = b(white)", ["amounts by “white”"]),
        ("define f(p) = g(p)\ndefine g(q) = coins of q", [A_PLAYER]),
        ("define f(p) = 1 when p is red\ndefine f(p) = 2 when p is blue", ["a member of “pair”"]),
        ("define f(p) = 1 when p is red\ndefine f(p) = 2 when p is green", [A_PLAYER]),
        ("define f(p) = share of p when p is not green", [A_PLAYER]),
        ("holds f(p) when p in pair", ["a member of “pair”"]),
        ("holds f(p) when p is owner of white", ["a member of “player” or none"]),
        ("holds f(p) when p is none\ndefine g = f(red)", ["a member of “pair” or none"]),
        ("holds f(s) when s > small", ["a member of “size”"]),
        ("holds f(a, b) when a < b", ["a number", "a number"]),
        ("define f(x) = 3\ndefine g = count(p in player with f(p) > 2)", [A_PLAYER]),
        ("define f(x) = 3\nrule jump requires f(c) > 2", [A_COLOUR]),
        ("define f(x) = next(x)\nholds g(s) when f(s) is large\nrule jump requires g(small)", ["a member of “size”"]),
        ("define f(p) = if p is red then f(blue) else coins of p end", [A_PLAYER]),
        ("holds f(x, y) when white in [x, y]", [A_COLOUR, A_COLOUR]),
        ("derived fact sum_of of player: number\ndefine sum_of(p) = 3", [A_PLAYER]),
        ("define f(x) = 3", ["any value"]),
    ],
)  # fmt: skip
def test_the_kind_of_a_parameter(text: str, expected: list[str]) -> None:
    name = "sum_of" if "sum_of" in text else "f"
    assert words(text, name) == expected


def test_parameters_of_tables_actions_procedures_and_facts() -> None:
    text = "table cost_of(c: colour): | white => 1 | black => 2\ntable rank_of(c): | white => 1 | * => 2"
    assert words(text, "cost_of") == [A_COLOUR]
    assert words(text, "rank_of") == [A_COLOUR]
    assert words(text, "jump") == [A_COLOUR]
    assert words(text, "tidy") == ["a member of “pair”", "a number"]
    assert words(text, "coins") == [A_PLAYER]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("define f = 3", "a number"),
        ("holds f when coins of red > 3", "yes or no"),
        ("adds 3 to f", "a number"),
        ("define f = those(p in player with coins of p > 3)", "a list of “player”"),
        ("define f = first(p in player with coins of p > 3)", "a member of “player” or none"),
        ("define f = owner of white", "a member of “player” or none"),
        ("define f = white when coins of red is 3\ndefine f = black when coins of red is 4", A_COLOUR),
        ("define f = hand of red", "a pile of “colour”"),
        ("define f = top of hand of red", "a member of “colour” or none"),
        ("define f = g\ndefine g = coins of red", "a number"),
        ("define f = bag of red", "amounts by “colour”"),
        ("define f = {price: 3, tone: white}", "a member of “sheet” or amounts by one of price, tone"),
        ("define f = left_of(red)", A_PLAYER),
        ("define f = clockwise_from(red)", "a list of “player”"),
        ("define f = next(small)", "a member of “size” or none"),
        ("define f = max(coins of p for p in player)", "a number"),
        ("dispute d: one_way default, other_way\ndefine f = d", "a member of “d”"),
        ("table f(c: colour): | white => 1 | * => none", "a number or none"),
    ],
)
def test_the_type_of_a_value(text: str, expected: str) -> None:
    assert types_of(text).value("f").words == expected


def test_values_that_read_each_other_end() -> None:
    types = types_of("define f(p) = if coins of p > 3 then g(p) else 1 end\ndefine g(p) = f(p)")
    assert types.value("g").words == "a number"
    assert types.parameters("g")[0].words == A_PLAYER


def test_locals_that_name_each_other_end() -> None:
    types = types_of("rule jump let a = b\nrule jump let b = a\nrule jump requires a is b")
    assert types.sites

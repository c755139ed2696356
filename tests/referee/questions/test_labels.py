"""What is typed as it is shown is understood: labels, printed numbers, one thing where several may be named."""

from __future__ import annotations

import pytest

from kb.languages.texts import languages
from referee.errors import (
    BrokenAlwaysError,
    RefereeError,
    TooManyArgumentsError,
    UnknownMemberError,
    UnknownNameError,
    WrongKeysError,
)
from referee.service import Referee, Told
from tests.support.games import game

HEGEMONY = Referee(game("hegemony"))


@pytest.mark.parametrize(
    ("question", "told", "shown"),
    [
        ("wage of Supermarket", "wage of Supermarket = 3", "3"),
        ("section of labor_market is A", "section of labor_market = 2A", "yes"),
        ("section of policy_3 is B", "section of Taxation = 3B", "yes"),
        ("loans of Klasa Robotnicza", "loans of Klasa Robotnicza = 2", "2"),
        ("wage of Shopping Mall", "wage of Shopping Mall = 2", "2"),
    ],
)
def test_labels_and_printed_numbers_stand_for_names(question: str, told: str, shown: str) -> None:
    answer = HEGEMONY.ask(question, told=Told(told))
    assert answer.shown == shown or answer.verdict == shown


def test_one_thing_where_several_may_be_named_is_a_list_of_one() -> None:
    told = Told("wage of supermarket = 3")
    one = HEGEMONY.ask("strike(supermarket)", "Working Class", told)
    assert one == HEGEMONY.ask("strike([supermarket])", "working_class", told)


@pytest.mark.parametrize(
    ("question", "error", "said"),
    [
        (
            "price(capitalist_class, food, 3)",
            WrongKeysError,
            "another number of keys: 2, not 3. Write price(seller, resource).",
        ),
        ("strike([supermarket], 3)", TooManyArgumentsError, "takes fewer arguments: 1 (companies), not 2."),
        ("strike([supermarke])", UnknownMemberError, "of “company”. Did you mean “supermarket”"),
        ("passes(taxatio)", UnknownNameError, "Did you mean “taxation”?"),
    ],
)
def test_errors_say_what_to_write_and_say_it_in_every_language(question: str, error: type, said: str) -> None:
    with pytest.raises(error) as found:
        HEGEMONY.ask(question, "working_class")
    told = found.value
    assert isinstance(told, RefereeError) and said in told.said("en") == str(told)
    assert len({told.said(lang) for lang in languages()}) == len(languages())


def test_facts_that_do_not_go_together_are_named() -> None:
    with pytest.raises(BrokenAlwaysError) as found:
        HEGEMONY.ask("players", told=Told("bag(working_class) = 20; cube_supply of working_class = 20; counted = yes"))
    assert "cube_supply of working_class = 20" in str(found.value) and "Tell one of them otherwise" in str(found.value)


def test_members_are_listed_with_the_nearest_first() -> None:
    assert str(UnknownMemberError("place", "norht", ["south", "east", "north"])).endswith("It has north, south, east.")

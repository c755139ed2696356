"""Questions about Automas in players' own words are read as what they ask, in every language."""

from __future__ import annotations

import pytest

from referee.service import Referee, Told
from tests.support import games

QUESTIONS = {
    "automa_action(capitalist_class)": [
        ("en", "what does the Automa of the Capitalists do now?"),
        ("pl", "co robi teraz Automa Kapitalistów?"),
        ("uk", "що зараз робить автома капіталістів?"),
    ],
    "automa_action(middle_class)": [
        ("en", "what will the bot of the middle class do next?"),
        ("pl", "co teraz zrobi bot klasy średniej?"),
        ("uk", "що зробить бот середнього класу?"),
    ],
    "automa_tried(capitalist_class)": [
        ("pl", "czego po kolei próbuje automa kapitalistów?"),
        ("uk", "що по черзі пробує автома капіталістів?"),
    ],
    "automa_bill(middle_class)": [
        ("pl", "jaką ustawę zaproponuje automa klasy średniej?"),
        ("uk", "який законопроєкт запропонує автома середнього класу?"),
    ],
    "automa_does_now": [
        ("en", "what does the automa do now?"),
        ("pl", "co teraz robi automa?"),
        ("uk", "що зараз робить автома?"),
    ],
    "automa_supports": [
        ("en", "who does the automa support?"),
        ("pl", "kogo popiera automa?"),
        ("uk", "кого підтримує автома?"),
    ],
    "crisis_card_used": [
        ("en", "can I use a crisis response card?"),
        ("pl", "czy mogę użyć karty reakcji na kryzys?"),
        ("uk", "чи можу я використати карту реагування на кризу?"),
    ],
    "ai_cards_each": [
        ("en", "how many AI cards has an automa?"),
        ("pl", "ile kart SI ma automa?"),
        ("uk", "скільки карт ШІ має автома?"),
    ],
    "automa_attempts(easy_mode)": [("en", "how many actions does an automa try in easy mode?")],
}


@pytest.fixture(scope="module")
def referee() -> Referee:
    return Referee(games.game("hegemony"))


@pytest.mark.parametrize(
    ("formal", "lang", "text"), [(formal, *asked) for formal, each in QUESTIONS.items() for asked in each]
)
def test_it_is_read_as_what_it_asks(referee: Referee, formal: str, lang: str, text: str) -> None:
    assert referee.understand(text, None, Told(), lang)[0][1].question == formal

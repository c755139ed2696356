"""Cards that have no names are said by what is printed on them."""

from __future__ import annotations

from kb.board.layout import Face, Layout, Look
from kb.library import Game
from referee.service import Referee
from tests.support import games
from web.table.board.faces import Faces

PRICE = Face("cargo", {"en": "sold for {0}", "pl": "cena: {0}"}, ("price",))


def test_a_card_goes_by_its_name_and_what_is_printed_on_it(harbour: Game) -> None:
    referee = Referee(harbour)
    faces = Faces(referee, referee.words("en"), Layout((), faces=(PRICE,)))
    price = referee.position().worth([("price", ("wine",))])["price", ("wine",)]
    assert faces.printed("wine") == f"sold for {price}" and faces.called("wine") == f"wine (sold for {price})"
    assert faces.listed(["wine", "?"]) == f"wine (sold for {price}); ?"
    assert Faces(referee, referee.words("pl"), Layout((), faces=(PRICE,))).printed("wine") == f"cena: {price}"


def test_what_has_a_name_goes_by_it(harbour: Game) -> None:
    referee = Referee(harbour)
    faces = Faces(referee, referee.words("en"), Layout((), faces=(PRICE,)))
    assert faces.printed("north") == "" and faces.called("north") == "north"
    assert faces.listed(["north", "south"]) == referee.words("en").said(["north", "south"])


def test_a_step_of_a_scale_is_said_by_its_sign() -> None:
    referee = Referee(games.game("hegemony"))
    face = Face("agenda_card", {"en": "Taxation {0}"}, ("agenda_taxation",))
    looks = {"by its sign": {"C": Look(sign="C")}, "by its name": {}}
    said = {
        how: Faces(referee, referee.words("en"), Layout((), look, faces=(face,))).printed("agenda_1")
        for how, look in looks.items()
    }
    assert said == {"by its sign": "Taxation C", "by its name": "Taxation section C"}

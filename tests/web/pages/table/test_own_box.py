"""A game played with its own box: what comes up is told, hands stay with those who hold them, and a turn can be finished all the same."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import CORPUS
from web.app import create_app

pytestmark = pytest.mark.slow


class Box:
    """A phone at a table of two whose players tell what comes up."""

    def __init__(self, data: Path, **settled: str) -> None:
        config = {"CORPUS": str(CORPUS), "DATA": str(data), "RATE": 0, "NEW_TABLES": 0, "DEADLINE": 0}
        self.client: Any = create_app(config).test_client()
        made = self.client.post(
            "/t/new", data={"game": "hegemony", "players": "2", "draws": "told", "start": "begin", **settled}
        )
        self.url = made.headers["Location"]

    def page(self, role: str) -> str:
        return str(self.client.get(f"{self.url}?as={role}").text)

    def send(self, what: str, role: str, **fields: Any) -> Any:
        seen = re.search(r'data-number="(\d+)"', self.page(role))
        assert seen
        answer = self.client.post(f"{self.url}/{what}", data={"as": role, "seen": seen[1], **fields})
        assert answer.status_code == 303, answer.text
        return answer

    def play_on(self) -> list[str]:
        """Answers whatever is asked with what stands first; what was answered."""
        given: list[str] = []
        for _ in range(20):
            for role in ("working_class", "capitalist_class"):
                found = re.search(r'/answer".*?name="value" value="([^"]*)"', self.page(role), re.S)
                if found:
                    given.append(html.unescape(found[1]))
                    self.send("answer", role, value=given[-1])
                    break
            else:
                return given
        raise AssertionError(given)


def test_a_bill_is_paid_for_with_a_card_that_nobody_told(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play_on()
    box.send("do", "working_class", deed="propose_bill(p=taxation, target=B, immediate_vote=yes)")
    assert len(box.play_on()) >= 3  # a side, the cubes, Influence: and no card
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", box.page("working_class")))
    assert "Vote on Taxation: passes" in text
    assert "Assumed: a card that nobody named went onto" in text


def test_a_slip_of_another_edition_is_no_dispute_that_a_table_could_settle(tmp_path: Path) -> None:
    box = Box(tmp_path)
    listed = re.findall(r'<section class="card".*?</section>', box.client.get(f"{box.url}/rulings?as=-").text, re.S)
    assert listed and all(len(re.findall('name="reading" value="[a-z]', each)) > 1 for each in listed)
    slip = box.client.get(f"{box.url}/d/own_bill_marker?as=-").text
    assert 'name="reading"' not in slip and "a slip" in slip


def test_one_card_that_comes_up_is_asked_for_as_one(tmp_path: Path) -> None:
    box = Box(tmp_path)
    asked = re.search(r'<p class="wanted"[^>]*>(.*?)<', box.page("-"), re.S)
    assert asked and asked[1].strip() == "Which card comes up from this pile: Business Deal deck?"
    before = box.page("-")
    option = re.search(r'/answer".*?name="value" value="([^"]*)"', before, re.S)
    assert option
    box.send("answer", "-", value=html.unescape(option[1]))
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", box.page("-")))
    assert "drawn, and not shown: Which card comes up from this pile: Business Deal deck?" in told


def test_many_companies_are_laid_out_in_one_go_though_the_workers_run_out(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play_on()
    form = box.client.get(f"{box.url}/facts").text
    cards = re.findall(r'name="with" value="(\w+)"', form)[:24]
    box.send("tell", "-", **{"with": cards, "whose": "capitalist_class", "filled": "working_class"})
    picture = box.client.get(f"{box.url}/board/companies?as=-").text
    assert all(f"/about/{card}?" in picture for card in cards)


def test_a_number_that_follows_from_the_rest_is_shown_where_it_could_be_told(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play_on()
    form = box.client.get(f"{box.url}/facts?as=-").text
    assert re.search(r'name="= population of working_class" value="" placeholder="3"', form)


def test_population_is_told_with_the_rest(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play_on()
    assert 'name="= population of working_class"' in box.client.get(f"{box.url}/facts").text
    box.send("tell", "-", **{"= population of working_class": "7"})
    row = re.search(r"<tbody><tr.*?</tr>", box.page("-"), re.S)
    assert row and "<td>7</td>" in row[0]


def test_the_app_draws_all_of_a_set_up_at_once_and_knows_no_hand(tmp_path: Path) -> None:
    box = Box(tmp_path)
    assert "What came up at your table?" in box.page("-")
    box.send("answer", "-", draw="all")
    page = box.page("working_class")
    assert "What came up" not in page and "/act/propose_bill?" in page  # play has begun
    state = box.client.get(f"{box.url}/export.json?as=working_class").json["state"]
    assert state["hand"]["working_class"] == ["?"] * 7  # the box deals the hands
    assert len(state["deals_on_board"]) == 1
    box.send("undo", "-")
    assert "What came up at your table?" in box.page("-")


@pytest.mark.parametrize(("game", "players"), [("hegemony", "4"), ("new_angeles", "4"), ("nowa_reformacja", "2")])
def test_a_game_under_way_begins_with_the_form_and_keeps_turns(tmp_path: Path, game: str, players: str) -> None:
    config = {"CORPUS": str(CORPUS), "DATA": str(tmp_path), "RATE": 0, "NEW_TABLES": 0, "DEADLINE": 0}
    client: Any = create_app(config).test_client()
    made = client.post("/t/new", data={"game": game, "players": players, "draws": "told", "start": "going"})
    assert made.headers["Location"].endswith("/facts?as=-")
    url = made.headers["Location"].partition("/facts")[0]
    assert 'class="telling"' in client.get(made.headers["Location"]).text
    page = client.get(f"{url}?as=-").text
    assert "To move:" in page and "What came up" not in page


def test_cubes_are_counted_by_colour(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.send("answer", "-", draw="all")
    box.send("do", "working_class", deed="propose_bill(p=taxation, target=B, immediate_vote=yes)")
    for _ in range(4):
        page = box.page("working_class")
        if 'name="count.working_class"' in page:
            break
        role = "capitalist_class" if re.search(r"To answer:\s*<strong[^>]*>Capitalist", page) else "working_class"
        found = re.search(r'/answer".*?name="value" value="([^"]*)"', box.page(role), re.S)
        assert found
        box.send("answer", role, value=html.unescape(found[1]))
    seen = re.search(r'data-number="(\d+)"', page)
    assert seen
    form = {"as": "working_class", "seen": seen[1], "counted": "1", "count.working_class": "4"}
    refused = box.client.post(f"{box.url}/answer", data=form)
    assert refused.status_code == 422 and "counted 4; together it must be 5" in refused.text
    assert re.search(r'name="count.working_class" value="4"', refused.text)  # and can be mended where it is refused
    box.send("answer", "working_class", counted="1", **{"count.working_class": "3", "count.capitalist_class": "2"})
    assert "count.working_class" not in box.page("working_class")
    assert re.search(
        r"Working Class:? 3", re.sub(r"<[^>]+>|\s+", " ", box.client.get(f"{box.url}/log").text).replace("  ", " ")
    )


def test_what_belongs_to_a_part_that_is_not_in_play_is_not_offered(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play_on()
    assert "Automa" not in re.sub(r"<[^>]+>", "", box.client.get(f"{box.url}/rulings?as=-").text)
    assert "card_reveal_political_scandal" not in box.page("working_class")
    other = Box(tmp_path / "other", **{"part": "extra_cards", "seat.capitalist_class": "easy_mode"})
    other.play_on()
    assert "Automa" in re.sub(r"<[^>]+>", "", other.client.get(f"{other.url}/rulings?as=-").text)
    other.play_on()
    assert "card_reveal_political_scandal" in other.page("working_class")


def test_who_makes_a_table_has_the_box_unless_they_say_otherwise(tmp_path: Path) -> None:
    box = Box(tmp_path)
    page = box.client.get("/t/new?game=hegemony").text
    assert re.search(r'name="draws" value="told" checked', page) and not re.search(r'value="app" checked', page)


def test_a_vote_names_its_bill_while_its_price_is_still_to_be_paid_and_after_the_turn(tmp_path: Path) -> None:
    box = Box(tmp_path, draws="app")
    box.play_on()
    box.send("do", "working_class", deed="propose_bill(p=labor_market, target=A, immediate_vote=yes)")
    said = []
    for _ in range(20):
        told = re.search(r'class="came-to".*?</p>', box.page("working_class"), re.S)
        said.append(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", told[0])) if told else "")
        found = [
            (role, re.search(r'/answer".*?name="value" value="([^"]*)"', box.page(role), re.S))
            for role in ("working_class", "capitalist_class")
        ]
        answer = next(((role, at) for role, at in found if at), None)
        if answer is None or answer[1] is None:
            break
        box.send("answer", answer[0], value=html.unescape(answer[1][1]))
    votes = [text for text in said if "Vote on" in text]
    assert len(votes) >= 2  # before the card is chosen and after it
    assert all(re.search(r"Vote on Labor Market: \w+, \d+ : \d+ ", text) for text in votes), votes
    box.send("do", "working_class", deed="done")
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", box.page("capitalist_class")))
    assert "Vote on Labor Market: " in page.split("Policies")[0] and "Undo : end of the turn" in page.replace(
        "Undo:", "Undo :"
    )
    box.send("undo", "working_class")
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", box.page("capitalist_class")))
    assert "taken back: Working Class: ends the turn" in page.replace(" :", ":")


def test_who_stands_on_a_card_is_marked_and_does_not_undo_what_is_told_slot_by_slot(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play_on()
    marked = re.findall(r'name="fill (\w+)" value="(\w+)" checked', box.client.get(f"{box.url}/facts?as=-").text)
    assert ("supermarket", "working_class") in marked
    box.send(
        "tell",
        "-",
        **{
            "fill supermarket": "working_class",
            "= committed_at(supermarket, s1)": "yes",
        },
    )
    log = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", box.client.get(f"{box.url}/log").text))
    assert (
        "the Worker on slot 1 of Supermarket is committed" in log
        and "Class on slot 1 of Supermarket" not in log.split("Told by hand")[1]
    )

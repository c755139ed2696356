"""Asking: from an open question to a settled verdict, by following the page's own links."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from referee.answers import Verdict
from referee.errors import RefereeError
from referee.service import Field, Option, Told, literal
from referee.state import State
from web.pages.ask.fields import question_text, told_lines
from web.pages.ask.shown import is_flag


def verdict(page: str) -> str:
    found = re.search(r'class="verdict v-(\w+)"', page)
    return found[1] if found else ""


def options(page: str) -> dict[str, str]:
    row = re.search(r'<p class="row options">(.*?)</p>', page, re.DOTALL)
    links = re.findall(r'href="([^"]+)"[^>]*>(?:<span[^>]*>.*?</span>)?([^<]*)</a>', row[1] if row else "")
    return {text.strip(): unescape(link) for link, text in links}


def test_form_has_an_input_for_every_parameter(client: Any) -> None:
    page = client.get("/g/harbour/ask/load").text
    assert 'name="a.g" value="wine"' in page and 'type="number" inputmode="numeric" name="a.n" min="1" max="3"' in page
    page = client.get("/g/harbour/ask/swap").text
    assert 'name="a.given_away.salt"' in page


def test_questions_lead_to_a_verdict(client: Any) -> None:
    page = client.get("/g/harbour/ask/lease?as=red&go=1").text
    assert verdict(page) == "depends"
    page = client.get(options(page)["north"].partition("#")[0]).text
    address = options(page)["none"]
    assert parse_qs(urlsplit(address).query)["given"] == ["owner of north = none"]
    page = client.get(address.partition("#")[0]).text
    for _ in range(4):
        if verdict(page) != "depends":
            break
        choice = options(page).get("none")
        address = (
            choice
            or "/g/harbour/ask/lease?as=red&a.d=north&go=1&tell=coins+of+red&value=9&given=owner+of+north+%3D+none%0Aowner+of+middle+%3D+none"
        )
        page = client.get(address.partition("#")[0], follow_redirects=True).text
    assert verdict(page) == "yes"


def test_telling_a_number_goes_into_the_address(client: Any) -> None:
    response = client.get("/g/harbour/ask/lease?as=red&a.d=north&tell=coins+of+red&value=2")
    assert response.status_code == 303
    assert parse_qs(urlsplit(response.location).query)["given"] == ["coins of red = 2"]


def test_no_shows_the_failing_check_its_numbers_and_its_paragraph(client: Any) -> None:
    page = client.get("/g/harbour/ask/lease?as=red&a.d=north&go=1&given=owner+of+north+%3D+green").text
    assert verdict(page) == "no"
    assert 'class="c-fail"' in page and "owner (north): green" in page and "/g/harbour/p/har.act.2" in page


def test_value_is_shown(client: Any) -> None:
    page = client.get("/g/harbour/ask/price?a.g=wine&go=1").text
    assert verdict(page) == "value" and re.search(r"</span>3</span></h2>", page)


def test_dispute_can_be_settled_for_the_table(client: Any) -> None:
    told = "crates(red, grain) = 1; crates(red, salt) = 1; crates(red, wine) = 1; debt of red = 0; owner of north = none; owner of middle = none; owner of south = none"
    page = client.get("/g/harbour/ask/score", query_string={"a.c": "red", "go": "1", "given": told}).text
    assert verdict(page) == "disputed"
    settle = [unescape(link) for link in re.findall(r'href="([^"]+)"[^>]*>Settle', page)]
    seven = next(link for link in settle if "r.full_house=seven" in link)
    page = client.get(seven.partition("#")[0]).text
    assert verdict(page) == "value" and "11" in page and "Our table has ruled" in page


def test_mistakes_are_told_on_the_page(client: Any) -> None:
    response = client.get("/g/harbour/ask/lease?as=red&go=1&given=coin+of+red+%3D+2")
    assert response.status_code == 422 and "Did you mean “coins”" in unescape(response.text)
    response = client.get("/g/harbour/ask/lease?as=red&go=1&given=(((")
    assert response.status_code == 422 and "The told facts cannot be read" in response.text


def test_unknown_action_is_not_found(client: Any) -> None:
    response = client.get("/g/harbour/ask/leese")
    assert response.status_code == 404 and "Did you mean: lease" in response.text


def test_typed_name_leads_to_the_action(client: Any) -> None:
    assert client.get("/g/harbour/ask/?name=lease&as=red").location == "/g/harbour/ask/lease?as=red"


def test_names_told_with_one_question_do_not_stay(web_app: Any) -> None:
    referee = web_app.extensions["paragraf-corpus"].volume("harbour").referee
    question = "price(stranger)"
    assert referee.ask(question, told=Told("stranger: cargo")).verdict == Verdict.VALUE
    with pytest.raises(RefereeError, match="stranger"):
        referee.ask(question)
    assert referee.ask(question, told=Told(state=State(members={"cargo": ("stranger",)}))).verdict == Verdict.VALUE
    with pytest.raises(RefereeError, match="stranger"):
        referee.ask(question)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "none"),
        (True, "yes"),
        (3, "3"),
        (["a", "b"], "[a, b]"),
        ({"a": 1}, "{a: 1}"),
        ({"do": "x", "with": {"y": 1}}, "x(y=1)"),
    ],
)
def test_values_are_written_as_the_language_reads_them(value: Any, written: str) -> None:
    assert literal(value) == written


def test_told_lines_keep_the_last_telling() -> None:
    assert told_lines("a = 1; b = 2\na = 3\n\n") == ["b = 2", "a = 3"]


def test_question_is_written_from_the_fields() -> None:
    options_ = (Option("x", "x"), Option("y", "y"))
    form = [Field("s", "s", "set", options_), Field("m", "m", "amounts", options_), Field("n", "n", "number")]
    args = MultiDict([("a.s", "x"), ("a.s", "y"), ("a.m.x", "2"), ("a.m.y", "0"), ("a.n", "")])
    assert question_text("act", form, args, action=True) == "act(s=[x, y], m={x: 2})"
    assert question_text("val", form, args, action=False) is None
    assert question_text("act", form, MultiDict(), action=True) == "act"


def test_course_lists_what_a_role_may_do(client: Any) -> None:
    page = client.get("/g/harbour/course?as=red").text
    assert "voyage rounds" in page and "/g/harbour/course?step=turns&amp;as=red" in page and "must do 1" not in page
    page = client.get("/g/harbour/course?step=turns&as=red").text
    assert "/g/harbour/ask/lease?step=turns&amp;as=red" in page and "must do 1" in page and "/p/har.act.2" in page


def test_only_yes_or_no_is_a_flag() -> None:
    assert is_flag({"options": [True, False]})
    assert not any(
        map(is_flag, ({"options": [["red"], ["green", "blue"]]}, {"options": [0, 1]}, {"low": 1}, {}, 3, None))
    )


@pytest.mark.parametrize("lang", ["en", "pl", "uk"])
def test_what_the_rules_say_of_a_fact_is_asked_on_its_own_page(client: Any, lang: str) -> None:
    page = client.get(f"/g/harbour/ask/start·coins?a.key_1=red&go=1&lang={lang}").text
    assert verdict(page) == "value" and "10" in page
    listed = client.get(f"/g/harbour/ask/?name=start·coins&lang={lang}", follow_redirects=True).text
    assert 'name="a.key_1" value="red"' in listed or 'name="a.key_1"' in listed


def test_an_answer_goes_on_with_what_comes_after(client: Any) -> None:
    asked = {"as": "red", "a.d": "north", "go": "1", "given": "owner of north = none; coins of red = 9"}
    page = client.get("/g/harbour/ask/lease", query_string=asked).text
    onward = unescape(re.search(r'href="([^"]+)">…and after that\?', page).group(1))  # type: ignore[union-attr]
    query = parse_qs(urlsplit(onward).query)
    assert query["after"] == ["lease(d=north) by red"] and query["given"]
    chosen = client.get(onward).text
    assert "lease(d=north) by red" in chosen and "after=lease" in chosen
    told = {"after": query["after"][0], "given": query["given"][0], "a.d": "north", "as": "blue", "go": "1"}
    again = client.get("/g/harbour/ask/lease", query_string=told).text
    assert verdict(again) == "no" and "after lease(d=north) by red" in again


def test_a_no_shows_its_sentence_once(client: Any) -> None:
    told = "owner of north = none\nowner of middle = green\nstorm of middle = yes\ncoins of red = 9"
    page = client.get("/g/harbour/ask/lease", query_string={"as": "red", "a.d": "north", "go": "1", "given": told}).text
    assert verdict(page) == "no"
    box = re.sub(r"<[^>]+>", "", page.partition('id="verdict"')[2].partition("</section>")[0])
    assert unescape(box).count("that lies beside an opponent's dock in a storm") == 1

"""Reading: text, places, marks, neighbours."""

from __future__ import annotations

from typing import Any


def test_paragraph_has_its_text_page_and_citation(client: Any) -> None:
    page = client.get("/g/harbour/p/har.act.2").text
    assert "Leasing a " in page and "p. 3" in page
    assert "Harbour, First printing, Actions, act.2 (in our words; see p. 3): Leasing a dock" in page


def test_page_is_of_the_chosen_edition(client: Any) -> None:
    assert "p. 5" in client.get("/g/harbour/p/har.wea.3").text
    assert "p. 6" in client.get("/g/harbour/p/har.wea.3?edition=print2").text


def test_answers_are_shown_at_the_rule_they_clarify(client: Any) -> None:
    chapter = client.get("/g/harbour/c/har.all").text
    assert "if nobody beside it minds" in chapter
    assert 'href="/g/harbour/p/har.faq.1"' in chapter


def test_dispute_opens_at_the_rule(client: Any) -> None:
    page = client.get("/g/harbour/p/har.end.5").text
    assert 'class="mark dispute"' in page and "/g/harbour/d/full_house" in page


def test_what_only_one_edition_prints_is_marked(client: Any) -> None:
    page = client.get("/g/harbour/p/har.faq.1?edition=print2").text
    assert "not in this edition" in page
    assert "Second printing: not printed there" in page


def test_restated_paragraphs_point_both_ways(client: Any) -> None:
    assert "/g/harbour/p/har.act.2" in client.get("/g/harbour/p/har.faq.2").text
    assert "/g/harbour/p/har.faq.2" in client.get("/g/harbour/p/har.act.2").text


def test_terms_are_linked(client: Any) -> None:
    assert '<a class="term" href="/g/harbour/t/dock?lang=en">dock</a>' in client.get("/g/harbour/p/har.act.2").text


def test_two_languages_stand_side_by_side(client: Any) -> None:
    page = client.get("/g/harbour/c/har.all?lang=en&beside=pl").text
    assert 'lang="en"' in page and '<div lang="pl" class="other">' in page


def test_language_of_rules_is_independent_of_the_interface(client: Any) -> None:
    page = client.get("/g/harbour/c/har.all?ui=uk&lang=pl").text
    assert '<html lang="uk"' in page and '<h1 id="har.all" lang="pl">Harbour' in page


def test_heading_as_paragraph_leads_to_its_chapter(client: Any) -> None:
    response = client.get("/g/harbour/p/har.act")
    assert response.status_code == 302 and response.location == "/g/harbour/c/har.all#har.act"


def test_unknown_paragraph_comes_with_near_ones(client: Any) -> None:
    response = client.get("/g/harbour/p/har.act.22")
    assert response.status_code == 404
    assert "There is no “har.act.22” here. Did you mean: har.act.2" in response.text

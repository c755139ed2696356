"""Paragraphs as safe HTML with links to terms."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kb.model.entities import Place, Term
from kb.text.markup import marked_terms, plain_text, render
from kb.text.termlinks import TermFinder


def term(identity: str, name: str, *forms: str) -> Term:
    return Term(identity, "toy", {"en": name}, {}, {"en": forms}, (), (), {}, Place("terms.toml", 1))


FINDER = TermFinder(
    [term("ferry", "Ferry", "ferries"), term("master", "Harbour Master"), term("harbour", "Harbour", "o'er")], "en", {}
)


def html(text: str, **options: object) -> str:
    return render(text, FINDER, lambda identity: f"/t/{identity}", **options)  # type: ignore[arg-type]


def test_terms_are_linked_at_their_first_mention() -> None:
    assert html("Ferries and a ferry.") == '<p>Ferries and a <a class="term" href="/t/ferry">ferry</a>.</p>'


def test_the_longest_form_wins() -> None:
    assert 'href="/t/master">Harbour Master</a>' in html("The Harbour Master waits.")


def test_apostrophes_are_one() -> None:
    assert 'href="/t/harbour">o’er</a>' in html("o’er")


def test_terms_in_emphasis_lists_and_tables_are_linked() -> None:
    assert html("Wait:\n- *a ferry*\n- a harbour").count('class="term"') == 2
    assert "<td><a" in html("Fares:\n| what | coins |\n|---|---|\n| ferry | 1 |")


def test_marked_terms_use_their_name_or_the_words_given() -> None:
    assert html("[[ferry]]") == '<p><a class="term" href="/t/ferry">Ferry</a></p>'
    assert html("[[ferry|By boat]]") == '<p><a class="term" href="/t/ferry">By boat</a></p>'
    assert html("[[dinghy_two]]") == "<p>dinghy two</p>"
    assert list(marked_terms("[[ferry]] and [[harbour|port]]")) == ["ferry", "harbour"]


def test_terms_to_skip_and_code_are_left_alone() -> None:
    assert "<a" not in html("A ferry.", skip=("ferry",))
    assert "<a" not in html("`ferry`")


def test_a_form_of_two_terms_points_to_neither() -> None:
    finder = TermFinder([term("a", "Oar", "poles"), term("b", "Mast", "poles")], "en", {})
    assert finder.find("poles") == []


def test_a_name_beats_the_form_of_another_term() -> None:
    finder = TermFinder([term("a", "Oar", "mast"), term("b", "Mast")], "en", {})
    assert [span.term for span in finder.find("mast")] == ["b"]


def test_a_bare_number_names_no_term() -> None:
    finder = TermFinder([term("a", "Mark", "3+"), term("b", "Deck 2", "second deck")], "en", {})
    assert finder.find("Draw 3 cards.") == []
    assert [span.term for span in finder.find("Go to deck 2.")] == ["b"]


def test_without_a_finder_there_are_no_links() -> None:
    assert render("A *ferry*.") == "<p>A <em>ferry</em>.</p>"


def test_lists_need_no_blank_line() -> None:
    assert html("Do:\n- one\n- two\n  - three").count("<ul>") == 2
    assert "<ol>" in html("Do:\n1. one\n2. two")


def test_html_and_foreign_schemes_do_not_get_through() -> None:
    for text in (
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x]( JaVaScRiPt:alert(1))",
        "[x](data:text/html,1)",
        "[x](//evil.example)",
        "![x](https://example.org/)",
        "[x][y]\n\n[y]: javascript:alert(1)",
        "<javascript:alert(1)>",
    ):
        result = html(text)
        assert "<script" not in result and "<img" not in result
        assert not re.search(r'href="(?!/t/|https?://|#)', result)


def test_hostile_depth_is_quick_and_safe() -> None:
    for text in ("> " * 3000 + "x", "*" * 5000, "[" * 3000, "- " * 2000, "`" * 3000):
        assert "<script" not in html(text)


@given(st.text("<>&\"'[]()*_`|#\n ab:/javscriptonerr=", max_size=60))
def test_only_known_elements_come_out(text: str) -> None:
    names = set(re.findall(r"<\s*/?\s*([^\s>/]+)", html(text)))
    allowed = "p em strong a ul ol li code pre h1 h2 h3 h4 h5 h6 br hr blockquote table thead tbody tr th td"
    assert names <= set(allowed.split())


def test_plain_text_keeps_the_words() -> None:
    text = "Fares: **one** [[ferry|boat]] `x`\n- a_b *c*\n| q | r |\n|---|---|\n[[harbour_master]]"
    assert plain_text(text) == "Fares: one boat x a_b c q r harbour master"


def test_the_form_of_a_name_beats_the_form_of_an_alias() -> None:
    table = {"oar": "n oar / oars", "mast": "n mast / masts"}
    finder = TermFinder([term("a", "Oar"), term("b", "Mast", "oar")], "en", table)
    assert [span.term for span in finder.find("oars, an oar, masts")] == ["a", "a", "b"]

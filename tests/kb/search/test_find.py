"""Search as a player uses it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kb.search import Document, Index, SearchResult, open_index, search
from tests.support.small import documents, term


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    opened = open_index(tmp_path_factory.mktemp("index"), "1", documents)
    yield opened
    opened.close()


def test_a_text_is_shown_in_the_readers_language_where_the_words_stand_there(tmp_path: Path) -> None:
    both = {
        "en": "A long text in which the depot is told of among much else that has its place there.",
        "pl": "Krótki depot.",
    }

    def made() -> list[Document]:
        return [Document("isle", "paragraph", "isle.1", lang, "", text) for lang, text in both.items()]

    with closing(open_index(tmp_path, "1", made)) as index:
        assert [search(index, "depot", lang=lang).hits[0].lang for lang in ("en", "pl")] == ["en", "pl"]
        assert search(index, "krótki", lang="en").hits[0].lang == "pl"  # it shows why it was found


def found(result: SearchResult) -> list[str]:
    return [hit.id for hit in result.hits]


@pytest.mark.parametrize(
    "text",
    [
        "ferry",
        "Ferry",
        "FERRIES",
        "prom",
        "promu",
        "promami",
        "пором",
        "порому",
        "паром",
        "barge",
        "ferri",
        "fery",
        "frery",
        "ferryy",
        "ауккн",
        "порон",
        "gjhjv",
        "porom",
        "  ferry  ",
        "the ferry",
        "«пором»",
    ],
)
def test_a_term_is_found_however_it_is_typed(index: Index, text: str) -> None:
    assert found(search(index, text))[0] == "ferry"


def test_one_concept_is_one_hit_whatever_language_matched(index: Index) -> None:
    for text, lang in (("harbour master", "en"), ("kapitan portu", "pl"), ("начальник гавані", "uk")):
        result = search(index, text, lang="en")
        assert found(result).count("harbour_master") == 1
        first = result.hits[0]
        assert (first.id, first.title, first.title_lang, first.lang) == ("harbour_master", "Harbour Master", "en", lang)


def test_a_word_names_first_what_it_names_in_the_readers_language(tmp_path: Path) -> None:
    ferry, ball = term("ferry", {"en": "Ferry", "pl": "Prom"}), term("ball", {"en": "Prom", "pl": "Bal"})

    def first(louder: str, lang: str) -> str:
        """What “prom” names, with one of the two in many more words."""
        loud = [replace(each, body="Prom prom. " * 9) if each.id == louder else each for each in [*ferry, *ball]]
        with closing(open_index(tmp_path / f"{louder}-{lang}", "1", lambda: loud)) as opened:
            return found(search(opened, "prom", lang=lang))[0]

    assert [first("ball", "pl"), first("ferry", "pl")] == ["ferry", "ferry"]
    assert [first("ball", "en"), first("ferry", "en")] == ["ball", "ball"]


def test_the_title_is_in_the_readers_language(index: Index) -> None:
    hit = search(index, "harbour master", lang="uk").hits[0]
    assert (hit.title, hit.title_lang, hit.lang) == ("Начальник гавані", "uk", "en")


def test_exact_term_then_heading_then_definition_then_mentions(index: Index) -> None:
    result = search(index, "ferry")
    assert found(result)[:2] == ["ferry", "toy.f.1"]
    assert [hit.why for hit in result.hits[:2]] == ["name", "title"]
    assert found(search(index, "prom"))[:2] == ["ferry", "toy.f.1"]
    assert "storm" in found(result), "a mention comes too"
    assert search(index, "barge").hits[0].why == "form"
    assert [hit.why for hit in search(index, "barge").hits if hit.id == "toy.f.1"] == ["definition"]


def test_games_and_kinds_are_filters(index: Index) -> None:
    assert found(search(index, "ferry", game="other")) == ["storm"]
    assert {hit.kind for hit in search(index, "ferry", kind="paragraph").hits} == {"paragraph"}
    assert found(search(index, "ferry", game="nowhere")) == []
    assert len(search(index, "ferry", limit=1).hits) == 1
    assert search(index, "ferry", limit=0).hits == ()


@pytest.mark.parametrize(
    ("text", "first", "why"),
    [
        ("54.3", "toy.f.2", "number"),
        ("54,3", "toy.f.2", "number"),
        ("§ 54.3", "toy.f.2", "number"),
        ("п. 54.3", "toy.f.2", "number"),
        ("rule 54.3.", "toy.f.2", "number"),
        ("54", "toy.f.1", "number"),
        ("p. 14", "toy.f.1", "page"),
        ("p14", "toy.f.1", "page"),
        ("str. 16", "toy.f.2", "page"),
        ("strona 15", "toy.f.1", "page"),
        ("стор. 20", "toy.h.1", "page"),
        ("page 21", "toy.h.1", "page"),
        ("p. 14 coin", "toy.f.2", "page"),
        ("toy.h.2", "toy.h.2", "id"),
        ("TOY.H", "toy.h.1", "id"),
        ("harbour_master", "harbour_master", "id"),
    ],
)
def test_references_go_straight_there(index: Index, text: str, first: str, why: str) -> None:
    hit = search(index, text).hits[0]
    assert (hit.id, hit.why) == (first, why)


def test_the_edition_of_the_page_word_comes_first(index: Index) -> None:
    assert found(search(index, "str. 15"))[0] == "toy.f.1"


@pytest.mark.parametrize("text", ["7C", "7c", "7В", "7в"])
def test_section_letters_are_one_in_both_scripts(index: Index, text: str) -> None:
    assert found(search(index, text)) == ["toy.h.1"]


@pytest.mark.parametrize("text", ["section C", "sekcja C", "сектор В", "сектор в"])
def test_section_names_are_found(index: Index, text: str) -> None:
    assert found(search(index, text))[0] == "toy.h.1"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("harbourmaster", "harbour_master"),
        ("kapitanportu", "harbour_master"),
        ("super market", "toy.f.2"),
        ("super-market", "toy.f.2"),
        ("onecoin", "toy.f.2"),
        ("обовязково", "toy.h.2"),
        ("обов’язково", "toy.h.2"),
        ("obligatory que", "toy.h.2"),
        ("lodzie kolej", "toy.h.2"),
        ("who pays the toll", "toll"),
        ("how do i row a boat", "row"),
    ],
)
def test_glued_split_folded_and_asked(index: Index, text: str, first: str) -> None:
    assert found(search(index, text))[0] == first


@pytest.mark.parametrize("text", ["ha", "har", "harb", "harbour m", "harbour mas"])
def test_names_are_found_while_they_are_typed(index: Index, text: str) -> None:
    assert found(search(index, text))[0] == "harbour_master"


def test_one_letter_finds_nothing_by_its_beginning(index: Index) -> None:
    assert found(search(index, "h")) == []


def test_another_reading_is_told(index: Index) -> None:
    assert search(index, "gjhjv").read_as == "пором"
    assert search(index, "obovyazkovo").read_as == "обов'язково"
    assert search(index, "frery").read_as == "ferry"
    assert search(index, "ferry").read_as == ""


def test_the_words_are_marked_in_the_language_that_matched(index: Index) -> None:
    hit = next(hit for hit in search(index, "moneta", lang="en").hits if hit.id == "toy.f.2")
    marked = [hit.snippet.text[start:end] for start, end in hit.snippet.marks]
    assert (hit.lang, marked) == ("pl", ["moneta"])
    hit = next(hit for hit in search(index, "монети").hits if hit.id == "toy.f.2")
    assert [hit.snippet.text[start:end] for start, end in hit.snippet.marks] == ["монета"]


def test_nothing_found_suggests_near_terms(index: Index) -> None:
    result = search(index, "xharbmasterx")
    assert result.hits == ()
    assert [each.title for each in result.suggestions] == ["Harbour Master"]
    assert search(index, "xharbmasterx", lang="pl").suggestions[0].title == "Kapitan Portu"
    assert search(index, "qqqqq").suggestions == ()


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "***", "???", "()[]{}", "AND OR NOT", "\x00\x01", "\u200b", "…"])
def test_empty_and_odd_queries_find_nothing_and_say_so(index: Index, text: str) -> None:
    result = search(index, text)
    assert result.hits == () or text == "AND OR NOT"


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10_000,
        "ferry " * 2_000,
        "xq zw vk " * 1_000,
        "*" * 10_000,
        "ferry*",
        "fer?y",
        "title:ferry",
        "ferry AND (NOT prom",
        '"ferry',
        "ferry~2",
        "[a TO z]",
        "пqоrоm" * 500,
        "ж" * 10_000,
        "1" * 10_000,
        "p. " + "9" * 5_000,
        "\x00ferry\x1f",
        "fe\u00adrry",
        "\ud83d" * 100,
        "🚢" * 3_000,
        "'" * 5_000,
        "ß" * 5_000,
        "İ" * 5_000,
    ],
)
def test_hostile_queries_are_quick(index: Index, text: str) -> None:
    start = time.perf_counter()
    result = search(index, text)
    assert time.perf_counter() - start < 10
    assert result.shortened == (len(text) > 200)


@pytest.mark.parametrize("text", ["ferry*", "fer?ry", "\x00ferry\x1f", "fe\u00adrry", '"ferry', "(ferry)"])
def test_operators_and_invisible_characters_are_not_special(index: Index, text: str) -> None:
    if text != "fer?ry":
        assert found(search(index, text))[0] == "ferry"


def test_an_empty_corpus_can_be_searched(tmp_path: Path) -> None:
    empty = open_index(tmp_path, "1", lambda: [])
    assert search(empty, "ferry") == SearchResult((), unknown=("ferry",))
    empty.close()

"""Words as search compares them, in three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search.analysis import Analysis, listed_stems
from kb.search.concepts import concepts_from_documents
from kb.search.fold import fold, spans, words
from kb.search.layouts import latin_key, other_layout
from kb.search.spelling import distance, letters_mask, one_edit_away
from kb.search.stems import english, polish, ukrainian
from tests.support.small import documents, term


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("ŚREDNIA", "srednia"),
        ("żółw", "zolw"),
        ("Обов’язково", "обовязково"),
        ("обов'язково", "обовязково"),
        ("Їжа", "іжа"),
        ("ґанок", "ганок"),
        ("Кarta", "karta"),
        ("кaрта", "карта"),
        ("7В", "7c"),
        ("Б", "b"),
        ("ﬁne", "fine"),
        ("Straße", "strasse"),
    ],
)
def test_words_fold_to_one_form(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_spans_stand_where_the_words_do() -> None:
    text = "Klasa Średnia: обов'язково, x_y"
    assert words(text) == ["klasa", "srednia", "обовязково", "x", "y"]
    assert [text[start:end] for start, end, _ in spans(text)] == ["Klasa", "Średnia", "обов'язково", "x", "y"]


@pytest.mark.parametrize(
    ("stem", "forms"),
    [
        (english, "strike strikes striking"),
        (english, "sell sold sells selling"),
        (polish, "strajk strajku strajki strajkiem strajkami strajkach strajkowi"),
        (polish, "robotnicza robotniczej robotnicze robotniczych robotniczym"),
        (polish, "kontroferta kontroferty kontrofercie"[:22]),
        (polish, "zwiazek zwiazku zwiazki zwiazkow"),
        (ukrainian, "страик страику страики страиків страиками страиком"),
        (ukrainian, "робітничии робітничого робітнича робітничої робітничих".replace("ї", "і")),
        (ukrainian, "голосування голосуванню голосуванням"),
        (ukrainian, "іжа іжу іжі іжею"),
    ],
)
def test_forms_of_a_word_share_a_stem(stem: object, forms: str) -> None:
    assert callable(stem)
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("stem", [english, polish, ukrainian])
def test_short_words_and_numbers_are_their_own_stem(stem: object) -> None:
    assert callable(stem)
    assert [stem(word) for word in ("a", "ab", "12", "7c")] == ["a", "ab", "12", "7c"]


def test_a_listed_form_beats_the_stemmer() -> None:
    concepts = concepts_from_documents(documents())
    analysis = Analysis(("en", "pl", "uk"), listed_stems(concepts))
    assert analysis.stem("plywie", "pl") == analysis.stem("plyw", "pl")
    assert analysis.stem("czlowieka", "pl") == analysis.stem("czlowiek", "pl")
    assert analysis.stem("ludzie", "pl") != analysis.stem("czlowiek", "pl"), "an alias is another word"


def test_a_form_listed_for_two_titles_is_left_to_the_stemmer() -> None:
    concepts = concepts_from_documents(
        [*term("a", {"pl": "kotek"}, {"pl": ("kota",)}), *term("b", {"pl": "kotwica"}, {"pl": ("kota",)})]
    )
    assert "kota" not in listed_stems(concepts)["pl"]


def test_languages_go_by_script() -> None:
    analysis = Analysis(("en", "pl", "uk"), {})
    assert analysis.languages_of("ferry") == ("en", "pl")
    assert analysis.languages_of("пором") == ("uk",)
    assert analysis.languages_of("54") == ("en", "pl", "uk")
    assert analysis.is_small("how") and analysis.is_small("czy") and not analysis.is_small("prom")


def test_the_other_layout_is_the_same_keys() -> None:
    assert other_layout("cnhfqr") == "страйк"
    assert other_layout("ыекшлу") == "strike"
    assert other_layout("іекшлу") == "strike"
    assert other_layout("vj;kbdj") == "можливо"


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("страик", "straik strajk strayk"),
        ("робітничии", "robitnychyi robitnychyj robitnichiy"),
        ("енергіею", "enerhiieiu energiyeyu"),
        ("багатство", "bahatstvo bagatstvo"),
        ("щастя", "shchastia szczastja"),
        ("хід", "khid hid"),
        ("ціна", "tsina cina"),
    ],
)
def test_latin_spellings_meet_the_ukrainian_word(cyrillic: str, latin: str) -> None:
    assert {latin_key(word) for word in latin.split()} == {latin_key(cyrillic)}


def test_distance_counts_swaps_as_one() -> None:
    assert distance("strjak", "strajk", 2) == 1
    assert distance("abc", "abc", 2) == 0
    assert distance("kitten", "sitting", 3) == 3
    assert distance("kitten", "sitting", 2) == 3
    assert distance("a", "abcd", 2) == 3


@given(st.text("abc", min_size=1, max_size=5), st.text("abc", min_size=1, max_size=5))
def test_one_edit_is_distance_one(left: str, right: str) -> None:
    near = right in set(one_edit_away(left, cyrillic=False))
    assert near == (distance(left, right, 1) == 1) or left == right


@given(st.text("abcdef", min_size=1, max_size=6), st.text("abcdef", min_size=1, max_size=6))
def test_the_letters_filter_loses_nothing(left: str, right: str) -> None:
    edits = distance(left, right, 6)
    assert (letters_mask(left) ^ letters_mask(right)).bit_count() <= 2 * edits

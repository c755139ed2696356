"""Terms, words and the manifest: the tables of a game."""

from __future__ import annotations

from pathlib import Path

from kb.text.glossary import read_glossary, spellings
from kb.text.manifest import read_manifest
from kb.text.reader import TextFile
from kb.text.words import read_words
from tests.support.small import MANIFEST, TERMS


def file(text: str) -> TextFile:
    return TextFile("toy/terms.toml", Path("terms.toml"), text)


def test_a_term_has_names_texts_forms_and_a_place() -> None:
    polish = {"prom": "m prom promu promowi prom promem promie / promy promów promom promy promami promach"}
    terms, problems = read_glossary(file(TERMS), "toy", ("en", "pl", "uk"))
    assert problems == ()
    ferry = terms["ferry"]
    assert ferry.names["uk"] == "Пором"
    assert ferry.defined == ("toy.a.1",)
    assert list(spellings(ferry, "pl", polish))[:4] == ["Prom", "promu", "promowi", "promem"]
    assert len(list(spellings(ferry, "pl", polish))) == 10
    assert list(spellings(ferry, "en", {})) == ["Ferry", "barge"]
    assert ferry.place.line == 2


def test_missing_languages_are_reported() -> None:
    _, problems = read_glossary(file('[oar]\nnames.en = "Oar"\ntext.en = "A pole."\n'), "toy", ("en", "pl"))
    assert [(problem.code, problem.cure) for problem in problems] == [
        ("TERM-NAME", "Add names.pl."),
        ("TERM-TEXT", "Add text.pl."),
    ]


def test_a_misspelt_key_is_found_at_its_line() -> None:
    text = '[oar]\nnames.en = "Oar"\ntext.en = "A pole."\nalaises.en = ["pole"]\n'
    (found,) = read_glossary(file(text), "toy", ("en",))[1]
    assert str(found) == (
        "toy/terms.toml:4:1: error [TOML-KEY] In [oar] the key 'alaises' is not known. Did you mean “aliases”?"
    )


def test_a_wrong_kind_says_what_to_write() -> None:
    text = '[oar]\nnames.en = "Oar"\ntext.en = "A pole."\naliases.en = "oars"\n'
    terms, (found,) = read_glossary(file(text), "toy", ("en",))
    assert terms["oar"].aliases == {"en": ()}
    assert found.message == "In [oar] aliases.en is 'oars'."
    assert found.cure == 'Write a list of texts, such as ["…", "…"].'


def test_one_broken_table_does_not_lose_the_others() -> None:
    text = '[oar]\nnames.en = "Oar\n\n[mast]\nnames.en = "Mast"\ntext.en = "A pole."\n'
    terms, problems = read_glossary(file(text), "toy", ("en",))
    assert list(terms) == ["mast"]
    assert [(problem.code, problem.place.line) for problem in problems] == [("TOML-SYNTAX", 2)]


def test_a_term_written_twice_is_reported() -> None:
    text = '[oar]\nnames.en = "Oar"\ntext.en = "x"\n[oar]\nnames.en = "Oar"\n'
    terms, problems = read_glossary(file(text), "toy", ("en",))
    assert list(terms) == ["oar"]
    assert [(problem.code, problem.place.line) for problem in problems] == [("ID-DUPLICATE", 4)]


def test_related_terms_must_exist() -> None:
    text = '[oar]\nnames.en = "Oar"\ntext.en = "x"\nrelated = ["mast"]\n'
    (found,) = read_glossary(file(text), "toy", ("en",))[1]
    assert (found.code, found.message) == ("REF-UNKNOWN", "[oar] names 'mast', which is no term.")


def test_words_have_texts_and_questions() -> None:
    text = '[fare]\nen = "fare of {0}"\npl = "opłata: {0}"\nask.en = "What is the fare of {0}?"\n'
    words, problems = read_words(file(text), ("en", "pl", "uk"), {})
    assert words["fare"].text["pl"] == "opłata: {0}"
    assert words["fare"].ask == {"en": "What is the fare of {0}?"}
    assert [problem.code for problem in problems] == ["WORD-TEXT"]


def test_words_of_names_in_a_row_have_the_number_of_each() -> None:
    text = '["n1..n12"]\nen = "card {number}"\naliases = ["{number}"]\nask.en = "Where is {number}?"\n'
    words, problems = read_words(file(text), ("en",), {})
    assert problems == () and len(words) == 12
    last = words["n12"]
    assert (last.id, last.text, last.ask, last.aliases) == ("n12", {"en": "card 12"}, {"en": "Where is 12?"}, ("12",))


def test_the_manifest_keeps_the_order_of_editions_and_sources() -> None:
    manifest, problems = read_manifest(file(MANIFEST), "toy")
    assert problems == ()
    assert list(manifest.editions) == ["en", "uk"]
    assert [(source.id, source.rank, source.by) for source in manifest.sources.values()] == [
        ("rulebook", 10, ""),
        ("faq", 20, "toy.a.1"),
    ]
    assert manifest.players == (2, 3)


def test_a_poor_manifest_still_gives_one() -> None:
    manifest, problems = read_manifest(file('players = "two"\nlanguages = ["en"]\n[editions.x]\nlang = "de"\n'), "toy")
    assert manifest.players == ()
    assert manifest.title == {"en": "toy"}
    assert {problem.code for problem in problems} == {"TOML-TYPE", "TOML-MISSING", "ATTR-VALUE"}


def test_a_word_that_is_called_like_a_term_refers_to_it() -> None:
    terms, _ = read_glossary(file('[quay]\nnames.en = "Quay"\nnames.pl = "Nabrzeże"\n'), "t", ("en", "pl"))
    words, problems = read_words(file('[place]\nterm = "quay"\nask.en = "Which quay?"\n'), ("en", "pl"), terms)
    assert words["place"].text == {"en": "Quay", "pl": "Nabrzeże"} and words["place"].ask == {"en": "Which quay?"}
    assert problems == ()
    _, problems = read_words(file('[place]\nterm = "quey"\n'), ("en", "pl"), terms)
    assert [(found.code, "quay" in str(found)) for found in problems] == [("TERM-UNKNOWN", True)]

"""Chapters as headings, paragraphs and rule blocks."""

from __future__ import annotations

from kb.model.problems import CATALOGUE
from kb.text.outline import RawHeading, RawParagraph, read_outline

CHAPTER = """# Moving {#toy.moving p=3}

A ferry carries
two pieces. {#toy.a.1 uk=5 see=toy.a.2,toy.a.3 unconfirmed}

```rule
rule one

rule two
```

```rule
rule three
```

Fares:
- one coin
- two coins {#toy.a.2 norule=example}

| a | b |
|---|---|
| 1 | 2 |
{#toy.a.3 norule=definition}
"""


def codes(text: str) -> list[str]:
    return [problem.code for problem in read_outline(text, "x.md", ("en", "uk")).problems]


def test_headings_and_paragraphs_come_in_order() -> None:
    outline = read_outline(CHAPTER, "x.md", ("en", "uk"))
    assert outline.problems == ()
    assert [item.attributes.id for item in outline.items] == ["toy.moving", "toy.a.1", "toy.a.2", "toy.a.3"]
    heading, first, second, third = outline.items
    assert isinstance(heading, RawHeading) and (heading.level, heading.title) == (1, "Moving")
    assert isinstance(first, RawParagraph) and first.text == "A ferry carries\ntwo pieces."
    assert isinstance(second, RawParagraph) and second.text == "Fares:\n- one coin\n- two coins"
    assert isinstance(third, RawParagraph) and third.text.endswith("| 1 | 2 |")


def test_attributes_are_read_by_kind() -> None:
    attributes = read_outline(CHAPTER, "x.md", ("en", "uk")).items[1].attributes
    assert attributes.pages == {"uk": "5"}
    assert attributes.lists == {"see": ("toy.a.2", "toy.a.3")}
    assert attributes.flags == {"unconfirmed"}


def test_blocks_belong_to_the_paragraph_above_and_know_their_line() -> None:
    first = read_outline(CHAPTER, "x.md", ("uk",)).items[1]
    assert isinstance(first, RawParagraph)
    assert [(block.text, block.place.line) for block in first.blocks] == [
        ("rule one\n\nrule two", 7),
        ("rule three", 13),
    ]


def test_places_are_exact() -> None:
    items = read_outline(CHAPTER, "x.md", ("uk",)).items
    assert [item.place.line for item in items] == [1, 3, 16, 20]


def test_a_fault_in_attributes_is_placed_at_its_column() -> None:
    (found,) = read_outline("# A {#toy.a pgae=3}\n", "x.md").problems
    assert str(found.place) == "x.md:1:13"
    assert found.code == "ATTR-UNKNOWN"
    assert found.message == "'pgae=3' is no attribute."


def test_a_paragraph_without_id_is_reported_with_its_words() -> None:
    (found,) = read_outline("# A {#toy.a}\n\nNo id here.\n\nB. {#toy.b}\n", "x.md").problems
    assert (found.code, found.place.line) == ("ID-MISSING", 3)
    assert found.message == "The paragraph 'No id here.' has no id."


def test_an_id_without_its_mark_gets_its_own_cure() -> None:
    (found,) = read_outline("# A {#toy.a}\n\nB. {toy.b p=3}\n", "x.md").problems
    assert found.message == "{toy.b p=3} does not begin with #."
    assert found.cure == "Write the id first: {#id …}."


def test_wrong_values_name_the_right_ones() -> None:
    (found,) = read_outline("# A {#toy.a}\n\nB. {#toy.b norule=definitoin}\n", "x.md").problems
    assert (found.code, found.cure) == ("ATTR-VALUE", "Did you mean “definition”?")


def test_every_structural_fault_has_its_code() -> None:
    head = "# A {#toy.a}\n\n"
    assert codes("B. {#toy.b}\n") == ["HEAD-CHAPTER"]
    assert codes(head + "# C {#toy.c}\n") == ["HEAD-CHAPTER"]
    assert codes(head + "#### C {#toy.c}\n") == ["HEAD-LEVEL"]
    assert codes(head + "```rule\nx\n```\n") == ["BLOCK-ORPHAN"]
    assert codes(head + "B. {#toy.b}\n\n```python\nx\n```\n") == ["BLOCK-KIND"]
    assert codes(head + "B. {#toy.b}\n\n```rule\nx\n") == ["BLOCK-OPEN"]
    assert codes(head + "B. {#toy.b}\nC. {#toy.c}\n") == ["PARA-BLANK"]
    assert codes(head + "{#toy.b}\n") == ["PARA-EMPTY"]
    assert codes(head + "B <b>bold</b>. {#toy.b}\n") == ["MARK-HTML"]
    assert codes(head + "B. {#Toy.B}\n") == ["ID-FORM"]
    assert codes(head + "B. {#toy.b p=3 p=4}\n") == ["ATTR-DUPLICATE"]
    assert codes(head + "B. {#toy.b p=}\n") == ["ATTR-FORM"]


def test_an_open_block_does_not_swallow_the_chapter() -> None:
    outline = read_outline("# A {#toy.a}\n\nB. {#toy.b}\n\n```rule\nx\n\nC. {#toy.c}\n", "x.md")
    assert [item.attributes.id for item in outline.items] == ["toy.a", "toy.b", "toy.c"]
    assert [problem.code for problem in outline.problems] == ["BLOCK-OPEN"]


def test_a_text_right_under_attributes_is_still_read() -> None:
    outline = read_outline("# A {#toy.a}\n\nB. {#toy.b}\nC. {#toy.c}\n", "x.md")
    assert [item.attributes.id for item in outline.items] == ["toy.a", "toy.b", "toy.c"]


def test_every_code_says_what_it_means_and_what_mends_it() -> None:
    for name, code in CATALOGUE.items():
        assert name == name.upper() and "-" in name
        assert code.meaning.endswith(".") and code.cure.endswith((".", "…"))

"""The parser: what it reads, and what it says of what it cannot read."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.rules.parse import build_parser, keywords, parse_cases, parse_facts, parse_question, parse_rules


def test_the_grammar_is_strict_lalr() -> None:
    build_parser(strict=True)


def test_of_and_call_are_the_same_tree() -> None:
    assert parse_rules("define a = wage of shop") == parse_rules("define a = wage(shop)")


def test_quantifiers_reach_to_the_end() -> None:
    (node,) = parse_rules("define a = some x in shop with p(x) and q(x)")
    assert isinstance(node, n.Define)
    assert isinstance(node.value, n.Quantified)
    assert isinstance(node.value.body, n.And)


@pytest.mark.parametrize(
    ("text", "line", "message", "cure"),
    [
        ("define when = 3", 1, "is a word of the language", "Choose another name"),
        ("rule a requires b and some x in s with c", 1, "reach to the end", "in parentheses"),
        ("define a = b / 2", 1, "ends too early", "“down” or “up”"),
        ("define a = b / 2 define c = 1", 1, "must say how it rounds", "a / b up"),
        ("kind a: b\ntabel x(y): | 1 => 2", 2, "begins no statement", "Did you mean “table”?"),
        ("define a = 3 §", 1, "no part of the language", "Names are letters"),
        ("rule a requires x in (b, c)", 1, "cannot stand here", "Expected"),
        ("holds a(x) when b of x = 5", 1, "does not compare", "Write “is”"),
        ("holds a(x) when b of x == 5", 1, "does not compare", "Write “is”"),
        ("rule a requires b => 3", 1, "of a table", "Write “>=”"),
        ("rule a requires b && c", 1, "no part of the language", "Write “and”"),
        ("rule a requires b || c", 1, "of a table", "Write “or”"),
        ("procedure p: repeat 3 times: set a = 1 end end", 1, "says how often at most", "Write “repeat up to 3"),
        ("procedure p: repeat up to 3 times: set a = 1 end end", 1, "says how often at most", "repeat up to 3: … end"),
        ("rule a requires b <> c", 1, "no such sign", "Write “is not”"),
        ("rule a requires b()", 1, "nothing stands between", "Leave them out"),
        ("rule a requires b(x: c)", 1, "by its name with “=”", "give(whom=ben)"),
        (
            "fact a: flag\nprocedure p(x: k):\n  set a = no",
            2,
            "“procedure p” has no “end”",
            "Write “end” before the block ends.",
        ),
        (
            "rule a effect if b then set c = 3\nfact d: flag",
            1,
            "“if” has no “end”",
            "before “fact” one line further down",
        ),
        (
            "procedure p:\n  for q in k:\n    set a = no\nend\nevent e",
            1,
            "“procedure p” has no “end”",
            "4 lines further down",
        ),
        (
            "procedure p:\n  for q in k:\n    put q on x",
            2,
            "“procedure p”, “for q” have no “end”",
            "Write “end” 2 times",
        ),
        ("whenever each x in k with a: set b = 1", 1, "“whenever each” has no “end”", "Write “end”"),
        ("on change of a: set b = 1 fact c: flag", 1, "“on change” has no “end”", "before “fact” of the same line"),
        ("rule a each x in k: requires b", 1, "“each x” has no “end”", "Write “end”"),
        ("define a = if b then 3 else 4", 1, "“if” has no “end”", "Write “end”"),
        ("step a in b each x in k: do c(", 1, "ends too early", "Expected"),
        ("procedure p: set x is 3 end", 1, "a value is given with “=”", "“is” compares"),
    ],
)
def test_mistakes_are_told_with_place_reason_and_cure(text: str, line: int, message: str, cure: str) -> None:
    with pytest.raises(SyntaxProblemError) as caught:
        parse_rules(text)
    assert caught.value.line == line
    assert message in caught.value.message
    assert cure in caught.value.cure
    assert "^" in str(caught.value)


@pytest.mark.parametrize("word", ["when", "class", "first", "number", "each"])
def test_keywords_are_reserved_everywhere(word: str) -> None:
    assert word in keywords()
    for text in (f"define {word} = 3", f"fact {word}: flag", f"kind {word}: a", f"define a({word}) = 1"):
        with pytest.raises(SyntaxProblemError):
            parse_rules(text)


@pytest.mark.parametrize(
    "text",
    ["fact a: pile of b hidden owner", "The player takes coins", "step a in b each s in k: do c(s) s must 1 d"],
)
def test_a_word_that_could_not_stand_there_either_is_not_proposed(text: str) -> None:
    with pytest.raises(SyntaxProblemError) as caught:
        parse_rules(text)
    assert "Did you mean" not in caught.value.cure


def test_monsters_are_refused_quickly() -> None:
    with pytest.raises(SyntaxProblemError, match="long"):
        parse_question("a" * 300_000)
    with pytest.raises(SyntaxProblemError, match="nested"):
        parse_question("(" * 500 + "a" + ")" * 500)


TOWERS = {
    "brackets": "(" * 10_000 + "a" + ")" * 10_000,
    "not": "not " * 10_000 + "a",
    "minus": "- " * 10_000 + "a",
    "sum": "a" + " + a" * 10_000,
    "of": "f of " * 10_000 + "a",
    "some": "some x in s with " * 5_000 + "a",
    "if": "if a then " * 5_000 + "a" + " else b end" * 5_000,
    "long": "a or " * 250_000 + "a",
}


@pytest.mark.parametrize("name", TOWERS)
def test_towers_end_with_a_clear_error(name: str) -> None:
    for read, text in ((parse_question, TOWERS[name]), (parse_rules, f"define x = {TOWERS[name]}")):
        with pytest.raises(SyntaxProblemError, match=r"long|nested") as caught:
            read(text)
        assert caught.value.cure


def test_what_is_not_too_deep_is_read() -> None:
    for text in ("not " * 100 + "a", "a" + " + a" * 100, "(" * 60 + "a" + ")" * 60, "a or " * 2_000 + "a"):
        assert isinstance(parse_question(text), n.Asking)


def test_facts_need_no_last_semicolon() -> None:
    assert parse_facts("a = 1; not b") == parse_facts("a = 1; not b;")


def test_a_case_reads_its_expectation() -> None:
    (case,) = parse_cases(
        'case "x" given k: shop; wage of k = 2; ask strike([k]) by red expect depends needs a because #p.1'
    )
    assert isinstance(case, n.WrittenCase)
    assert case.case.expected is not None
    assert case.case.expected.verdict == "depends"
    assert case.case.because == ("p.1",)
    assert case.case.given[0].kind == "shop"


@pytest.mark.parametrize(
    "text",
    [
        'case "x" ask f expect 1 and "y" ask g expect 2 but given a = 1; expect 3',  # which of the two would it vary?
        'case "x" ask f expect 1 but given a = 1; expect a = 2;',
        'case "x" do f expect a = 2; but given a = 1; expect 2',
        'case "x" ask f expect 1 and ask g expect 2',
        'case "x" given a = 1; "s"; ask f expect 1',
        'situation "s" ask f expect 1',
    ],
)
def test_what_would_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(SyntaxProblemError):
        parse_cases(text)

"""The words of a text under their rules, and what could come next."""

from __future__ import annotations

import pytest

from grammar.base.errors import SyntaxProblemError
from grammar.rules.concrete import following, loose_words, read_words


def test_words_stand_under_the_rule_they_were_read_by() -> None:
    (statement,) = read_words("kind cargo: salt, wine", "rules").children
    assert (statement.data, statement.children[0], statement.children[1].children) == (
        "kind",
        "cargo",
        ["salt", "wine"],
    )
    assert (statement.children[1].children[1].line, statement.children[1].children[1].column) == (1, 19)


def test_what_cannot_be_read_is_told_as_always() -> None:
    with pytest.raises(SyntaxProblemError, match="cannot be a name"):
        read_words("fact fact", "rules")
    assert [str(word) for word in loose_words("fact fact x = 1")] == ["x", "1"]


def test_the_grammar_says_what_may_follow() -> None:
    assert following("fact ", "rules") == (frozenset(), True)
    words, name = following("fact storm of dock", "rules")
    assert words == {":"} and not name
    words, name = following("fact storm of dock: ", "rules")
    assert {"flag", "number", "pile", "list", "one"} <= words and name
    words, _ = following('case "x" ask rent expect ', "cases")
    assert {"depends", "silent", "disputed"} <= words


def test_a_broken_statement_above_does_not_hide_what_may_follow() -> None:
    words, name = following("fact fact fact\naction lease(d: dock) ", "rules")
    assert words == {"by"} and not name

"""Every name of a block with what it is there."""

from __future__ import annotations

from grammar.rules.parse import build_parser
from kb.mentions.roles import known
from kb.mentions.words import words_of

BLOCK = """
action lease(d: dock) by actor: captain as voyage
  requires some d in dock with owner of d is actor
  effect choose x: dock by actor
  effect set owner of d = x
start coins of c = 10
on change of storm of d when new is yes: set owner of d = none end
define rent(dock: dock) = 3 overrides #har.act.2
"""


def found(text: str, start: str = "rules") -> list[tuple[str, int, int, str, bool]]:
    return [(w.text, w.line, w.column, w.sort, w.declares) for w in words_of(text, start)]


def test_every_rule_of_the_grammar_with_a_name_says_what_it_is() -> None:
    rules = {
        str(rule.alias or rule.origin.name) for rule in build_parser().rules if "NAME" in map(str, _terminals(rule))
    }
    assert sorted(rule for rule in rules if not rule.startswith("_") and not known(rule)) == []


def _terminals(rule: object) -> list[str]:
    return [part.name for part in rule.expansion if part.is_term]  # type: ignore[attr-defined]


def test_members_are_declared_one_by_one_and_the_ends_of_a_row_are_not() -> None:
    words = found("kind tile: joker, n1..n9, ace")
    assert [(text, sort, declares) for text, _, _, sort, declares in words[1:]] == [
        ("joker", "member", True), ("n1", "name", False), ("n9", "name", False), ("ace", "member", True),
    ]  # fmt: skip


def test_names_are_declared_bound_or_used() -> None:
    words = found(BLOCK)
    assert ("lease", 2, 8, "action", True) in words
    assert ("d", 2, 14, "local", True) in words
    assert ("captain", 2, 33, "kind", False) in words
    assert ("rent", 8, 8, "value", True) in words
    assert ("har.act.2", 8, 40, "paragraph", False) in words


def test_an_inner_name_hides_an_outer_one() -> None:
    words = [word for word in words_of(BLOCK, "rules") if word.text == "d" and word.line < 6]
    assert [(word.line, word.bound) for word in words] == [
        (2, (2, 14)),
        (3, (3, 17)),
        (3, (3, 17)),
        (5, (2, 14)),
    ]


def test_a_parameter_may_have_the_name_of_its_kind() -> None:
    words = [word for word in found(BLOCK) if word[0] == "dock" and word[1] == 8]
    assert [(word[3], word[4]) for word in words] == [("local", True), ("kind", False)]


def test_what_is_chosen_is_bound_unless_it_is_a_fact_and_a_key_unless_it_is_a_member() -> None:
    unless = {word.text: word.unless for word in words_of(BLOCK, "rules") if word.declares}
    assert (unless["x"], unless["c"]) == ("fact", "member")


def test_a_block_that_cannot_be_read_still_has_names() -> None:
    words = found(BLOCK + "do_not")
    assert ("lease", 2, 8, "name", False) in words
    assert ("har.act.2", 8, 40, "paragraph", False) in words


def test_cases_name_things_too() -> None:
    words = found(
        'case "a"\n  given boat: ship; owner of north = red;\n  ask lease(d=north) by red expect yes because #har.act.2',
        "cases",
    )
    assert ("boat", 2, 9, "local", True) in words
    assert ("ship", 2, 15, "kind", False) in words
    assert ("d", 3, 13, "named", False) in words
    assert ("red", 3, 25, "name", False) in words
    assert ("har.act.2", 3, 49, "paragraph", False) in words


def test_the_name_of_a_turn_counts_in_the_steps_of_its_phase() -> None:
    words = words_of("phase turn each p in player\nstep act in turn: p may 1 jump", "rules")
    bound = next(word for word in words if word.text == "p" and word.line == 1)
    used = next(word for word in words if word.text == "p" and word.line == 2)
    assert bound.wide and bound.owner == used.owner == "turn"

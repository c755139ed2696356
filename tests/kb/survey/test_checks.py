"""Every check finds its fault and leaves sound rules alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.library import Game
from kb.model.entities import Place, Term, Word
from kb.survey import checks
from kb.survey.checks import unused_facts
from kb.survey.doubles import doubled_names, idle_starts
from tests.support.rules import code_from


def codes(text: str) -> set[str]:
    program = code_from(text).program
    found = [
        *checks.table_rows(program), *checks.override_cycles(program), *checks.undeclared_disputes(program),
        *checks.value_cycles(program), *checks.endless_procedures(program), *checks.unused_names(program),
        *checks.unused_readings(program), *checks.idle_overrides(program, ("t.1", "t.a", "t.b", "t.c")),
    ]  # fmt: skip
    return {p.code for p in found}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("scale s: a, b, c\ntable t(x: s): | a => 1 | b => 2", "TABLE-GAP"),
        ("scale s: a, b\ntable t(x: s): | * => 1 | b => 2", "TABLE-OVERLAP"),
        ("table t(x: number): | 0..4 => 1 | 6.. => 2", "TABLE-GAP"),
        ("scale s: a, b\ntable t(x: s): | a | b => 1", "TABLE-CELLS"),
        (
            "--- #t.a\ndefine f = 1 when g overrides #t.b\n--- #t.b\ndefine f = 2 when g overrides #t.a\nfact g: flag",
            "OVERRIDE-CYCLE",
        ),
        ("--- #t.a\ndefine f = 1\n--- #t.b\ndefine f = 2", "DISPUTE-UNDECLARED"),
        ("define f = g\ndefine g = f", "VALUE-CYCLE"),
        ("procedure p: do p end", "PROC-ENDLESS"),
        ("procedure p: nothing end", "NAME-UNUSED"),
        ("dispute d: a default, b", "READING-UNUSED"),
        ("--- #t.a\ndefine f = 1\n--- #t.b\ndefine f = 2 overrides #t.c\n--- #t.c\ndefine g = 1", "OVERRIDE-NOTHING"),
        ("--- #t.a\naction go by actor: side\n--- #t.b\nrule go allowed when yes overrides #t.a", "OVERRIDE-NOTHING"),
        ("action go by actor: side\n  requires yes overrides #t.1", "OVERRIDE-NOTHING"),
        ("class run allowed when yes overrides #t.1\naction go by actor: side as run", "OVERRIDE-NOTHING"),
        ("--- #t.a\ndefine f = 1\n--- #t.b\nlifts #t.c", "OVERRIDE-NOTHING"),
    ],
)
def test_faults_are_found(text: str, code: str) -> None:
    assert code in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "action go by actor: side\n  forbidden when yes\n  allowed when yes overrides #t.1",
        "class run allowed when yes overrides #t.1\naction go by actor: side as run\n  cost 1 from coins",
        "--- #t.a\nclass run forbidden when yes\n--- #t.b\naction go by actor: side as run\n  allowed when yes overrides #t.a",
        "--- #t.a\naction go(s: set of side sized 1..2) by actor: side\n--- #t.b\nrule go allowed when yes overrides #t.a",
        "--- #t.a\naction go by actor: side\n  each x in side: requires yes end\n--- #t.b\nrule go allowed when yes overrides #t.a",
        "--- #t.a\ndefine f = 1\n--- #t.b\ndefine f = 2 overrides #t.a\nlifts #t.a",
        "table t(n: number): | 2 => 7 | 3 => 5 | * => 4",
    ],
)
def test_what_has_something_below_it_is_left_alone(text: str) -> None:
    assert codes(f"roles side: red, blue\nfact coins: number\n{text}") == set()


def test_ranges_that_meet_are_no_gap() -> None:
    assert codes("table t(x: number): | 0..4 => 1 | 5..9 => 2 | 10.. => 3") == set()


def test_a_sound_game_has_no_fault(harbour: Game) -> None:
    found = checks.check_rules(harbour)
    assert [each.message.partition("“")[2] for each in found if each.code == "FACT-UNUSED"] == ["points”.", "hand”."]
    assert [each for each in found if each.code != "FACT-UNUSED"] == []


def test_a_name_without_words_is_found(harbour: Game) -> None:
    word = Word("rest", {"en": "Rest"}, {})
    worded = replace(harbour, prose=replace(harbour.prose, words={"rest": word}))
    found = [p.message for p in checks.unworded_names(worded)]
    assert any("“lease”" in message for message in found)
    assert not any("“rest”" in message for message in found)


def test_a_term_that_is_called_otherwise_has_no_words_for_a_deed(harbour: Game) -> None:
    words = {"rest": Word("rest", {"en": "Rest"}, {})}

    def told(name: str) -> list[str]:
        term = Term("lease", "harbour", {"en": name}, {}, {}, (), (), {}, Place("terms.toml", 1))
        prose = replace(harbour.prose, words=words, terms={"lease": term})
        return [p.message for p in checks.unworded_names(replace(harbour, prose=prose)) if "“lease”" in p.message]

    assert told("Leasehold") == ["“lease” has no words: its term, “Leasehold”, would be said of it."]
    assert told("Lease") == []


def test_words_for_a_name_that_no_rule_mentions_are_found(harbour: Game) -> None:
    words = {
        name: Word(name, {"en": name}, {}, place=Place("words/a.toml", at))
        for at, name in enumerate(("lease", "leese"), 1)
    }
    (found,) = checks.words_of_nothing(replace(harbour, prose=replace(harbour.prose, words=words)))
    assert (found.code, found.place.line) == ("WORD-UNKNOWN", 2)
    assert found.cure.startswith("Did you mean “lease”")
    assert list(checks.unworded_names(harbour)) == []


def test_words_of_an_action_with_a_hole_beyond_its_parameters_are_told(harbour: Game) -> None:
    words = {"lease": Word("lease", {"en": "lease {0} for {7}"}, {}, place=Place("words/a.toml", 3))}
    (found,) = checks.holes_of_nothing(replace(harbour, prose=replace(harbour.prose, words=words)))
    assert (found.code, found.place.line) == ("WORD-HOLE", 3)
    assert "{7}" in found.message and "{0} is " in found.cure


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kind hue: red\nfact red: number", "“red” is a member of “hue” and a fact."),
        ("kind hue: red\ndefine hue = 1", "“hue” is a kind and a value."),
        ("kind hue: red\nholds whole when every red in hue has yes", "“red” is a member of “hue”, and stands"),
        ("kind hue: red\nprocedure p: let red = 1 end", "“red” is a member of “hue”, and stands"),
        ("kind hue: red\nprocedure p(red: hue): nothing end", "“red” is a member of “hue”, and stands"),
        ("roles side: a, b\naction go(x: side) by x: side", "“x” of “go” stands for two things."),
    ],
)
def test_a_name_that_means_two_things_is_told(text: str, said: str) -> None:
    (found,) = doubled_names(code_from(text).program)
    assert found.code == "NAME-TWICE" and found.message.startswith(said)


def test_of_starts_the_last_that_fits_counts() -> None:
    facts = "roles side: a, b\nfact f of side: number\nfact g: number\n"
    assert list(idle_starts(code_from(facts + "start f of x = 1\nstart f of a = 2\nstart g = 1").program)) == []
    assert list(idle_starts(code_from(facts + "start g = 1\nstart g = 2 when f of a is 1").program)) == []
    (found,) = idle_starts(code_from(facts + "start f of a = 2\nstart f of x = 1").program)
    assert found.code == "START-OVERLAP" and "“f” never counts" in found.message


def test_a_fact_that_nothing_touches_is_told_by_the_way() -> None:
    rules = "roles side: a, b\nfact f: number\nfact g of side: number\nfact h: number\nstart g of x = k\nstart h = 1\nfact k: number"
    assert [(each.code, each.severity, each.message) for each in unused_facts(code_from(rules).program, {"h"})] == [
        ("FACT-UNUSED", "notice", f"Nothing reads or changes the fact “{name}”.") for name in "fg"
    ]


def test_a_name_that_players_choose_by_has_a_label(harbour: Game) -> None:
    place = Place("words.toml", 1)
    some = {"coins": Word("coins", {"en": "coins"}, {}, place=place)}
    game = replace(harbour, prose=replace(harbour.prose, words=some))
    bare = {problem.message.split("“")[1].split("”")[0] for problem in checks.unlabelled_names(game)}
    assert {"north", "wine"} <= bare and "coins" not in bare
    labelled = {name: Word(name, {"en": name}, {}, place=place) for name in bare}
    assert not list(checks.unlabelled_names(replace(game, prose=replace(game.prose, words=some | labelled))))


def test_a_table_of_a_class_of_actions_has_a_row_for_each() -> None:
    rules = "roles p: a, b\nkind k: x, y\nclass c\naction d by q: p as c\naction e by q: p as c\naction f by q: p\n"
    gap = code_from(rules + "table t(i: c): | d => x").program
    assert [(each.code, each.message) for each in checks.table_rows(gap)] == [("TABLE-GAP", "“t” has no row for e.")]
    (wrong,) = checks.table_rows(code_from(rules + "table t(i: c): | f => x | * => y").program)
    assert (wrong.code, wrong.message) == ("TABLE-KEY", "“i” of “t” is never f: it is an action of “c”.")

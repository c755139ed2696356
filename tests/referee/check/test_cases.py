"""Cases say what came instead, as the rules write it; whatever had a hand in it is cited."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.rules.parse import parse_cases
from referee.check.cases import CaseResult, run_case
from tests.support.rules import code_from

RULES = """
roles side: red, blue
kind gem: ruby, opal
fact coins of side: 0..9
fact hand of side: pile of gem
fact bank: 0..9
fact kept(s: side, g: gem): flag
define first_gem(s) = top of hand of s
holds rich(s) when coins of s > 5
always coins of red + coins of blue + bank is 9
action take by actor: side
  effect do gain(actor)
action pass_on(g: gem, other: side) by actor: side
  effect set kept(other, g) = yes
--- #t.sell
action sell(g: gem) by actor: side
  requires g in hand of actor
  effect put g from hand of actor on heap
fact heap: pile of gem
--- #t.end
fact stopped: flag
action stop_all by actor: side
  effect set stopped = yes
ends when stopped
--- #t.gain
procedure gain(s: side): raise coins of s by 1 lower bank by 1 end
procedure gift(s: side): set kept(s, ruby) = yes end
--- #t.trigger
on gain(s) when coins of s is 5: do gift(s) end
--- #t.always_so
whenever bank is 0: do gift(red) lower coins of red by 1 raise bank by 1 end
--- #t.change
on change of coins of s when new is 7: do gift(s) end
--- #t.replaced
instead of gift(s) when s is blue: set kept(s, opal) = yes end
"""


def outcome(case: str) -> CaseResult:
    (node,) = parse_cases(f'case "one" {case}')
    assert isinstance(node, n.WrittenCase)
    return run_case(code_from(RULES), node.case)


@pytest.mark.parametrize(
    "case",
    [
        "given coins of red = 4; bank = 5; do take by red expect kept(red, ruby) = yes; because #t.trigger",
        "given coins of red = 6; bank = 3; do take by red expect kept(red, ruby) = yes; because #t.change",
        "given coins of red = 8; bank = 1; do take by red expect coins of red = 8; because #t.always_so",
        "given coins of blue = 4; bank = 5; do take by blue expect kept(blue, opal) = yes; because #t.replaced",
    ],
)
def test_what_happened_by_itself_is_cited_though_a_procedure_made_the_change(case: str) -> None:
    found = outcome(case)
    assert found.passed, found.message


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("given bank = 1; hand of red = [ruby]; do pass_on(opal, blue) by red expect hand of red = [opal, ruby];", "“hand of red” is [ruby], expected [opal, ruby]"),
        ("given bank = 1; kept(red, ruby); do pass_on(ruby, blue) by red expect kept(red, ruby) = no;", "“kept(red, ruby)” is yes, expected no"),
        ("given coins of red = 3; do pass_on(ruby, red) by red expect bank = 2;", "it needs to be told: “bank”, which the rule under #t.always_so reads"),
        ("ask rich(red) expect depends needs hand of red", "expected to be asked for “hand of red”; the answer is depends (no or yes), asking for “coins of red”"),
        ("given coins of red = 7; ask rich(red) expect no", "expected no; the answer is yes"),
        ("given hand of red = [ruby]; ask first_gem(red) expect opal", "expected opal; the answer is value (ruby)"),
        ("given bank = 1; do pass_on(opal, blue) by red expect kept(blue, ruby) = no;", "“kept(blue, ruby)” is yes or no: nobody told it, or what it comes of, expected no"),
        ("given bank = 1; hand of red = []; do sell(ruby) by red expect hand of red = [];", "sell is not legal here (#t.sell); nothing was changed. It fails `requires g in hand of actor`."),
        ("given bank = 1; hand of red = 2; coins of red = 3; do sell(ruby) by red expect bank = 1;", "it needs to be told card by card: “hand of red”"),
        ("given hand of red = [ruby]; bank = 1; do stop_all by red then sell(ruby) by red expect bank = 1;", "“stop_all” ends the game (#t.end), so “sell” cannot be done behind it."),
        ("given hand of red = [ruby]; stopped; bank = 1; do sell(ruby) by red expect bank = 1;", "The game is over (#t.end), so “sell” cannot be done"),
    ],
)  # fmt: skip
def test_a_failed_case_is_told_as_the_rules_write_it(case: str, message: str) -> None:
    found = outcome(case)
    assert not found.passed
    assert message in found.message
    assert "('" not in found.message and "Unknown" not in found.message and "True" not in found.message


def test_a_case_that_tells_what_cannot_be_fails() -> None:
    found = outcome("given coins of red = 9; coins of blue = 9; bank = 9; ask rich(red) expect yes")
    assert not found.passed and found.message.startswith("This cannot be: it breaks what always holds (#t.1).")


def test_a_case_may_ask_what_somebody_sees_of_the_table() -> None:
    code = code_from("""
        roles player: red, blue
        fact coins of player: 0..9 hidden from others
        action earn by actor: player
          effect raise coins of actor by 1
    """)
    told = "given coins of red = 3;"

    def passes(asked: str) -> bool:
        (written,) = parse_cases(f'case "t" {told} {asked}')
        return run_case(code, written.case).passed

    assert passes("ask coins of red by blue expect 3"), "who asks knows what they tell"
    assert passes("ask coins of red as red expect 3") and passes("ask coins of red as blue expect depends")
    assert passes("ask coins of red after earn by red as red expect 4")
    assert not passes("ask coins of red as green expect 3")


@pytest.mark.parametrize("waits", ["followed by first p in [blue]: earn", "effect oblige blue to earn or spend"])
def test_a_case_may_ask_what_somebody_sees_in_the_middle_of_a_deed(waits: str) -> None:
    code = code_from(f"""
        roles player: red, blue
        fact coins of player: 0..9 hidden from others
        action earn by actor: player
          effect raise coins of actor by 1
        action spend by actor: player
          effect lower coins of actor by 1
        action dig by actor: player
          effect raise coins of actor by 2
          {waits}
    """)
    for asked in ("as red expect 5", "as blue expect depends", "expect 5"):
        (written,) = parse_cases(
            f'case "t" given coins of red = 3; coins of blue = 3; ask coins of red during dig by red {asked}'
        )
        found = run_case(code, written.case)
        assert found.passed, found.message


def test_where_the_program_fails_nobody_is_told_to_mend_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(*_: object, **__: object) -> None:
        raise IndexError("gone")

    monkeypatch.setattr("referee.check.cases.ask", stumbles)
    found = outcome("given coins of red = 9; coins of blue = 0; bank = 0; ask rich(red) expect yes")
    assert found.stumbled and "IndexError" in found.message


ANSWERED = """
roles side: red, blue
kind gem: ruby, opal
fact kept(s: side, g: gem): flag
fact turns: 0..9
ends when turns is 2
action pick by actor: side
  effect choose g: gem by actor
  effect set kept(actor, g) = yes
action wait by actor: side
  effect raise turns by 1
"""


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("do pick by red answers [ruby, opal] expect kept(red, ruby) = yes;", "nothing asks for opal"),
        ("given turns = 0; do wait by red answers [3] expect turns = 1;", "fewer answers: 0; nothing asks for 3"),
        ("given turns = 1; do wait by red answers [3] expect turns = 2;", "nothing asks for 3"),
        ("given turns = 1; do wait by red then pick by red answers [opal] expect turns = 2;", "“wait” ends the game"),
        ("given turns = 0; ask turns after wait by red answers [3] expect 1", "nothing asks for 3"),
        ("ask kept(red, ruby) after pick by red answers [ruby, opal] expect yes", "nothing asks for opal"),
        ("ask kept(red, ruby) after pick by red answers [ruby, opal] as red expect yes", "nothing asks for opal"),
    ],
)
def test_an_answer_that_nothing_asks_for_fails(case: str, message: str) -> None:
    (node,) = parse_cases(f'case "one" {case}')
    assert isinstance(node, n.WrittenCase)
    found = run_case(code_from(ANSWERED), node.case)
    assert not found.passed and message in found.message


def test_that_play_goes_on_is_cited_by_what_would_end_it() -> None:
    ends = ANSWERED.replace("ends when turns is 2", "--- #t.last\nends when turns is 2\n--- #t.1")
    (node,) = parse_cases('case "one" given turns = 0; do wait by red expect over = no; because #t.last')
    assert isinstance(node, n.WrittenCase)
    found = run_case(code_from(ends), node.case)
    assert found.passed, found.message


def test_of_a_paragraph_that_a_deed_does_not_cite_it_is_said_how_to_ask() -> None:
    found = outcome("given coins of red = 2; bank = 7; do take by red expect coins of red = 3; because #t.trigger")
    assert not found.passed and found.message.endswith("ask with `ask VALUE after DEED`")

"""Effects: atomic, cited, conserved; choices and chance stop the run; runaways are ended."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import BudgetError, RefereeError, RuleFaultError, UntoldFactError, WrongValueError
from referee.play.progress import answer_choice, apply_move
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.runs.deeds import run_deeds
from referee.runs.run import Run
from referee.state import State
from referee.units.deed import Deeds, IllegalActionError
from referee.values import Unknown
from referee.verdict.ask import ask
from tests.support.rules import code_from


def run_procedure(code: Code, state: dict[str, Any], name: str, *args: Any, answers: tuple[Any, ...] = ()) -> Run:
    run = Run(code, State.read(state))
    assert run.go(run_deeds(run, [Deeds(name, args, answers=answers)])) is None
    return run


def test_a_failed_requirement_changes_nothing(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    fact gate: flag
    action enter by actor: side
      cost 2 from coins of actor
      effect set gate = yes
      requires after coins of actor >= 1
    """
    state = State({"coins": {"red": 2}, "gate": False})
    with pytest.raises(IllegalActionError):
        apply_move(rules, state, "enter", {}, "red")
    assert state == State({"coins": {"red": 2}, "gate": False})
    played = apply_move(rules, State({"coins": {"red": 3}, "gate": False}), "enter", {}, "red")
    assert played.state.facts["coins"]["red"] == 1
    assert [(c.fact, c.new, c.paragraph) for c in played.changes] == [("coins", 1, "t.1"), ("gate", True, "t.1")]


def test_costs_from_one_place_are_added_up(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    action feast by actor: side
      cost 3 from coins of actor
      cost 3 from coins of actor
    """
    with pytest.raises(IllegalActionError):
        apply_move(rules, State({"coins": {"red": 5}}), "feast", {}, "red")
    assert apply_move(rules, State({"coins": {"red": 6}}), "feast", {}, "red").state.facts["coins"]["red"] == 0


def test_purses_drain_in_order_and_targets_fill_in_order(rules: Code) -> None:
    """
    fact small: 0..9
    fact large: 0..99
    fact store: 0..4
    fact zone: 0..3
    purse wallet = small then large
    procedure spend(n: number): move n from wallet to store then zone then nowhere end
    """
    run = run_procedure(rules, {"small": 3, "large": 10, "store": 1, "zone": 0}, "spend", 8)
    assert (run.draft.facts["small"], run.draft.facts["large"]) == (0, 5)
    assert (run.draft.facts["store"], run.draft.facts["zone"]) == (4, 3)


def test_mandatory_payments_force_a_rescue(rules: Code) -> None:
    """
    fact coins: 0..99
    fact loans: 0..9
    procedure tax(n: number): pay n from coins to nowhere or do borrow end
    procedure borrow: raise loans by 1 raise coins by 5 end
    """
    run = run_procedure(rules, {"coins": 1, "loans": 0}, "tax", 9)
    assert (run.draft.facts["coins"], run.draft.facts["loans"]) == (2, 2)


def test_membership_is_fixed_before_a_loop_runs(rules: Code) -> None:
    """
    kind yard: a, b, c
    fact lit of yard: flag
    procedure sweep: for y in yard with lit of y: set lit of y = no set lit of c = yes end end
    """
    run = run_procedure(rules, {"lit": {"a": True, "b": False, "c": False}}, "sweep")
    assert run.draft.facts["lit"] == {"a": False, "b": False, "c": True}


def test_triggers_run_at_once_or_later(rules: Code) -> None:
    """
    fact a: 0..9
    fact b: 0..9
    fact c: 0..9
    on raise of a: set b = a end
    later on change of a: set c = a end
    procedure twice: raise a by 1 raise a by 1 set c = 0 end
    """
    run = run_procedure(rules, {"a": 0, "b": 0, "c": 5}, "twice")
    assert (run.draft.facts["b"], run.draft.facts["c"]) == (2, 2)


def test_whenever_runs_until_it_rests_and_never_for_ever() -> None:
    code = code_from("fact a: 0..99\nwhenever a > 3: lower a by 2 end\nprocedure p: set a = 10 end")
    assert run_procedure(code, {"a": 0}, "p").draft.facts["a"] == 2
    endless = code_from("fact a: 0..99\nfact b: flag\nwhenever a > 3: set b = yes end\nprocedure p: set a = 10 end")
    with pytest.raises(BudgetError):
        run_procedure(endless, {"a": 0, "b": False}, "p")


def test_the_game_ends_at_once(rules: Code) -> None:
    """
    fact debt: 0..20
    fact after_it: flag
    ends when debt >= 15
    procedure spree: raise debt by 9 raise debt by 9 set after_it = yes end
    action act by actor: side
      effect do spree
    roles side: red, blue
    """
    played = apply_move(rules, State({"debt": 0, "after_it": False}), "act", {}, "red")
    assert played.state.over is True
    assert played.state.facts["after_it"] is False


def test_a_choice_stops_the_run_and_keeps_the_old_state(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..20
    action share by actor: side
      effect do split
    procedure split:
      choose n: 0..coins of red by red with n is not 1
      choose who: side by blue
      lower coins of red by n
      raise coins of who by n
    end
    """
    state = State({"coins": {"red": 2, "blue": 0}})
    played = apply_move(rules, state, "share", {}, "red")
    assert played.choice is not None
    assert played.choice.options == [0, 2]
    assert played.state.facts["coins"] == {"red": 2, "blue": 0}
    played = answer_choice(rules, played.state, 2)
    assert played.choice is not None
    assert played.choice.by == "blue"
    with pytest.raises(RefereeError):
        answer_choice(rules, played.state, "green")
    played = answer_choice(rules, played.state, "blue")
    assert played.state.facts["coins"] == {"red": 0, "blue": 2}
    assert played.state.pending is None


def test_a_choice_of_one_is_not_asked(rules: Code) -> None:
    """
    fact coins: 0..9
    fact taken: 0..9
    procedure take: random n: 0..coins  set taken = n end
    """
    assert run_procedure(rules, {"coins": 0, "taken": 5}, "take").draft.facts["taken"] == 0


def test_secret_choices_are_revealed_together(rules: Code) -> None:
    """
    roles side: red, blue
    fact bid of side: 0..3
    procedure auction: secretly choose bid of r: 0..3 by each r in side end
    """
    run = run_procedure(rules, {"bid": {"red": 0, "blue": 0}}, "auction", answers=(2, 3))
    assert run.draft.facts["bid"] == {"red": 2, "blue": 3}


def test_a_secret_choice_of_one_is_asked_where_not_being_asked_would_tell(rules: Code) -> None:
    """
    roles side: red, blue
    fact traitor of side: flag hidden from others
    fact laid of side: 0..1
    define most(r: side) = if traitor of r then 1 else 0 end
    procedure mission: secretly choose laid of r: 0..most(r) by each r in side end
    """
    run = run_procedure(rules, {"traitor": {"red": False, "blue": True}}, "mission", answers=(0, 1))
    assert run.draft.facts["laid"] == {"red": 0, "blue": 1}


@pytest.mark.parametrize(
    ("procedure", "answers", "message"),
    [
        ("pick", (("north",),), r"set of yard \(north, south, east\), 2 in all"),
        ("pick", (("north", "south", "east"),), r"set of yard \(north, south, east\), 2 in all"),
        ("give", (4,), "a number from 0 to 3"),
        ("give", (-1,), "a number from 0 to 3"),
        ("auction", (3, 3), "a number from 0 to 2"),
        ("auction", ("all", 1), "a number from 0 to 3"),
    ],
)
def test_an_answer_keeps_range_and_size(procedure: str, answers: tuple[Any, ...], message: str) -> None:
    code = code_from("""
    roles side: red, blue
    kind yard: north, south, east
    fact marked: set of yard
    fact bid of side: 0..9
    fact coins of side: 0..9
    procedure pick: choose marked: set of yard sized 2 by red end
    procedure give: choose n: 0..coins of red by red  lower coins of red by n end
    procedure auction: secretly choose bid of r: 0..coins of r by each r in side end
    """)
    with pytest.raises(WrongValueError, match=message):
        run_procedure(code, {"coins": {"red": 3, "blue": 2}}, procedure, answers=answers)


def test_leaving_a_range_is_a_fault_of_the_rule(rules: Code) -> None:
    """
    fact coins: 0..9
    procedure lose: lower coins by 3 end
    """
    with pytest.raises(RuleFaultError, match="outside 0"):
        run_procedure(rules, {"coins": 1}, "lose")


def test_endless_recursion_is_ended(rules: Code) -> None:
    """
    procedure p: do q end
    procedure q: do p end
    """
    with pytest.raises(BudgetError):
        run_procedure(rules, {}, "p")


def test_cards_are_conserved_when_put(rules: Code) -> None:
    """
    kind letter: a, b, c
    roles side: red, blue
    fact deck: pile of letter
    fact hand of side: pile of letter
    fact heap: pile of letter
    procedure deal: draw 2 from deck to hand of red put b on heap end
    """
    run = run_procedure(rules, {"deck": ("a", "b", "c"), "hand": {"red": ()}, "heap": ()}, "deal")
    assert run.draft.facts["deck"] == ("c",)
    assert run.draft.facts["hand"]["red"] == ("a",)
    assert run.draft.facts["heap"] == ("b",)


def test_actions_done_by_effects_skip_the_class(rules: Code) -> None:
    """
    roles side: red, blue
    fact used: flag
    fact coins of side: 0..9
    class main
      requires not used
      effect set used = yes
    action earn by actor: side as main
      effect raise coins of actor by 1
    card gift by actor: side as main
      effect do earn
      effect do earn
    """
    played = apply_move(rules, State({"used": False, "coins": {"red": 0}}), "gift", {}, "red")
    assert played.state.facts["coins"]["red"] == 2


def test_limits_are_counted_per_scope(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    action lend by actor: side
      limit 1 each round_phase
      effect raise coins of actor by 1
    """
    first = apply_move(rules, State({"coins": {"red": 0, "blue": 0}}), "lend", {}, "red").state
    with pytest.raises(IllegalActionError):
        apply_move(rules, first, "lend", {}, "red")
    assert apply_move(rules, first, "lend", {}, "blue").state.facts["coins"]["blue"] == 1


def test_who_is_obliged_chooses_how_but_not_whether(rules: Code) -> None:
    """
    roles side: red, blue
    kind good: rope, tar
    fact held(s: side, g: good): 0..9
    action give_up(g: good) by actor: side
      requires held(actor, g) >= 1
      effect lower held(actor, g) by 1
    action robbery by actor: side
      effect oblige left_of(actor) to give_up
    """
    rich = State({"held": {"red": {"rope": 0, "tar": 0}, "blue": {"rope": 1, "tar": 2}}})
    asked = apply_move(rules, rich, "robbery", {}, "red").state
    choice = asked.pending.choice
    assert (choice.kind, choice.by, len(choice.options)) == ("duty", "blue", 2)
    with pytest.raises(RefereeError, match="an action"):
        answer_choice(rules, asked, None)
    done = answer_choice(rules, asked, choice.options[1]).state
    assert done.facts["held"]["blue"] == {"rope": 1, "tar": 1}
    poor = State({"held": {"red": {"rope": 0, "tar": 0}, "blue": {"rope": 0, "tar": 0}}})
    assert apply_move(rules, poor, "robbery", {}, "red").state.facts["held"] == poor.facts["held"]


def test_what_a_card_does_is_done_through_it_all_the_way_down(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..99
    define wage = if via is bonus then 5 else 2 end
    action inner by actor: side
      effect raise coins of actor by wage
    action outer by actor: side
      effect do inner
    card bonus by actor: side
      effect do outer
    """
    assert apply_move(rules, State({"coins": {"red": 0}}), "outer", {}, "red").state.facts["coins"]["red"] == 2
    assert apply_move(rules, State({"coins": {"red": 0}}), "bonus", {}, "red").state.facts["coins"]["red"] == 5


def test_counting_what_the_rules_are_silent_about_is_silent(rules: Code) -> None:
    """
    roles side: red, blue
    kind good: rope, tar
    define stock(s) = [rope] when s is red
    define how_much(s) = count(g in stock(s))
    define worth(s) = sum(2 for g in stock(s))
    define chosen(s) = those(g in stock(s) with g is rope)
    """
    situation = read_situation(rules, "")
    for value in ("how_much", "worth", "chosen"):
        answer = ask(rules, read_question(rules, f"{value}(blue)", situation, None), situation, viewer=None)
        assert answer.verdict == "silent"


def test_an_answer_to_an_offer_keeps_to_what_is_offered(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..99
    action gain(n: number, most_of: number = 99) by actor: side
      requires n <= most_of
      effect raise coins of actor by n
    action rob by actor: side
      effect raise coins of actor by 50
    action gift by actor: side
      effect offer gain(most_of = 3) to actor
    """
    asked = apply_move(rules, State({"coins": {"red": 0}}), "gift", {}, "red").state
    assert answer_choice(rules, asked, {"do": "gain", "with": {"n": 3}}).state.facts["coins"]["red"] == 3
    for wrong in (
        {"do": "gain", "with": {"n": 4}},
        {"do": "gain", "with": {"n": 9, "most_of": 9}},
        {"do": "rob", "with": {}},
    ):
        with pytest.raises(RefereeError):
            answer_choice(rules, asked, wrong)


def test_a_told_count_follows_what_it_is_made_of(rules: Code) -> None:
    """
    kind colour: gray, green, blue
    fact idle of colour: 0..20
    derived fact idle_total: 0..60
    define idle_total = sum(idle of c for c in colour)
    derived fact crowd: 1..6
    define crowd = idle_total / 10 up
    fact wind of colour: flag
    derived fact stormy: flag
    define stormy = wind of blue
    procedure arrival: raise idle of gray by 2 end
    procedure gust: set wind of gray = yes end
    """
    after = run_procedure(rules, {"idle": {"gray": 1}, "idle_total": 9, "stormy": False}, "arrival")
    assert (after.read("idle_total", ()), after.read("crowd", ())) == (11, 2)
    assert run_procedure(rules, {"stormy": False}, "gust").read("stormy", ()) is False  # made of another colour's wind
    unsure = run_procedure(rules, {"idle": {"gray": 1}, "crowd": 1}, "arrival").read("crowd", ())
    assert isinstance(unsure, Unknown)  # nobody told how full the first ten were


def test_a_told_count_may_count_more_than_the_facts_that_are_known(rules: Code) -> None:
    """
    roles side: red, blue
    kind plot
    fact plots: list of plot assumed plot
    fact owner of plot: side or none assumed none
    derived fact crop of plot: 0..3
    define crop(f) = 0 when owner of f is none
    derived fact harvest of side: number
    define harvest(s) = sum(crop of f for f in plots with owner of f is s)
    derived fact bare of plot: flag
    define bare(f) = crop of f is 0
    procedure sow(f: plot, s: side):
      set crop of f = 1
      set owner of f = s
    end
    """
    told = {"members": {"plot": ["p"]}, "harvest": {"red": 4}, "bare": {"p": True}}
    after = run_procedure(rules, told, "sow", "p", "red")
    assert after.read("harvest", ("red",)) == 5  # four grow where nobody looked
    assert after.read("bare", ("p",)) is False  # made of a value that was computed till it was set


def test_what_only_might_read_a_fact_stays_told_for_the_others(rules: Code) -> None:
    """
    roles side: red, blue
    kind plot
    kind plant: rye, hop
    fact plots: list of plot assumed plot
    fact owner of plot: side or none assumed none
    fact height of plot: 0..9
    derived fact plant_on of plot: plant or none
    define plant_on(f) = none when owner of f is none and height of f is 0
    derived fact rye_height of side: number
    define rye_height(s) = sum(height of f for f in plots with owner of f is s and plant_on of f is rye)
    procedure cut(f: plot): lower height of f by 1 end
    """
    told = {
        "members": {"plot": ["p"]},
        "owner": {"p": "red"},
        "height": {"p": 2},
        "plant_on": {"p": "rye"},
        "rye_height": {"red": 5},
    }
    after = run_procedure(rules, told, "cut", "p")
    assert (after.read("plant_on", ("p",)), after.read("rye_height", ("red",))) == ("rye", 4)


def test_where_nothing_can_be_chosen_the_other_value_counts_though_it_is_no_member(rules: Code) -> None:
    """
    roles side: red, blue
    kind ticket: ace, king
    fact good of ticket: flag
    fact taken: ticket or none
    procedure take:
      choose c: ticket by red with good of c otherwise none
      set taken = c
    end
    """
    shut = run_procedure(rules, {"good": {"ace": False, "king": False}, "taken": "ace"}, "take")
    assert shut.draft.facts["taken"] is None
    one = run_procedure(rules, {"good": {"ace": False, "king": True}, "taken": None}, "take")
    assert one.draft.facts["taken"] == "king"


def test_a_value_that_no_rule_gives_is_told_as_such() -> None:
    code = code_from("""
        kind k: x, y
        fact hand: pile of k
        fact g: number
        table t(i: k): | x => x
        --- #t.go
        procedure go: if t(y) in hand then set g = 1 end end
    """)
    with pytest.raises(UntoldFactError, match=r"the rule under #t\.go reads a value that no rule gives"):
        apply_move(code, State({"hand": ("x",)}), "go", {}, None)


def test_what_was_before_is_known_wherever_an_action_leads(rules: Code) -> None:
    """
    roles side: red, blue
    fact heap: 0..20
    fact by_class: 0..20
    fact by_procedure: 0..20
    fact by_trigger: 0..20
    class taking
    rule taking finally set by_class = before(heap)
    action take by actor: side as taking
      effect lower heap by 2
      effect do note
    procedure note: set by_procedure = before(heap) end
    on take: set by_trigger = before(heap) end
    """
    facts = {"heap": 15, "by_class": 0, "by_procedure": 0, "by_trigger": 0}
    done = apply_move(rules, State(facts), "take", {}, "red")
    assert done.state.facts == {"heap": 13, "by_class": 15, "by_procedure": 15, "by_trigger": 15}


@pytest.mark.parametrize(
    "clause", ["rule taking finally set was = before(heap)", "on take: set was = before(heap) end"]
)
def test_one_clause_that_looks_back_is_enough(clause: str) -> None:
    rules = code_from(f"""
    roles side: red, blue
    fact heap: 0..20
    fact was: 0..20
    class taking
    action take by actor: side as taking
      effect lower heap by 2
    {clause}
    """)
    done = apply_move(rules, State({"heap": 15, "was": 0}), "take", {}, "red")
    assert done.state.facts["was"] == 15

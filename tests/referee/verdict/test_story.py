"""What a deed leads to where not all is told: what cannot be drops out, what cannot matter is not asked for, what decides is cited first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.rules.code import Code
from referee.values import Unknown

Ask = Callable[..., Any]


def test_what_is_done_is_taken_to_be_legal_where_nobody_knows(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    fact huts of side: 0..9
    action build by actor: side
      cost 3 from coins of actor to nowhere
      effect raise huts of actor by 1
    """
    assert answer_of(rules, "huts of red after build by red", "huts of red = 2").value == 3
    refused = answer_of(rules, "huts of red after build by red", "huts of red = 2; coins of red = 1")
    assert (refused.verdict, refused.refused) == ("no", True)
    left = answer_of(rules, "coins of red after build by red")
    assert left.verdict == "depends" and left.value.bounds() == (0, 6) and left.needs == [("coins", ("red",))]


def test_a_case_that_cannot_be_carried_out_drops_out(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact chest: 0..5
    fact coins of side: number
    action collect by actor: side
      effect move 3 from nowhere to chest
      effect if chest is 5 then raise coins of actor by 1 end
    """
    after = answer_of(rules, "chest after collect by red")
    assert after.verdict == "depends" and after.value.bounds() == (3, 5)
    assert answer_of(rules, "chest - before(chest) after collect by red").value == 3


def test_only_what_the_answer_hangs_on_is_asked_for(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind weather: sun, rain, snow
    fact sky: weather
    fact open_field: set of side
    fact coins of side: 0..50
    fact huts of side: 0..9
    procedure season:
      if sky is rain then raise coins of blue by 2 end
      for s in open_field: raise coins of s by 5 end
      raise huts of red by 1
    end
    """
    assert answer_of(rules, "huts of red after season", "huts of red = 1").value == 2
    blue = answer_of(rules, "coins of blue after season", "coins of blue = 1; open_field = []")
    assert blue.needs == [("sky", ())] and isinstance(blue.value, Unknown)


def test_what_an_untold_fact_derives_moves_with_what_is_done(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact men of side: 0..20
    fact women of side: 0..20
    derived fact people of side: 0..40
    define people(s) = men of s + women of s
    action welcome by actor: side
      effect raise men of actor by 1
    """
    assert answer_of(rules, "people of red after welcome by red", "people of red = 7").value == 8
    assert answer_of(rules, "people of red - before(people of red) after welcome by red").value == 1


def test_a_missing_argument_is_asked_for(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind field: north, south
    fact sown of field: flag
    action sow(f: field) by actor: side
      requires not sown of f
      effect set sown of f = yes
    """
    answer = answer_of(rules, "sown of north after sow by red", "sown of north = no; sown of south = no")
    assert answer.verdict == "depends" and answer.needs == [("sow.f", ())] and answer.changes == []


def test_a_choice_that_does_not_matter_is_not_asked_for_and_one_that_does_can_be_told(
    rules: Code, answer_of: Ask
) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..50
    fact round: 0..9
    procedure gift:
      choose n: 1..3 by red
      raise coins of red by n
      raise round by 1
    end
    """
    told = "coins of red = 1; round = 2"
    assert answer_of(rules, "round after gift", told).value == 3
    open_ = answer_of(rules, "coins of red after gift", told)
    assert open_.verdict == "depends" and open_.needs == [("answer", (1, "n", 1))]
    assert answer_of(rules, "coins of red after gift answers [3]", told).value == 4
    assert answer_of(rules, "coins of red after gift answers [1] then gift answers [3]", told).value == 5


def test_who_does_a_deed_does_the_next(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..50
    action earn by actor: side
      effect raise coins of actor by 1
    """
    told = "coins of red = 0; coins of blue = 0"
    assert answer_of(rules, "coins of red after earn by red then earn", told).value == 2
    assert answer_of(rules, "coins of red after earn then earn by red", told).value == 2
    assert answer_of(rules, "coins of red after earn by red then earn by blue then earn", told).value == 1


def test_a_later_step_is_judged_though_a_fact_is_missing_before_it(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind hut: ash, elm
    fact spare: 0..9
    fact full of hut: flag
    class chore
    action settle(h: hut) by actor: side as chore
      requires not full of h
      effect if spare > 2 then lower spare by 1 end
    action toil(steps: list of chore sized 1..3) by actor: side
      effect for each_one in steps: do each_one end
    """
    told = "full of ash = no; full of elm = yes"
    assert answer_of(rules, "toil([settle(ash), settle(elm)])", told, "red").verdict == "no"
    assert answer_of(rules, "toil([settle(ash)])", told, "red").verdict == "yes"


def test_what_last_changed_a_value_is_cited_first(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..50
    fact huts of side: 0..9
    --- #t.build
    action build by actor: side
    --- #t.may
    rule build requires coins of actor >= 1
    --- #t.hut
    rule build effect raise huts of actor by 1
    --- #t.pay
    rule build effect lower coins of actor by 2
    """
    told = "coins of red = 9; huts of red = 0"
    assert answer_of(rules, "coins of red after build by red", told).cites[0] == "t.pay"
    assert answer_of(rules, "huts of red after build by red", told).cites[0] == "t.hut"
    assert "t.pay" not in answer_of(rules, "huts of red after build by red", told).cites
    assert answer_of(rules, "huts of blue after build by red", told + "; huts of blue = 3").cites[0] == "t.build"


def test_a_fact_may_be_called_like_the_action_that_sets_it(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind field: north, south
    fact strike of field: flag assumed no
    action strike(fields: set of field) by actor: side
      each f in fields:
        effect set strike of f = yes
      end
    """
    assert answer_of(rules, "strike of north after strike([north]) by red").value is True
    assert answer_of(rules, "strike of south after strike([north]) by red").value is False


def test_a_payment_nobody_can_judge_leaves_the_purses_of_others_alone(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..999
    fact chest: 0..999
    fact debts of side: 0..99
    fact bank: 0..9999
    procedure borrow(s: side):
      raise debts of s by 1
      raise coins of s by 20
    end
    procedure levy: for s in side: pay 10 from coins of s then chest to bank or do borrow(s) end end
    """
    told = "coins of red = 30; debts of red = 0"
    assert answer_of(rules, "coins of red after levy", told).value == 20
    assert answer_of(rules, "debts of red after levy", told).value == 0
    assert answer_of(rules, "debts of blue after levy", told).verdict == "depends"
    assert answer_of(rules, "debts of blue after levy", f"{told}; coins of blue = 10; debts of blue = 2").value == 2


def test_a_told_value_rules_out_what_it_cannot_be_made_of(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind hut: ash, elm
    fact guest of hut: side or none
    fact resting of hut: flag assumed no
    derived fact lodged of hut: flag
    define lodged(h) = guest of h is not none
    action treat(h: hut) by actor: side
      effect if guest of h is not none then set resting of h = yes end
    action sell(h: hut) by actor: side
      forbidden when resting of h
    """
    assert answer_of(rules, "sell(ash) after treat(ash)", "lodged of ash = yes", "red").verdict == "no"
    assert answer_of(rules, "sell(ash) after treat(ash)", "lodged of ash = no", "red").verdict == "yes"
    assert answer_of(rules, "sell(ash) after treat(ash)", "", "red").verdict == "depends"


def test_told_sums_of_sums_move_together(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind hut: ash, elm
    kind trade: smith, baker
    fact idle(t: trade): 0..20
    fact busy of hut: 0..9
    derived fact idlers: 0..40
    define idlers = sum(idle(t) for t in trade)
    derived fact everybody: 0..60
    define everybody = idlers + sum(busy of h for h in hut)
    action dismiss by actor: side
      requires idle(smith) >= 2
      effect lower idle(smith) by 2
    """
    assert answer_of(rules, "everybody after dismiss by red", "idlers = 4; everybody = 10").value == 8
    assert answer_of(rules, "idlers after dismiss by red", "idlers = 4; everybody = 10").value == 2


def test_what_is_told_of_a_vote_counts_when_it_is_held(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact tabled: flag assumed no
    fact law: flag assumed no
    fact hands of side: 0..9 assumed 0
    holds carried when tabled and hands of red > hands of blue
    action propose by actor: side
      effect set tabled = yes
      effect do vote
    procedure vote:
      secretly choose hands of s: 0..9 by each s in side
      if carried then set law = yes end
      for s in side: set hands of s = 0 end
    end
    """
    assert answer_of(rules, "law after propose by red").verdict == "depends"
    assert answer_of(rules, "law after propose by red", "carried = yes").value is True
    assert answer_of(rules, "law after propose by red", "carried = no").value is False
    assert answer_of(rules, "law after propose by red", "hands of red = 2; hands of blue = 0").value is True
    assert answer_of(rules, "law after propose by red", "hands of red = 2; hands of blue = 2").value is False


def test_what_is_assumed_is_assumed_of_the_state_before_the_deed(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind hut: ash, elm, oak
    table place_of(h: hut): | ash => 1 | elm => 2 | oak => 3
    fact size: 1..3
    fact gold: 0..99
    fact open of hut: flag assumed (place_of(hut) <= size)
    on change of size: do grow end
    procedure grow:
      for h in hut with not open of h and place_of(h) <= size:
        set open of h = yes
        lower gold by 10
      end
    end
    action enlarge by actor: side
      effect raise size by 1
    """
    assert answer_of(rules, "gold after enlarge by red", "size = 1; gold = 30").value == 20


def test_a_bound_may_hang_on_what_it_bounds(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact gold of side: 0..room(side)
    fact rent: 0..9
    define room(s) = if gold of s > 5 then 20 else 10 end
    action pay_rent by actor: side
      effect lower gold of actor by rent
    """
    assert answer_of(rules, "gold of red after pay_rent by red then pay_rent", "rent = 2").verdict == "depends"


def test_a_told_number_counts_the_cards_that_come_and_go_on_a_pile_nobody_told(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind tile: sun, moon
    fact hand of side: pile of tile
    fact laid: pile of tile
    derived fact suns: number
    define suns = how_many(sun, laid)
    derived fact height: number
    define height = size of laid
    derived fact bright: 0..3
    define bright = min(3, how_many(sun, laid))
    action lay(t: tile) by actor: side
      effect put t from hand of actor on laid
    action lift(t: tile) by actor: side
      effect put t from laid into hand of actor
    """
    hand = "hand of red = [sun, moon]"
    assert answer_of(rules, "suns after lay(sun) by red", f"suns = 3; {hand}").value == 4
    assert answer_of(rules, "suns after lay(moon) by red", f"suns = 3; {hand}").value == 3
    assert answer_of(rules, "suns after lay(sun) by red then lay(moon) by red", f"suns = 3; {hand}").value == 4
    assert answer_of(rules, "suns after lift(sun) by red", f"suns = 3; {hand}").value == 2
    assert answer_of(rules, "height after lay(moon) by red", f"height = 3; {hand}").value == 4
    # what is cut off does not say how much lies there
    assert answer_of(rules, "bright after lay(sun) by red", f"bright = 3; {hand}").verdict == "depends"


def test_who_goes_on_acting_is_still_in_the_same_turn(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..50
    fact tide: flag
    phase day
    step turns in day each s in side cycle: s must 1 main, may 1 extra
    --- #t.main
    class main
      forbidden when tide
    --- #t.extra
    class extra
    --- #t.dig
    action dig by actor: side as main
      effect raise coins of actor by 1
    action buy by actor: side as main
      cost 9 from coins of actor to nowhere
    action rest by actor: side as extra
    procedure night: set tide = no end
    """
    again = answer_of(rules, "dig by red after dig by red")
    assert (again.verdict, again.cites[0]) == ("no", "t.main")
    assert answer_of(rules, "dig by red after rest by red", "tide = no").verdict == "yes"
    assert answer_of(rules, "rest by red after dig by red then rest by red").cites[0] == "t.extra"
    # another turn in between, or what the rules do by themselves, and there is no telling
    assert answer_of(rules, "dig by red after dig by red then dig by blue", "tide = no").verdict == "yes"
    assert answer_of(rules, "dig by red after dig by red then night").verdict == "yes"
    # what else stands against it says more than the turn that is over
    assert answer_of(rules, "buy by red after dig by red", "coins of red = 2; tide = no").cites[0] == "t.dig"
    # what is told to be done was done, in whatever turn
    assert answer_of(rules, "coins of red after dig by red then dig by red", "coins of red = 2").value == 4


def test_what_cancelled_a_deed_is_cited_first(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact huts of side: 0..9
    fact guards of side: 0..9
    --- #t.build
    action build by actor: side
      answered by first s in [blue]: object
      effect raise huts of actor by 1
    --- #t.object
    action object by actor: side
      requires guards of actor > 0
      effect cancel
    """
    kept = answer_of(rules, "huts of red after build by red answers [object]", "huts of red = 2; guards of blue = 1")
    assert kept.value == 2 and kept.cites[0] == "t.object"
    built = answer_of(rules, "huts of red after build by red answers [none]", "huts of red = 2; guards of blue = 1")
    assert built.value == 3 and built.cites[0] == "t.build"


def test_a_told_count_follows_the_part_that_changes(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind hut: h1, h2, h3
    fact owner of hut: side or none
    fact lit of hut: flag
    derived fact huts of side: 0..3
    define huts(s) = count(h in hut with owner of h is s and lit of h)
    derived fact told_owner(h: hut): side or none assumed none
    define told_owner(h) = owner of h
    action build(h: hut) by actor: side
      forbidden when told_owner(h) is actor
      effect set owner of h = actor
      effect set lit of h = yes
    action sell(h: hut) by actor: side
      requires owner of h is actor
      effect set owner of h = none
    """
    assert answer_of(rules, "huts(red) after build(h2) by red", "huts of red = 1").value == 2
    assert answer_of(rules, "huts(red) after sell(h2) by red", "huts of red = 2; lit of h2 = yes").value == 1
    # only of what is sold it is asked whether it counted
    asked = answer_of(rules, "huts(red) after sell(h2) by red", "huts of red = 2")
    assert asked.verdict == "depends" and asked.needs == [("lit", ("h2",))]


def test_what_is_looked_up_by_a_told_number_follows_it(rules: Code, answer_of: Ask) -> None:
    """
    fact men: 0..99
    fact women: 0..99
    derived fact people: 0..48
    define people = men + women
    derived fact rank: 1..9
    define rank = rank_for(people)
    table rank_for(n: number): | 0..9 => 1 | 10..19 => 2 | 20.. => 3
    procedure birth: raise men by 1 end
    """
    after = answer_of(rules, "rank after birth", "rank = 1")
    assert after.verdict == "depends" and after.needs == [("people", ())]
    assert answer_of(rules, "rank after birth", "rank = 1; people = 9").value == 2
    assert answer_of(rules, "rank after birth", "rank = 3").value == 3


def test_what_is_assumed_of_a_value_follows_what_is_done_to_its_parts(rules: Code, answer_of: Ask) -> None:
    """
    kind leaf: c1, c2, c3
    fact level: 0..3
    fact mine of leaf: flag
    fact lit of leaf: flag
    derived fact count_lit: 0..3 assumed level
    define count_lit = count(c in leaf with mine of c and lit of c)
    procedure grow:
      set level = 2
      let wanted = level - count_lit
      if wanted > 0 then set lit of c2 = yes end
    end
    """
    assert answer_of(rules, "count_lit", "level = 1").value == 1
    assert answer_of(rules, "lit(c2) after grow", "level = 1").value is True  # it was 1 when the level went up
    assert answer_of(rules, "count_lit after grow", "level = 1").value == 2


def test_a_case_that_breaks_what_always_holds_drops_out(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind hut: h1, h2
    fact owner of hut: side or none
    fact guest of hut: side or none
    fact rent of hut: 0..9
    always every h in hut has owner of h is not none or guest of h is none
    procedure spring:
      for h in hut with owner of h is not none: set rent of h = 3 end
    end
    """
    assert answer_of(rules, "rent of h1 after spring", "rent of h1 = 1; guest of h1 = red").value == 3
    empty = answer_of(rules, "rent of h1 after spring", "rent of h1 = 1")
    assert empty.verdict == "depends" and empty.needs == [("owner", ("h1",))]


def test_a_card_lies_in_no_second_pile(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind letter
    fact hand of side: pile of letter assumed 3
    fact post: pile of letter assumed []
    derived fact holds_letter(s: side, l: letter): flag assumed yes
    define holds_letter(s, l) = l in hand of s
    fact deck: pile of letter assumed 9
    action mail(l: letter) by actor: side
      requires holds_letter(actor, l)
      effect put l from hand of actor on post
    action take by actor: side
      effect draw 1 from deck to hand of actor
    """
    assert answer_of(rules, "mail(a) by red after take by blue", "a: letter").verdict == "yes"
    assert answer_of(rules, "mail(a) by red after mail(a) by blue", "a: letter").verdict == "no"
    assert answer_of(rules, "mail(a) by red", "a: letter; hand of blue = [a]").verdict == "no"
    assert answer_of(rules, "size of hand of red after mail(a) by red then take by red", "a: letter").value == 3


def test_of_a_pile_nobody_told_it_is_known_how_much_at_least_lies_there(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind goods: bread, fish
    fact deck: pile of goods
    fact store: pile of goods
    fact rest: pile of goods
    fact hand of side: pile of goods
    procedure refill:
      move size of store from store to deck
      move size of rest from rest to deck
      shuffle deck
    end
    action take(n: 1..9) by actor: side
      effect do refill
      effect draw n from deck to hand of actor
    """
    told = "deck = 0; rest = 4; hand of red = 1"
    assert answer_of(rules, "size of hand of red after take(4) by red", told).value == 5
    more = answer_of(rules, "size of hand of red after take(5) by red", told)
    assert more.verdict == "depends" and more.needs == [("store", ())]
    assert answer_of(rules, "size of store after take(5) by red", told).value == 0


def test_the_turn_may_be_ended_where_no_step_takes_what_is_asked(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9
    action work by actor: side
      effect raise coins of actor by 1
    """
    assert answer_of(rules, "work by red after work by red then done by red").verdict == "yes"
    assert answer_of(rules, "coins of red after work then done", "coins of red = 1", "red").value == 2


def test_an_assumed_number_counts_on_what_comes_and_goes(rules: Code, answer_of: Ask) -> None:
    """
    roles side: red, blue
    kind letter
    fact hand of side: pile of letter
    derived fact held of side: number assumed 6
    define held(s) = size of hand of s
    action rob(victim: side) by actor: side
      requires victim is not actor
      effect choose l: letter by actor with l in hand of victim
      effect put l from hand of victim under hand of actor
    """
    assert answer_of(rules, "held of red after rob(blue) by red").value == 7
    assert answer_of(rules, "held of blue after rob(blue) by red").value == 5
    assert answer_of(rules, "held of blue after rob(blue) by red", "held of blue = 3").value == 2
    assert answer_of(rules, "held of blue after rob(blue) by red", "hand of blue = 3").value == 2
    assert (
        answer_of(rules, "held of red after rob(blue) by red", "a: letter; hand of blue = [a]; hand of red = 1").value
        == 2
    )

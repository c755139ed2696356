"""Answers that cited another paragraph first than the one that decides, each as a reader found it."""

from __future__ import annotations

import pytest

from referee.service import Told
from tests.snapshots.pages import referee

#: game, question, what is told, what decides
DECIDED = [
    ("new_angeles", "output(d9, tech)", "yields of d9 = {credits: 3}", "na.36.0"),
    ("nowa_reformacja", "actions_limit(x)", "", "nr.r36.3"),
    (
        "hegemony",
        "due(state, education, 5, working_class)",
        "section of education_policy = B",
        "heg.buy.11",
    ),
    (
        "hegemony",
        "event_in_reach of event_earthquake",
        "edition = en; population of working_class = 5; population of middle_class = 10; stored(state, food) = 2; stored(state, health) = 1; stored(middle_class, food) = 0; stored(capitalist_class, food) = 0; stored(capitalist_class, health) = 0; stored(middle_class, health) = 0; supply of food = 0; treasury = 0",
        "heg.sta.event.6",
    ),
    (
        "hegemony",
        "event_in_reach of event_pandemic",
        "company_count of state = 0; state_room of health = 9; price(capitalist_class, health) = 5; treasury = 90",
        "heg.sta.event.6",
    ),
    (
        "hegemony",
        "automa_calls_vote of working_class",
        "players = 3; influence of working_class = 2; influence of capitalist_class = 2; foreseen_supporter of middle_class = yes; foreseen_supporter of capitalist_class = no",
        "heg.xp.vote.6",
    ),
    (
        "hegemony",
        "imf_intervenes",
        "treasury = 54; section of fiscal = B",
        "heg.prod.imf.1",
    ),
    (
        "hegemony",
        "tax_multiplier after change_policy(health_policy, A)",
        "section of taxation = B; section of health_policy = B; section of education_policy = C",
        "heg.pol.tax.5",
    ),
    (
        "hegemony",
        "committed of clinic after adjust_wages({clinic: 2}) by capitalist_class",
        "wage of clinic = 1; staff of clinic = working_class",
        "heg.cc.wages.2",
    ),
    (
        "hegemony",
        "purchase_cost(health, {state: 3}, working_class) after change_policy(health_policy, B)",
        "players = 2; population of working_class = 3; stored(state, health) = 5",
        "heg.buy.11",
    ),
    (
        "hegemony",
        "treasury after propose_bill(fiscal, B, immediate_vote = yes) by working_class",
        "players = 3; section of fiscal = C; treasury = 100; passes of fiscal = yes",
        "heg.pol.fiscal.19",
    ),
    (
        "new_angeles",
        "threat after event_upper(beanstalk_beset_by_protesters)",
        "threat = 4",
        "na.card.beanstalk_beset_by_protesters",
    ),
    (
        "new_angeles",
        "order of standard_round",
        "",
        "na.48.0",
    ),
    (
        "new_angeles",
        "deal_winner",
        "competing = p2; votes of main = 0",
        "na.54.5.b1",
    ),
    (
        "new_angeles",
        "landing(orgcrime, d9)",
        "present(orgcrime, d9) = yes",
        "na.53.1",
    ),
    (
        "new_angeles",
        "landing(orgcrime, d4)",
        "present(human_first, d4) = yes",
        "na.53.0",
    ),
    (
        "new_angeles",
        "threat after event_upper(beanstalk_beset_by_protesters)",
        "present(human_first, d9) = yes; tier of d9 = 3; threat = 4",
        "na.card.beanstalk_beset_by_protesters",
    ),
    (
        "new_angeles",
        "landing(orgcrime, d3)",
        "board_data = as_listed; present(orgcrime, d3) = yes",
        "na.53.1",
    ),
    (
        "new_angeles",
        "landing(outage, d10)",
        "present(outage, d10) = yes",
        "na.34.2",
    ),
    (
        "nowa_reformacja",
        "game_over",
        "indicators_at_seven = 2",
        "nr.r37.2",
    ),
    (
        "nowa_reformacja",
        "game_over",
        "c01 = seven",
        "nr.r37.2",
    ),
    (
        "nowa_reformacja",
        "shuffle_in_level(level_3) by x",
        "action_stack_empty = yes; level_in_use = level_1",
        "nr.r29.1",
    ),
    (
        "nowa_reformacja",
        "buy_symbol(infrastructure, g) by x after unblock(g) by x",
        "g: field; field_kind of g = ordinary_field; owner of g = x; level of g = 2; blocked of g = yes; funds of x = 35; c49 = leaves_at_two",
        "nr.r56.2",
    ),
    (
        "nowa_reformacja",
        "game_over",
        "indicator_level of safe_life = 6; indicator_level of prosperity = 6; indicator_level of tradition_cult = 6",
        "nr.r37.2",
    ),
    (
        "nowa_reformacja",
        "buy_card by x after pass by y",
        "players = 2; actions_used of x = 2; passed of y = no; last_in of x = no; funds of x = 25",
        "nr.r31.13",
    ),
    (
        "nowa_reformacja",
        "intrigues_can_be_gained",
        "c14 = rest_in_box",
        "nr.r28.6",
    ),
    (
        "nowa_reformacja",
        "play_card(k) by y after resolve_event(e, y)",
        "e: event_card; k: action_card; hand of y = [k]; price of k = 15; support of y = 20; funds of y = 20; event_money of e = -6",
        "nr.r41.5",
    ),
    (
        "nowa_reformacja",
        "place_symbol(infrastructure, f) by y",
        "f: field",
        "nr.r66i.3",
    ),
    (
        "nowa_reformacja",
        "orientation(x, society) after play_card(k, z) by x",
        "k: action_card; orientation_needed(k, society) = 6; orientation(x, society) = 6; orientation(z, society) = 6; support of x = 20; hand of x = [k]; colour of k = society; orientation_gain(k, society) = 0; support_needed of k = 21; funds of x = 1; funds of z = 0",
        "nr.r45.9",
    ),
    (
        "nowa_reformacja",
        "investment_profit of f",
        "f: field; owner of f = x; level of f = 2; profit_mark of f = 0",
        "nr.r61.2",
    ),
    ("hegemony", "public_companies_due", "section of fiscal = B", "heg.pol.fiscal.4"),
    ("hegemony", "wage_allowed(1)", "section of labor_market = B", "heg.pol.labor.3"),
    ("hegemony", "5 * price(state, health)", "section of health_policy = A", "heg.pol.health.2"),
    ("new_angeles", "total_output(d4)", "unrest of d4 = strike", "na.36.2"),
    ("new_angeles", "winners", "threat = 25; unused_rival = federalist", "na.67.3.2"),
    ("new_angeles", "over after pay_demand", "round_space = 9; demand_met; threat = 10", "na.45.2.b3"),
    (
        "new_angeles",
        "keep_investment(banking) by p1 after pay_demand",
        "round_space = 9; demand_met; threat = 10",
        "na.45.2.b3",
    ),
    (
        "new_angeles",
        "cards_in_hand(p3) after counteroffer(live_feeds) by p3",
        "active = p1; hand of p3 = 7; counter_box = 2",
        "na.25.4",
    ),
    (
        "new_angeles",
        "present(human_first, d10) after place(prisec, d6)",
        "present(human_first, d6); not present(orgcrime, d6); present(prisec, d9); not present(human_first, d10); not present(prisec, d10); paths of d6 = [d9]",
        "na.34.1",
    ),
    (
        "new_angeles",
        "unrest of d9 after exploit(d9)",
        "unrest of d9 = stable; present(human_first, d9); present(android, d9); not present(outage, d9)",
        "na.12.0",
    ),
]


@pytest.mark.parametrize(("game", "ask", "told", "first"), DECIDED)
def test_what_decides_is_cited_first(game: str, ask: str, told: str, first: str) -> None:
    answer = referee(game).ask(ask, None, Told(told), "en")
    assert answer.citations[0].id == first


def test_a_gap_in_the_rules_is_told_with_the_paragraph_that_is_read() -> None:
    told = Told("present(illness, d4) = yes; threat = 5")
    answer = referee("new_angeles").ask(
        "threat after resolve_massive_reconstruction([], d4, d5) by p1", None, told, "en"
    )
    assert [cited.id for cited in answer.citations[:2]] == ["na.3.0", "na.open.a16"]


def test_what_is_disputed_and_where_else_it_leads_stands_in_the_first_line() -> None:
    told = Told(
        "indicator_level of safe_life = 7; indicator_level of prosperity = 7; indicator_level of church_power = 7"
    )
    said = {lang: referee("nowa_reformacja").ask("game_over", None, told, lang).sentence for lang in ("en", "pl", "uk")}
    assert said["en"] == "Disputed: indicator level that ends the game. By the usual reading: yes; otherwise: no."
    assert "inaczej: nie" in said["pl"] and "інакше: ні" in said["uk"]


def test_what_only_the_print_can_confirm_is_not_said_to_be_unsettled() -> None:
    answer = referee("new_angeles").ask("next_district of d4", None, Told(""), "en")
    assert answer.sentence.startswith("Not confirmed: ")


def test_checks_on_what_was_not_named_do_not_apply() -> None:
    answer = referee("hegemony").ask("event_action(event_civil_unrest, middle_class) by state", None, Told(""), "en")
    shown = {check.text for check in answer.checks if check.result != "not_applicable"}
    assert not any(text.startswith(("No number is named", "No Company is named", "A Policy and")) for text in shown)


def test_a_reading_that_leads_nowhere_else_is_not_noted() -> None:
    told = Told("threat = 8; present(human_first, d10); not present(orgcrime, d10)")
    assert not referee("new_angeles").ask("threat after place(prisec, d10)", None, told, "en").notes

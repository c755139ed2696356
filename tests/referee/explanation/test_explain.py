"""Answers in words: sentences, numbers, questions and citations, in three languages."""

from __future__ import annotations

from grammar.base.records import replace
from kb.library import Game
from referee.answers import Answer, Status, Verdict
from referee.explanation.explain import Explainer
from referee.explanation.headline import first_sentence, states_ban
from referee.notation import tell_text
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.service.rules import Rules
from referee.verdict.ask import ask
from tests.support import games
from tests.support.rules import code_from


def explained(
    game: Game, code: Code, question: str, told: str, actor: str | None = None, edition: str | None = None
) -> Answer:
    situation = read_situation(code, told)
    asked = read_question(code, question, situation, actor)
    return Explainer(game, code).answer(ask(code, asked, situation, viewer=asked.actor), edition)


def test_a_no_says_why_with_its_numbers(harbour: Game, harbour_code: Code) -> None:
    told = "owner of north = red; bank_crates of wine = 5; coins of red = 1"
    no = explained(harbour, harbour_code, "load(wine, 1)", told, "red")
    assert no.verdict is Verdict.NO
    (failed,) = [check for check in no.checks if check.result is Status.FAIL]
    assert failed.numbers == "needs 3, has 1"
    assert no.sentence == "No. Wallet (red) does not cover 1 × price (wine) (needs 3, has 1)."
    assert (no.citations[0].id, no.citations[0].page) == ("har.act.5", "4")


def test_a_sentence_that_forbids_is_told_from_one_that_permits() -> None:
    assert states_ban("An emergency card cannot be played as support.", "en")
    assert states_ban("W Firmie Państwowej można strajkować tylko we czworo.", "pl")
    assert states_ban("Цього ходу ніхто не торгує.", "uk")
    assert not states_ban("Players may trade capital.", "en")
    assert not states_ban("Gracze mogą handlować.", "pl")
    assert not states_ban("Гравці можуть торгувати.", "uk")


def test_a_ban_that_nothing_could_lift_is_no_condition(harbour: Game) -> None:
    code = code_from("kind player: red\naction wave by actor: player\nrule wave forbidden when actor is red")
    no = explained(harbour, code, "wave", "", "red")
    assert no.verdict is Verdict.NO and not [check for check in no.checks if check.result is Status.FAIL]


def test_a_bound_that_is_a_stock_reads_as_what_there_is(harbour: Game) -> None:
    rules = """
kind player: red
fact loans of player: number
define owed(p) = loans of p - 1
action repay(many: number) by actor: player
  requires many <= {}
"""
    figures = {"loans of actor": "needs 3, has 2", "owed(actor)": "needs 3, has 1", "2": "is 3"}
    for bound, said in figures.items():
        no = explained(harbour, code_from(rules.format(bound)), "repay(3)", "loans of red = 2", "red")
        assert [check.numbers for check in no.checks if check.result is Status.FAIL] == [said]


def test_a_question_can_be_answered_with_what_it_offers(harbour: Game, harbour_code: Code) -> None:
    found = explained(harbour, harbour_code, "lease(north)", "owner of north = none; coins of red = 9", "red")
    told = "owner of north = none; coins of red = 9"
    for _ in range(5):
        if found.verdict is not Verdict.DEPENDS:
            break
        told += f"; {found.needs[0].fact} = none"
        found = explained(harbour, harbour_code, "lease(north)", told, "red")
    assert found.verdict is Verdict.YES


def test_up_to_eight_facts_are_wanted(harbour: Game) -> None:
    facts = "".join(f"fact part_{number}: flag\n" for number in range(9))
    code = code_from(facts + "define whole = " + " and ".join(f"part_{number}" for number in range(9)))
    assert len(explained(harbour, code, "whole", "").needs) == 8


def test_pages_follow_the_edition(harbour: Game, harbour_code: Code) -> None:
    told = "deck = [gale]; owner of middle = red; spent_pile = []"
    pages = {}
    for edition in ("print1", "print2"):
        found = explained(harbour, harbour_code, "owner of middle after turn_weather", told, edition=edition)
        pages[edition] = {cite.id: cite.page for cite in found.citations}["har.wea.3"]
    assert pages == {"print1": "5", "print2": "6"}


def test_small_words() -> None:
    assert tell_text(("wage", ("shop",))) == "wage of shop"
    assert tell_text(("stored", ("a", "b"))) == "stored(a, b)"
    assert first_sentence("This is one. Two.") == "This is one."
    assert first_sentence("See [[x|this]] *now*. More.") == "See this now."
    assert first_sentence("**Immediate Vote.** The proposer may call one. More.") == "The proposer may call one."
    assert first_sentence("Step 3. The cards are shuffled. More.") == "The cards are shuffled."
    assert first_sentence("“Mr. Li” loses a coin. More.") == "“Mr. Li” loses a coin."
    assert first_sentence("Public Companies.") == "Public Companies."
    assert first_sentence("| row | price |\n|---|---|\n| 1 | 5 |") == ""
    assert first_sentence("Who sells what to whom:\n| a | b |") == "Who sells what to whom."
    assert first_sentence("W 4. rundzie nikt nie płaci. Potem tak.") == "W 4. rundzie nikt nie płaci."


def test_what_an_explainer_remembers_is_bounded_by_the_game(harbour: Game, harbour_code: Code) -> None:
    told = "owner of north = none; coins of red = 9; coins of blue = 1"
    explainer, remembered = Explainer(harbour, harbour_code), set()
    for question, actor in (("lease(north)", "red"), ("lease(north)", "blue"), ("lease(south)", "green")):
        situation = read_situation(harbour_code, told)
        asked = read_question(harbour_code, question, situation, actor)
        explainer.answer(ask(harbour_code, asked, situation, viewer=actor))
        remembered.add(len(explainer._texts))
    assert len(remembered) == 1  # one text a check, whoever asks about whatever
    assert set(explainer.words._alone) <= {*harbour.prose.words, *harbour.prose.terms}


def test_an_unknown_language_is_read_as_english(harbour: Game, harbour_code: Code) -> None:
    assert Explainer(harbour, harbour_code, "tlh").lang == "en"
    rules = Rules(harbour)
    assert rules.explainer("tlh") is rules.explainer("en") and rules.explainer("pl") is not rules.explainer("en")


def test_a_citation_stands_for_the_one_at_hand(harbour: Game, harbour_code: Code) -> None:
    again = replace(harbour.prose.paragraphs["har.act.2"], id="har.faq.2", section="har.faq", restates=("har.act.2",))
    prose = replace(harbour.prose, paragraphs={**harbour.prose.paragraphs, "har.faq.2": again})
    explainer = Explainer(replace(harbour, prose=prose), harbour_code)
    for near in ("har.faq.2", "har.faq"):
        cite = explainer.cited.one("har.act.2", near=near)
        assert (cite.id, cite.restates) == ("har.faq.2", "har.act.2")
    assert explainer.cited.one("har.faq.2").restates == ""  # what is remembered stays as it was
    assert explainer.cited.one("har.act.2").id == "har.act.2"


def test_a_start_that_setting_up_still_changes_is_said_to_come_before_it(harbour: Game) -> None:
    code = code_from(
        "roles p: a, b\nfact coins of p: 0..9\nfact till: 0..9\nstart coins of x = 0\nstart till = 3\n"
        "procedure setup: for x in p: raise coins of x by 2 end end"
    )
    assert (
        explained(harbour, code, "start of coins of a", "").sentence
        == "0, before what setting up may do to it (what it is then: `… after setup`)."
    )
    assert explained(harbour, code, "start of till", "").sentence == "3."


def test_a_game_that_is_over_by_what_is_assumed_is_not_silently_played_on(harbour: Game) -> None:
    code = code_from(
        "roles p: a, b\nfact coins of p: 0..9\nfact late: flag assumed yes\nends when late and coins of a > 5\n"
        "action rest by actor: p\nphase day\nstep turns in day each x in p: x must 1 rest"
    )

    def noted(given: str) -> list[str]:
        return [check.text for check in explained(harbour, code, "rest by a", given).checks if "not over" in check.text]

    assert noted("coins of a = 5") == []
    (text,) = noted("coins of a = 6")
    assert "by what is told and what is taken for granted it would be" in text


def test_a_procedure_that_is_asked_for_is_said_to_be_done_and_cited(harbour: Game, harbour_code: Code) -> None:
    name, cited = next(iter(harbour_code.program.procedures.items()))
    answer = explained(harbour, harbour_code, name, "")
    assert answer.sentence.endswith(f"FACT after {name}.") and answer.citations[0].id == cited.paragraph


def asked(game: str, lang: str, question: str, actor: str | None = None, given: str = "") -> Answer:
    code = games.code(game)
    situation = read_situation(code, given)
    read = read_question(code, question, situation, actor)
    return Explainer(games.game(game), code, lang).answer(ask(code, read, situation, viewer=read.actor))


def test_a_no_says_what_is_not_so_before_any_rule_about_it() -> None:
    """The rule beside a check is often about something else: what is so, is the reason."""
    passed = asked("nowa_reformacja", "en", "buy_card", actor="x", given="passed of x = yes; funds of x = 40")
    assert passed.sentence == "No. Player X has passed."
    strangers = asked("new_angeles", "pl", "draw_typed(labor)", actor="p2", given="active = p1")
    assert strangers.sentence == "Nie. Gracz 2 (B) nie jest aktywnym graczem."


def test_a_figure_of_the_check_does_not_stand_behind_a_rule_that_has_none() -> None:
    given = "influence of state = 0; media_influence = 3"
    question = "event_action(event_unfair_representation, working_class)"
    no = asked("hegemony", "pl", question, actor="state", given=given)
    failed = [check for check in no.checks if check.result is Status.FAIL]
    assert "jest: 0" not in [check.numbers for check in failed]  # that there is none, the sentence says
    assert no.sentence.startswith("Nie. Państwo bez Wpływów Osobistych nie może") and "(" not in no.sentence


def test_a_value_begins_with_a_capital_like_any_sentence() -> None:
    shown = asked("nowa_reformacja", "pl", "orientation_taker(x, none)")
    assert (shown.sentence, shown.shown) == ("Gracz X.", "gracz X")


def test_what_lacks_or_lies_elsewhere_is_said_in_the_words_of_the_game() -> None:
    """Costs, orders and choices among several have a contrary too: nobody reads of an unmet condition."""
    told = "influence of capitalist_class = 0; turns_taken of capitalist_class = 0"
    poor = asked("hegemony", "pl", "lobby", "capitalist_class", f"{told}; revenue = 3; capital = 4")
    assert poor.sentence == "Nie. Pieniądze Klasy Kapitalistów nie pokrywają kosztu Lobbingu (potrzeba 30, jest 7)."
    island = asked("hegemony", "pl", "card_buy_private_island", "capitalist_class", f"{told}; revenue = 3; capital = 4")
    assert island.sentence == "Nie. Klasa Kapitalistów ma mniej niż 50¥ (potrzeba 50, jest 7)."
    elsewhere = asked("hegemony", "uk", "card_business_grants", "capitalist_class", "section of fiscal = C")
    assert elsewhere.sentence == "Ні. Закон «Про фіскальну політику» не перебуває в секторі А чи Б."


def test_who_may_not_act_is_told_who_does_and_no_other_check() -> None:
    """The words of the first check of a paragraph are not those of the one who takes the action."""
    strange = asked("hegemony", "pl", "strike([clinic])", "capitalist_class")
    assert strange.sentence == "Nie. Tę akcję wykonuje Klasa Robotnicza, a nie Klasa Kapitalistów."
    several = asked("hegemony", "pl", "adjust_wages({clinic: 3})", "working_class")
    assert several.sentence.startswith("Nie. Tę akcję wykonują Klasa Kapitalistów, Klasa Średnia i Państwo, a nie")


def test_figures_that_say_again_that_there_is_none_are_left_out() -> None:
    taken = "; ".join(
        f"extra_storage(middle_class, {each}) = yes" for each in ("food", "luxury", "health", "education")
    )
    told = f"{taken}; extra_storage(capitalist_class, food) = yes; extra_storage(capitalist_class, luxury) = yes"
    no = asked("hegemony", "pl", "buy_storage(health)", "capitalist_class", f"{told}; revenue = 40")
    assert no.sentence == "Nie. Nie ma już płytki Magazynu."


def test_what_a_card_tells_to_do_is_no_reason() -> None:
    told = "policies_with_bills = 3; section of fiscal = B; bill of fiscal = working_class"
    no = asked("hegemony", "pl", "card_emergency_state(fiscal, A)", "state", told)
    assert no.sentence == "Nie. Jest Ustawa dotycząca Polityki Finansowej."


def test_an_argument_that_is_not_told_is_asked_for_by_its_name_and_left_open_in_checks() -> None:
    build = asked("hegemony", "pl", "build_company", "capitalist_class")
    assert "Firmę … można wybrać do założenia" in [check.text for check in build.checks]
    assert (build.needs[0].question, build.needs[0].label) == ("Podaj Firmę.", "Firma")
    strike = asked("hegemony", "uk", "strike", "working_class")
    assert (strike.sentence, strike.needs[0].question) == ("Це залежить від компаній.", "Назвіть компанії.")
    union = asked("hegemony", "pl", "join_union(healthcare)", "working_class")
    assert [need.question for need in union.needs if "source" in need.fact] in ([], ["Skąd?"])


def test_more_than_so_much_is_said_in_the_words_of_the_game() -> None:
    derived = asked(
        "hegemony", "pl", "state_repays_loan", given="players = 2; loans of state = 1; treasury = 50"
    ).derivation
    assert derived is not None
    assert derived.parts[0].text == "w Skarbie Państwa jest więcej niż 50¥"

"""Cards of a game folder: read, checked, lowered to rules, played; and every card of the corpus has its cases."""

from __future__ import annotations

import random
import time
from functools import cache
from pathlib import Path

import pytest

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.cards.english import English
from grammar.cards.parse import function_words, parse_body
from grammar.rules.parse import parse_rules
from grammar.rules.unparse import expression, rules
from kb.cards.language.dictionary import CardWords
from kb.cards.lowering.lower import lower
from kb.cards.lowering.scene import CardFault
from kb.cases import cases_of
from kb.library import Game, compile_game
from referee.errors import RefereeError
from referee.play.progress import apply_move
from referee.questions.question import read_question, read_situation
from referee.runs.ahead.game import code_of
from tests.support import games
from tests.support.cards import mutated
from tests.support.small import MANIFEST
from web.cards.meaning import check_cards

VOCABULARY = """
currency = "$"

[kind.luck]
en = "luck card"
as = "lucky"
pl = "karta losu"
uk = "карта долі"

[role.red]
en = "red player"
kinds = ["player"]

[role.blue]
en = "blue player"
kinds = ["player"]

[noun.player]
en = "player | players"
type = "player"
param = "who"
other = "{x} is not {me}"
kinds = ["role"]

[noun.ship]
en = "ship | ships"
type = "ship"
param = "s"
your = "owner of {x} is {me}"

[noun.crate]
en = "crate | crates"

[adj.full]
en = "full"
test = "load of {x} is 3"

[qual.here]
en = "in port"
test = "in_port of {x}"

[rel.of_owner]
en = "owned by"
test = "owner of {x} is {y}"

[measure.fame]
en = "fame"
is = "fame of {of}"

[done.moved]
en = "moved"

[tag.toll]
en = "toll"

[label.bonus]
en = "bonus"
guard = "bonus_on"

[flag.storm]
en = "storm"
is = "stormy"

[verb.gain]
en = "gain | gains"

[verb.pay]
en = "pay | pays"

[verb.sail]
en = "sail | sails"

[verb.choose]
en = "choose | chooses"

[[count]]
noun = "crate"
with = []
is = "crates"
"""

FRAMES = """
[[frame]]
verb = "gain"
obj = "money"
rule = "effect raise coins of {subject} by {n}"

[[frame]]
verb = "pay"
obj = "money"
subject = "you"
takes = ["to:role?"]
rule = "cost {n} from coins of {subject}"

[[frame]]
verb = "pay"
obj = "money"
subject = "other"
takes = ["to:role"]
rule = "effect move up to {n} from coins of {subject} to coins of {to}"

[[frame]]
verb = "sail"
obj = "ship"
rule = "effect do sail({obj})"
done = { moved = "1" }

[[frame]]
verb = "choose"
obj = "ship/player"
own_n = true
rule = ""

[tag.toll]
verb = ["sail"]
rule = "rule sail allowed when via is {card} overrides #toy.a.2"
"""

RULES = """# Sailing {#toy.moving p=3}

## Ships {#toy.a p=4}

Two players have ships and coins. {#toy.a.1}

```rule
roles player: red, blue
kind ship: tern, gull
kind luck_name: card_wind, card_gift, card_toll, card_pick, card_bonus, card_each
fact coins of player: 0..99
fact owner of ship: player
fact load of ship: 0..3
fact in_port of ship: flag
fact fame of player: 0..9
fact crates: number
fact stormy: flag assumed no
fact bonus_on: flag assumed no
class lucky
action sail(x: ship) by actor: player
  requires owner of x is actor
  effect set in_port of x = no
```

Whoever sails needs a coin. {#toy.a.2}

```rule
rule sail requires coins of actor >= 1
```
"""

CARDS = """# Luck {#toy.luck kind=luck of=red}

## Wind {#toy.luck.wind copies=2}

```card
Needs storm.
Sail your full ship, then gain 2 per 3 crates.
```

## Gift {#toy.luck.gift of=red,blue}

```card
Choose one: gain 5; or pay 2 and another player pays 3 to you.
```
"""


def toy(folder: Path, cards: str, frames: str = FRAMES, vocabulary: str = VOCABULARY) -> Game:
    home = folder / "corpus" / "toy"
    (home / "rules").mkdir(parents=True)
    (home / "cards").mkdir()
    (home / "game.toml").write_text(MANIFEST, "utf-8")
    (home / "terms.toml").write_text("", "utf-8")
    (home / "rules" / "01.md").write_text(RULES, "utf-8")
    (home / "cards" / "vocabulary.toml").write_text(vocabulary, "utf-8")
    (home / "cards" / "frames.toml").write_text(frames, "utf-8")
    (home / "cards" / "luck.md").write_text(cards, "utf-8")
    return compile_game(home)


def card(text: str, title: str = "Pick") -> str:
    return (
        f"# Luck {{#toy.luck kind=luck of=red}}\n\n## {title} {{#toy.luck.{title.lower()}}}\n\n```card\n{text}\n```\n"
    )


def faults(game: Game) -> list[str]:
    return [
        f"{p.code} {p.place.line}:{p.place.column} {p.message} {p.cure}"
        for p in game.problems
        if p.code.startswith("CARD") and p.severity == "error"
    ]


def test_a_card_becomes_an_action_cited_to_its_paragraph(tmp_path: Path) -> None:
    text = CARDS.replace("; or pay 2 and another player pays 3 to you", "; or pay 2 and gain 9")
    game = toy(tmp_path, text)
    assert faults(game) == []
    wind = game.cards[0]
    assert (wind.title, wind.copies, wind.action, wind.written, wind.roles) == ("Wind", 2, "card_wind", "own", ("red",))
    assert wind.rule.splitlines() == [
        "card card_wind(s: ship) by actor in [red] as lucky",
        "  requires stormy",
        "  requires owner of s is actor",
        "  requires load of s is 3",
        "  effect do sail(s)",
        "  effect raise coins of actor by 2 * (crates / 3 down)",
    ]
    info = game.program.actions["card_wind"]
    assert info.paragraph == "toy.luck.wind.text"
    assert game.paragraph("toy.luck.wind.text") is not None
    assert game.program.actions["card_gift"].node.params[0].name == "choice"


def test_a_card_is_played_and_refused(tmp_path: Path) -> None:
    game = toy(tmp_path, CARDS.replace("; or pay 2 and another player pays 3 to you", "; or pay 2 and gain 9"))
    code = code_of(game)
    told = "stormy; owner of tern = red; load of tern = 3; in_port of tern; coins of red = 1; crates = 7"
    state = read_situation(code, told).state
    played = apply_move(code, state, "card_wind", {"s": "tern"}, "red")
    assert played.state.facts["coins"]["red"] == 5
    before = repr(state)
    with pytest.raises(RefereeError):
        apply_move(code, read_situation(code, told.replace("= 3", "= 2")).state, "card_wind", {"s": "tern"}, "red")
    assert repr(state) == before


def test_a_tag_lifts_the_clause_it_names(tmp_path: Path) -> None:
    game = toy(tmp_path, card("Sail your ship without toll.", "Toll"))
    assert faults(game) == []
    code = code_of(game)
    state = read_situation(code, "owner of tern = red; coins of red = 0; in_port of tern").state
    assert apply_move(code, state, "card_toll", {"s": "tern"}, "red") is not None
    with pytest.raises(RefereeError):
        apply_move(code, state, "sail", {"x": "tern"}, "red")


WRONG = [
    ("Gain 5 to the blue player.", "“gain” has no frame for money with “to”", "Known: gain money"),
    ("Sail it.", "“it” has nothing to stand for", "Name it first"),
    ("Gain 2 per ship moved.", "nothing was moved before", "Known so far"),
    ("Gain 1 per full crate.", "nothing says how to count", "[[count]]"),
    ("Pay 1 without toll.", "has no clause labelled “toll”", ""),
    ("Choose a ship and choose another ship. Sail it.", "“it” may stand for s or s_2", ""),
    ("Choose another ship.", "has none before it", "Name the first"),
    ("Choose a ship and choose a full ship. Sail it.", "“it” may stand for s or s_2", "Name it instead"),
]


@pytest.mark.parametrize(("text", "message", "cure"), WRONG)
def test_what_cannot_be_carried_out_is_told(tmp_path: Path, text: str, message: str, cure: str) -> None:
    found = faults(toy(tmp_path, card(text)))
    assert found
    assert "CARD-MEANING" in found[0] and message in found[0] and cure in found[0]


def test_a_syntax_fault_is_told_at_its_word(tmp_path: Path) -> None:
    (found,) = faults(toy(tmp_path, card("Gain 5.\nSail your shp.")))
    assert found.startswith("CARD-SYNTAX 7:11") and "Did you mean “ship”?" in found


def test_a_rule_block_or_another_action_may_carry_a_card_out(tmp_path: Path) -> None:
    text = (
        card("Sail your ship.")
        + "\n```rule\ncard card_pick by actor in [red] as lucky\n  effect raise coins of actor by 1\n```\n"
    )
    game = toy(tmp_path, text + "\n## Other {#toy.luck.other as=sail}\n\n```card\nSail your ship.\n```\n")
    assert faults(game) == []
    assert [entry.written for entry in game.cards] == ["rule", "elsewhere"]
    game = toy(tmp_path / "b", card("Sail your ship.").replace("pick}", "pick as=sial}"))
    assert "there is no action or member “sial”" in faults(game)[0]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('verb = "gain"', 'verb = "gian"', "CARD-FRAME 3:1"),
        ("own_n", "own_m", "CARD-FRAME 30:1"),
        ('rule = "cost {n}', 'rule = "cots {n}', "CARD-FRAME 12:1"),
        ('done = { moved = "1" }', 'done = { moved = "1 +" }', "CARD-FRAME 25:1"),
        ('rule = "rule sail', 'rule = "rlue sail', "CARD-FRAME 35:1"),
    ],
)
def test_faulty_frames_are_told_where_they_stand_whatever_the_cards_say(
    tmp_path: Path, old: str, new: str, code: str
) -> None:
    assert FRAMES.count(old) == 1 or old.startswith("verb")
    assert any(code in fault for fault in faults(toy(tmp_path, card("Gain 1."), FRAMES.replace(old, new))))


def test_a_fault_behind_a_hole_names_it_as_it_was_written(tmp_path: Path) -> None:
    found = faults(toy(tmp_path, card("Gain 1."), FRAMES.replace("effect do sail({obj})", "effect do sail {obj}")))
    assert found and "“{obj}” cannot stand here" in found[0]


def test_a_card_that_needs_a_faulty_frame_is_told_which(tmp_path: Path) -> None:
    found = faults(toy(tmp_path, card("Pay 1."), FRAMES.replace('rule = "cost {n}', 'rule = "cots {n}')))
    assert any("CARD-MEANING" in fault and "Mend the frame in line 7 of frames.toml" in fault for fault in found)


def rule_of(folder: Path, text: str, frames: str = FRAMES) -> list[str]:
    game = toy(folder, card(text), frames)
    assert faults(game) == []
    return game.cards[0].rule.splitlines()


def test_what_is_done_again_knows_what_was_chosen_before(tmp_path: Path) -> None:
    frames = FRAMES.replace('done = { moved = "1" }', 'repeat = true\nagain = "forbidden when {obj} in [{obj_before}]"')
    assert rule_of(tmp_path, "Sail 3 ships.", frames) == [
        "card card_pick(s: ship, s_2: ship, s_3: ship) by actor in [red] as lucky",
        "  effect do sail(s)",
        "  forbidden when s_2 in [s]",
        "  effect do sail(s_2)",
        "  forbidden when s_3 in [s, s_2]",
        "  effect do sail(s_3)",
    ]


def test_options_that_ask_for_the_same_ask_once(tmp_path: Path) -> None:
    assert rule_of(tmp_path / "a", "Choose one: sail your ship; or sail a full ship.") == [
        "card card_pick(choice: 1..2, s: ship) by actor in [red] as lucky",
        "  requires owner of s is actor when choice is 1",
        "  effect if choice is 1 then do sail(s) end",
        "  requires load of s is 3 when choice is 2",
        "  effect if choice is 2 then do sail(s) end",
    ]
    rule = rule_of(tmp_path / "b", "Choose one: sail a ship; or gain 5; or sail a full ship.")
    assert rule[0] == "card card_pick(choice: 1..3, s: ship or none = none) by actor in [red] as lucky"
    assert rule[-1] == "  requires s is none when not (choice is 1 or choice is 3)"


def test_what_one_option_changes_is_as_ever_in_the_other(tmp_path: Path) -> None:
    game = toy(tmp_path, card("Choose one: sail your ship without toll; or sail your ship."))
    assert faults(game) == []
    assert game.ways() == {"card_pick_way_1"}
    code = code_of(game)
    state = read_situation(code, "owner of tern = red; coins of red = 0; in_port of tern").state
    assert apply_move(code, state, "card_pick", {"choice": 1, "s": "tern"}, "red") is not None
    with pytest.raises(RefereeError):
        apply_move(code, state, "card_pick", {"choice": 2, "s": "tern"}, "red")


def test_a_frame_may_ask_for_a_limit_or_for_one_role(tmp_path: Path) -> None:
    at_most = """[[frame]]
verb = "gain"
obj = "crate"
takes = ["at_most"]
own_n = true
rule = "effect raise crates by {limit}"

[[frame]]
verb = "gain"
obj = "crate"
rule = "effect raise crates by {n}"
"""
    assert rule_of(tmp_path / "a", "Gain a crate, at most twice fame.", FRAMES + at_most)[1:] == [
        "  effect raise crates by 2 * fame of actor"
    ]
    assert rule_of(tmp_path / "b", "Gain 2 crates.", FRAMES + at_most)[1:] == ["  effect raise crates by 2"]
    to_blue = FRAMES.replace('takes = ["to:role?"]', 'takes = ["to:blue"]')
    assert rule_of(tmp_path / "c", "Pay 2 to the blue player.", to_blue)[1:] == [
        "  cost 2 from coins of actor to nowhere"
    ]
    (fault,) = faults(toy(tmp_path / "d", card("Pay 2 to the red player."), to_blue))
    assert "“pay” has no frame for money with “to”" in fault


@pytest.mark.parametrize(("named", "known"), [("toy.luck.wind.text", True), ("toy.luck.wnd.text", False)])
def test_a_paragraph_may_name_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, known: bool) -> None:
    monkeypatch.setitem(globals(), "RULES", RULES.replace("{#toy.a.2}", f"{{#toy.a.2 see={named}}}"))
    game = toy(tmp_path, CARDS)
    assert ("REF-UNKNOWN" in {problem.code for problem in game.problems}) is not known


def test_a_faulty_vocabulary_is_told(tmp_path: Path) -> None:
    (fault,) = faults(toy(tmp_path / "a", CARDS, vocabulary=VOCABULARY.replace('en = "toll"', 'en = "per"')))
    assert "CARD-WORD" in fault and "itself" in fault
    (fault,) = faults(
        toy(tmp_path / "b", card("Gain 1."), vocabulary=VOCABULARY.replace("load of {x} is 3", "load of {x} is is 3"))
    )
    assert "CARD-WORD 36:1" in fault and "“test” of adj.full is no rule" in fault
    (fault,) = faults(
        toy(tmp_path / "c", card("Gain 1."), vocabulary=VOCABULARY.replace('is = "crates"', 'is = "crates of"'))
    )
    assert "CARD-WORD 79:1" in fault and "“is” of count is no rule" in fault


def test_what_stands_in_a_hole_must_fit_it(tmp_path: Path) -> None:
    frames = FRAMES.replace('rule = "effect do sail({obj})"', 'rule = "effect do sail({obj})\\neffect do {n}({obj})"')
    (fault,) = faults(toy(tmp_path / "a", card("Sail your ship."), frames))
    assert "CARD-MEANING 6:1" in fault and "{n} must be a name here, not 1" in fault
    frames = FRAMES.replace('rule = "effect do sail({obj})"', 'rule = "effect do sail({obj}, {wind})"')
    (fault,) = faults(toy(tmp_path / "b", card("Sail your ship."), frames))
    assert "nothing on the card says what {wind} is" in fault


# ---- the corpus ----------------------------------------------------------------------------------------------------


@cache
def corpus() -> Game:
    return games.game("hegemony")


def card_words() -> CardWords:
    found = corpus().card_words
    assert found is not None
    return found


def test_all_cards_of_the_corpus_are_there_and_can_be_played() -> None:
    cards = [entry for entry in corpus().cards if entry.kind == "action"]
    assert len(cards) == 115
    assert sum(entry.copies for entry in cards) == 168
    assert len([entry for entry in corpus().cards if entry.kind == "event"]) == 25
    program = corpus().program
    assert [e.id for e in cards if e.action not in program.actions] == []
    assert faults(corpus()) == []


def test_every_card_of_the_corpus_has_a_case_that_plays_it() -> None:
    done = [doing.call for case in cases_of(corpus())[0] for doing in case.node.doings]
    played = {call.name for call in done}
    cards = {entry.action for entry in corpus().cards if entry.kind == "action"}
    assert sorted(cards - played) == []
    events = {expression(call.args[0]) for call in done if call.name == "event_action"}
    assert sorted({entry.action for entry in corpus().cards if entry.kind == "event"} - events) == []


def test_every_card_with_a_requirement_has_a_case_that_refuses_it() -> None:
    refused = {
        getattr(case.node.asking.body, "name", getattr(case.node.asking.body, "id", ""))
        for case in cases_of(corpus())[0]
        if case.node.asking is not None and case.node.expected == n.Expected("", n.Truth(False), None, ())
    }
    needing = {
        entry.action for entry in corpus().cards
        if entry.kind == "action" and English(card_words().vocabulary).body(entry.parts).startswith("Needs")
    }  # fmt: skip
    assert sorted(needing - refused) == []


OWN = [
    ("capitalist_class", "Propose 3 bills without adjacency."),
    ("capitalist_class", "Pay 5 and propose 2 bills."),
    (
        "middle_class",
        "Sell up to 4 food to the state for 7 each. Reward: raise legitimacy of the middle class by 1 per 2 food sold.",
    ),
    (
        "capitalist_class",
        "Turn up 3 export cards from the export deck. Replace the current export card with 1 of them.",
    ),
    (
        "capitalist_class",
        "Pay 3 and staff your non-operational company with workers from the supply. Take 2 from the state per worker assigned.",
    ),
    ("capitalist_class", "Build a company for 6 less."),
    ("middle_class", "Search the company deck and build a company from the company deck for 3 more."),
    ("middle_class", "Perform a purchase from 3 sources, at most 2 plus Population."),
    ("middle_class", "Assign up to 2 unemployed working-class workers to your companies. Gain 4 per worker assigned."),
    ("capitalist_class", "Choose your company. Set wage level of it to value 2."),
]


@pytest.mark.parametrize(("role", "text"), OWN)
def test_the_verbs_of_the_corpus_serve_cards_of_your_own(role: str, text: str) -> None:
    words = card_words()
    lowered = lower(words, "card_own", (role,), "action", parse_body(text, words.vocabulary))
    assert "effect" in rules(lowered.statements)


def test_a_condition_reads_as_a_sentence_in_every_language() -> None:
    paragraph = corpus().paragraph("heg.card.mc.growing_business.text")
    assert paragraph is not None
    assert "jeśli produkuje ten zasób" in paragraph.text["pl"]
    assert "якщо вона виробляє цей ресурс" in paragraph.text["uk"]


def test_what_a_card_became_is_a_rule_again() -> None:
    for entry in corpus().cards:
        if entry.rule:
            assert rules(parse_rules(entry.rule)) == entry.rule


def test_mutated_cards_are_lowered_or_refused() -> None:
    rng = random.Random(7)
    words = card_words()
    english = English(words.vocabulary)
    pool = [*words.vocabulary.phrases, *function_words(), "1", "3", "12"]
    lowered = 0
    for _ in range(500):
        entry = rng.choice(corpus().cards)
        text = mutated(rng, english.body(entry.parts), pool)
        try:
            parts = parse_body(text, words.vocabulary)
            result = lower(words, "card_fuzz", entry.roles, entry.kind, parts)
        except (SyntaxProblemError, CardFault) as fault:
            assert str(fault)
            continue
        lowered += 1
        assert parse_rules(rules(result.statements))
    assert lowered > 5


def test_cards_of_your_own_are_checked_and_never_run() -> None:
    found = check_cards(corpus(), 'action card "Mine" of working class, 1 copy.\n  Gain 5 and gain 2 VP.\n')
    assert (
        found[0]["errors"] == []
        and "raise vp of actor by 2" in found[0]["rule"]
        and set(found[0]["text"]) == {"en", "pl", "uk"}
    )
    found = check_cards(
        corpus(), 'action card "A" of state.\n  Gain 5 for company.\naction card "B" of state.\n  Gani 5.\n'
    )
    assert [error["line"] for item in found for error in item["errors"]] == [2, 4]
    found = check_cards(corpus(), "Gain 5.\nGain 7 VP")
    assert found[0]["errors"][0]["line"] == 2
    found = check_cards(corpus(), "# X {#a}\n\n## T {#a.b copies=1}\n\n```card\nGain 5.\nGain 3 bils.\n```\n")
    assert (found[0]["title"], found[0]["errors"][0]["line"]) == ("T", 7)
    with pytest.raises(RefereeError, match="characters"):
        check_cards(corpus(), "x" * 50_000)


def test_a_hostile_card_gets_an_error_and_no_hang() -> None:
    words = card_words()
    nasty = (
        "Sell 1 luxury to the foreign market for 1 each. "
        + "You may sell 1 luxury to the foreign market for 1 each per luxury sold. " * 25
    )
    many = (
        "Sell 1 luxury to the foreign market for 1 each. "
        + "You may sell 2 luxury to the foreign market for 1 each per luxury sold. " * 25
    )
    started = time.monotonic()
    for text in (nasty, many, "Propose 999 bills.", "Build 50 companies.", "Gain 99999999999999999999 VP."):
        try:
            lower(words, "card_x", ("capitalist_class",), "action", parse_body(text, words.vocabulary))
        except (CardFault, SyntaxProblemError) as fault:
            assert str(fault)
    assert time.monotonic() - started < 30


def test_a_card_answers_with_its_paragraph() -> None:
    code = code_of(corpus())
    situation = read_situation(code, "money of working_class = 15")
    assert read_question(code, "card_affordable_housing(1)", situation, "working_class").action is not None


def test_a_word_whose_name_has_no_forms_is_told(tmp_path: Path) -> None:
    game = toy(tmp_path, CARDS, vocabulary=VOCABULARY + '\n[noun.barge]\nen = "barge | barges"\npl = "barka"\n')
    (found,) = [problem for problem in game.problems if problem.code == "CARD-NAME"]
    assert found.message == "“barka” has no forms in 'pl'." and found.place.line > 1

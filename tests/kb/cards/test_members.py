"""Cards that are data of the game: their sentences become statements about the member, and one action carries them all out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from grammar.rules.parse import parse_rules
from kb.library import Game, compile_game
from kb.rules.program import Cited, extended
from referee.play.progress import apply_move
from referee.questions.question import read_question, read_situation
from referee.runs.ahead.game import code_of
from referee.verdict.ask import ask
from tests.support import games
from tests.support.small import MANIFEST
from web.cards.craft import craft
from web.cards.meaning import check_cards

VOCABULARY = """
currency = "$"

[kind.omen]
en = "omen card"
member = "omen"
action = "face"
this = "o"
needs = { harm = "what harm it does" }
called = { money = "money", crate = "crates" }
choices.who = { of = ["player"], among = "player", narrowed = "adds 1 to ways(o, who)" }
choices.n = { of = ["number"] }

[kind.luck]
en = "luck card"

[role.red]
en = "red player"
kinds = ["player"]

[role.blue]
en = "blue player"
kinds = ["player"]

[noun.player]
en = "player | players"
type = "player"
kinds = ["role"]

[noun.fame]
en = "fame"
owned_by = ["player"]

[noun.crate]
en = "crate | crates"
kinds = ["ware"]

[noun.salt]
en = "salt"
is = "salt"
kinds = ["ware"]

[label.reward]
en = "reward"

[label.ignored]
en = "if ignored"
apart = true

[done.paid]
en = "paid"

[measure.ships]
en = "fleet"
is = "fleet of {of}"

[flag.storm]
en = "storm"
is = "stormy"

[verb.pay]
en = "pay | pays"

[verb.give]
en = "give | gives"

[verb.raise]
en = "raise | raises"

[verb.lower]
en = "lower | lowers"
"""

FRAMES = """
[[frame]]
verb = "pay"
obj = "money"
rule = "cost {n} from coins of {subject}"

[[frame]]
kind = "omen"
verb = "pay"
obj = "money/crate"
free = true
also = "define task(o) = paying\\ndefine payable(o, n) = n in {n_among}"
done = { paid = "n" }

[[frame]]
kind = "omen"
verb = "pay"
obj = "money"
also = "adds {n} to fee(o)"
alone = "define task(o) = fined"

[[frame]]
kind = "omen"
verb = "give"
obj = "ware_together"
takes = ["to:player"]
only = { who = "who in {to_among}" }
also = "define task(o) = giving\\nadds {n} to mixed_gift(o, who)\\nadds 1 to in_mix(o, x) when x in [{obj}]"

[[frame]]
kind = "omen"
verb = "give"
obj = "money/ware"
takes = ["to:player"]
only = { who = "who in {to_among}" }
also = "define task(o) = giving\\nadds {n} to gift(o, who, x) when x is {obj}"

[[frame]]
kind = "omen"
verb = "raise"
obj = "fame"
takes = ["by"]
only = { who = "who in {owner_among}" }
also = "adds {by} to glory(o, who, n)"

[[frame]]
kind = "omen"
under = "ignored"
verb = "lower"
obj = "fame"
takes = ["by"]
also = "define harm(o) = {by}\\ndefine harmed(o) = {owner_among}\\ndefine harmed_by_choice(o) = {owner_left}"
"""

RULES = """# Omens {#toy.moving p=3}

## Omens {#toy.a p=4}

Omens are faced by the players. {#toy.a.1}

```rule
roles player: red, blue
kind omen: omen_gale, omen_calm
kind sort: paying, giving, fined
kind ware: money, crates, salt
fact coins of player: 0..99
fact fame of player: 0..9
fact fleet of player: 0..9
fact stormy: flag assumed no
adds 0 to fee(o)
action face(o: omen, who: player or none = none, n: number = 0) by actor: player
  requires payable(o, n) when task(o) is paying
  requires who is none or ways(o, who) > 0
  cost n + fee(o) from coins of actor
  effect if who is not none then raise fame of who by glory(o, who, n) end
```
"""


def toy(folder: Path, text: str, *, kind: str = "omen", name: str = "name=omen_gale") -> Game:
    home = folder / "corpus" / "toy"
    (home / "rules").mkdir(parents=True)
    (home / "cards").mkdir()
    (home / "game.toml").write_text(MANIFEST, "utf-8")
    (home / "terms.toml").write_text("", "utf-8")
    (home / "rules" / "01.md").write_text(RULES, "utf-8")
    (home / "cards" / "vocabulary.toml").write_text(VOCABULARY, "utf-8")
    (home / "cards" / "frames.toml").write_text(FRAMES, "utf-8")
    cards = f"# Omens {{#toy.o kind={kind} of=red}}\n\n## Gale {{#toy.o.gale {name}}}\n\n```card\n{text}\n```\n"
    (home / "cards" / "omens.md").write_text(cards, "utf-8")
    return compile_game(home)


def faults(game: Game) -> list[str]:
    return [f"{p.message} {p.cure}" for p in game.problems if p.code.startswith("CARD") and p.severity == "error"]


IGNORED = "\nIf ignored: lower fame of any 2 players by 1."


def rule(folder: Path, text: str) -> list[str]:
    game = toy(folder, text + IGNORED)
    assert faults(game) == []
    return [line.strip() for line in game.cards[0].rule.splitlines() if "harm" not in line]


def test_sentences_become_statements_about_the_member(tmp_path: Path) -> None:
    game = toy(
        tmp_path,
        f"Pay up to 3 crates.\nReward: raise fame of the red player or the blue player by 1 per 2 crates paid.{IGNORED}",
    )
    assert faults(game) == []
    assert (game.cards[0].written, game.cards[0].action) == ("own", "omen_gale")
    assert game.cards[0].rule.splitlines() == [
        "define task(o) = paying when o is omen_gale",
        "define payable(o, n) = n in 1..3 when o is omen_gale",
        "adds 1 to ways(o, who) when o is omen_gale and who in [red, blue]",
        "adds n / 2 down to glory(o, who, n) when o is omen_gale and who in [red, blue]",
        "define harm(o) = 1 when o is omen_gale",
        "define harmed(o) = [] when o is omen_gale",
        "define harmed_by_choice(o) = 2 when o is omen_gale",
    ]
    assert {cited.paragraph for cited in game.program.values["glory"].clauses} == {"toy.o.gale.text"}
    code = code_of(game)
    state = read_situation(code, "coins of red = 5; fame of blue = 1").state
    played = apply_move(code, state, "face", {"o": "omen_gale", "who": "blue", "n": 2}, "red")
    assert (played.state.facts["fame"]["blue"], played.state.facts["coins"]["red"]) == (2, 3)
    situation = read_situation(code, "coins of red = 5")
    assert ask(code, read_question(code, "face(omen_gale, blue, 4)", situation, "red"), situation).verdict == "no"


def test_amounts_joined_by_or_are_a_choice(tmp_path: Path) -> None:
    assert "define payable(o, n) = n in [2, 4] when o is omen_gale" in rule(tmp_path, "Pay 2 or 4.")


def test_what_an_option_is_about_counts_for_that_option(tmp_path: Path) -> None:
    text = "Choose one: give 2 crates to the red player; or give twice fleet of the blue player to the blue player.\nReward: raise fame of that player by 1."
    assert rule(tmp_path, text) == [
        "adds 1 to ways(o, who) when o is omen_gale and who in [red]",
        "define task(o) = giving when o is omen_gale",
        "adds 2 to gift(o, who, x) when o is omen_gale and who in [red] and x is crates",
        "adds 1 to ways(o, who) when o is omen_gale and who in [blue]",
        "adds 2 * fleet of blue to gift(o, who, x) when o is omen_gale and who in [blue] and x is money",
        "adds 1 to ways(o, who) when o is omen_gale and who in [red, blue]",
        "adds 1 to glory(o, who, n) when o is omen_gale and who in [red, blue]",
    ]


def test_things_equal_to_an_amount_make_it_up_together(tmp_path: Path) -> None:
    lines = rule(tmp_path, "Give crates and salt to a player equal to fleet of that player.")
    assert "adds 1 to in_mix(o, x) when o is omen_gale and x in [crates, salt]" in lines
    assert "adds fleet of who to mixed_gift(o, who) when o is omen_gale and who in player" in lines


def test_a_statement_that_counts_alone_gives_way_to_any_other(tmp_path: Path) -> None:
    assert rule(tmp_path / "a", "Pay 3.") == [
        "adds 3 to fee(o) when o is omen_gale",
        "define task(o) = fined when o is omen_gale",
    ]
    lines = rule(tmp_path / "b", "Pay 3 and pay up to 2 crates.")
    assert [line for line in lines if "task" in line] == ["define task(o) = paying when o is omen_gale"]


def test_what_all_options_say_of_the_card_is_said_once(tmp_path: Path) -> None:
    lines = rule(
        tmp_path, "Choose one: pay 3 and give 1 crate to the red player; or pay 3 and give 2 crates to the blue player."
    )
    assert lines.count("adds 3 to fee(o) when o is omen_gale") == 1


def test_for_each_narrows_nothing(tmp_path: Path) -> None:
    assert rule(tmp_path, "For each player, raise fame of it by 2.") == [
        "adds 2 to glory(o, who, n) when o is omen_gale"
    ]


def test_a_need_is_a_clause_of_the_action(tmp_path: Path) -> None:
    lines = rule(tmp_path, "Needs storm.\nPay up to 3 crates.")
    assert lines[-2:] == ["rule face", "requires stormy when o is omen_gale"]


WRONG = [
    ("Pay up to 3 crates.", "", "the card does not say, for every case, what harm it does"),
    (
        "If storm, pay up to 3 crates.",
        IGNORED.replace(":", ": if storm,"),
        "the card does not say, for every case, what harm it does",
    ),
    ("Pay 3 crates.", IGNORED, "has no frame"),
    (
        "Pay up to 3 crates.\nIf ignored: pay up to 2 crates.",
        "",
        "“pay” means nothing in this place of such a card Known here: lower",
    ),
    (
        "Give 1 crate to the red player.\nReward: raise fame of the blue player by 1.",
        IGNORED,
        "this is about blue, what was said before about red",
    ),
    (
        "Give 1 crate to the red player.\nReward: raise fame of each player by 1.",
        IGNORED,
        "this is about each of them, what was said before about red",
    ),
    (
        "Choose one: pay up to 3 crates; or give 1 crate to a player.",
        IGNORED,
        "this and what was said before differ in task",
    ),
    ("Choose one: pay 3; or pay 2.", IGNORED, "nothing tells this option from the one before"),
    (
        "Choose one: give 1 crate to the red player; or raise fame of the red player by 1.",
        IGNORED,
        "nothing tells this option from",
    ),
    ("Choose one: give 1 crate to the red player; or pay 3.", IGNORED, "nothing tells this option from the one before"),
    (
        "Choose one: pay 3 and give 1 crate to the red player; or give 2 crates to the blue player.",
        IGNORED,
        "would count for all of them",
    ),
    ("Give 1 crate to a player and raise fame of a player by 1.", IGNORED, "leaves such a choice only once"),
    ("You may pay up to 3 crates.", IGNORED, "leaves no choice of flag"),
    ("Pay 1: give 1 crate to a player.", IGNORED, "this heading cannot stand on a card of this kind"),
]


@pytest.mark.parametrize(("text", "end", "message"), WRONG)
def test_what_such_a_card_cannot_say_is_told(tmp_path: Path, text: str, end: str, message: str) -> None:
    found = faults(toy(tmp_path, text + end))
    assert len(found) == 1 and all(part in found[0] for part in message.split(" Known here: "))


def test_other_cards_share_neither_frames_nor_labels(tmp_path: Path) -> None:
    found = faults(toy(tmp_path / "a", "Raise fame of the red player by 1.", kind="luck", name=""))
    assert len(found) == 1 and "has no frame" in found[0]
    found = faults(toy(tmp_path / "b", f"Pay 3.{IGNORED}", kind="luck", name=""))
    assert len(found) == 1 and "“if ignored” means nothing on a card that is played" in found[0]


# ---- the events of the corpus ---------------------------------------------------------------------------------------


@cache
def corpus() -> Game:
    return games.game("hegemony")


def test_every_event_of_the_corpus_runs_from_its_text() -> None:
    events = [entry for entry in corpus().cards if entry.kind == "event"]
    assert len(events) == 25
    assert [entry.id for entry in events if entry.written != "own" or not parse_rules(entry.rule)] == []
    for entry in events:
        tasks = [c for c in corpus().program.values["event_task"].clauses if c.paragraph == entry.paragraph]
        assert len(tasks) == 1, entry.title


OWN = """event card "Harvest Festival" of state.
Spend 10 and provide 2 food to the working class or the middle class.
Reward: raise legitimacy of that class by 1 and gain 1 VP per food provided.
If ignored: lower legitimacy of the capitalist class by 2.
"""


def test_an_event_of_your_own_is_read_and_runs() -> None:
    made = craft(corpus(), OWN)
    assert (
        made.errors == ()
        and made.action is None
        and made.lowered is not None
        and set(made.meaning) == {"en", "pl", "uk"}
    )
    program = extended(
        corpus().program, [Cited(node, "heg.sta.ev.0", corpus().cards[0].place) for node in made.lowered.statements]
    )
    program.members["event_card"] = (*program.members["event_card"], made.name)
    code = code_of(replace(corpus(), program=program))
    told = f"events_on_board = [{made.name}]; treasury = 12; stored(state, food) = 3; legitimacy of middle_class = 2; vp of state = 0; turns_taken of state = 0"
    state = apply_move(
        code, read_situation(code, told).state, "event_action", {"e": made.name, "k": "middle_class"}, "state"
    ).state
    assert (state.facts["treasury"], state.facts["vp"]["state"], state.facts["legitimacy"]["middle_class"]) == (2, 2, 3)
    situation = read_situation(code, told.replace("12", "9"))
    assert (
        ask(
            code, read_question(code, f"event_action({made.name}, middle_class)", situation, "state"), situation
        ).verdict
        == "no"
    )


FIXED = """event card "Statue" of state.
Spend 30.
Reward: gain 1 VP per 10 spent.
If ignored: lower legitimacy of any 2 classes by 1.
"""


def test_a_fixed_sum_to_spend_is_a_task_of_its_own() -> None:
    made = craft(corpus(), FIXED)
    assert made.errors == () and made.lowered is not None
    program = extended(
        corpus().program, [Cited(node, "heg.sta.ev.0", corpus().cards[0].place) for node in made.lowered.statements]
    )
    program.members["event_card"] = (*program.members["event_card"], made.name)
    code = code_of(replace(corpus(), program=program))
    told = f"events_on_board = [{made.name}]; treasury = 31; vp of state = 0; turns_taken of state = 0"
    state = apply_move(code, read_situation(code, told).state, "event_action", {"e": made.name}, "state").state
    assert (state.facts["treasury"], state.facts["vp"]["state"]) == (1, 3)
    for treasury, verdict in ((30, True), (29, False)):
        situation = read_situation(code, f"treasury = {treasury}")
        assert (
            ask(code, read_question(code, f"event_in_reach({made.name})", situation, None), situation).value is verdict
        )


def test_a_faulty_event_of_your_own_is_told_at_its_word() -> None:
    text = OWN.replace("lower legitimacy of the capitalist class", "lower legitimacy of the state")
    (card,) = check_cards(corpus(), text)
    assert [(error["line"], error["message"]) for error in card["errors"]] == [(4, "the state has no legitimacy")]

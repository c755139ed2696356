"""Questions in words, read: what is asked, of what, what is told, what is left over."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kb.library import load_game
from referee.service import Referee, Told, how_read, opens
from tests.support.asking import PATTERNS
from tests.support.asking import referee as harbour_referee
from tests.support.places import HARBOUR, ROOT


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return harbour_referee(tmp_path_factory.mktemp("asking"))


def first(referee: Referee, text: str, asker: str | None = "red") -> tuple[str, str]:
    reading = referee.understanding.readings(text, asker)[0]
    return reading.question, reading.given


@pytest.mark.parametrize(
    ("text", "question", "given"),
    [
        ("can I lease the north dock?", "lease(north)", ""),
        ("may I hire the north dock if green owns it", "lease(north)", "owner of north = green"),
        ("how much does the middle dock cost?", "rent(middle)", ""),
        ("what is the price of the one in between", "rent(middle)", ""),
        ("Can I lease the north dock with only 3 coins?", "lease(north)", "coins of red = 3"),
        ("can I lease the north dock, I have no coins", "lease(north)", "coins of red = 0"),
        ("can i laese the nroth dock with three coins", "lease(north)", "coins of red = 3"),
        ("czy mogę wynająć nabrzeże północne mając 3 monety?", "lease(north)", "coins of red = 3"),
        ("czy moge wynajac nabrzeze polnocne majac trzy monety", "lease(north)", "coins of red = 3"),
        ("чи можу я орендувати північний причал, якщо в мене 2 монети?", "lease(north)", "coins of red = 2"),
        ("скільки коштує середній причал", "rent(middle)", ""),
        ("czy mogę lease north dock?", "lease(north)", ""),
        ("may I load 2 grain", "load(grain, 2)", ""),
        ("can i rent the north dock while a tempest rages over it", "lease(north)", "storm of north = yes"),
        ("czy wynajmę północne nabrzeże za trzy monety", "lease(north)", "coins of red = 3"),
        ("чи винайму північний причал за дві монети", "lease(north)", "coins of red = 2"),
        ("the rent is high and green owns the north dock. can I lease it?", "lease(north)", "owner of north = green"),
        ("can I lease the north dock? I have 3 coins, green 2", "lease(north)", "coins of red = 3; coins of green = 2"),
    ],
)
def test_a_question_is_read(referee: Referee, text: str, question: str, given: str) -> None:
    assert first(referee, text) == (question, given)


def test_who_is_named_before_the_deed_does_it() -> None:
    mafia = Referee(load_game(ROOT / "examples" / "mafia"))
    assert first(mafia, "can bob accuse ana?", None)[0] == "accuse(ana) by bob"
    assert first(mafia, "can I accuse ana?", "bob")[0] == "accuse(ana)"


def test_numbers_stand_where_the_pattern_has_them(tmp_path: Path) -> None:
    fee = "```rule\ndefine fee(crates: 1..9, days: 1..9) = crates * 10 + days\n```"
    game = shutil.copytree(HARBOUR, tmp_path / "harbour")
    chapter = sorted((game / "rules").glob("*.md"))[-1]
    chapter.write_text(
        f"{chapter.read_text('utf-8')}\nThe fee grows with days and crates. {{#har.fee.1}}\n\n{fee}\n", "utf-8"
    )
    (game / "patterns").mkdir(exist_ok=True)
    (game / "patterns" / "fees.toml").write_text('[fee]\nen = ["fee for {days} days and {crates} crates"]\n', "utf-8")
    assert first(Referee(load_game(game)), "what is the fee for 7 days and 2 crates?")[0] == "fee(2, 7)"


def test_what_was_not_understood_is_left_over(referee: Referee) -> None:
    reading = referee.understanding.readings("can I lease the north dock on thursdays", "red")[0]
    assert reading.left_over == ("thursdays",)


def test_missing_arguments_are_left_out_and_judged(referee: Referee) -> None:
    (reading, understood), *_ = referee.understand("can I lease a dock?", "red")
    assert reading.question == "lease" and understood.answer.verdict == "depends"


def test_each_reading_is_said_in_the_askers_language_with_its_answer(referee: Referee) -> None:
    readings = [each for _, each in referee.understand("can I lease the north dock with 2 coins?", "red", lang="pl")]
    assert len(readings) <= 3 and readings[0].said.startswith(
        "Czy red może wykonać akcję „dzierżawa: nabrzeże północne”, jeśli"
    )
    assert readings[0].answer.verdict == "no" and readings[0].answer.citations
    assert sum(each.score for each in readings) <= 1


def test_what_was_told_before_counts(referee: Referee) -> None:
    told = Told("owner of north = green")
    assert referee.understand("may I lease the north dock", "red", told)[0][1].answer.verdict == "no"


def test_facts_are_only_those_that_the_rules_read(referee: Referee) -> None:
    for reading in referee.understanding.readings("may I rest if I have 3 coins and the north dock is green's", "red"):
        reads = referee.understanding.lexicon.intents[reading.intent].reads
        assert all(fact.leaf[0] in reads for fact in reading.facts)


def test_it_is_said_why_it_was_read_so(referee: Referee) -> None:
    reading = referee.understanding.readings("can I lease the north dock with 3 coins?", "red")[0]
    said = "\n".join(how_read(reading))
    assert "lease(north)" in said and "cover" in said and "coins of red = 3" in said


def test_nothing_is_opened_of_what_nobody_can_mean(referee: Referee) -> None:
    for text in ("", "?", "what is the meaning of life", "the and of"):
        assert not opens([each for _, each in referee.understand(text, "red")])


def test_a_lexicon_is_kept_between_runs(tmp_path: Path) -> None:
    from kb.library import load_game

    harbour_referee(tmp_path)
    cache = tmp_path / "cache"
    cache.mkdir()
    game = load_game(tmp_path / "corpus" / "harbour", cache)
    one = Referee(game, cache)
    text = "can I lease the north dock with 3 coins?"
    before = [(each.question, each.given, each.score) for each in one.understanding.readings(text, "red")]
    one.keep()
    after = Referee(game, cache).understanding.readings(text, "red")
    assert [(each.question, each.given, each.score) for each in after] == before


def test_a_fact_may_be_told_of_all(referee: Referee) -> None:
    question, given = first(referee, "can I lease the north dock if every captain has 2 coins?")
    assert question == "lease(north)"
    assert given == "coins of blue = 2; coins of green = 2; coins of red = 2"


def test_somebody_else_is_found_where_all_are_alike_and_one_is_spoken_of() -> None:
    new_angeles = Referee(load_game(ROOT / "corpus" / "new_angeles"))
    assert first(new_angeles, "can I give him my capital for nothing?", "p1")[0].startswith("trade(p2")
    assert first(new_angeles, "can I give my capital for nothing?", "p1")[0].startswith("trade(offered=")


def test_texts_are_found_by_what_players_say(tmp_path: Path) -> None:
    said = PATTERNS + '\n["#har.start"]\nen = ["(kick off|get going)"]\n'
    assert harbour_referee(tmp_path / "with", said).understanding.paragraphs("how do we kick off?")[:1] == [
        "har.start.1"
    ]
    assert harbour_referee(tmp_path / "without").understanding.paragraphs("how do we kick off?")[:1] != ["har.start.1"]


def test_what_a_few_words_name_is_done_rather_than_counted(tmp_path: Path) -> None:
    said = PATTERNS.replace('["how much does {d} cost"', '["how much to lease {d}", "how much does {d} cost"')
    referee = harbour_referee(tmp_path, said)
    assert first(referee, "lease north dock")[0] == "lease(north)"
    assert first(referee, "how much to lease north dock")[0] == "rent(north)"


PARLIAMENT = """# Parliament {#m.all}

## All of it {#m.s}

All of it. {#m.1}

```rule
roles player: ada, ben, cid
fact dead of player: flag assumed no
fact coins of player: 0..9
fact leader_shot: flag
fact president: player
fact tired of player: flag
step naming in day: president must 1 nominate
phase day
action nominate(candidate: player) by actor: player
  requires not dead of candidate
action shoot(victim: player) by actor: player
  requires not dead of victim and coins of actor >= 2
step shooting in day after naming each p in player: p may 1 shoot
ends when leader_shot
asked holds old_president_free when not tired of president
holds lives(p: player) when not dead of p
action rest by actor: player
  requires lives(actor)
step resting in day after shooting each p in player: p may 1 rest
```
"""
PARLIAMENT_WORDS = """
[dead]
en = "{0} is dead"
[leader_shot]
en = "the leader is shot"
[nominate]
en = "nominate {0}"
[shoot]
en = "shoot {0}"
[old_president_free]
en = "the last president may be nominated"
[lives]
en = "{0} is alive"
"""
PARLIAMENT_PATTERNS = """
[old_president_free]
en = ["[may] president [be] nominated [again]"]
["leader_shot = yes"]
en = ["leader is shot"]
"""


def parliament(folder: Path, patterns: str = "") -> Referee:
    """A game in which people are nominated and shot."""
    home = folder / "parliament"
    manifest = (
        'prefix = "m"\nlanguages = ["en"]\nplayers = [3, 3]\n[title]\nen = "Parliament"\n[editions.first]\ntitle = "First"\nlang = "en"\n'
        '[sources.rulebook]\nrank = 10\ntitle = { en = "Rulebook" }\n'
    )
    files = {
        "game.toml": manifest,
        "rules/01.md": PARLIAMENT,
        "words/01.toml": PARLIAMENT_WORDS,
        "patterns/01.toml": PARLIAMENT_PATTERNS + patterns,
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    return Referee(load_game(home))


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("can I shoot a dead player?", ""),
        ("can I shoot a player with 3 coins?", ""),
        ("can I shoot with 3 coins?", "coins of ada = 3"),
        ("can I shoot if I am dead?", "dead of ada = yes"),
        ("can I shoot Ben if Ben is dead?", "dead of ben = yes"),
    ],
)
def test_what_is_said_of_anybody_is_not_told_of_the_asker(tmp_path: Path, text: str, given: str) -> None:
    reading = parliament(tmp_path).understanding.readings(text, "ada")[0]
    assert (reading.intent, reading.given) == ("shoot", given)
    assert given or {"dead", "coins"} & {*reading.left_over}  # and it is seen that it was not used


def test_a_duty_is_read_before_what_only_may_be(tmp_path: Path) -> None:
    readings = parliament(tmp_path).understanding.readings("must I nominate somebody if I am the president?", "ada")
    assert readings[0].question == "must(nominate by ada)"
    assert [reading.score for reading in readings] == sorted((reading.score for reading in readings), reverse=True)


def test_what_is_only_told_is_not_what_is_asked(tmp_path: Path) -> None:
    assert first(parliament(tmp_path), "is the game over if the leader is shot?", "ada") == (
        "over",
        "leader_shot = yes",
    )


def test_what_is_internal_is_no_reading(tmp_path: Path) -> None:
    referee = parliament(tmp_path, '[internal]\nnames = ["lives", "leader_shot", "shoot"]\n')
    asked = {
        reading.intent
        for text in (
            "is Ben alive?",
            "is the leader shot at the start?",
            "may I shoot Ben?",
            "how often may I shoot Ben?",
        )
        for reading in referee.understanding.readings(text, "ada")
    }
    assert not {intent for intent in asked if intent.rpartition("·")[2] in {"lives", "leader_shot", "shoot"}}
    # of what nobody asks about a fact is still told, and a value of which a pattern says how
    assert first(referee, "is the game over if the leader is shot?", "ada") == ("over", "leader_shot = yes")


CARDS = """# Cards {#m.all}

## All of it {#m.s}

All of it. {#m.1}

```rule
roles player: ada, ben, cleo
kind tile: white_2, white_3, blue_2, blue_3
fact hand of player: pile of tile
fact laid: pile of tile
phase day
step showing in day each p in player: p may 1 clue
action clue(to_player: player, c: tile) by actor: player
  requires c in hand of to_player
```
"""
CARD_PATTERNS = """
["hand of {player} = {value}"]
en = ["{player} (has|holds) {value}"]
[white_3]
en = ["white (three|threes)", "the [very] pale one"]
[clue]
en = ["clue {to_player} [about] {c}"]
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    home = tmp_path_factory.mktemp("cards")
    parliament(home)
    (home / "parliament" / "rules" / "01.md").write_text(CARDS, "utf-8")
    (home / "parliament" / "words" / "01.toml").write_text('[clue]\nen = "clue {0} about {1}"\n', "utf-8")
    (home / "parliament" / "patterns" / "01.toml").write_text(CARD_PATTERNS, "utf-8")
    return Referee(load_game(home / "parliament"))


@pytest.mark.parametrize(
    ("text", "question", "given"),
    [
        ("may I clue ben about blue 2", "clue(ben, blue_2)", ""),  # *clue* is no misspelt Cleo
        ("may I clue ben about white threes", "clue(ben, white_3)", ""),
        ("may I clue ben about white three", "clue(ben, white_3)", ""),
        ("may I clue ben about the very pale one", "clue(ben, white_3)", ""),
        ("may I clue ben about the pale one", "clue(ben, white_3)", ""),
        ("may I clue ben about blue 3 if ben has white 3, blue 2", "clue(ben, blue_3)", "hand of ben = [white_3, blue_2]"),
        ("may I clue ben about blue 3 if ben has white 3 blue 2", "clue(ben, blue_3)", "hand of ben = [white_3, blue_2]"),
        ("may I clue ben about blue 3 if ben has white 3 and blue 2", "clue(ben, blue_3)", "hand of ben = [white_3, blue_2]"),
    ],
)  # fmt: skip
def test_names_are_heard_as_the_author_has_them(cards: Referee, text: str, question: str, given: str) -> None:
    assert first(cards, text, "ada") == (question, given)


def test_what_is_told_of_a_thing_that_nobody_names_is_answered_where_it_is_the_same_of_all(referee: Referee) -> None:
    (reading, understood), *_ = referee.understand("can I lease a dock that green owns?", "red")
    assert (reading.question, reading.given) == ("lease(that_dock)", "that_dock: dock; owner of that_dock = green")
    assert understood.answer.verdict == "no"
    assert referee.ask(reading.question, "red", Told(reading.given)).sentence == understood.answer.sentence


def test_what_is_not_the_same_of_all_is_asked_without_it(referee: Referee) -> None:
    (reading, understood), *_ = referee.understand("can I lease a dock while a tempest rages over it?", "red")
    assert reading.question == "lease" and not reading.given and understood.answer.verdict == "depends"

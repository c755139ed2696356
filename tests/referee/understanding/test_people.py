"""Who is meant, whose turn it is, and which numbers and names count: of players who can all do the same."""

from __future__ import annotations

import pytest

from kb.library import load_game
from referee.service import Referee, opens

MANIFEST = """
prefix = "cat"
languages = ["en", "pl", "uk"]
players = [3]
[title]
en = "Cats"
pl = "Koty"
uk = "Коти"
[editions.book]
title = "Book"
lang = "en"
[sources.rulebook]
rank = 10
title = { en = "Book", pl = "Książka", uk = "Книга" }
"""
RULES = """# Cats {#cat.all p=1}

## All {#cat.a p=1}

All of it. {#cat.a.1}

```rule
roles player: ada, ben, cleo
kind cat: nope, tabby, ginger
scale ticket: n1..n40
fact out of player: flag assumed no
fact hit of player: flag assumed no
fact hand of player: pile of cat hidden from others
holds must_take(p: player) when hit of p
asked define points(t: ticket) = position(t)
asked define turns_of(p: player) = if hit of p then 2 else 1 end
asked holds stoppable(c: cat) when c is tabby
phase day
step turns in day each p in player with not out of p: p must 1 steal or stop_it or take_row
action steal(pair: cat, victim: player) by actor: player
  requires how_many(pair, hand of actor) >= 2 and not out of victim
action stop_it by actor: player
  requires nope in hand of actor
action take_row by actor: player
  requires must_take(actor) or size of hand of actor > 1
```
"""
WORDS = """
[ada]
en = "Ada"
pl = "Ada"
uk = "Ада"
[ben]
en = "Ben"
pl = "Ben"
uk = "Бен"
[cleo]
en = "Cleo"
pl = "Cleo"
uk = "Клео"
[nope]
en = "Nope"
[tabby]
en = "Tabby"
pl = "Tygrysek"
uk = "Смугастик"
[ginger]
en = "Ginger"
["n1..n40"]
en = "ticket {number}"
[out]
en = "{0} is out"
pl = "{0} odpada"
uk = "{0} вибуває"
[hit]
en = "{0} was hit"
[steal]
en = "steal from {1} with a pair of {0}"
pl = "ukraść {1} parą: {0}"
uk = "вкрасти в {1} парою: {0}"
[stop_it]
en = "play a Nope"
[take_row]
en = "take a row"
[must_take]
en = "{0} must take a row"
"""
PATTERNS = """
[steal]
en = ["(steal|take) [card] [from] {victim} [with] [two|pair] {pair}"]
pl = ["(ukraść|zabrać) {victim} [parą] {pair}"]
uk = ["(вкрасти|забрати) {victim} [парою] {pair}"]
["out of {player} = yes"]
en = ["{player} [is|has] (out|exploded)"]
pl = ["{player} odpada"]
uk = ["{player} вибуває"]
["hit of {player} = yes"]
en = ["{player} was hit"]
[turns_of]
en = ["how many turns [have to] [take] {p}"]
[stoppable]
en = ["nope {c}"]
[points]
en = ["points [is] {t} worth", "where does {t} go"]
["n1..n40"]
en = ["{number}"]
"""


@pytest.fixture(scope="module")
def cats(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    game = tmp_path_factory.mktemp("cats") / "cats"
    for name, text in {"rules": RULES, "words": WORDS, "patterns": PATTERNS}.items():
        (game / name).mkdir(parents=True)
        (game / name / f"01.{'md' if name == 'rules' else 'toml'}").write_text(text, "utf-8")
    (game / "game.toml").write_text(MANIFEST, "utf-8")
    (game / "terms.toml").write_text("", "utf-8")
    return Referee(load_game(game))


def _first(cats: Referee, text: str) -> tuple[str, str, tuple[str, ...]]:
    reading = cats.understanding.readings(text, "ada")[0]
    return reading.question, reading.given, reading.left_over


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("may I steal from Cleo with two Tabbies if she is out?", "out of cleo = yes"),
        ("may I steal from Cleo with two Tabbies if Cleo is out? I have a card.", "out of cleo = yes"),
        ("may I steal from Cleo with two Tabbies if another player is out?", "out of ben = yes"),
        ("czy mogę ukraść Cleo parą Tygrysek, jeśli ona odpada?", "out of cleo = yes"),
        ("чи можу вкрасти Клео парою Смугастик, якщо вона вибуває?", "out of cleo = yes"),
    ],
)
def test_she_is_whoever_was_named_last(cats: Referee, text: str, given: str) -> None:
    question, told, _ = _first(cats, text)
    assert question == "steal(tabby, cleo)" and given in told.split("; ") and "ada" not in told


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("may Ben steal from Cleo with two Tabbies if it is my turn?", "current_player = ada"),
        ("may I steal from Cleo with two Tabbies when it is Ben's turn?", "current_player = ben"),
        ("may I steal from Cleo with two Tabbies when it is not my turn?", "current_player = ben"),
        ("czy mogę ukraść Cleo parą Tygrysek, gdy jest tura Bena?", "current_player = ben"),
        ("чи можу вкрасти Клео парою Смугастик, коли зараз не мій хід?", "current_player = ben"),
    ],
)
def test_it_is_told_whose_turn_it_is(cats: Referee, text: str, given: str) -> None:
    assert _first(cats, text)[1] == given
    answer = cats.understand(text, "ada")[0][1].answer
    assert answer.verdict == "no"


def test_who_hits_me_is_not_hit(cats: Referee) -> None:
    question, given, left = _first(cats, "Ben hit me. How many turns do I have to take?")
    assert question == "turns_of(ada)" and "hit of ben" not in given and left


def test_one_of_what_it_takes_two_is_struck_through(cats: Referee) -> None:
    assert "one" in _first(cats, "can I steal from Ben with one Tabby?")[2]
    assert _first(cats, "can I steal from Ben with two Tabby?")[2] == ()


def test_a_word_of_the_wording_names_nothing_where_something_else_is_named(cats: Referee) -> None:
    assert _first(cats, "may I nope a Tabby?")[0] == "stoppable(tabby)"


def test_a_number_that_names_a_member_and_is_not_used_is_struck_through(cats: Referee) -> None:
    assert _first(cats, "how many points is the 30 worth?") == ("points(n30)", "", ())
    question, _, left = _first(cats, "how many points is the 30 and the 40 worth?")
    assert question == "points(n30)" and left == ("40",)
    assert not opens([each for _, each in cats.understand("how many points is the 30 and the 40 worth?", "ada")])
    assert _first(cats, "where does the 25 go if Ben has 12, 30 and 31?")[0] == "points(n25)"


def test_a_duty_is_not_told_by_words_that_do_not_say_it(cats: Referee) -> None:
    assert "must_take" not in _first(cats, "may I take a row which I like?")[1]

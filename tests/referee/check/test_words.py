"""Words of checks: each stands for a check there is, and names what that check knows."""

from __future__ import annotations

from grammar.base.records import replace
from kb.library import Game
from kb.model.entities import Place, Word
from referee.check.words import check_words
from referee.explanation.explain import Explainer
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.verdict.ask import ask

HERE = Place("words.toml", 1)
#: the first check of har.act.2
FREE = "requires owner of d is none"


def worded(game: Game, key: str, text: str, *of: str) -> Game:
    words = {**game.prose.words, key: Word(key, {"en": text}, {}, of=of, place=HERE)}
    return replace(game, prose=replace(game.prose, words=words))


def test_words_of_a_check_must_find_it_and_know_their_holes(harbour: Game, harbour_code: Code) -> None:
    for key, text, fault in (
        ("#har.act.2 lease", "{d} is free for {actor}", ""),
        ("#har.act.2", "{ship} is free", "does not know {ship}"),
        ("#har.act.99", "nothing", "There is no check"),
        ("#har.act.2 dance", "nothing", "There is no check"),
    ):
        found = list(check_words(worded(harbour, key, text, FREE), harbour_code))
        assert [each.code for each in found] == (["WORD-CHECK"] if fault else []) and fault in "".join(map(str, found))


def test_words_are_never_said_of_a_check_that_came_in_between(harbour: Game, harbour_code: Code) -> None:
    for of in ((), ("requires tide is high",), (FREE, "requires tide is high")):
        (fault,) = check_words(worded(harbour, "#har.act.2", "{d} is free", *of), harbour_code)
        assert fault.code == "WORD-CHECK" and f'of = "{FREE}"' in fault.cure


def test_a_check_is_said_in_its_own_words(harbour: Game, harbour_code: Code) -> None:
    game = worded(harbour, "#har.act.2 lease", "{d} waits for {actor}")
    situation = read_situation(harbour_code, "owner of north = none; coins of red = 9")
    asked = read_question(harbour_code, "lease(north)", situation, "red")
    answer = Explainer(game, harbour_code).answer(ask(harbour_code, asked, situation, viewer="red"))
    assert "North waits for red" in {check.text for check in answer.checks}


def test_a_check_may_be_repeated_as_the_author_wrote_it(harbour: Game, harbour_code: Code) -> None:
    assert (
        list(check_words(worded(harbour, "#har.act.2", "{d} is free", "requires owner(d)  is  none"), harbour_code))
        == []
    )


def test_the_first_check_has_no_number(harbour: Game, harbour_code: Code) -> None:
    (fault,) = check_words(worded(harbour, "#har.act.2/1", "{d} is free", FREE), harbour_code)
    assert fault.message == "There is no check #har.act.2/1." and '["#har.act.2"]' in fault.cure

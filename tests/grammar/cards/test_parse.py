"""The card language: all drafted cards parse and print back, mistakes are told at the word, nothing crashes or hangs."""

from __future__ import annotations

import random
import time

import pytest

from grammar.base.errors import SyntaxProblemError
from grammar.cards import tree as t
from grammar.cards.english import English
from grammar.cards.parse import build_parser, function_words, parse_body, parse_cards, read_cards
from grammar.cards.vocabulary import Lexeme, Vocabulary, VocabularyError
from tests.support.cards import GAMES, drafts, mutated, random_text, vocabulary


def test_the_grammar_has_no_conflict() -> None:
    assert build_parser(strict=True) is not None


@pytest.mark.parametrize(("game", "count"), [("hegemony", 132), ("new_angeles", 68)])
def test_every_drafted_card_parses(game: str, count: int) -> None:
    cards, faults = read_cards(drafts(game), vocabulary(game))
    assert [str(fault) for fault in faults] == []
    assert len(cards) == count


@pytest.mark.parametrize("game", GAMES)
def test_printed_english_parses_to_the_same_tree(game: str) -> None:
    english = English(vocabulary(game))
    for card in parse_cards(drafts(game), vocabulary(game)):
        assert parse_cards(english.card(card), vocabulary(game)) == (card,)


def _one(text: str) -> t.Phrase:
    (sentence,) = parse_body(text, vocabulary("hegemony"))
    assert isinstance(sentence, t.Sentence)
    act = sentence.steps[0]
    assert isinstance(act, t.Act)
    return act.verbs.phrases[0]


def test_prepositions_bind_to_the_verb_and_of_to_the_noun() -> None:
    phrase = _one("Buy up to Population health from the state at half price, rounded up.")
    assert [mod.kind for mod in phrase.mods] == ["from", "half_price"]
    phrase = _one("Raise legitimacy of the working class by 1.")
    assert phrase.objects == t.Objects(
        (t.Thing(t.Noun(None, (), "legitimacy"), (t.Post("of", "", t.Role(None, ("working",))),)),)
    )


def test_the_longest_phrase_is_one_word() -> None:
    assert _one("Sell 1 luxury to the foreign market.").mods[0].things == t.Objects(
        (t.Thing(t.Noun(None, (), "foreign_market")),)
    )


MISTAKES = [
    ("Sell up to 9 helth to the state.", (1, 14), "no word of hegemony", "Did you mean “health”?"),
    ("Sell up to 9 health the state.", (1, 25), "have no link", "Say “to”"),
    ("Pay 25 and the state pays 10.", (1, 22), "a new subject cannot start", "write “; …”"),
    ("Buy up to health.", (1, 11), "“up to” needs a number", "up to 3"),
    ("If 2C assign 2 workers.", (1, 7), "the condition is not closed", "Put a comma"),
    ("Propose a bill on policy 4, put 2 of your cubes into the bag.", (1, 27), "a comma does not join", "and …"),
    ("Needs 4B and 4C.", (1, 10), "lists alternatives", "write two lines"),
    ("Choose one: gain 5 VP or gain 3 VP.", (1, 35), "parted by “; or”", "; or"),
    ("Propose a bill without adjacancy.", (1, 24), "no word of hegemony", "Did you mean “adjacency”?"),
    ("Gain 5", (1, 7), "not closed", "Add “.”"),
    ("Gain § 5.", (1, 6), "no part of the card language", "Write words"),
    ("Gain of.", (1, 6), "“of” cannot stand here", "Expected"),
]


@pytest.mark.parametrize(("text", "place", "message", "cure"), MISTAKES)
def test_a_mistake_is_told_at_the_word(text: str, place: tuple[int, int], message: str, cure: str) -> None:
    with pytest.raises(SyntaxProblemError) as caught:
        parse_body(text, vocabulary("hegemony"))
    assert (caught.value.line, caught.value.column) == place
    assert message in caught.value.message
    assert cure in caught.value.cure


def test_one_fault_a_card_and_the_rest_is_read() -> None:
    text = (
        drafts("hegemony")
        .replace("Propose 2 bills.", "Propose 2 bils.")
        .replace("Gain 10 per policy", "Gain 10 pr policy")
    )
    cards, faults = read_cards(text, vocabulary("hegemony"))
    assert len(faults) == 2 and len(cards) == 130
    assert all("Did you mean" in fault.cure or "Expected" in fault.cure for fault in faults)


def test_words_of_the_language_cannot_be_vocabulary() -> None:
    with pytest.raises(VocabularyError, match="itself"):
        Vocabulary("x", [Lexeme("VERB", "per", ("per",))], function_words())
    with pytest.raises(VocabularyError, match="already the noun cube"):
        Vocabulary("x", [Lexeme("NOUN", "cube", ("cube",)), Lexeme("ADJ", "cubic", ("cube",))], function_words())


def test_monsters_are_refused() -> None:
    words = vocabulary("hegemony")
    for text in ("gain " * 700, "x" * 200_000, "Gain " + "1 of " * 200 + "them.", "Gain " + "half " * 150 + "3."):
        started = time.monotonic()
        with pytest.raises(SyntaxProblemError):
            parse_body(text, words)
        assert time.monotonic() - started < 20


@pytest.mark.parametrize("game", GAMES)
def test_random_and_mutated_cards_parse_or_say_why(game: str) -> None:
    rng = random.Random(20261116)
    words = vocabulary(game)
    pool = [*words.phrases, *function_words(), "1", "3", "12"]
    english = English(words)
    cards = parse_cards(drafts(game), words)
    for round_ in range(600):
        if round_ % 3 == 0:
            text = random_text(rng, pool, rng.randint(1, 12))
        else:
            text = mutated(rng, english.body(rng.choice(cards).parts), pool)
        try:
            parts = parse_body(text, words)
        except SyntaxProblemError as fault:
            assert fault.message and fault.cure and fault.line >= 1 and fault.column >= 1
            continue
        assert parse_body(english.body(parts), words) == parts, text

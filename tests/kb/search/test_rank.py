"""The ranking against a sum of term scores made by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from whoosh.filedb.filestore import FileStorage
from whoosh.query import Term
from whoosh.scoring import BM25F
from whoosh.util.numeric import byte_to_length, length_to_byte

from kb.search import Document, Index, open_index
from kb.search.fields import LENGTHS, WEIGHTS, fields_of
from kb.search.query import Alternative, Query, Slot
from kb.search.rank import Tier, kind_weight, query_stems, rank, title_factor

TEXT = "boat harbour coin ferry tide storm master water queue turn piece space owner fare port"
WORDS = TEXT.split()


def corpus(count: int, seed: int) -> list[Document]:
    chance = random.Random(seed)
    made: list[Document] = []
    for number in range(count):
        for lang in ("en", "pl"):
            title = " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
            body = " ".join(chance.choices(WORDS, weights=range(len(WORDS), 0, -1), k=chance.randint(4, 60)))
            forms = tuple(chance.choices(WORDS, k=chance.randint(0, 4)))
            kind = chance.choice(("paragraph", "paragraph", "card", "action"))
            made.append(
                Document("toy", kind, f"toy.{number}", lang, title, body, forms=forms, weight=1 + number % 3 / 10)
            )
    return [each for each in made if each.lang == "en" or each.kind == "paragraph"]


@pytest.fixture(scope="module", params=[1, 2])
def index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    opened = open_index(tmp_path_factory.mktemp("rank"), "1", lambda: corpus(150, request.param))
    yield opened
    opened.close()


def plain_query(words: list[str]) -> Query:
    return Query(tuple(Slot(word, [Alternative((word,), 1.0, "exact")]) for word in words), (), {}, "")


def brute_force(index: Index, words: list[str]) -> dict[int, float]:
    """Add the BM25F scores of every word up, concept by concept, from the texts alone."""
    catalogue, analysis = index.catalogue, index.analysis
    fields = [
        {lang: fields_of(concept, lang, analysis) for lang in concept.wordings}
        for concept in map(catalogue.__getitem__, range(len(catalogue)))
    ]

    def score(word: str, lang: str, ordinal: int) -> float:
        total = 0.0
        for field, weight in WEIGHTS.items():
            term = analysis.stem(word, lang) if field[1] == "s" else word
            texts = [each[lang][field] if lang in each else [] for each in fields]
            times = texts[ordinal].count(term)
            if times:
                holding = sum(term in text for text in texts)
                idf = math.log(len(texts) / (holding + 1)) + 1
                # Whoosh keeps the length of a field in one byte
                length = byte_to_length(length_to_byte(len(texts[ordinal])))
                average = sum(map(len, texts)) / len(texts)
                norm = 1.2 * ((1 - LENGTHS[field]) + LENGTHS[field] * length / average)
                total += weight * idf * times * 2.2 / (times + norm)
        return total

    keys = query_stems(plain_query(words), analysis)
    result: dict[int, float] = {}
    for ordinal in range(len(catalogue)):
        each = [max(score(word, lang, ordinal) for lang in ("en", "pl")) for word in words]
        matched = sum(value > 0 for value in each)
        if matched:
            weight = catalogue.weights[ordinal] * kind_weight(catalogue.kinds[ordinal], len(words))
            bonus = title_factor(catalogue.title_stems(ordinal), keys)
            result[ordinal] = sum(each) * (matched / len(words)) ** 2 * weight * bonus
    return result


@pytest.mark.parametrize(
    "words", [["tide"], ["ferry", "coin"], ["boat", "storm", "queue"], ["master", "of", "port"], ["fare", "fare"]]
)
def test_the_first_ten_are_those_of_the_brute_force_sum(index: Index, words: list[str]) -> None:
    query = plain_query(words)
    expected = brute_force(index, words)
    best = sorted(expected, key=lambda ordinal: (-expected[ordinal], ordinal))[:10]
    got = rank(query, index.scores, index.catalogue, None, 10)
    assert [each.score for each in got] == pytest.approx([expected[ordinal] for ordinal in best])
    assert [each.ordinal for each in got] == best
    assert {each.tier for each in got} == {Tier.MENTION}


def test_every_limit_gives_the_beginning_of_the_whole_list(index: Index) -> None:
    query = plain_query(["boat", "harbour", "coin"])
    whole = rank(query, index.scores, index.catalogue, None, 10_000)
    for limit in (1, 2, 5, 10, 40):
        assert rank(query, index.scores, index.catalogue, None, limit) == whole[:limit]


def test_a_filter_takes_out_and_changes_nothing_else(index: Index) -> None:
    query = plain_query(["boat", "harbour"])
    allowed = frozenset(range(0, len(index.catalogue), 3))
    whole = rank(query, index.scores, index.catalogue, None, 10_000)
    assert rank(query, index.scores, index.catalogue, allowed, 10_000) == [
        each for each in whole if each.ordinal in allowed
    ]


def test_term_scores_are_those_of_the_engine(tmp_path: Path) -> None:
    index = open_index(tmp_path, "1", lambda: corpus(60, 3))
    (folder,) = tmp_path.glob("index-*")
    with FileStorage(str(folder)).open_index().searcher(weighting=BM25F(B=0.6, K1=1.2)) as searcher:
        hits = searcher.search(Term("bw_en", "boat"), limit=None)
        assert index.engine.scores("bw", "en", "boat") == pytest.approx({hit.docnum: hit.score for hit in hits})
    index.close()

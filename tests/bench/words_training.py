"""The weights of the ranking, learnt from the questions that may be looked at: the right reading against all others, and against none."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from kb.asking.weights import PATH, weights
from referee.understanding.ranking import NOTHING, NOTHING_WHAT, nothing, score
from tests.bench.words import Asked, referee_of

#: steps of the descent, their size, and how much it costs to leave what seems sensible
STEPS, SIZE, PULL = 600, 0.4, 0.02
#: what seems sensible, where the learning begins and is pulled to
BEGIN = {
    "cover": 3.0, "told": 3.0, "matched": 2.0, "heard": 1.0, "pattern": 1.5, "whole": 1.0, "text": 1.5, "fit": 1.5, "named": 0.5, "missing": -0.8,
    "facts": 0.8, "unused": -1.0, "asked": 1.0, "doer": 1.0, "follows": -0.5, "unasked": -0.5, "short": -0.5, NOTHING: 5.0, NOTHING_WHAT: 1.5,
}  # fmt: skip
Signs = Mapping[str, float]


def example(asked: Asked) -> tuple[list[Signs], int] | None:
    """The signs of every candidate and of none of them, and which is right."""
    understanding = referee_of(asked.game).understanding
    typed, readings = understanding.candidates(asked.question, asked.asker)
    right = next((at for at, reading in enumerate(readings) if reading.intent == asked.intent), None)
    if asked.intent and right is None:
        return None  # nothing is learnt from what was not found
    signs = [*(reading.parts for reading in readings), nothing(typed)]
    return signs, len(readings) if right is None else right


def loss_and_slope(known: Signs, examples: Sequence[tuple[list[Signs], int]]) -> tuple[float, dict[str, float]]:
    loss, slope = 0.0, dict.fromkeys(BEGIN, 0.0)
    for signs, right in examples:
        sums = [score(known, each) for each in signs]
        most = max(sums)
        shares = [math.exp(each - most) for each in sums]
        whole = sum(shares)
        loss -= math.log(shares[right] / whole)
        for at, each in enumerate(signs):
            push = shares[at] / whole - (1.0 if at == right else 0.0)
            for name, part in each.items():
                slope[name] += push * part
    size = len(examples)
    for name, begun in BEGIN.items():
        slope[name] = slope[name] / size + PULL * (known[name] - begun)
    return loss / size, slope


def examples_of(questions: Sequence[Asked]) -> list[tuple[list[Signs], int]]:
    return [found for asked in questions if (found := example(asked)) is not None]


def descended(examples: Sequence[tuple[list[Signs], int]]) -> dict[str, float]:
    """The weights that tell the right readings apart best, not far from what seems sensible."""
    known = dict(BEGIN)
    for _ in range(STEPS):
        _, slope = loss_and_slope(known, examples)
        known = {name: weight - SIZE * slope[name] for name, weight in known.items()}
    return known


def learnt(questions: Sequence[Asked]) -> dict[str, float]:
    """The weights learnt from some questions alone."""
    return descended(examples_of(questions))


def train(questions: Sequence[Asked]) -> None:
    """Learns the weights and keeps them."""
    examples = examples_of(questions)
    first, _ = loss_and_slope(BEGIN, examples)
    known = descended(examples)
    last, _ = loss_and_slope(known, examples)
    lines = ["# Written by `python -m tests.bench.words --train`; docs/asking.md says what each sign is."]
    lines += [f'{name} = "{weight:.2f}"' for name, weight in known.items()]
    PATH.write_text("\n".join(lines) + "\n", "utf-8")
    weights.cache_clear()
    print(f"{len(examples)} of {len(questions)} questions, loss {first:.3f} -> {last:.3f}")
    print(" ".join(f"{name} {weight:.2f}" for name, weight in known.items()))

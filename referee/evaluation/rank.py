"""Paragraphs that speak at once, as they are cited."""

from __future__ import annotations

from collections.abc import Sequence

from referee.evaluation.context import Context

#: the rank of a source, and the paragraph
Ranked = tuple[int, str]


def cite_all(ctx: Context, spoken: Sequence[Ranked]) -> None:
    """They say the same."""
    for _, paragraph in spoken:
        ctx.cite(paragraph)


def cite_by_rank(ctx: Context, spoken: Sequence[Ranked]) -> None:
    """They differ: what ranks highest, then, if it outranks anything, what grants that rank and what is outranked."""
    top = max(rank for rank, _ in spoken)
    cite_all(ctx, [each for each in spoken if each[0] == top])
    outranked = [each for each in spoken if each[0] < top]
    if outranked:
        ctx.cite(ctx.code.rank_paragraph(top))
        cite_all(ctx, outranked)

"""A dispute in words: its readings, where they stand, and where each leads."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee import answers as a
from referee.explanation.phrases import phrase
from referee.explanation.wording import Wording
from referee.rules.code import Code
from referee.values import Unknown, is_known, thaw

_NOWHERE: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType({})
_NONE: Mapping[str, object] = MappingProxyType({})


def readings(
    code: Code,
    words: Wording,
    dispute: str,
    outcomes: Mapping[str, object] = _NONE,
    places: Mapping[tuple[str, str], tuple[str, ...]] = _NOWHERE,
) -> a.Readings:
    """A dispute with its readings, their paragraphs and where each leads."""
    default = code.default_reading(dispute)
    paragraph = code.program.disputes[dispute].paragraph if dispute in code.program.disputes else ""
    found = [
        a.Reading(
            reading,
            words.name(reading),
            reading == default,
            thaw(outcomes[reading]) if reading in outcomes else None,
            outcome(words, reading, outcomes) if reading in outcomes else "",
            list(code.places(dispute, reading) or places.get((dispute, reading), ())),
        )
        for reading in code.readings(dispute)
    ]
    return a.Readings(dispute, paragraph, words.name(dispute), code.strength(dispute), default, found)


def outcome(words: Wording, reading: str, outcomes: Mapping[str, object]) -> str:
    """Where a reading leads: to a value, to what hangs on more, or to a deed that may not be done."""
    found = outcomes[reading]
    if isinstance(found, Unknown) and (is_flag(found) or (found.options is None and found.bounds() == (None, None))):
        return phrase("open", words.lang)
    if found is False and any(type(other) is not bool and is_known(other) for other in outcomes.values()):
        return phrase("refused", words.lang)
    return words.value(found)


def is_flag(domain: Unknown | None) -> bool:
    """Whether it can only be so or not so."""
    return domain is not None and domain.options is not None and set(domain.options) <= {True, False}

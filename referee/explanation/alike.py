"""Checks that read alike are told once."""

from __future__ import annotations

from collections.abc import Iterable

from referee import answers as a

#: what is told of checks that read alike: the first of these
_WORSE = (a.Status.FAIL, a.Status.UNKNOWN, a.Status.PASS, a.Status.NOT_APPLICABLE)


def each_once(checks: Iterable[a.Check]) -> list[a.Check]:
    """Checks that read alike are one: what went worst is told, with the paragraphs of all that went so; other figures fail by themselves."""
    alike: dict[str, list[a.Check]] = {}
    for check in checks:
        alike.setdefault(check.text, []).append(check)
    return [one for same in alike.values() for one in (same if len(same) == 1 else _worst(same))]


def _worst(alike: list[a.Check]) -> list[a.Check]:
    worst = min((check.result for check in alike), key=_WORSE.index)
    found: dict[str, a.Check] = {}
    for check in alike:
        if check.result is worst:
            known = found.setdefault(check.numbers if worst is a.Status.FAIL else "", check)
            known.cites.extend(cite for cite in check.cites if cite not in known.cites)
    return list(found.values())

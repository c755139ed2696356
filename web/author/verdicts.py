"""What came of games by chance, in lines and as data."""

from __future__ import annotations

from typing import Any

from referee.service import Referee, Trial, line, literal

#: the sorts of faults in the order they are told in
SORTS = ("stuck", "endless", "always", "lost", "untold", "rule", "ours")
#: faults of one sort, and names of what never came up, that are listed
FAULTS, NAMES = 5, 25


def as_lines(referee: Referee, trial: Trial, again: str, lang: str) -> list[str]:
    """For people. `again`: the command that plays one game by chance."""

    def say(key: str, *values: object) -> str:
        return line(f"trial.{key}", lang, *values)

    lines = [say("ended", referee.game.id, trial.ended, trial.played, trial.deeds)]
    for sort in SORTS:
        name = say(sort)
        faults = [fault for fault in trial.faults if fault.sort == sort]
        for fault in faults[:FAULTS]:
            seats = f", {say('seats', fault.players)}" if fault.players is not None else ""
            option = f" --players {fault.players}" if fault.players is not None else ""
            lines.append(f"✗ {name}: {fault.said(lang)} ({say('at', fault.deed)}{seats})")
            lines += [f"    {who}: {what} {literal(_plain(how))}" for who, what, how in fault.last]
            lines.append(f"    {say('again', f'{again} --seed {fault.seed}{option}')}")
        if len(faults) > FAULTS:
            lines.append(f"✗ {name}: {say('more_faults', len(faults) - FAULTS)}")
    looked = [say("looked", name, count) for name, count in trial.impossible.items() if count]
    absent = [name for name, count in trial.impossible.items() if not count]
    unused = [f"#{name}" for name in _unused(referee, trial)]
    for key, names in (("impossible", looked), ("absent", absent), ("unused", unused)):
        if names:
            more = f" {say('more_names', len(names) - NAMES)}" if len(names) > NAMES else ""
            lines.append(f"{say(key)}: {', '.join(names[:NAMES])}{more}")
    return lines


def as_data(referee: Referee, trial: Trial) -> dict[str, Any]:
    """For programs."""
    return {
        "game": referee.game.id, "version": referee.game.version,
        "played": trial.played, "ended": trial.ended, "deeds": trial.deeds, "stopped": trial.stopped,
        "faults": [
            {
                "sort": fault.sort, "seed": fault.seed, "players": fault.players, "deed": fault.deed, "message": fault.message,
                "last": [{"who": who, "what": what, "how": _plain(how)} for who, what, how in fault.last],
            }
            for fault in trial.faults
        ],
        "impossible": dict(trial.impossible), "unused": _unused(referee, trial),
    }  # fmt: skip


def _unused(referee: Referee, trial: Trial) -> list[str]:
    """The paragraphs that had no part in any game, in the order of the book."""
    return [name for name in referee.game.prose.paragraphs if name in trial.unused]


def _plain(value: object) -> Any:
    """What was done, as JSON has it."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    return value if value is None or isinstance(value, str | int | bool) else str(value)

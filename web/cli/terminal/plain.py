"""`paragraf ask` as it is mostly typed, read without the option parser, whose import takes longer than the answer.

Whatever is not plain is left to it: help, abbreviations, `--option=value`, a state in a file, and faults of ours.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grammar.base.errors import SyntaxProblemError
from grammar.base.records import record
from kb.languages.texts import languages
from referee.errors import RefereeError
from web.cli.terminal.tongue import spoken_here

if TYPE_CHECKING:
    from referee.service import Told


@record
class Asked:
    """What the options say, named as the command names them."""

    game: str
    question: str
    actor: str | None
    near: str | None
    lang: str
    edition: str | None
    given: tuple[str, ...]
    rulings: tuple[str, ...]
    data: bool
    whole: bool = False


#: option -> what it sets; the last counts where it is given again
_ONE = {"--as": "actor", "--near": "near", "--lang": "lang", "--edition": "edition"}
#: options that may be given several times
_MANY = {"--given": "given", "--ruling": "rulings"}


def read(arguments: list[str]) -> Asked | None:
    """What a plain `ask` says; None where it is not plain."""
    if not arguments or arguments[0] != "ask":
        return None
    names: list[str] = []
    one: dict[str, str] = {"lang": spoken_here()}
    many: dict[str, list[str]] = {"given": [], "rulings": []}
    data = whole = False
    left = iter(arguments[1:])
    for argument in left:
        if argument == "--json":
            data = True
        elif argument == "--all":
            whole = True
        elif argument in _ONE or argument in _MANY:
            value = next(left, None)
            if value is None or value.startswith("-"):
                return None
            if argument in _ONE:
                one[_ONE[argument]] = value
            else:
                many[_MANY[argument]].append(value)
        elif argument.startswith("-"):
            return None
        else:
            names.append(argument)
    if len(names) != 2 or one["lang"] not in languages():
        return None
    return Asked(
        game=names[0], question=names[1], actor=one.get("actor"), near=one.get("near"), lang=one["lang"],
        edition=one.get("edition"), given=tuple(many["given"]), rulings=tuple(many["rulings"]), data=data, whole=whole,
    )  # fmt: skip


def told(asked: Asked) -> Told:
    """What is told with a question."""
    from web.cli.terminal.told import told_by

    return told_by(asked.given, None, asked.rulings, asked.edition)


def run(arguments: list[str]) -> bool:
    """Answers a plain question; whether it did. A fault that is no fault of the question is left to those who know how to tell it."""
    asked = read(arguments)
    if asked is None:
        return False
    from web.cli.terminal.answer import answered

    try:
        text, referee = answered(
            asked.game,
            asked.question,
            told(asked),
            actor=asked.actor,
            near=asked.near,
            lang=asked.lang,
            data=asked.data,
            whole=asked.whole,
        )
    except (RefereeError, SyntaxProblemError) as error:
        said = error.said(asked.lang) if isinstance(error, RefereeError) else str(error)
        sys.stderr.write(f"paragraf: {said}\n")
        raise SystemExit(2) from None
    except Exception:
        return False
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has read enough
        _forget_output()
        raise SystemExit(1) from None
    referee.keep()
    return True


def _forget_output() -> None:
    """Nothing more is written on the way out."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

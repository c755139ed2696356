"""Where each reading of a dispute leads, in words: to a value, to what hangs on more, to a deed that may not be done."""

from __future__ import annotations

from kb.library import Game
from referee.explanation.readings import readings
from referee.explanation.words.wording import Wording
from referee.values import Unknown
from tests.support.rules import code_from

CODE = """
dispute share: whole default at #t.1, half at #t.1, none_of_it at #t.1
"""


def test_what_hangs_on_more_is_no_value(harbour: Game) -> None:
    either = Unknown(options=(True, False))
    found = readings(
        code_from(CODE), Wording(harbour, "en"), "share", {"whole": 3, "half": either, "none_of_it": False}
    )
    assert [each.shown for each in found.readings] == ["3", "depends", "may not be done"]


def test_a_no_among_flags_stays_a_no(harbour: Game) -> None:
    found = readings(code_from(CODE), Wording(harbour, "en"), "share", {"whole": True, "half": False})
    assert [each.shown for each in found.readings] == ["yes", "no", ""]

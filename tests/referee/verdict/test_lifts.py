"""`allowed … overrides #p` lifts the checks of #p wherever it stands: under #p itself, in a class, on the state after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.play.progress import apply_move
from referee.state import State
from tests.support.rules import code_from


@pytest.mark.parametrize(
    "rules",
    [
        "class deed forbidden when yes\naction jump by actor: side as deed\nrule jump allowed when tired overrides #t.1",
        "class deed\n  forbidden when yes\n  allowed when tired overrides #t.1\naction jump by actor: side as deed",
        "class deed\n  allowed when tired overrides #t.2\n--- #t.2\naction jump by actor: side as deed\n  forbidden when yes",
        "action jump by actor: side\n  requires no\n  allowed when tired overrides #t.1",
        "action jump by actor: side\n  cost 3 from coins\n  allowed when tired overrides #t.1",
        "action jump by actor: side\n  forbidden when yes\nlifts #t.1 when tired",
        "action jump by actor: side\n  requires after no\n--- #t.2\nrule jump allowed when tired overrides #t.1",
    ],
)
def test_it_lifts_and_only_when_it_holds(rules: str, answer_of: Callable[..., Any]) -> None:
    code = code_from(f"roles side: red, blue\nfact tired: flag\nfact coins: 0..9\n{rules}")
    for tired, verdict in (("yes", "yes"), ("no", "no")):
        assert answer_of(code, "jump", f"tired = {tired}; coins = 0", "red").verdict == verdict
    if "cost" not in rules:
        assert not apply_move(code, State({"tired": True, "coins": 0}), "jump", {}, "red").state.over


def test_no_check_lifts_itself(answer_of: Callable[..., Any]) -> None:
    code = code_from("roles side: red, blue\naction jump by actor: side\n  forbidden when yes overrides #t.1")
    assert answer_of(code, "jump", "", "red").verdict == "no"

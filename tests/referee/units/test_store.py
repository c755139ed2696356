"""Compiled units kept between runs: the same answers with and without them, and no way to be led astray by them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.cache.digest import PYTHON
from kb.cases import cases_of
from kb.library import Game
from referee.check.cases import run_case
from referee.errors import UnknownNameError
from referee.evaluation.context import Context
from referee.play.progress import answer_choice, apply_move
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from referee.service import Referee, Told
from referee.state import State
from referee.units import store as stores
from referee.units.store import CodeStore, Store
from tests.support.rules import code_from

QUESTION = ("price(wine)", "", "red")


class Shelf(Store):
    """Units in memory."""

    def __init__(self) -> None:
        self.units: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.units.get(key)

    def put(self, key: str, unit: bytes) -> None:
        self.units[key] = unit


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests may run right after an edit."""
    monkeypatch.setattr(stores, "_TICK_NS", 0)


def outcomes(game: Game, code: Code) -> Iterator[tuple[str, bool, str]]:
    """What came of every case of a game."""
    for case in cases_of(game)[0]:
        outcome = run_case(code, case.node, {})
        yield case.node.title, outcome.passed, outcome.message


def wrote_nothing(code: Code) -> bool:
    """Whether all came from the store."""
    return "sources" not in vars(code.compiler)


def test_a_warm_store_gives_the_same_answers(harbour: Game) -> None:
    shelf = Shelf()
    plain, cold, warm = code_of(harbour), code_of(harbour, shelf), code_of(harbour, shelf)
    expected = list(outcomes(harbour, plain))
    assert expected and list(outcomes(harbour, cold)) == expected
    assert not wrote_nothing(cold)
    known = len(shelf.units)
    assert list(outcomes(harbour, warm)) == expected
    assert len(shelf.units) == known and warm.compiler.dependents.keys() == cold.compiler.dependents.keys()


def test_what_was_compiled_is_neither_resolved_nor_written_again(harbour: Game, answer_of: Callable[..., Any]) -> None:
    shelf = Shelf()
    first = answer_of(code_of(harbour, shelf), *QUESTION)
    warm = code_of(harbour, shelf)
    again = answer_of(warm, *QUESTION)
    assert (first.verdict, first.value, first.cites) == (again.verdict, again.value, again.cites)
    assert wrote_nothing(warm)


def test_values_of_a_warm_store_are_forgotten_too() -> None:
    program = code_from("roles side: red, blue\nfact coins of side: 0..9\ndefine double(s) = 2 * coins of s").program
    shelf = Shelf()
    for _ in range(2):
        code = Code(program, None, shelf)
        assert code.lookup.now(Context(code, State({"coins": {"red": 2}})), "double", ("red",)) == 4
        assert "double" in code.dependents["coins"]


TRADE = """
roles side: red, blue
fact coins of side: 0..99
fact gems of side: 0..99
action trade by actor: side
  effect let more = 2 + coins of actor
  effect raise coins of actor by more
  effect choose pick: 1..9 by actor with pick > more
  effect raise gems of actor by more + pick
"""


def traded(shelf: Store) -> tuple[object, ...]:
    """What comes of a trade whose effects use each other's names."""
    code = Code(code_from(TRADE).program, None, shelf)
    played = apply_move(code, State({"coins": {"red": 1}, "gems": {"red": 0}}), "trade", {}, "red")
    assert played.state.pending is not None
    options = played.state.pending.choice.options
    played = answer_choice(code, played.state, 4)
    return options, played.state.facts["coins"], played.state.facts["gems"]


def test_effects_of_a_warm_store_bring_their_names_and_choices() -> None:
    shelf = Shelf()
    cold = traded(shelf)
    assert cold == ([4, 5, 6, 7, 8, 9], {"red": 4}, {"red": 7})
    assert traded(shelf) == cold


def test_a_unit_compiled_alone_finds_what_another_brought() -> None:
    shelf = Shelf()
    cold = traded(shelf)
    effects = [key for key in shelf.units if key.startswith("effect ")]
    assert len(effects) == 4
    for key in effects:
        without = Shelf()
        without.units = {name: unit for name, unit in shelf.units.items() if name != key}
        assert traded(without) == cold


def test_members_of_a_question_are_kept_for_no_other(harbour: Game) -> None:
    shelf = Shelf()
    for _ in range(2):
        referee = Referee(harbour)
        referee._rules.store = shelf
        assert referee.ask("price(dinghy)", told=Told("dinghy: cargo")).shown == "2"
        with pytest.raises(UnknownNameError, match="dinghy"):
            referee.ask("price(dinghy)")


def test_unknown_names_are_told_at_once(harbour: Game, answer_of: Callable[..., Any]) -> None:
    shelf = Shelf()
    for _ in range(2):
        answer_of(code_of(harbour, shelf), *QUESTION)
        with pytest.raises(UnknownNameError, match="nothing_such"):
            answer_of(code_of(harbour, shelf), "nothing_such + 1")


# ---- the file ------------------------------------------------------------------------------------------------------


def filled(cache: Path, **units: bytes) -> CodeStore:
    store = CodeStore(cache, "toy", "1")
    for key, unit in units.items():
        store.put(key, unit)
    assert store.keep()
    return store


def kept(cache: Path, version: str = "1") -> dict[str, object]:
    store = CodeStore(cache, "toy", version)
    return {key: bytes(found) for key in ("a", "b", "c") if (found := store.get(key)) is not None}


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    store = filled(tmp_path, a=b"1")
    assert store.get("a") == b"1" and kept(tmp_path) == {"a": b"1"}
    assert not store.keep(), "nothing is new"


def test_two_writers_keep_what_both_made(tmp_path: Path) -> None:
    one, two = CodeStore(tmp_path, "toy", "1"), CodeStore(tmp_path, "toy", "1")
    one.put("a", b"1")
    two.put("b", b"2")
    assert one.keep() and two.keep()
    assert kept(tmp_path) == {"a": b"1", "b": b"2"}


def test_many_writers_at_once_leave_a_whole_file(tmp_path: Path) -> None:
    def write(number: int) -> None:
        for turn in range(10):
            filled(tmp_path, a=b"1", **{f"own{number}_{turn}": b"x" * 5000})

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept(tmp_path)["a"] == b"1"
    assert [path.name for path in tmp_path.iterdir()] == [f"toy-1.{PYTHON}.code"]


def test_another_version_sees_nothing_and_takes_its_place(tmp_path: Path) -> None:
    filled(tmp_path, a=b"1")
    assert kept(tmp_path, "2") == {}
    store = CodeStore(tmp_path, "toy", "2")
    store.put("b", b"2")
    assert store.keep() and [path.name for path in tmp_path.iterdir()] == [f"toy-2.{PYTHON}.code"]


def test_other_code_sees_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path, a=b"1")
    monkeypatch.setattr(stores, "stamps_of", lambda folder: (("changed.py", 1, 1),))
    assert kept(tmp_path) == {}


def test_any_damage_counts_as_absent(tmp_path: Path) -> None:
    filled(tmp_path, a=b"1" * 99)
    path = tmp_path / f"toy-1.{PYTHON}.code"
    whole = path.read_bytes()
    for damaged in (b"", b"foreign", whole[:-3], whole[:40] + b"?" + whole[41:], whole[:-2] + b"??"):
        path.write_bytes(damaged)
        assert kept(tmp_path) == {}
    filled(tmp_path, b=b"2")
    assert kept(tmp_path) == {"b": b"2"}


def test_a_place_that_cannot_be_written_is_no_fault(tmp_path: Path, harbour: Game) -> None:
    (tmp_path / "file").write_text("in the way")
    store = CodeStore(tmp_path / "file", "toy", "1")
    store.put("a", b"1")
    assert not store.keep() and store.get("a") == b"1"
    referee = Referee(harbour, tmp_path / "file")
    assert referee.ask("price(wine)").shown
    referee.keep()


def test_code_that_is_being_edited_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "_TICK_NS", 10**20)
    store = CodeStore(tmp_path, "toy", "1")
    store.put("a", b"1")
    assert not store.keep() and not list(tmp_path.iterdir())


def test_there_is_an_end_to_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "MOST", 2)
    filled(tmp_path, a=b"1", b=b"2", c=b"3")
    assert kept(tmp_path) == {"a": b"1", "b": b"2"}


def test_a_process_that_goes_on_writes_from_time_to_time(tmp_path: Path) -> None:
    store = CodeStore(tmp_path, "toy", "1")
    store.put("a", b"1")
    assert not store.keep(pause=3600) and store.keep(pause=0)


def test_a_referee_with_a_cache_starts_where_the_last_one_ended(tmp_path: Path, harbour: Game) -> None:
    first, second = Referee(harbour, tmp_path), Referee(harbour, tmp_path)
    answer = first.ask("price(wine)")
    first.keep()
    second = Referee(harbour, tmp_path)
    assert second.ask("price(wine)") == answer
    assert wrote_nothing(second._rules.code)

"""The bench runs: every part, on a tiny sample, through the calls the product makes. No figure is looked at."""

from __future__ import annotations

import gc
import random
import weakref
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from tests.bench.__main__ import PARTS, main, run
from tests.bench.attack import Attacker
from tests.bench.calls import PARTS as COUNTED
from tests.bench.calls import calls, counted
from tests.bench.editor import figures as editor_figures
from tests.bench.hostile import attacked, known, search
from tests.bench.lines import Line, Size, Target
from tests.bench.load import main as load
from tests.bench.storing import figures
from tests.support.own_cards import favour_games
from tests.support.places import HARBOUR
from tests.support.postgres import missing

pytestmark = pytest.mark.slow

TINY = Size(states=20, rounds=1, questions=4, most_actions=2, players=1, decisions=6)


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_every_part_runs(part: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    shared: Path = tmp_path_factory.getbasetemp() / "bench"  # games are recorded and loaded once for all parts
    monkeypatch.setenv("PARAGRAF_CACHE", str(shared))
    lines = list(run([part], TINY))
    assert any(line.target is not None for line in lines)
    assert [line.name for line in lines if line.seconds is None and "not installed" not in line.note] == []
    assert [line.name for line in lines if line.target is not None and line.met is None] == []
    assert [line.fault for line in lines if "done again" in line.fault] == []


@pytest.fixture
def small_games(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that the other parts recorded."""
    monkeypatch.setenv("PARAGRAF_CACHE", str(tmp_path_factory.getbasetemp() / "bench"))


@pytest.mark.slow
@pytest.mark.usefixtures("small_games")
def test_calls_are_counted_alike_each_time() -> None:
    first, again = (list(counted(["partial", "nothing"], TINY)) for _ in range(2))
    assert first == again and COUNTED.keys() >= {"answers", "partial", "nothing", "moves", "deeds"}


def test_garbage_of_others_is_not_counted() -> None:
    class Node:
        me: object

    buried: list[object] = []

    def work() -> None:
        for _ in range(2 * gc.get_threshold()[0]):
            buried.append([])  # enough for the collector to be called

    def left() -> None:
        dead = Node()
        dead.me = dead  # dies when garbage is looked for, not before
        dying.append(weakref.ref(dead, lambda _: None))

    dying: list[object] = []
    gc.collect()
    alone = calls(work)
    left()
    assert calls(work) == alone
    assert gc.isenabled()


@pytest.mark.slow
@pytest.mark.usefixtures("small_games")
def test_what_changes_take_on_disk_is_measured(tmp_path: Path) -> None:
    found = {figure.name: figure for figure in figures(tmp_path, 8, TINY)}
    assert len(found) == 7 and all(figure.changes and figure.entries > 0 for figure in found.values())
    small, large = (found[f"{name}: a number corrected"] for name in ("mid-game", "after a large file"))
    assert large.entries == small.entries  # as large as the change, not as the state


@pytest.mark.slow
@pytest.mark.usefixtures("small_games")
def test_a_small_load_is_borne(capsys: pytest.CaptureFixture[str]) -> None:
    if missing():
        pytest.skip(missing())
    few = ["--tables", "2", "--phones", "2", "--every", "2", "--seconds", "4", "--warm", "2"]
    with ThreadPoolExecutor(1) as apart:  # where a browser was driven before, this thread has a loop already
        assert apart.submit(load, few, TINY).result() == 0
    said = capsys.readouterr().out
    assert "gave up" not in said and "has it changed? 200" in said and "page 200" in said and "change 303" in said


def test_what_an_editor_waits_for_is_measured() -> None:
    names = [line.name for line in editor_figures(HARBOUR, 1) if line.seconds is not None and line.ratio is not None]
    assert len(names) == 7


def test_every_route_is_attacked_and_none_fails(tmp_path: Path) -> None:
    chance = random.Random(5)
    with attacked(chance, favour_games(tmp_path)) as target:
        routes = {(rule.rule, method) for rule, method in Attacker(target, chance).routes}
        named = list(islice(known(target), 60))
        found = list(search(target, 300, chance, {}))
    assert {(each.attack.route, each.attack.method) for each in found} == routes
    assert [str(each) for each in (*named, *found) if each.cost.status >= 500] == []


def test_a_target_is_met_or_not() -> None:
    assert Line("at it", 1.0, 3.0, target=Target(3)).met is True
    assert Line("not ahead", 1.0, 3.0, target=Target(3, "another", strict=True)).met is False
    assert Line("in seconds", 2.0, target=Target(1.5)).met is False
    assert Line("not all of it", 1.0, 3.0, target=Target(3), fault="bounded").met is False
    assert Line("without one", 1.0, 3.0).met is None


def test_an_unknown_part_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed"]) == 2
    assert "speed" in capsys.readouterr().err

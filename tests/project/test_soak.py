"""The soak of the store, a small one: kills in storms of writes and a crowd at one table, two servers on one database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.storm import LostError, check, crowd, pair, storm
from tests.support.postgres import missing
from web.store.database import open_database
from web.store.entries import NewEntry
from web.store.tables import TableStore

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest, web_folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PARAGRAF_CACHE", str(web_folder / "cache"))
    if request.param == "postgres" and missing():
        pytest.skip(missing())
    return str(request.param)


@pytest.mark.slow
def test_crowds_and_kills_lose_nothing(kind: str) -> None:
    with pair(kind) as made:
        assert "0 lost" in crowd(made, 8, 2)
        assert "0 lost" in storm(made, 2, seed=3)


def test_the_soak_sees_what_is_lost(tmp_path: Path) -> None:
    store = TableStore(open_database("", tmp_path))
    code = store.create("g", "", "app", "phone", NewEntry("begin", {"points": {"red": 0}}))[0].code
    changes = ({"fact": "points", "keys": ["red"], "old": 0, "new": 7},)
    store.append(code, 1, NewEntry("tell", {"points": {"red": 7}}, changes=changes))
    assert check(store, code, [(2, "7")]) == 2
    for confirmed in ([(3, "8")], [(2, "8")], [(2, "undo")]):
        with pytest.raises(LostError):
            check(store, code, confirmed)
    store.append(code, 2, NewEntry("tell", {"points": {"red": 9}}, changes=changes))
    with pytest.raises(LostError, match="not what the entry made"):
        check(store, code, [])
    with store._database.transaction(write=True) as run:
        run.execute("DELETE FROM entries WHERE number = 2")
    with pytest.raises(LostError, match="gaps"):
        check(store, code, [])
    store.close()

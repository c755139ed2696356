"""Files of named bytes, and tables that are read entry by entry."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from zlib import adler32

import pytest

from kb.cache.mapping import LateMapping, LateTable
from kb.cache.pack import Pack, PackFile, pack


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "some.kept"
    assert PackFile(path).get("a") is None
    assert PackFile(path).put({"a": b"one", "b": b"", "ключ": pack({"c": b"two"})})
    kept = PackFile(path)
    assert kept.get("a") == b"one" and kept.get("b") == b"" and kept.get("z") is None
    inner = kept.get("ключ")
    assert inner is not None and dict(Pack(inner)) == {"c": b"two"}
    found = kept.open()
    assert found is not None and list(found) == ["a", "b", "ключ"] and len(found) == 3 and "a" in found


def test_putting_replaces_all(tmp_path: Path) -> None:
    kept = PackFile(tmp_path / "some.kept")
    kept.put({"a": b"one"})
    assert kept.get("a") == b"one"
    kept.put({"b": b"two"})
    assert kept.get("a") is None and kept.get("b") == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["some.kept"]


def test_any_damage_counts_as_absent(tmp_path: Path) -> None:
    path = tmp_path / "some.kept"
    PackFile(path).put({"a": b"one" * 10, "b": b"two" * 10})
    whole = path.read_bytes()
    for damaged in (b"", b"x", whole[:-1], whole[:20], whole + b"x", b"x" + whole, b"x" * len(whole)):
        path.write_bytes(damaged)
        assert PackFile(path).open() is None
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert PackFile(path).open() is None


def test_what_nobody_wrote_on_is_not_summed_up_and_what_was_only_touched_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.kept"
    PackFile(path).put({"a": b"one"})
    summed: list[int] = []

    def counted(data: memoryview) -> int:
        summed.append(len(data))
        return adler32(data)

    monkeypatch.setattr("kb.cache.pack.adler32", counted)
    assert PackFile(path).get("a") == b"one" and not summed
    path.touch()
    assert PackFile(path).get("a") == b"one" and len(summed) == 1


def test_a_place_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a")
    assert not PackFile(tmp_path / "file" / "some.kept").put({"a": b"one"})


def test_a_late_mapping_reads_what_is_looked_at() -> None:
    read: list[str] = []

    def load(name: str) -> list[str]:
        read.append(name)
        return [name]

    late = LateMapping({"b": 1, "a": 2}, load)
    assert list(late) == ["b", "a"] and len(late) == 2 and "a" in late and "c" not in late
    assert late.get("c") is None and late.get("c", 3) == 3
    with pytest.raises(KeyError):
        late["c"]
    assert read == []
    assert late["a"] is late["a"] and read == ["a"]
    assert late == {"b": ["b"], "a": ["a"]} and {**late} == dict(late)
    assert type(pickle.loads(pickle.dumps(late))) is type(copy.copy(late)) is dict


def test_a_late_table_reads_each_entry_once_and_only_when_it_is_looked_at() -> None:
    read: list[str] = []

    def load(name: str) -> str:
        read.append(name)
        return name.upper()

    table = LateTable(("b", "a"), load)
    assert "a" in table and "c" not in table and list(table) == ["b", "a"] and len(table) == 2 and read == []
    assert table["a"] == table.get("a") == "A" and table.get("c", 1) == 1 and read == ["a"]
    with pytest.raises(KeyError):
        table["c"]
    assert (
        list(table.items()) == [("b", "B"), ("a", "A")]
        and list(table.values()) == ["B", "A"]
        and list(table.keys()) == ["b", "a"]
    )
    assert read == ["a", "b"]

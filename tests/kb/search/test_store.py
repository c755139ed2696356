"""The index on disk: built once, kept, mended, shared."""

from __future__ import annotations

import multiprocessing
import threading
import time
from pathlib import Path

import pytest

from kb.search import Document, open_index, search
from kb.search.store import is_sound, sealed_folder
from tests.support.small import documents


class Counted:
    """Documents that count how often they are asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> list[Document]:
        self.asked += 1
        return documents()


def first(folder: Path, version: str = "1") -> str:
    index = open_index(folder, version, documents)
    try:
        return search(index, "ferry").hits[0].id
    finally:
        index.close()


def test_an_index_is_built_once_a_version(tmp_path: Path) -> None:
    counted = Counted()
    for version in ("1", "1", "2", "1"):
        open_index(tmp_path, version, counted).close()
    assert counted.asked == 2


def test_a_reopened_index_answers_the_same(tmp_path: Path) -> None:
    built = open_index(tmp_path, "1", documents)
    opened = open_index(tmp_path, "1", documents)
    for text in ("ferry", "harb", "кап", "54.3", "p. 14", "moneta", "frery"):
        assert search(built, text) == search(opened, text)
    built.close()
    opened.close()


@pytest.mark.parametrize("damage", ["cut", "flip", "remove", "seal", "empty"])
def test_a_damaged_index_is_built_anew(tmp_path: Path, damage: str) -> None:
    assert first(tmp_path) == "ferry"
    (folder,) = tmp_path.glob("index-*")
    victim = max(folder.iterdir(), key=lambda path: path.stat().st_size)
    data = victim.read_bytes()
    if damage == "cut":
        victim.write_bytes(data[: len(data) // 2])
    elif damage == "flip":
        victim.write_bytes(data[:99] + bytes([data[99] ^ 1]) + data[100:])
    elif damage == "remove":
        victim.unlink()
    elif damage == "seal":
        (folder / "seal.json").write_text("[1, 2]")
    else:
        for path in folder.iterdir():
            path.unlink()
    assert not is_sound(folder)
    assert first(tmp_path) == "ferry"
    assert is_sound(folder)


def test_a_failed_build_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail() -> list[Document]:
        raise RuntimeError("no documents")

    with pytest.raises(RuntimeError):
        open_index(tmp_path, "1", fail)
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]
    assert first(tmp_path) == "ferry"


def test_old_versions_are_removed_but_for_the_latest(tmp_path: Path) -> None:
    for version in "abcde":
        sealed_folder(tmp_path, version, lambda folder: (folder / "x").write_text("x") and None)
        time.sleep(0.01)
    assert len(list(tmp_path.glob("index-*"))) == 3


def _open_in_process(folder: Path, answers: multiprocessing.Queue[str]) -> None:
    answers.put(first(folder))


def test_several_processes_may_open_it_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    answers: multiprocessing.Queue[str] = context.Queue()
    processes = [context.Process(target=_open_in_process, args=(tmp_path, answers)) for _ in range(3)]
    for process in processes:
        process.start()
    assert [answers.get(timeout=60) for _ in processes] == ["ferry"] * 3
    for process in processes:
        process.join()
    answers.close()
    answers.join_thread()
    assert len(list(tmp_path.glob("index-*"))) == 1


def test_threads_share_an_index(tmp_path: Path) -> None:
    alone = open_index(tmp_path, "1", documents)
    texts = ["ferry", "harbour", "moneta", "гавань", "tide", "water", "coin", "boat"] * 3
    expected = [search(alone, text) for text in texts]
    shared = open_index(tmp_path, "1", documents)
    wrong: list[str] = []

    def work() -> None:
        for text, result in zip(texts, expected, strict=True):
            if search(shared, text) != result:
                wrong.append(text)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    alone.close()
    shared.close()

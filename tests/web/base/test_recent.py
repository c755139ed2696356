"""What was used last is kept; the one longest not asked for goes."""

from __future__ import annotations

import threading

from web.base.recent import Recent


def test_the_one_longest_not_asked_for_goes() -> None:
    kept: Recent[str, bytes] = Recent(2)
    for key in ("a", "b"):
        assert kept.keep(key, key.encode()) == key.encode()
    assert kept.find("a") == b"a"
    kept.keep("c", b"c")
    assert kept.find("b") is None and kept.find("a") == b"a" and len(kept) == 2


def test_what_is_kept_again_is_young_again() -> None:
    kept: Recent[str, int] = Recent(2)
    for key, thing in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        kept.keep(key, thing)
    assert (kept.find("a"), kept.find("b"), kept.find("c")) == (3, None, 4)


def test_threads_do_not_disturb_each_other() -> None:
    kept: Recent[int, int] = Recent(8)

    def use(start: int) -> None:
        for number in range(start, start + 2_000):
            kept.keep(number % 20, number % 20)
            assert kept.find(number % 20) in (None, number % 20)

    threads = [threading.Thread(target=use, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept) == 8

"""`make bench-pocket`: what it takes to keep the referee of a game on a phone and to start it there, as it is and four times slower."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.places import CORPUS
from tests.support.pocket import RUNTIME
from tests.support.served import Served

TICK = os.sysconf("SC_CLK_TCK")
#: a slow phone runs a quarter of the time
SLOW = 4


def processes(profile: str) -> list[int]:
    """Those of a browser, by the folder it was started with."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if profile.encode() in path.read_bytes() or _parent_has(path.parent, profile):
                found.append(int(path.parent.name))
    return found


def _parent_has(process: Path, profile: str) -> bool:
    parent = process.joinpath("stat").read_text().rpartition(")")[2].split()[1]
    return profile.encode() in Path(f"/proc/{parent}/cmdline").read_bytes()


def renderers(profile: str) -> list[int]:
    """Those in which pages and workers run."""
    found = []
    for pid in processes(profile):
        with contextlib.suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def seconds(pids: list[int]) -> float:
    """The processor time they took till now."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(told[11]) + int(told[12])
    return total / TICK


@contextlib.contextmanager
def slowed(profile: str, times: int) -> Iterator[None]:
    """Lets them run only now and then."""
    over = threading.Event()

    def turn() -> None:
        while not over.is_set():
            held = renderers(profile)
            for _ in range(50):
                for pid in held:
                    with contextlib.suppress(OSError):
                        os.kill(pid, signal.SIGSTOP)
                time.sleep(0.01 * (times - 1))
                for pid in held:
                    with contextlib.suppress(OSError):
                        os.kill(pid, signal.SIGCONT)
                time.sleep(0.01)
                if over.is_set():
                    break

    thread = threading.Thread(target=turn, daemon=True)
    if times > 1:
        thread.start()
    yield
    over.set()
    if times > 1:
        thread.join()


def measure(playwright: Any, server: Served, game: str, times: int) -> None:
    """Keeps, starts twice, asks; prints what each took."""
    from tests.browser.conftest import CHROMIUM, FLAGS

    profile = tempfile.mkdtemp(prefix="pocket-")

    def timed(what: str, do: Any) -> None:
        before, began = seconds(renderers(profile)), time.monotonic()
        do()
        spent = seconds(renderers(profile)) - before
        print(f"  {what}: {time.monotonic() - began:.1f} s, of the processor {spent:.1f} s", flush=True)

    for start in ("kept", "started again"):
        context = playwright.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=FLAGS)
        page = context.new_page()
        page.set_default_timeout(900_000)
        with slowed(profile, times):
            if start == "kept":
                page.goto(f"{server.base}/g/{game}/")
                page.evaluate("navigator.serviceWorker.ready.then(() => true)")

                def keep(page: Any = page) -> None:
                    page.locator("[data-keep-now]").click()
                    page.locator("[data-keep-now]:not([disabled])").wait_for()

                timed("keep", keep)
                print("  " + page.locator("[data-kept-state]").inner_text())
                used = page.evaluate("navigator.storage.estimate().then((found) => found.usage)")
                print(f"  kept on the phone: {used / 1e6:.0f} MB")
            context.set_offline(True)
            timed("first page, with the start", lambda page=page: page.goto(f"{server.base}/g/{game}/"))
            took = page.evaluate("caches.match('/offline/took').then((found) => found.json())")
            print(f"  of that {took}")
            for path in (f"/g/{game}/ask/", f"/g/{game}/ask/", "/search?q=a", "/search?q=card"):
                timed(path, lambda path=path, page=page: page.goto(f"{server.base}{path}"))
            rss = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 for pid in renderers(profile)]
            print(f"  largest renderer: {max(rss, default=0) / 1e6:.0f} MB")
        context.close()


def main(game: str) -> None:
    """Both speeds."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        cache = os.environ.get("PARAGRAF_CACHE") or str(Path(folder) / "cache")
        with Served(Path(folder), CORPUS / game, OFFLINE=str(RUNTIME.folder), CACHE=cache) as server:
            for times in (1, SLOW):
                print(f"{game}, {times} times slower; load {os.getloadavg()[0]:.1f}", flush=True)
                measure(playwright, server, game, times)


if __name__ == "__main__":
    if not RUNTIME.is_there:
        sys.exit("Python for browsers is not here; `make offline` brings it")
    main(sys.argv[1] if len(sys.argv) > 1 else next(path.name for path in sorted(CORPUS.iterdir()) if path.is_dir()))

"""Chromium on a served app: phone size, light and dark, with and without scripts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from waitress.server import create_server

from tests.support.left_out import NO_AXE, NO_CHROMIUM
from tests.support.own_cards import favour_games
from tests.support.serving import until_closed
from tests.support.web_app import made_up_app

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PHONE = {"width": 360, "height": 740}
AXE = "axe-core@4.14.0"
#: milliseconds a page may take on a busy machine; nothing here is timed
PATIENCE = 60_000
#: a browser that stalls (it and its workers share the cores with other tests) is tried again; what is wrong fails each time
STALLED = pytest.mark.flaky(reruns=2, only_rerun=["TimeoutError"])


def browser_program() -> str:
    """The system's Chromium, or the one that Playwright brought; empty when there is neither."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found:
        return found
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    return str(max(kept.glob("chromium-*/chrome-linux*/chrome"), default=""))


CHROMIUM = browser_program()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives Chromium; without one it is skipped, unless CI demands it."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(STALLED)
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))
            if not CHROMIUM and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a served app; its game has a card language."""
    folder = tmp_path_factory.mktemp("site")
    favour_games(folder)
    server: Any = create_server(made_up_app(folder), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=until_closed(server), daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium: Any, site: str) -> Iterator[Any]:
    """Makes pages of a phone: `phone(dark=…, scripts=…, lang=…, width=…)`; any console error fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def make(*, dark: bool = False, scripts: bool = True, lang: str = "en", width: int = 360) -> Any:
        context = chromium.new_context(
            viewport={**PHONE, "width": width},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            locale=lang,
            base_url=site,
            has_touch=True,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda entry: errors.append(entry.text) if entry.type == "error" else None)
        return page

    yield make
    for context in contexts:
        context.close()
    # a page asked for without a network is reported by the browser itself
    assert [
        error
        for error in errors
        if "ERR_INTERNET_DISCONNECTED" not in error and not re.search(r"\b(400|403|404|409|422)\b", error)
    ] == []


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, fetched by its package name; skipped where there is no registry."""
    folder = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"{NO_AXE}: npm is not installed")
    made = subprocess.run(
        [npm, "pack", AXE, "--silent"], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    found = list(folder.glob("*.tgz"))
    if made.returncode or not found:
        pytest.skip(NO_AXE)
    with tarfile.open(found[0]) as archive:
        source = archive.extractfile("package/axe.min.js")
        assert source is not None
        return source.read().decode()

"""Pictures of the main pages of the corpus: `python -m tests.browser.screenshots FOLDER`."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from waitress.server import create_server

from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from web.app import create_app


def addresses(app: Any) -> dict[str, str]:
    """The main pages of the first game, whatever it is."""
    volume = app.extensions["paragraf-corpus"].volumes()[0]
    game, program = f"/g/{volume.id}", volume.game.program
    chapter = max(volume.game.prose.chapters[:8], key=lambda each: len(each.items))
    disputed = next((i for i in volume.disputed if volume.game.paragraph(i)), next(iter(volume.game.prose.paragraphs)))
    action = next((name for name, info in program.actions.items() if info.node.params), next(iter(program.actions), ""))
    return {
        "home": "/",
        "contents": f"{game}/",
        "chapter": f"{game}/c/{chapter.id}",
        "paragraph": f"{game}/p/{disputed}",
        "glossary": f"{game}/t/",
        "search": "/search?q=st",
        "choose": f"{game}/ask/",
        "answer": f"{game}/ask/{action}?go=1",
        "disputes": f"{game}/disputes",
        "choices": "/choices",
    }


def main(folder: Path) -> None:
    """Takes every page in light and in dark."""
    folder.mkdir(parents=True, exist_ok=True)
    app = create_app({"RATE": 0})
    server: Any = create_server(app, host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport=PHONE,  # type: ignore[arg-type]
                color_scheme=scheme,  # type: ignore[arg-type]
                base_url=f"http://127.0.0.1:{server.effective_port}",
            )
            page = context.new_page()
            for name, address in addresses(app).items():
                page.goto(address, wait_until="networkidle", timeout=120_000)
                page.screenshot(path=folder / f"{name}-{scheme}.png")
            context.close()
        browser.close()
    server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"))

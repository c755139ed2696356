"""The pages over the real corpus: what only its games have is shown as well."""

from __future__ import annotations

from pathlib import Path

from kb.languages.texts import languages
from tests.support.games import NAMES
from tests.support.routes import addresses, reading
from tests.support.worlds.games import corpus_app
from web.base.settings import cache_folder

#: pages that want a code or a game in their query
WANTING = {"/t/join", "/t/new", "/offline/keeper.js", "/offline/referee.json"}


def test_every_page_that_needs_no_more_than_a_game_answers_in_every_language(tmp_path: Path) -> None:
    app = corpus_app(tmp_path, cache_folder())
    routes = [rule for rule in reading(app.url_map) if rule.arguments <= {"game"}]
    paths = {path for rule in routes for path in addresses(rule, {"game": NAMES})}
    assert {"/coverage", "/about", *(f"/g/{name}/disputes" for name in NAMES)} <= paths
    client = app.test_client()
    asked = [(path, lang) for path in sorted(paths - WANTING) for lang in languages()]
    answered = {(path, lang): client.get(path, query_string={"ui": lang}).status_code for path, lang in asked}
    assert {page: code for page, code in answered.items() if code not in (200, 302, 303, 308)} in (
        {},
        {("/t/settle", each): 404 for each in ("en", "pl", "uk")},
    )  # which wants a dispute

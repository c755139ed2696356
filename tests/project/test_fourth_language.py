"""A fourth language is one more folder of texts: pages, answers, API and command line speak it; English stands in for gaps."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from kb.languages import texts as known
from kb.languages.lines import read_texts
from referee.service import phrase
from tests.support.own_cards import favour_games
from tests.support.web_app import Visitor, made_up_app
from tests.web.cli.conftest import Shell

#: a letter that no text of ours has: every text of the made-up language begins with it
MARK = "ꙮ"
#: those there are, and the made-up one
ALL = (*known.languages(), "xx")
#: what its folder lacks
GAPS = {"pages": "nav.games", "answers": "say.silent"}
PAGES = (
    "/", "/about", "/coverage", "/choices", "/offline", "/search?q=dock", "/g/harbour/", "/g/harbour/c/rules", "/g/harbour/p/har.act.2",
    "/g/harbour/t/", "/g/harbour/t/dock", "/g/harbour/ask/", "/g/harbour/ask/lease?a.d=north&as=red&go=1", "/g/harbour/course",
    "/g/harbour/values", "/g/harbour/cards", "/g/harbour/disputes", "/g/harbour/workshop", "/t/", "/t/new?game=harbour", "/g/nowhere/",
)  # fmt: skip
LEASE = "owner of north = green"


def written(texts: dict[str, str]) -> str:
    return "".join(f'"{key}" = "{MARK}{text}"\n' for key, text in texts.items())


@pytest.fixture(scope="module", autouse=True)
def fourth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The languages there are, and one more folder beside theirs."""
    home = tmp_path_factory.mktemp("texts")
    for lang in known.languages():
        shutil.copytree(known.HOME / lang, home / lang)
    own = home / "xx"
    own.mkdir()
    (own / "language.toml").write_text(
        'name = "Ixish"\nletters = "zyxwvutsrqponmlkjihgfedcba"\nopen = "<"\nclose = ">"\n', "utf-8"
    )
    for name, gap in GAPS.items():
        texts = {key: text for key, text in read_texts(home / "en" / f"{name}.toml").items() if key != gap}
        (own / f"{name}.toml").write_text(written(texts), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known, "HOME", home)
        yield


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory, fourth: None) -> Visitor:
    app = made_up_app(tmp_path_factory.mktemp("app"))
    return Visitor(app)


def test_its_folder_makes_a_language() -> None:
    assert known.languages() == ALL


@pytest.mark.parametrize("path", PAGES)
def test_pages_speak_it(visitor: Any, path: str) -> None:
    page = visitor.get(path, query_string=None, headers={"Accept-Language": "xx"})
    assert '<html lang="xx"' in page.text
    texts, english = known.texts("xx", "pages"), known.texts("en", "pages")
    assert texts["common.skip"] == MARK + english["common.skip"] and texts["common.skip"] in page.text
    assert english[GAPS["pages"]] in page.text  # a gap is filled in with English


def test_the_answer_on_a_page_speaks_it(visitor: Any) -> None:
    asked = {"a.d": "north", "as": "red", "go": "1", "given": LEASE, "ui": "xx", "lang": "xx"}
    page = visitor.get("/g/harbour/ask/lease", query_string=asked).text
    assert f"{MARK}Checks" in page and f"{MARK}No. {MARK}" in page and f"{MARK}there is no owner (north)" in page
    assert f"{MARK}in our words" in page


def test_it_can_be_chosen_and_is_called_what_it_calls_itself(visitor: Any) -> None:
    page = visitor.get("/choices").text
    assert "Ixish" in page
    visitor.get("/choices?set=1&ui=xx&lang=xx&next=/")
    assert '<html lang="xx"' in visitor.get("/").text
    terms = re.findall(r'href="/g/harbour/t/(\w+)', visitor.get("/g/harbour/t/").text)
    assert terms.index("zebra") < terms.index("storm") < terms.index("dock")  # in the order of its letters


def test_the_api_speaks_it_and_names_it(visitor: Any) -> None:
    body = {"question": "lease(north)", "as": "red", "given": LEASE, "lang": "xx"}
    answer = visitor.post("/api/v1/games/harbour/ask", json=body).get_json()
    assert answer["verdict"] == "no" and answer["sentence"].startswith(f"{MARK}No.")
    refused = visitor.post("/api/v1/games/harbour/ask", json={**body, "lang": "yy"})
    assert refused.status_code == 400 and refused.get_json()["detail"].endswith(f"it must be one of {', '.join(ALL)}.")


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    folder = tmp_path_factory.mktemp("cli")
    favour_games(folder)
    return Shell(folder)


def test_the_command_line_speaks_it(shell: Shell) -> None:
    told = ("ask", "harbour", "lease(north)", "--as", "red", "--given", LEASE, "--lang")
    assert shell(*told, "xx").stdout.startswith(f"{MARK}NO  {MARK}No.")
    assert f"{MARK}p. " in shell(*told, "xx").stdout
    assert f"there is no such language; there are {', '.join(ALL)}." in shell(*told, "yy", exit_code=2).stderr
    assert f"[{'|'.join(ALL)}]" in shell("ask", "--help").stdout


@pytest.mark.parametrize(
    "args",
    [
        ("moves", "harbour", "--as", "red"),
        ("apply", "harbour", "begin", "--given", "players = 2"),
        ("search", "dock"),
        ("show", "har.act.2"),
        ("show", "disputes"),
    ],
)
def test_every_command_that_answers_takes_it(shell: Shell, args: tuple[str, ...]) -> None:
    assert shell(*args, "--lang", "xx").stdout.strip()


def test_a_phrase_that_it_lacks_is_said_in_english() -> None:
    assert phrase("say.silent", "xx") == phrase("say.silent", "en")
    assert phrase("say.yes", "xx") == f"{MARK}Yes."


def test_names_that_stand_in_english_are_marked_as_english(visitor: Any) -> None:
    chosen = {"ui": "xx", "lang": "xx"}
    page = visitor.get("/g/harbour/ask/lease", query_string={**chosen, "as": "red", "go": "1", "a.d": "north"}).text
    assert 'class="game" href="/g/harbour/" lang="en"' in page and 'lang="xx">Leas' not in page
    assert re.search(r'<h1[^>]* lang="en"', visitor.get("/g/harbour/", query_string=chosen).text)
    assert re.search(r'<h3 lang="en"><a href="/g/harbour/"', visitor.get("/", query_string=chosen).text)
    checks = re.findall(r'<ul class="checks">.*?</ul>', page, re.S)
    assert checks and all('lang="en"' in part and 'lang="xx"' not in part for part in checks)


def test_no_game_is_offered_in_a_language_it_does_not_have(visitor: Any) -> None:
    page = visitor.get("/choices", query_string={"ui": "en", "lang": "en"}).text
    offered = {name: re.findall(rf'name="{name}" value="(\w+)"', page) for name in ("ui", "lang", "beside")}
    spoken = [lang for lang in ALL if lang in ("en", "pl", "uk")]  # by the made-up game
    assert offered == {"ui": list(ALL), "lang": spoken, "beside": ["none", *spoken]}
    for path in ("/g/harbour/workshop", "/g/harbour/p/har.act.2"):
        shown = visitor.get(path, query_string={"ui": "en", "lang": "en"}).text
        assert 'data-meaning="xx"' not in shown and "beside=xx" not in shown


def test_a_language_that_is_only_begun_says_so_where_it_is_chosen(visitor: Any, fourth: None) -> None:
    path = known.HOME / "xx" / "language.toml"
    whole = path.read_text("utf-8")
    begun = visitor.get("/choices?ui=en").text.count("only begun")
    try:
        path.write_text(f'{whole}begun = "yes"\n', "utf-8")
        known._texts.cache_clear()
        assert known.begun("xx") and not known.begun("en")
        assert visitor.get("/choices?ui=en").text.count("only begun") == begun + 1
    finally:
        path.write_text(whole, "utf-8")
        known._texts.cache_clear()

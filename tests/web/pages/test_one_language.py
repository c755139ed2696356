"""A game in one language that the interface does not speak: it is read, asked, searched and served, around it English."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.cli.conftest import Shell
from web.app import create_app

#: what stands in a new game in English -> in the language of the author
GERMAN = {
    "Nobody takes more than still lie there.": "Niemand nimmt mehr, als noch dort liegen.",
    "A turn": "Ein Zug",
    "Pebbles lie on a [[heap]] in the middle; whoever takes some keeps them.": "Kiesel liegen auf einem [[heap|Haufen]]; wer welche nimmt, behält sie.",
    '"Heap"': '"Haufen"',
    '"The pebbles that nobody has taken yet."': '"Die Kiesel, die noch niemand genommen hat."',
    '"pebbles on the heap"': '"Kiesel auf dem Haufen"',
    '"First edition"': '"Erste Auflage"',
}


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    folder = tmp_path_factory.mktemp("german")
    made = Shell(folder)
    made("new", str(folder / "games" / "kiesel"), "--languages", "eo", "--title", "Kiesel")
    for path in (folder / "games" / "kiesel").rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8")
            for english, german in GERMAN.items():
                text = text.replace(english, german)
            path.write_text(text, "utf-8")
    return made


def test_it_checks_clean(shell: Shell) -> None:
    assert shell("check").stdout == "kiesel: 4 cases passed, 0 failed, 0 errors, 0 warnings\n"
    assert shell.data("coverage")["games"]["kiesel"]["languages"] == {"eo": 8}


@pytest.mark.parametrize("lang", ["en", "pl", "eo"])
def test_answers_cite_the_original_whatever_language_is_asked_for(shell: Shell, lang: str) -> None:
    found = shell.data("ask", "kiesel", "take(3)", "--as", "ada", "--given", "heap = 2", "--lang", lang)
    cited = found["citations"][0]
    assert (
        cited["text"] == "Niemand nimmt mehr, als noch dort liegen."
        and cited["lang"] == "eo"
        and cited["section"] == "Ein Zug"
    )
    assert "Kiesel auf dem Haufen" in found["checks"][0]["text"]
    assert found["sentence"].startswith({"pl": "Nie."}.get(lang, "No."))


def test_a_language_that_nobody_knows_is_refused(shell: Shell) -> None:
    assert (
        "there is no such language; there are en, pl, uk, eo."
        in shell("ask", "kiesel", "winner", "--lang", "fr", exit_code=2).stderr
    )


def test_search_finds_its_words(shell: Shell) -> None:
    assert {hit["id"] for hit in shell.data("search", "Haufen")["hits"]} >= {"heap", "kie.parts.2"}


def test_pages_show_it_in_every_language_of_the_interface(shell: Shell) -> None:
    folder: Path = shell.folder
    app = create_app(
        {"CORPUS": str(folder / "games"), "CACHE": str(folder / "cache"), "DATA": folder / "data", "RATE": 0}
    )
    client = app.test_client()
    for ui in ("en", "pl", "uk"):
        page = client.get(f"/g/kiesel/p/kie.turn.3?ui={ui}").text
        assert (
            "Niemand nimmt mehr, als noch dort liegen." in page and 'lang="eo"' in page and f'<html lang="{ui}"' in page
        )
        for path in ("/", "/g/kiesel/", "/g/kiesel/c/kie.all", "/g/kiesel/t/", "/g/kiesel/t/heap", "/g/kiesel/ask/", "/g/kiesel/course",
                     "/g/kiesel/ask/take?a.n=3&as=ada&go=1", "/g/kiesel/values", "/choices", "/about", "/coverage", "/search?q=Haufen"):  # fmt: skip
            assert client.get(f"{path}{'&' if '?' in path else '?'}ui={ui}").status_code == 200, path
    chosen = client.get("/choices").text
    assert 'value="eo"' in chosen and chosen.count('value="eo"') == 2, (
        "for the rules and beside them, not for the interface"
    )
    asked = {"question": "take(3)", "as": "ada", "given": ["heap = 2"], "lang": "eo"}
    assert client.post("/api/v1/games/kiesel/ask", json=asked).json["verdict"] == "no"
    assert client.post("/api/v1/games/kiesel/ask", json={**asked, "lang": "fr"}).status_code == 400

"""`ask`, `moves` and `apply`."""

from __future__ import annotations

import json

import pytest

from referee.runs.listing import Work
from tests.web.cli.conftest import Shell


def test_ask_tells_the_verdict_its_checks_and_its_paragraph(shell: Shell) -> None:
    text = shell("ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = green").stdout
    assert text.startswith("NO  No. ") and "  ✗ " in text and "  § " in text and "#har.act.2" in text


def test_ask_tells_the_next_question(shell: Shell) -> None:
    text = shell("ask", "harbour", "lease", "--as", "red").stdout
    assert text.startswith("DEPENDS") and "  ? " in text and " = …]" in text


def test_facts_may_be_told_one_by_one(shell: Shell) -> None:
    one = shell.data(
        "ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = none; coins of red = 10"
    )
    two = shell.data(
        "ask",
        "harbour",
        "lease(north)",
        "--as",
        "red",
        "--given",
        "owner of north = none;",
        "--given",
        "coins of red = 10",
    )
    assert one == two


@pytest.mark.parametrize(("lang", "word"), [("en", "Yes."), ("pl", "Tak."), ("uk", "Так.")])
def test_answers_come_in_every_language(shell: Shell, lang: str, word: str) -> None:
    told = "owner of north = none; coins of red = 10; owner of middle = none"
    answer = shell.data("ask", "harbour", "lease(north)", "--as", "red", "--given", told, "--lang", lang)
    assert answer["verdict"] == "yes" and answer["sentence"].startswith(word)


def test_a_value_comes_with_its_derivation(shell: Shell) -> None:
    assert shell(
        "ask", "harbour", "price(wine)", "--ruling", "full_house=seven", "--edition", "print2"
    ).stdout.startswith("VALUE")


def test_a_paragraph_near_by_is_cited_in_place_of_one_that_says_the_same(shell: Shell) -> None:
    asked = ("ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = green")
    assert "har.faq.2" not in {c["id"] for c in shell.data(*asked)["citations"]}
    near = shell.data(*asked, "--near", "har.faq.2")["citations"]
    assert [(c["id"], c["restates"]) for c in near if c["restates"]] == [("har.faq.2", "har.act.2")]


def test_a_game_is_played_from_file_to_file(shell: Shell) -> None:
    begun = shell.data("apply", "harbour", "begin", "--given", "players = 2")
    assert begun["changes"] and begun["pending"] is None and begun["corpus_version"]
    who = begun["state"]["course"]["who"]
    for content in (begun, begun["state"]):  # the whole answer, or the state in it
        state = shell.file("begun.json", content)
        listed = shell.data("moves", "harbour", "--as", who, "--state", state)
        assert "lease" in {move["action"] for move in listed["moves"]}
    assert "#har.act." in shell("moves", "harbour", "--as", who, "--state", state).stdout
    leased = shell.data("apply", "harbour", "lease(north)", "--as", who, "--state", state)
    assert leased["state"]["owner"]["north"] == who
    assert "owner" in shell("apply", "harbour", "lease(north)", "--as", who, "--state", state).stdout
    again = shell.fault("apply", "harbour", "lease(north)", "--as", who, "--state", shell.file("leased.json", leased))
    assert "not legal here" in again
    done = shell.data("apply", "harbour", "done", "--as", who, "--state", shell.file("leased.json", leased))
    assert done["state"]["course"]["who"] != who


def test_a_choice_waits_and_is_answered(shell: Shell) -> None:
    begun = shell.file("choice.json", shell.data("apply", "harbour", "begin", "--given", "players = 2"))
    shown = shell("apply", "harbour", "bargain", "--as", "red", "--state", begun).stdout
    assert shown.startswith("? favourite by red: ") and "['" not in shown and "wine" in shown
    assert "apply 'answer …' with one of these" in shown
    for lang, said in (("pl", "z jedną z tych możliwości"), ("uk", "з однією з цих можливостей")):
        told = shell("apply", "harbour", "bargain", "--as", "red", "--state", begun, "--lang", lang).stdout
        assert f"apply 'answer …' {said}" in told and " with " not in told and " by " not in told
    waiting = shell.data("apply", "harbour", "bargain", "--as", "red", "--state", begun)
    assert waiting["pending"]["kind"] == "choice" and waiting["changes"] == []
    assert waiting["state"]["pending"]["choice"] == waiting["pending"]
    drawing = shell.data("apply", "harbour", 'answer "wine"', "--state", shell.file("waiting.json", waiting))
    assert (drawing["pending"]["kind"], drawing["pending"]["options"]) == ("chance", [1, 2, 3])
    assert drawing["happened"] == [
        {"fact": "favourite (red)", "name": "favourite", "keys": ["red"], "new": "wine", "shown": "wine", "paragraph": "har.barg.1"}
    ]  # fmt: skip
    shown = shell("apply", "harbour", 'answer "wine"', "--state", shell.file("waiting.json", waiting)).stdout
    assert "… favourite (red): wine  #har.barg.1\n? luck" in shown and waiting["happened"] == []
    after = shell.data("apply", "harbour", "answer 3", "--state", shell.file("drawing.json", drawing))
    assert (
        after["pending"] is None
        and after["state"]["favourite"]["red"] == "wine"
        and after["state"]["coins"]["red"] == 13
    )


def test_nothing_to_list_is_a_dash(shell: Shell) -> None:
    begun = shell.data("apply", "harbour", "begin", "--given", "players = 2")
    assert shell("moves", "harbour", "--as", "green", "--state", shell.file("other.json", begun)).stdout.strip() == "—"


def test_json_keeps_every_letter(shell: Shell) -> None:
    text = shell("ask", "harbour", "price(wine)", "--lang", "uk", "--json").stdout
    assert json.loads(text) and "\\u" not in text


def test_moves_tell_how_a_begun_call_goes_on(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = shell.data("apply", "harbour", "begin", "--given", "players = 2")
    begun["state"]["owner"]["north"] = "red"
    listing = ("moves", "harbour", "--as", "red", "--state", shell.file("loading.json", begun))
    monkeypatch.setattr("referee.play.moves.FLAT", Work(looks=3, trials=3))
    assert "--action 'load(g=wine)'" in shell(*listing).stdout
    monkeypatch.undo()
    assert shell(*listing, "--action", "load(g=wine)").stdout.count("#har.act.5") == 3


def test_moves_say_what_they_do_not_list(shell: Shell) -> None:
    told = ("--given", "crates(red, wine) = 2; crates(red, salt) = 2")
    assert "… " in shell("moves", "harbour", "--as", "red", "--action", "swap(green)", *told).stdout
    assert "… " not in shell("moves", "harbour", "--as", "red", "--action", "swap(green)", "--deep", *told).stdout

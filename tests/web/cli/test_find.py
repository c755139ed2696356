"""`search`, `show` and `coverage`."""

from __future__ import annotations

from tests.web.cli.conftest import Shell


def test_search_finds_in_every_language(shell: Shell) -> None:
    found = shell.data("search", "sztorm", "--lang", "pl", "--game", "harbour", "--limit", "5")
    assert found["hits"] and len(found["hits"]) <= 5 and "storm" in {hit["id"] for hit in found["hits"]}
    assert "[term, harbour]  #storm" in shell("search", "storm", "--kind", "term").stdout


def test_search_says_what_it_does_not_know(shell: Shell) -> None:
    assert shell("search", "qqqqzzzz").stdout.strip() in ("? qqqqzzzz", "—")


def test_show_a_paragraph(shell: Shell) -> None:
    data = shell.data("show", "#har.act.2")
    assert data["id"] == "har.act.2" and data["page"] and data["rule"]
    assert shell("show", "har.act.2").stdout.startswith("#har.act.2  ")


def test_show_a_term(shell: Shell) -> None:
    data = shell.data("show", "dock", "--lang", "uk")
    assert data["names"]["uk"] == "Док" and data["text"].startswith("Місце") and data["defined"] == ["har.parts.2"]
    assert shell("show", "dock").stdout.startswith("Dock · ")


def test_show_an_action(shell: Shell) -> None:
    data = shell.data("show", "lease")
    assert data["parameters"] == {"d": "a dock"} or list(data["parameters"]) == ["d"]
    assert "har.act.2" in data["checks"] and data["paragraph"]["id"]
    assert shell("show", "lease").stdout.startswith("lease(d)  #har.act.")


def test_show_a_dispute_and_all_of_them(shell: Shell) -> None:
    data = shell.data("show", "full_house", "--game", "harbour")
    assert {reading["reading"] for reading in data["readings"]} >= {"six", "seven"} and data["title"]
    assert shell("show", "full_house").stdout.startswith("full_house: ")
    listed = shell.data("show", "disputes")
    assert data in listed["harbour"] and [d["dispute"] for d in listed["harbour"]] == sorted(
        d["dispute"] for d in listed["harbour"]
    )
    assert "full_house  " in shell("show", "disputes", "--lang", "pl").stdout


def test_coverage(shell: Shell) -> None:
    data = shell.data("coverage")
    counted = data["games"]["harbour"]
    assert sum(counted["kinds"].values()) == counted["paragraphs"] and counted["version"] and data["version"]
    assert shell("coverage").stdout.startswith(f"harbour: {counted['paragraphs']} paragraphs; ")

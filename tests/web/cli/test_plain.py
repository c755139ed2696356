"""`ask` as it is mostly typed: read, answered and refused as by the option parser, without it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.service import Told
from tests.support.places import ROOT
from tests.web.cli.conftest import Shell
from web.cli.main import paragraf
from web.cli.terminal import plain
from web.cli.terminal.tongue import spoken_here

WORDS = st.sampled_from(
    [
        "harbour",
        "lease(north)",
        "price(wine)",
        "red",
        "-",
        "--",
        "a=b",
        "",
        "pl",
        "xx",
        "coins of red = 1; ",
        "full_house=seven",
    ]
)
OPTIONS = st.sampled_from(
    [
        "--as",
        "--near",
        "--lang",
        "--edition",
        "--given",
        "--ruling",
        "--json",
        "--state",
        "--lan",
        "--as=red",
        "--help",
        "-h",
        "--given",
    ]
)
GOOD = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["--as", "--near", "--edition", "--given", "--lang"]), WORDS),
        st.just(("--ruling", "full_house=seven")),
        st.just(("--json",)),
        st.just(("--all",)),
        st.tuples(WORDS),
    ),
    max_size=6,
).map(lambda parts: [word for part in parts for word in part])


def _by_click(arguments: list[str]) -> dict[str, Any] | None:
    """What the command is called with; None where it is refused."""
    called: list[dict[str, Any]] = []

    class Keeper:
        def keep(self) -> None: ...

    def answered(game: str, question: str, told: Told, **more: Any) -> tuple[str, Keeper]:
        called.append({"game": game, "question": question, "told": told, **more})
        return "", Keeper()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.cli.answers.answered", answered)
        CliRunner().invoke(paragraf, arguments, prog_name="paragraf")
    return called[0] if called else None


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.lists(st.one_of(WORDS, OPTIONS), max_size=7), GOOD))
def test_what_is_plain_is_read_as_the_option_parser_reads_it(words: list[str]) -> None:
    arguments = ["ask", *words]
    found = plain.read(arguments)
    if found is not None:
        try:
            told = plain.told(found)
        except plain.RefereeError:  # no ruling: refused by both
            assert _by_click(arguments) is None
            return
        assert _by_click(arguments) == {
            "game": found.game, "question": found.question, "told": told, "actor": found.actor, "near": found.near,
            "lang": found.lang, "data": found.data, "whole": found.whole, "how": False,
        }  # fmt: skip


def test_what_is_mostly_typed_is_plain() -> None:
    asked = plain.read(
        [
            "ask",
            "harbour",
            "lease(north)",
            "--as",
            "red",
            "--given",
            "a = 1",
            "--given",
            "b = 2",
            "--lang",
            "pl",
            "--json",
        ]
    )
    assert (
        asked is not None
        and asked.given == ("a = 1", "b = 2")
        and (asked.actor, asked.lang, asked.data) == ("red", "pl", True)
    )
    for words in (
        ["moves", "harbour"],
        ["ask", "harbour"],
        ["ask", "harbour", "x", "--help"],
        ["ask", "harbour", "x", "--lang", "xx"],
        [],
    ):
        assert plain.read(words) is None


def _run(shell: Shell, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **shell.env(), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], env=env, capture_output=True, text=True, timeout=120, check=False
    )


PROGRAM = "from web.cli.entry import main; main()"


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = green"),
        ("ask", "harbour", "price(wine)", "--json", "--lang", "uk"),
        ("ask", "harbor", "price(wine)"),
        ("ask", "harbour", "lease(nroth)", "--as", "red"),
        ("ask", "harbour", "price(wine"),
        ("ask", "harbour", "price(wine)", "--ruling", "x"),
        ("ask", "harbour", "price(wine)", "--lang", "xx"),
    ],
)
def test_it_answers_and_refuses_as_the_option_parser_does(shell: Shell, arguments: tuple[str, ...]) -> None:
    found = _run(shell, PROGRAM, *arguments)
    wanted = CliRunner().invoke(paragraf, list(arguments), prog_name="paragraf", env=shell.env())
    assert (found.returncode, found.stdout, found.stderr) == (wanted.exit_code, wanted.stdout, wanted.stderr)


#: what an answer from kept rules must not wait for: the option parser, what only old Pythons need, what reads texts and compiles rules
SPARED = (
    "click", "typing_extensions", "lark", "dataclasses", "inspect", "ast", "tomli", "tomllib", "textwrap", "platform", "hashlib", "json",
    "tempfile", "threading", "urllib.parse", "ipaddress", "kb.text.toml", "kb.text.words", "kb.games.compilation", "referee.compiler.sources",
    "referee.rules.delegation", "referee.understanding",
)  # fmt: skip


def test_an_answer_waits_for_nothing_it_does_not_need(shell: Shell) -> None:
    program = (
        "import sys\nfrom web.cli import entry\ntry: entry.main()\nexcept SystemExit: pass\n"
        f"print('and', *({set(SPARED)!r} & set(sys.modules)))"
    )
    arguments = ("ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = green")
    for _ in range(3):  # the first compiles the rules
        found = _run(shell, program, *arguments)
    assert found.stdout.splitlines()[-1] == "and", found.stdout + found.stderr


def test_whoever_reads_an_answer_may_stop_reading(shell: Shell) -> None:
    command = [sys.executable, "-c", PROGRAM, "ask", "harbour", "price(wine)", "--json"]
    env = {**os.environ, **shell.env(), "PYTHONPATH": str(ROOT)}
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        command, env=env, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120, check=False
    )
    os.close(writing)
    assert process.stderr == "" and process.returncode == 1


def test_the_language_is_that_of_the_environment_unless_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert spoken_here() == "en"
    for name, locale, lang in (("LANG", "uk_UA.UTF-8", "uk"), ("LC_MESSAGES", "pl", "pl"), ("LC_ALL", "C.UTF-8", "en")):
        monkeypatch.setenv(name, locale)
        assert spoken_here() == lang
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    asked = plain.read(["ask", "harbour", "x"])
    assert asked is not None and asked.lang == "pl"
    assert plain.read(["ask", "harbour", "x", "--lang", "uk"]).lang == "uk"  # type: ignore[union-attr]


def test_checks_that_do_not_apply_are_shown_on_demand_and_the_verdict_in_the_language_asked_for(shell: Shell) -> None:
    asked = ("ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = blue; coins of red = 9")
    brief, whole = shell(*asked, "--lang", "pl").stdout, shell(*asked, "--lang", "pl", "--all").stdout
    assert brief.startswith("NIE  Nie.") and "  – " not in brief
    assert set(brief.splitlines()) <= set(whole.splitlines())

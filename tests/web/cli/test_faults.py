"""Whatever is typed, a sentence comes back: what was read, why it cannot be, what to write instead. Never a trace."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT
from tests.web.cli.conftest import Shell
from web.cli.main import COMMANDS

#: nested 900 deep, by brackets and by sums
BRACKETS, DEEP = "(" * 900 + "1" + ")" * 900, "1" + "+1" * 900


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"course": 5}, "“course” of the state must be the object that `apply` gave, not a number."),
        ({"course": {"step": "nowhere"}}, "There is no step of the course “nowhere”."),
        ({"course": {"step": "errands", "taken": {"0": "one"}}}, "“taken.0” in “course” of the state must be a number, not a text."),
        ({"members": 7}, "“members” of the state must be an object of lists: kind -> members, not a number."),
        ({"members": {"boats": ["x"]}}, "There is no kind “boats”."),
        ({"members": {"cargo": ["x", 3]}}, "“members” of the state must list the names of every cargo."),
        ({"@used": 5}, "“@used” of the state must be an object of numbers, as `apply` gave it, not a number."),
        ({"rulings": []}, "“rulings” of the state must be an object: dispute -> reading, not a list."),
        ({"rulings": {"full_hous": "six"}}, "There is no dispute “full_hous”. Did you mean “full_house”?"),
        ({"incomplete": "cargo"}, "“incomplete” of the state must be a list of kinds, not a text."),
        ({"over": "yes"}, "“over” of the state must be true or false, not a text."),
        ({"pending": 1}, "“pending” of the state must be the object that `apply` gave, not a number."),
        ({"pending": {}}, "“answers” in “pending” of the state is missing; it must be a list."),
        ({"pending": {"deed": {"kind": "deed", "name": "no", "args": {}, "actor": None}, "answers": [], "choice": {}}}, "“choice.kind” in “pending” of the state is missing"),
        ([1, 2], "A state is an object of facts, not a list."),
        (5, "A state is an object of facts, not a number."),
        ({"coin": {"red": 3}}, "The state cannot be: There is no fact “coin”. Did you mean “coins”"),
        ({"coins": {"red": "many"}}, "The state cannot be: “coins of red” cannot be many;"),
        ({"coins": 3}, "The state cannot be:"),
        ({"owner": {"north": {"do": [], "with": 1}}}, "“owner” of the state must be an action"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "command",
    [("ask", "harbour", "price(wine)"), ("moves", "harbour", "--as", "red"), ("apply", "harbour", "answer 3")],
)
def test_a_state_that_cannot_be(shell: Shell, command: tuple[str, ...], state: Any, sentence: str) -> None:
    assert sentence in shell.fault(*command, "--state", shell.file("bad.json", state))


def test_all_faults_of_a_state_are_told_at_once(shell: Shell) -> None:
    said = shell.fault(
        "ask", "harbour", "price(wine)", "--state", shell.file("bad.json", {"course": 1, "members": 2, "over": 3})
    )
    assert "“course”" in said and "“members”" in said and "“over”" in said
    said = shell.fault(
        "ask", "harbour", "price(wine)", "--state", shell.file("bad.json", {"coin": 1, "owner": {"nort": None}})
    )
    assert "“coin”" in said and "“nort”" in said


def test_a_pending_deed_that_nobody_knows(shell: Shell) -> None:
    choice = {"kind": "choice", "name": "x", "keys": [], "by": None, "paragraph": "", "options": []}
    deed = {"kind": "deed", "name": "leese", "args": {}, "actor": "red"}
    state = shell.file("bad.json", {"pending": {"deed": deed, "answers": [], "choice": choice}})
    assert "There is no action or procedure “leese”." in shell.fault("apply", "harbour", "answer 3", "--state", state)
    deed = {"kind": "deed", "name": "lease", "args": {"zz": 1}, "actor": "red"}
    state = shell.file("bad.json", {"pending": {"deed": deed, "answers": [], "choice": choice}})
    assert "zz" in shell.fault("apply", "harbour", "answer 3", "--state", state)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"players": ' + "9" * 5_000 + "}", "cannot be read"),
        ('{"players": 1e15}', "too large"),
        ("{", "is not JSON (line 1, column 2"),
        ("[" * 20_000, "nested too deeply"),
        ('{"coins": ' + "[" * 500 + "]" * 500 + "}", "nested too deeply"),
    ],
)
def test_a_state_that_is_no_json(shell: Shell, content: str, sentence: str) -> None:
    assert sentence in shell.fault("ask", "harbour", "price(wine)", "--state", shell.file("bad.json", content))


def test_a_state_in_no_known_letters(shell: Shell) -> None:
    (shell.folder / "bad.json").write_bytes(b"\xff\xfe{")
    assert "no text in UTF-8" in shell.fault("ask", "harbour", "price(wine)", "--state", str(shell.folder / "bad.json"))


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("ask", "harbour", DEEP), "nested more than"),
        (("ask", "harbour", "price(wine)", "--given", f"coins of red = {DEEP}"), "nested more than"),
        (("apply", "harbour", DEEP), "nested more than"),
        (("ask", "harbour", BRACKETS), "The question cannot be read: line 1, column 1: the text is nested 900 levels deep"),
        (("ask", "harbour", "price(wine)", "--given", f"coins of red = {BRACKETS}"), "The told facts cannot be read"),
        (("ask", "harbour", "price(wine)", "--given", "players = " + "9" * 5_000), "The number 999999999999… is too large"),
        (("ask", "harbour", "price(\udcff)"), "The text holds half a letter"),
        (("apply", "harbour", "answer " + "9" * 5_000), "is too large"),
        (("ask", "harbour", ""), "The question cannot be read"),
        (("ask", "harbour", "lease((("), "The question cannot be read"),
        (("ask", "harbour", "leese(north)", "--as", "red"), "Did you mean “lease”?"),
        (("ask", "harbour", "lease(nort)", "--as", "red"), "nort"),
        (("ask", "harbour", "price(wine)", "--given", "coins of red ="), "The told facts cannot be read"),
        (("ask", "harbour", "lease(north)", "--as", "nobody"), "There is no player or role “nobody”."),
        (("ask", "harbour", "price(wine)", "--edition", "print9"), "There is no edition “print9”."),
        (("moves", "harbour", "--as", "red", "--edition", "print9"), "There is no edition “print9”."),
        (("apply", "harbour", "begin", "--edition", "print9"), "There is no edition “print9”."),
        (("ask", "harbour", "price(wine)", "--ruling", "full_house"), "“full_house” is no ruling; write DISPUTE=READING."),
        (("ask", "harbour", "price(wine)", "--ruling", "full_house=nine"), "There is no reading of full_house “nine”."),
        (("ask", "harbor", "price(wine)"), "There is no game “harbor”. Did you mean “harbour”?"),
        (("ask", "../harbour", "price(wine)"), "There is no game “../harbour”."),
        (("moves", "harbour", "--as", "nobody"), "There is no player or role “nobody”. Known: blue, green, red."),
        (("apply", "harbour", "answer foo"), "There is no name “foo”."),
        (("apply", "harbour", "answer " + "[" * 5_000), "is no value; write for example answer 3, answer yes"),
        (("apply", "harbour", "answer [wine, ]"), "“[wine, ]” is no value; write for example answer 3"),
        (("apply", "harbour", "answer [wine, salt]"), "No choice is pending."),
        (("apply", "harbour", "answer 3"), "No choice is pending."),
        (("apply", "harbour", "price(wine)"), "“price(wine)” is a value, not an action."),
        (("apply", "harbour", "lease(north)", "--as", "nobody"), "There is no player or role “nobody”."),
        (("apply", "harbour", "done", "--as", "red"), "It is not red's turn."),
        (("apply", "harbour", "lease(north)", "--as", "red"), "This cannot be carried out before"),
        (("show", "har.zz"), "There is no paragraph, term, action or dispute “har.zz”."),
        (("show", "har.act.2", "--game", "nosuch"), "There is no game “nosuch”."),
        (("search", "storm", "--game", "nosuch"), "There is no game “nosuch”."),
        (("search", "storm", "--kind", "nosuch"), "There is no kind of result “nosuch”."),
        (("check", "--game", "nosuch"), "There is no game “nosuch”."),
        (("card", "check", __file__, "--game", "nosuch"), "There is no game “nosuch”."),
        (("stamp", "nosuch"), "There is no game “nosuch”."),
        (("check", "no-such-folder"), "There is no game “no-such-folder”."),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be(shell: Shell, args: tuple[str, ...], sentence: str) -> None:
    assert sentence in shell.fault(*args)


@pytest.mark.parametrize(
    "args",
    [
        ("nosuch",), ("ask",), ("ask", "harbour"), ("moves", "harbour"), ("ask", "harbour", "x", "--state", "no-such-file.json"),
        ("ask", "harbour", "x", "--lang", "yy"), ("search", "x", "--limit", "0"), ("search", "x", "--limit", "many"),
        ("card", "check", "no-such-file", "--game", "harbour"), ("card", "nosuch"),
        ("stamp", "harbour", "--again"), ("stamp", "harbour", "har.act.2"), ("serve", "--port", "99999"),
    ],
)  # fmt: skip
def test_a_command_that_is_written_wrongly_says_how_to_write_it(shell: Shell, args: tuple[str, ...]) -> None:
    result = shell(*args, exit_code=2)
    assert result.stdout == "" and "Error: " in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(shell: Shell, command: str) -> None:
    assert shell(command, "--help").stdout.startswith(f"Usage: paragraf {command}")
    assert command in shell("--help").stdout


def test_a_corpus_without_games(shell: Shell, tmp_path: Any) -> None:
    assert "There is no game in" in shell.fault("check", str(tmp_path))


def test_a_fault_of_ours_is_a_sentence_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("stumbled")

    monkeypatch.setattr("web.cli.terminal.answer.one_referee", stumble)
    assert "this is a fault of ours (KeyError: 'stumbled')" in shell.fault("ask", "harbour", "price(wine)", exit_code=3)


def test_whoever_reads_may_stop_reading(shell: Shell) -> None:
    command = [sys.executable, "-m", "web.cli", "show", "disputes", "--json"]
    env = {**os.environ, **shell.env()}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait(60) == 1


BROKEN = """# Coins {#b.coins p=1}

A player may take coins. {#b.1}

```rule
roles player: red, blue, green
fact coins of player: 0..9
action take(n: 1..3) by actor: player
  effect do gain(actor, n)
procedure gain(p: player, n: number): raise coins of p by n end
```

Whoever has three may take no more. {#b.2}

```rule
rule take
  forbidden when coins of actor = 3
```
"""
MANIFEST = 'prefix = "b"\nlanguages = ["en"]\nplayers = [2]\n[title]\nen = "B"\n[editions.en]\ntitle = "B"\nlang = "en"\n[sources.rulebook]\nrank = 10\ntitle = { en = "Rules" }\n'


def small_game(folder: Path, rules: str) -> Shell:
    game = folder / "games" / "small"
    (game / "rules").mkdir(parents=True)
    (game / "game.toml").write_text(MANIFEST, "utf-8")
    (game / "terms.toml").write_text("", "utf-8")
    (game / "rules" / "01.md").write_text(rules, "utf-8")
    return Shell(folder)


@pytest.mark.parametrize(
    "command",
    [
        ("ask", "small", "take(1)", "--as", "red"),
        ("moves", "small", "--as", "red"),
        ("apply", "small", "take(1)", "--as", "red"),
    ],
)
def test_nothing_is_answered_by_half_the_rules(tmp_path: Path, command: tuple[str, ...]) -> None:
    said = small_game(tmp_path, BROKEN).fault(*command)
    assert said.startswith("Some rules of “small” cannot be read, and without them an answer may be wrong:")
    assert "rules/01.md:17:33: “=” gives a value and does not compare." in said


def test_what_follows_from_an_unreadable_block_is_not_told(tmp_path: Path) -> None:
    said = small_game(tmp_path, BROKEN.replace("effect do gain(actor, n)", "effect gain(actor, n)"))(
        "check", exit_code=1
    ).output
    assert said.count("[") == said.count("[RULE-SYNTAX]") == 2


def test_a_list_is_answered_as_the_rules_write_it(tmp_path: Path) -> None:
    rules = BROKEN.replace("actor = 3", "actor is 3").replace(
        "effect do gain(actor, n)", "effect choose friends: list of player sized 2 by actor\n  effect do gain(actor, n)"
    ).replace("fact coins", "fact friends: list of player\nfact coins")  # fmt: skip
    shell = small_game(tmp_path, rules)
    state = shell.data("apply", "small", "take(1)", "--as", "red", "--given", "coins of red = 1")["state"]
    for written in ("[red, blue]", '["red", "blue"]'):
        played = shell.data("apply", "small", f"answer {written}", "--state", shell.file("state.json", state))
        assert played["state"]["friends"] == ["red", "blue"] and played["state"]["coins"] == {"red": 2}


def test_a_deed_that_is_half_said_is_not_done(tmp_path: Path) -> None:
    shell = small_game(tmp_path, BROKEN.replace("actor = 3", "actor is 3"))
    said = shell.fault("apply", "small", "take", "--as", "red", "--given", "coins of red = 1")
    assert said == "take also needs “n”; nothing was changed."

"""`play`: in the terminal, and by chance."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.bluff import write_bluff
from tests.support.places import ROOT
from tests.web.cli.conftest import Shell
from web.cli.main import paragraf


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A new game in an own folder."""
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    shell = Shell(tmp_path)
    shell("new", "mine", "--players", "2")
    return shell


def broken(shell: Shell, old: str, new: str) -> None:
    chapter = next((shell.folder / "mine" / "rules").iterdir())
    text = chapter.read_text("utf-8")
    assert old in text
    chapter.write_text(text.replace(old, new), "utf-8")


def typed(shell: Shell, *lines: str, options: tuple[str, ...] = ()) -> list[str]:
    """What the terminal shows when these lines are typed."""
    result = CliRunner().invoke(
        paragraf,
        ["play", "mine", *options],
        prog_name="paragraf",
        env=shell.env(),
        input="".join(f"{x}\n" for x in lines),
    )
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout.splitlines()


def test_moves_have_numbers_and_the_table_is_open(mine: Shell) -> None:
    lines = typed(mine, "3", "quit")
    assert "open table" in lines[0]
    assert "  3  take pebbles: 3  #min.turn.2" in lines and "— rounds / turns: Ada (ada)" in lines
    assert "  pebbles on the heap: 15 → 12  #min.turn.2" in lines and "— rounds / turns: Ben (ben)" in lines


def test_undo_ask_and_facts(mine: Shell) -> None:
    lines = typed(
        mine,
        "undo",
        "3",
        "undo",
        "facts heap",
        "ask take(3)",
        "ask",
        "nonsense(",
        "4",
        "take(2)",
        "facts taken",
        "help",
    )
    assert "There is nothing to take back." in lines and "taken back" in lines
    assert "heap = 15" in lines and any(line.startswith("YES") and "#min.turn.2" in line for line in lines)
    assert "✗ Write what you ask: ask may(x), the name of a value, or a question in your own words." in lines
    assert "✗ There is no 4; the list goes to 3." in lines and sum(line.startswith("✗") for line in lines) == 3
    assert "taken of ada = 2" in lines and any(line.split() == ["quit", "end"] for line in lines)


def test_a_game_may_be_played_to_its_end_and_taken_back(mine: Shell) -> None:
    lines = typed(mine, *["3"] * 5, "1", "ask winner", "undo", "quit")
    assert lines.count("The game is over.") == 3 and "The game is over; `undo` or `quit`." in lines
    assert any(line.startswith("VALUE") and "Ada" in line for line in lines)
    assert lines[-4].startswith("— rounds / turns: ada") or "— rounds / turns: Ada (ada)" in lines[-5:]


def test_choices_and_chance(mine: Shell) -> None:
    broken(
        mine,
        "  effect set last_taker = actor\n",
        "  effect set last_taker = actor\n  effect do wonder(actor)\nfact luck: 1..6\nfact mood: one of [gay, sad]\n"
        "procedure wonder(p: player): random luck: 1..6 choose mood: one of [gay, sad] by p end\n",
    )
    lines = typed(mine, "1", "3", "sad", "facts", "quit", options=("--seed", "4"))
    again = typed(mine, "1", "2", "undo", "2", "facts", "quit", options=("--seed", "4"))
    assert any(line.startswith("  by chance: luck = ") for line in lines)
    assert any(line.startswith("✗") for line in lines), "there is no third"
    assert "mood = sad" in lines and "mood = sad" in again
    first, second = (next(line for line in shown if "luck =" in line) for shown in (lines, again))
    assert first == second


@pytest.mark.parametrize(
    ("old", "new", "sort", "said"),
    [
        ("rule take requires n <= heap", "rule take requires n < heap", "stuck", "stuck: ada has no legal move"),
        ("always heap +", "always 0 * heap +", "always", "broken `always`:"),
        ("  effect move n from heap", "  effect move 0 from heap", "endless", "endless: The game did not end"),
    ],
)
def test_a_fault_is_told_with_the_command_that_repeats_it(
    mine: Shell, old: str, new: str, sort: str, said: str
) -> None:
    broken(mine, old, new)
    shown = mine("play", "mine", "--random", "3", "--seed", "5", exit_code=1).stdout
    assert said in shown and "0 of 3 games came to their end" in shown
    (again,) = {line.split("again: paragraf ")[1] for line in shown.splitlines() if "--seed 6" in line}
    repeated = mine(*again.split(), exit_code=1).stdout
    assert said in repeated and "0 of 1 games" in repeated
    found = mine(*again.split(), "--json", exit_code=1).stdout
    assert f'"sort": "{sort}"' in found and '"seed": 6' in found


def test_what_is_never_possible_or_used_is_no_fault(mine: Shell) -> None:
    broken(
        mine,
        "rule take requires n <= heap",
        "rule take requires n <= heap\naction rob by actor: player\n  requires heap > 20",
    )
    broken(mine, "p must 1 take", "p must 1 take or rob")
    shown = mine("play", "mine", "--random", "10").stdout
    assert "never possible: rob (looked for " in shown


def test_players_are_told_or_go_round(shell: Shell) -> None:
    assert shell.data("play", "harbour", "--random", "4")["ended"] == 4
    assert (
        shell.data("play", "harbour", "--random", "2", "--players", "3", "--given", "full_house = seven")["ended"] == 2
    )
    for told in (("--players", "3"), ("--given", "players = 3"), ("--state", shell.file("three.json", {"players": 3}))):
        assert shell.data("play", "harbour", "--random", "2", *told) == shell.data(
            "play", "harbour", "--random", "2", "--players", "3"
        )
    assert "players" in shell.fault("play", "harbour", "--random", "2", "--players", "7")


def test_games_by_chance_that_are_stopped_tell_what_was_done(mine: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from web.author.progress import Progress

    def stop(self: Progress, done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", stop)
    result = mine("play", "mine", "--random", "9", exit_code=130)
    assert "3 of 3 games came to their end" in result.stdout
    assert result.stderr == "paragraf: stopped: 3 of 9 games were played.\n"


def test_data_is_of_games_by_chance(mine: Shell) -> None:
    assert "--random N" in mine("play", "mine", "--json", exit_code=2).stderr


class Court:
    """The game of bluffing on the command line; `apply` leaves its state behind."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        write_bluff(shell.folder / "games")
        self.state = shell.file(
            "begun.json", shell("apply", "bluff", "begin", "--given", "players = 3", "--json").stdout
        )

    def __call__(self, command: str, deed: str, role: str = "") -> str:
        by = ("--as", role) if role else ()
        words = () if command == "moves" else (deed,)
        return self.shell(command, "bluff", *words, *by, "--state", self.state).stdout

    def apply(self, deed: str, role: str = "") -> None:
        by = ("--as", role) if role else ()
        after = self.shell("apply", "bluff", deed, *by, "--state", self.state, "--json").stdout
        self.state = self.shell.file(f"after {deed}.json", after)


def test_who_may_answer_is_asked_and_told_what_it_is_about(mine: Shell) -> None:
    court = Court(mine)
    assert "… waits for an answer: tax, f1's deed" in court("apply", "tax", "f1")
    court.apply("tax", "f1")
    assert court("ask", "challenge", "f2").startswith("YES") and court("ask", "challenge", "f3").startswith("NO")
    assert court("moves", "", "f2").startswith("challenge")
    refused = mine.fault("apply", "bluff", "challenge", "--as", "f3", "--state", court.state)
    assert refused == "f3 is not asked now; f2 may answer."
    assert "lives" in court("apply", "challenge", "f2")
    court.apply("answer none")
    assert "coins" in court("apply", "answer none")


def test_where_several_are_asked_an_answer_says_whose_it_is(mine: Shell) -> None:
    court = Court(mine)
    court.apply("aid", "f1")
    assert court("apply", "block(duke)", "f3") == court("apply", "answer block(duke) by f3")
    assert "by [f3]" in court("apply", "answer f2") and "coins" in court("apply", "answer none")
    court.apply("block(duke)", "f3")
    assert court("moves", "", "f1").startswith("challenge")


def test_answers_are_given_in_the_terminal_and_by_chance(mine: Shell) -> None:
    Court(mine)
    command = ["play", "bluff", "--players", "3"]
    lines = "tax\nask challenge\nchallenge\nquit\n"
    shown = CliRunner().invoke(paragraf, command, prog_name="paragraf", env=mine.env(), input=lines).stdout
    assert "? challenge — f2  #t.challenge" in shown and "  answers f1: tax" in shown and "YES" in shown
    assert "2 of 2 games came to their end" in mine("play", "bluff", "--random", "2").stdout


def test_the_menu_of_a_window_says_whose_each_answer_is(mine: Shell) -> None:
    write_bluff(mine.folder)
    (mine.folder / "mine").rename(mine.folder / "other")
    (mine.folder / "bluff").rename(mine.folder / "mine")
    lines = typed(mine, "aid", "2", "block(duke) by f3", "quit", options=("--given", "players = 3"))
    assert "  1  nobody answers" in lines and "  2  f2: no, thanks" in lines
    assert "  3  f2: block: duke, f1" in lines
    assert not any(line.startswith("✗") for line in lines)


VOTES = """
fact vote of player: flag hidden from others
procedure poll: secretly choose vote of p: flag by each p in seated with p is not ada or vote of p end
step polling in rounds after turns: do poll
"""


def test_votes_in_secret_are_asked_of_all_at_once_and_by_whom(mine: Shell) -> None:
    broken(mine, "phase rounds", VOTES + "phase rounds")
    lines = typed(mine, "1", "1", "yes by ben", "quit")
    text = "\n".join(lines)
    assert "(in secret)" in text and "Ben: yes" in text


def test_the_terminal_asks_as_the_game_does(mine: Shell) -> None:
    command = ["play", str(ROOT / "examples" / "mafia"), "--seed", "1"]
    shown = CliRunner().invoke(paragraf, command, prog_name="paragraf", env=mine.env(), input="quit\n").stdout
    assert "? Whom does the mafia choose tonight?" in shown

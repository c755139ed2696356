"""The command line in the language of who sits there: help, what was typed wrongly, and what it lists."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from kb.languages.texts import languages, texts
from tests.web.cli.conftest import Shell
from web.cli.main import COMMANDS, SECTIONS, paragraf
from web.cli.terminal.spoken import path_of


def commands(ctx: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Every command with its path."""
    assert isinstance(ctx.command, click.Group)
    for name in ctx.command.list_commands(ctx):
        command = ctx.command.get_command(ctx, name)
        assert command is not None
        below = click.Context(command, parent=ctx, info_name=name)
        yield path_of(below), command
        if isinstance(command, click.Group):
            yield from commands(below)


def test_every_command_and_every_option_has_its_help_and_nothing_else_has() -> None:
    root = click.Context(paragraf, info_name="paragraf")
    every = [("", paragraf), *commands(root)]
    known, used = set(texts("en", "help")), {"about"}
    for path, command in every:
        used |= {f"command.{path}"} if path else set()
        for param in command.get_params(root):
            if isinstance(param, click.Option):
                name = "help" if "--help" in param.opts else param.name
                used.add(f"option.{path}.{name}" if f"option.{path}.{name}" in known else f"option.{name}")
    used |= {f"brief.{name}" for name in COMMANDS} | {f"usage.{audience}" for audience in SECTIONS}
    apart = {key for key in known if key.startswith(("usage.", "wrong.", "form."))}
    assert used <= known and known - used <= apart


@pytest.mark.parametrize("lang", languages())
def test_help_is_told_in_the_language_asked_for(shell: Shell, lang: str) -> None:
    said, brief = texts(lang, "help"), " ".join(shell("--lang", lang, "--help").stdout.split())
    assert all(" ".join(said[f"brief.{name}"].split()) in brief for name in COMMANDS)
    shown = shell("--lang", lang, "search", "--help").stdout
    assert shown.startswith(f"{said['usage.usage']} paragraf search") and said["command.search"] in shown
    assert said["option.limit"] in shown and f"[{said['usage.default'].format(10)}]" in shown


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nosuch",), "Nie ma polecenia nosuch."),
        (("covrage",), "Nie ma polecenia covrage. Może coverage?"),
        (("ask",), "Brakuje 'GAME'."),
        (("moves", "harbour"), "Brakuje opcji '--as'."),
        (("ask", "harbour", "x", "--zzz"), "Nie ma opcji --zzz."),
        (("ask", "harbour", "x", "--giben"), "Nie ma opcji --giben. Może --given?"),
        (("ask", "harbour", "x", "--near"), "Opcja --near wymaga wartości."),
        (("ask", "harbour", "x", "y", "z"), "Za dużo argumentów: y z."),
        (("search", "x", "--limit", "0"), "'--limit': to musi być liczba całkowita od 1 do 100."),
        (("play", "harbour", "--random", "x"), "'--random': to musi być liczba całkowita, co najmniej 1."),
        (("play", "harbour", "--seed", "x"), "'--seed': to musi być liczba całkowita."),
        (("ask", "harbour", "x", "--state", "no-such"), "'--state': nie ma takiego pliku albo nie da się go odczytać."),
        (("check", "--corpus", "no-such"), "'--corpus': nie ma takiego folderu."),
    ],
)  # fmt: skip
def test_what_is_typed_wrongly_is_told_in_the_language_of_the_environment(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    result = shell(*args, exit_code=2)
    assert result.stdout == "" and "Usage: " not in result.stderr and f"Błąd: {said}\n" in result.stderr


def test_a_language_that_is_none_is_refused_with_those_there_are(shell: Shell) -> None:
    assert (
        "there is no such language; there are en, pl, uk."
        in shell("show", "har.act.2", "--lang", "ru", exit_code=2).stderr
    )


def test_what_is_found_listed_and_counted_is_called_by_words(shell: Shell) -> None:
    assert "[paragraf, harbour]" in shell("search", "dock", "--lang", "pl").stdout
    assert (
        "paragraf" in shell("coverage", "--lang", "pl").stdout
        and "znane sędziemu" in shell("coverage", "--lang", "pl").stdout
    )
    assert "параграф" in shell("coverage", "--lang", "uk").stdout

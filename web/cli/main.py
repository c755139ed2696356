"""`paragraf COMMAND`: finds the command; whatever goes wrong is a sentence on stderr, never a trace."""

from __future__ import annotations

import errno
import gc
from importlib import import_module
from typing import Any, NoReturn

import click

from grammar.base.errors import SyntaxProblemError
from referee.errors import RefereeError
from web.cli.terminal.spoken import TONGUE, SpokenGroup, in_words, told, tongue

#: for whom -> command -> the module that holds it; a module is imported when its command is called
SECTIONS = {
    "players": {"ask": "answers", "moves": "answers", "apply": "answers", "search": "find", "show": "find", "play": "play"},
    "authors": {
        "new": "author", "check": "check", "words": "author", "forms": "forms", "proof": "forms", "stamp": "stamp",
        "card": "card", "lsp": "lsp", "coverage": "coverage",
    },
    "servers": {"serve": "server", "offline": "server", "mcp": "server", "backup": "backup", "restore": "backup"},
}  # fmt: skip
COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
#: commands that answer once and end: there is nothing worth collecting on their way
BRIEF = ("ask", "moves", "apply", "show")


class Fault(click.ClickException):
    """What cannot be done, as one sentence."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """On stderr, under our name."""
        click.echo(f"paragraf: {self.message}", err=True, file=file)


class OurFault(Fault):
    """Something that no input should be able to cause."""

    exit_code = 3


class Stopped(Fault):
    """Long work that was stopped by Ctrl-C: what was done till then."""

    exit_code = 130

    def __init__(self, done: str, lang: str) -> None:
        from referee.service import line  # commands that answer never need it

        super().__init__(line("stopped", lang, done))


def _asked_in(arguments: list[str]) -> str:
    """The language asked for on the command line: errors are told in it too."""
    for before, word in zip(arguments, [*arguments[1:], ""], strict=True):
        if before == "--lang":
            return word
        if before.startswith("--lang="):
            return before.removeprefix("--lang=")
    from web.cli.terminal.tongue import spoken_here  # only who is refused needs it

    return spoken_here()


class Commands(SpokenGroup):
    """The commands by name, each imported when it is called."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The language first: whatever is said of the rest is said in it."""
        ctx.meta[TONGUE] = _asked_in(args)
        with in_words(tongue(ctx)):
            return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order they are told in."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in BRIEF:
            gc.enable()
        found: click.Command = getattr(import_module(f"web.cli.{COMMANDS[cmd_name]}"), cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any of them."""
        width, lang = max(map(len, COMMANDS)), tongue(ctx)
        for audience, section in SECTIONS.items():
            with formatter.section(told(f"usage.{audience}", lang)):
                formatter.write_dl([(name.ljust(width), told(f"brief.{name}", lang)) for name in section])

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; errors become sentences."""
        try:
            with in_words(tongue(ctx)):
                return super().invoke(ctx)
        except RefereeError as error:
            raise Fault(error.said(tongue(ctx))) from None
        except SyntaxProblemError as error:
            raise Fault(str(error)) from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever read us has read enough
                raise
            raise Fault(str(error)) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if ctx.params["trace"]:
                raise
            from referee.service import line

            said = f"{type(error).__name__}: {error}"[:300]
            raise OurFault(line("ours", tongue(ctx), said)) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--trace", is_flag=True)
@click.option("--lang", expose_value=False, metavar="LANGUAGE")
@click.version_option(package_name="paragraf")
def paragraf(trace: bool) -> None:
    """Answers rules questions and cites the paragraph."""


def main() -> NoReturn:
    """Runs the command line."""
    paragraf(prog_name="paragraf")
    raise SystemExit(0)

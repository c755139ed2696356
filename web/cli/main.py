"""`paragraf COMMAND`: finds the command; whatever goes wrong is a sentence on stderr, never a trace."""

from __future__ import annotations

import errno
import gc
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from grammar.base.errors import SyntaxProblemError
from referee.errors import RefereeError

#: for whom -> command -> the module that holds it, and what it is for; a module is imported when its command is called
SECTIONS = {
    "For players": {
        "ask": ("answers", "may I do this, or what is this value"),
        "moves": ("answers", "every legal action of a role"),
        "apply": ("answers", "the next state, and what changed by which paragraph"),
        "search": ("find", "find paragraphs, terms, actions, cards"),
        "show": ("find", "a paragraph, term, action, card, or all disputes"),
        "play": ("play", "play a game in the terminal, or many by chance"),
    },
    "For authors": {
        "new": ("author", "make the folder of a new game"),
        "check": ("check", "lint games and run their cases; --watch: whenever a file is saved"),
        "words": ("author", "add the words that a game lacks, as entries to fill in"),
        "forms": ("forms", "make the word forms of a game's names"),
        "proof": ("forms", "print every text that is put together, or let dictionaries read it"),
        "stamp": ("stamp", "mark new translations, and those named, as up to date"),
        "card": ("card", "read cards of your own: what they mean, or what is wrong with them"),
        "lsp": ("lsp", "the language server, for editors"),
        "coverage": ("coverage", "paragraphs per game, kind and language"),
    },
    "For servers": {
        "serve": ("server", "the web app; --watch: with what is saved"),
        "offline": ("server", "bring what lets phones keep the whole referee"),
        "mcp": ("server", "the referee for chat assistants (Model Context Protocol)"),
        "backup": ("backup", "save the tables of the web app to a file"),
        "restore": ("backup", "bring the tables of a file back"),
    },
}
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


class Commands(click.Group):
    """The commands by name, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order they are told in."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in BRIEF:
            gc.enable()
        found: click.Command = getattr(import_module(f"web.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any of them."""
        width = max(map(len, COMMANDS))
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), help_) for name, (_, help_) in section.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; errors become sentences."""
        try:
            return super().invoke(ctx)
        except RefereeError as error:
            raise Fault(error.said(_asked_in(sys.argv))) from None
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
            raise OurFault(line("ours", _asked_in(sys.argv), said)) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--trace", is_flag=True, help="Show the trace of a fault of ours.")
@click.version_option(package_name="paragraf")
def paragraf(trace: bool) -> None:
    """Answers rules questions and cites the paragraph."""


def main() -> NoReturn:
    """Runs the command line."""
    paragraf(prog_name="paragraf")
    raise SystemExit(0)
